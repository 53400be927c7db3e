import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits } from '../fixtures.ts';

const WIDTHS = [1440, 390, 320] as const;
const SCHEMES = ['light', 'dark'] as const;

/** Whether pages are looked at; off while a journey is being written. */
const INSPECT = process.env.JOURNEY_INSPECT !== '0';

/** Looks at the page as it stands on every screen it must serve: fits, and nothing for axe to report. */
export async function inspect(page: Page): Promise<void> {
  if (!INSPECT) return;
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await test_step(page, `${new URL(page.url()).pathname} at ${width}, ${colorScheme}`);
    }
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

async function test_step(page: Page, name: string): Promise<void> {
  await expect(page.locator('h1').first(), name).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
}
