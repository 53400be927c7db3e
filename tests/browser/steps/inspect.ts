import type { Page } from '@playwright/test';
import { accessibilityFaults, expect, widthBeyond } from '../fixtures.ts';

const WIDTHS = [1440, 390, 320] as const;
const SCHEMES = ['light', 'dark'] as const;

/** Whether pages are looked at; JOURNEY_INSPECT=1 asks for it. */
const INSPECT = process.env.JOURNEY_INSPECT === '1';

/**
 * Looks at the page as it stands on every screen it must serve: it fits, and axe has nothing to report. What is wrong
 * fails the test at its end, so that one run tells all of it.
 */
export async function inspect(page: Page): Promise<void> {
  if (!INSPECT) return;
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('h1').first()).toBeVisible();
      const over = await widthBeyond(page);
      const found = [...(over > 0 ? [`${over} px too wide`] : []), ...(await accessibilityFaults(page))];
      faults.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`));
    }
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(faults, new URL(page.url()).pathname).toEqual([]);
}
