import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

const pageNumber = (page: Page): Locator => page.getByRole('textbox', { name: 'Page number' });
const sheet = (page: Page, number: number): Locator => page.locator(`[data-page="${number}"]`);
const drawn = (page: Page, number: number): Locator => sheet(page, number).locator('canvas');
const ready = async (page: Page, number: number): Promise<void> => {
  await expect(drawn(page, number)).toBeVisible();
  await expect(sheet(page, number).locator('[data-page-text] span').first()).toBeAttached();
};
const axe = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).exclude('.aside').analyze();
  expect(violations.map((item) => [item.id, item.nodes.map((node) => node.html.slice(0, 120))])).toEqual([]);
};

const complaints: string[] = [];
test.beforeEach(({ page }) => {
  complaints.length = 0;
  page.on('console', (message) => {
    // A file that is not there is a case of its own below.
    if (message.type() === 'error' && !message.location().url.endsWith('gone.pdf')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});
test.afterEach(() => expect(complaints).toEqual([]));

test('opens at the asked page by byte ranges, draws only what is near, and releases the rest', async ({ page }) => {
  const ranges: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('chart.pdf')) ranges.push(request.headers()['range'] ?? '');
  });
  await page.goto('/?page=214');
  await ready(page, 214);
  await expect(pageNumber(page)).toHaveValue('214');
  expect(ranges.filter((range) => range.startsWith('bytes=')).length).toBeGreaterThan(0);
  expect(await page.locator('[data-page]').count()).toBeLessThan(6);
  await pageNumber(page).fill('40');
  await pageNumber(page).press('Enter');
  await ready(page, 40);
  await expect(sheet(page, 214)).toHaveCount(0);
  await expect(page.getByTestId('page')).toHaveText('40');
  expect(await page.locator('canvas').count()).toBeLessThan(30);
});

test('draws in its workers only, and evaluates nothing', async ({ page }) => {
  await page.goto('/?page=214');
  await ready(page, 214);
  expect(
    page
      .workers()
      .map((worker) => new URL(worker.url()).pathname.replace(/-[^-]*\.mjs$/, ''))
      .sort(),
  ).toEqual(['/assets/pdf.renderer.min', '/assets/pdf.worker.min']);
});

test('is turned and left by keyboard alone', async ({ page }) => {
  await page.goto('/?page=10');
  await ready(page, 10);
  await page.getByRole('region', { name: 'Inpatient chart.pdf, pages' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(pageNumber(page)).toHaveValue('11');
  await page.keyboard.press('End');
  await expect(pageNumber(page)).toHaveValue('300');
  await ready(page, 300);
  await page.keyboard.press('Home');
  await expect(pageNumber(page)).toHaveValue('1');
  await page.keyboard.press('PageDown');
  await expect(pageNumber(page)).toHaveValue('2');
  const rail = page.getByRole('listbox', { name: 'Pages' });
  await rail.focus();
  await page.keyboard.press('ArrowDown');
  await expect(pageNumber(page)).toHaveValue('3');
  await page.keyboard.press('End');
  await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName('Page 300, NH000300');
  const before = await page.getByRole('button', { name: /^Zoom: / }).textContent();
  await page.keyboard.press('+');
  await expect(page.getByRole('button', { name: /^Zoom: / })).not.toHaveText(before ?? '');
  await page.reload();
  await expect(page.getByRole('button', { name: /^Zoom: / })).not.toHaveText(before ?? '');
});

test('keeps the place while zooming', async ({ page }) => {
  await page.goto('/?page=150');
  await ready(page, 150);
  await page.getByRole('region', { name: /pages$/ }).focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('+');
  await expect(pageNumber(page)).toHaveValue('150');
  for (let i = 0; i < 6; i++) await page.keyboard.press('-');
  await expect(pageNumber(page)).toHaveValue('150');
});

test('searches the whole file, counts, and walks the hits', async ({ page }) => {
  await page.goto('/?page=100');
  await ready(page, 100);
  await page.getByRole('region', { name: /pages$/ }).focus();
  await page.keyboard.press('Control+f');
  const field = page.getByRole('textbox', { name: 'Search this file' });
  await expect(field).toBeFocused();
  await field.fill('ZEBRA was noted in the fiance');
  // Every fortieth page holds it; the search begins at the page being read.
  await expect(page.locator('search output')).toHaveText('3 of 7');
  await expect(pageNumber(page)).toHaveValue('120');
  await field.press('Enter');
  await expect(page.locator('search output')).toHaveText('4 of 7');
  await expect(pageNumber(page)).toHaveValue('160');
  await field.press('Shift+Enter');
  await field.press('Shift+Enter');
  await expect(pageNumber(page)).toHaveValue('80');
  await field.fill('no such words');
  await expect(page.locator('search output')).toHaveText('Not in this file');
  await axe(page);
  await field.press('Escape');
  await expect(page.getByRole('button', { name: 'Search this file' })).toBeFocused();
});

test('marks a passage with the pointer; it stays selected while one writes beside it', async ({ page }) => {
  await page.goto('/?page=214');
  await ready(page, 214);
  const line = sheet(page, 214).getByText('Resident at bedside. Attending called 04:20.');
  const box = await line.boundingBox();
  if (!box) throw new Error('no line');
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect(page.getByTestId('selection')).toHaveText('p. 214: Resident at bedside. Attending called 04:20.');
  await page.getByRole('textbox', { name: 'Report text' }).click();
  await page.keyboard.type('An answer.');
  await expect(page.getByTestId('selection')).toContainText('Resident at bedside');
  const action = page.getByRole('button', { name: /^Mark this passage/ });
  await expect(action).toContainText('p. 214 · NH000214');
  await axe(page);
  await action.click();
  await expect(page.getByTestId('marks').locator('li').last()).toHaveText(
    'p. 214 Resident at bedside. Attending called 04:20.',
  );
  await expect(page.getByTestId('selection')).toHaveText('Nothing selected');
  await expect(page.getByRole('option', { name: 'Page 214, NH000214, 3 cited passages' })).toBeAttached();
});

test('marks a passage by keyboard alone, from a search hit', async ({ page }) => {
  await page.goto('/?page=214');
  await ready(page, 214);
  await page.getByRole('region', { name: /pages$/ }).focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('Bladder scan');
  await expect(page.locator('search output')).toContainText('of 300');
  await page.getByRole('button', { name: 'Select this hit' }).press('Enter');
  await expect(page.getByTestId('selection')).toHaveText('p. 214: Bladder scan');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByTestId('selection')).toHaveText('p. 214: Bladder scan 640 mL');
  await page.keyboard.press('m');
  await expect(page.getByTestId('marks').locator('li').last()).toHaveText('p. 214 Bladder scan 640 mL');
});

test('says that a scan has no text, and marks an area or the whole page of it', async ({ page }) => {
  await page.goto('/?file=scan&page=3');
  await expect(page.getByText('This file is a scan without text.')).toBeVisible();
  await expect(drawn(page, 3)).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: 'Search this file' }).click();
  await page.keyboard.type('patient');
  await expect(page.locator('search output')).toHaveText('No text to search');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Mark an area' }).click();
  const box = await sheet(page, 3).boundingBox();
  if (!box) throw new Error('no page');
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 200, { steps: 5 });
  await page.mouse.up();
  await page.getByRole('button', { name: /^Mark this area/ }).click();
  await expect(page.getByTestId('marks').locator('li').last()).toHaveText('p. 3');
  await page.getByRole('button', { name: 'Mark the whole page' }).press('Enter');
  await expect(page.getByRole('button', { name: /^Mark this area/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('marks').locator('li')).toHaveCount(5);
});

test('opens another file and page for its neighbor, and shows a mark there', async ({ page }) => {
  await page.goto('/?page=1');
  await ready(page, 1);
  await page.getByRole('button', { name: 'Open the fax, page 3' }).click();
  await expect(drawn(page, 3)).toBeVisible();
  await expect(pageNumber(page)).toHaveValue('3');
  await page.getByRole('button', { name: 'Show the mark' }).click();
  await ready(page, 214);
  await expect(pageNumber(page)).toHaveValue('214');
  await expect(sheet(page, 214).locator('[data-flash]').first()).toBeAttached();
});

test('says kindly why a file does not open', async ({ page }) => {
  await page.goto('/?file=broken');
  await expect(page.getByText('This file is damaged and cannot be shown here.')).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: 'File: Damaged upload.pdf' }).click();
  await page.getByRole('menuitemradio', { name: /Withdrawn/ }).click();
  await expect(page.getByText('This file is no longer here')).toBeVisible();
  await page.getByRole('button', { name: 'File: Withdrawn.pdf' }).click();
  await axe(page);
  await page.getByRole('menuitemradio', { name: /Protected letter/ }).click();
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('This password does not open the file.')).toBeVisible();
  await axe(page);
  await page.getByLabel('Password').fill('open sesame');
  await page.getByRole('button', { name: 'Try again' }).click();
  await ready(page, 1);
});

test('tries again after a lost connection', async ({ page }) => {
  await page.route('**/samples/chart.pdf', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('The file could not be loaded.')).toBeVisible();
  complaints.length = 0;
  await page.unroute('**/samples/chart.pdf');
  await page.getByRole('button', { name: 'Try again' }).click();
  await ready(page, 1);
});

test('shows turned and wide pages upright and within the window', async ({ page }) => {
  await page.goto('/?file=mixed&page=4');
  await ready(page, 4);
  const small = await sheet(page, 4).boundingBox();
  expect(small && small.width > small.height).toBe(true);
  await pageNumber(page).fill('2');
  await pageNumber(page).press('Enter');
  await ready(page, 2);
  const region = page.getByRole('region', { name: /pages$/ });
  expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await pageNumber(page).fill('3');
  await pageNumber(page).press('Enter');
  await expect(page.getByText('Page 3 is a scan without text.')).toBeVisible();
});

test('zooms around the pointer with Ctrl and the wheel', async ({ page }) => {
  await page.goto('/?page=150');
  await ready(page, 150);
  const percent = page.getByRole('button', { name: /^Zoom: / });
  const word = sheet(page, 150).getByText('Handoff to day team.');
  const before = await word.boundingBox();
  if (!before) throw new Error('no line');
  await page.mouse.move(before.x, before.y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -60);
  await page.keyboard.up('Control');
  await expect(percent).not.toHaveText('65%');
  const after = await word.boundingBox();
  expect(Math.abs((after?.x ?? 0) - before.x)).toBeLessThan(12);
  expect(Math.abs((after?.y ?? 0) - before.y)).toBeLessThan(12);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme}, a phone`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    test('reads, with thumbnails in a drawer and targets large enough', async ({ page }) => {
      await page.goto('/?page=214');
      await ready(page, 214);
      await axe(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      const percent = page.getByRole('button', { name: /^Zoom: / });
      await expect(percent).toHaveText('46%');
      const touch = await page.context().newCDPSession(page);
      const fingers = (apart: number) => [
        { x: 195 - apart, y: 400 },
        { x: 195 + apart, y: 400 },
      ];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) });
      for (const apart of [50, 60, 80]) {
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      // Twice as far apart, twice as large; the window itself keeps its own zoom.
      await expect(percent).toHaveText('92%');
      await expect(pageNumber(page)).toHaveValue('214');
      expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
      await expect(page.getByRole('listbox')).toHaveCount(0);
      await page.getByRole('button', { name: 'Show thumbnails' }).tap();
      await expect(page.getByRole('option', { selected: true })).toBeVisible();
      await axe(page);
      const small = await page
        .locator('button:visible')
        .evaluateAll((all) =>
          all
            .filter((one) => !one.closest('.aside') && one.getBoundingClientRect().height < 44)
            .map((one) => one.outerHTML.slice(0, 90)),
        );
      expect(small).toEqual([]);
    });
  });
  test.describe(`${colorScheme}, a desk`, () => {
    test.use({ colorScheme });
    test('has nothing axe objects to', async ({ page }) => {
      await page.goto('/?page=214');
      await ready(page, 214);
      await axe(page);
      await page.getByRole('button', { name: /^Zoom: / }).click();
      await axe(page);
    });
  });
}
