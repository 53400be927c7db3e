import type { Page } from '@playwright/test';
import { accessibilityFaults, expect, expectFits, widthBeyond } from '../fixtures.ts';

const WIDTHS = [1440, 390, 320] as const;

/** Whether pages are looked at; JOURNEY_INSPECT=0 leaves it out while steps are being written. */
const INSPECT = process.env.JOURNEY_INSPECT !== '0';

/** Nothing moves any more. */
const STILL = 'Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined)))';

/** The parts that reach beyond the window, innermost last. */
const standingOut = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth)
    .slice(-5)
    .map((one) => one.tagName + ' ' + one.className + ': ' + one.textContent.slice(0, 60))`);

/**
 * Looks at the page as it stands on every screen it must serve, light and dark: it fits, and axe has nothing to
 * report of the widest and the narrowest. In the dark only colors are looked at again: all else is the same page. The window is as tall as the page,
 * so that nothing is half under a bar that stays in view. What is wrong fails the test at its end, so that one run
 * tells all of it.
 */
export async function inspect(page: Page): Promise<void> {
  if (!INSPECT) return;
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
    await expect(page.locator('h1').first()).toBeVisible();
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ width, height: Math.min(height, 12_000) });
    // what follows the width by a script or moves there has arrived
    await expectFits(page).catch(() => undefined); // told below, with what stands out
    await page.evaluate(STILL);
    const over = await widthBeyond(page);
    if (over > 0) faults.push(`${width}: ${over} px too wide (${(await standingOut(page)).join('; ')})`);
    // between the two the same parts stand in the same order
    if (width === 390) continue;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(STILL);
      const found = await accessibilityFaults(page, colorScheme === 'dark');
      faults.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`));
    }
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(faults, new URL(page.url()).pathname).toEqual([]);
}
