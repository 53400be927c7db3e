import { castFor } from '../harness/review-driver.ts';
import { expect, expectFits, expectSound, test } from './fixtures.ts';

test('an admin announces, adds a holiday, keeps the taxonomy, prices an organization and words a mail', async ({
  person,
  server,
}) => {
  const { world } = server;
  const cast = await castFor(world);
  const root = await world.person({ role: 'super_admin', first_name: 'Orsolya', last_name: 'Kemp' });
  const browser = await person();
  await browser.enter(root);
  const { page } = browser;
  const nav = page.getByRole('navigation', { name: 'Admin' });

  // what is announced is seen as its readers see it, and stands above a page that is open
  await page.goto('/admin/announcements');
  await expect(page.getByText('Nothing is announced now')).toBeVisible();
  await expectSound(browser);
  await page.getByRole('button', { name: 'New announcement' }).click();
  const writing = page.getByRole('dialog', { name: 'New announcement' });
  await writing.getByRole('button', { name: 'Publish' }).click();
  await expect(writing.getByText('Write what is to be known.')).toBeVisible();
  await writing.getByLabel('Text').fill('The records desk closes at noon on Friday.');
  await writing.getByLabel('Who sees it').selectOption('staff');
  await writing.getByRole('textbox', { name: 'Last day' }).fill('12/31/2031');
  await expect(writing.getByText('As its readers see it')).toBeVisible();
  browser.allow(422);
  await writing.getByRole('button', { name: 'Publish' }).click();
  await expect(writing.getByText('An announcement can run for a year at most.')).toBeVisible();
  await expectSound(browser);
  const soon = new Date(world.clock.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10).split('-');
  await writing.getByRole('textbox', { name: 'Last day' }).fill(`${soon[1]}/${soon[2]}/${soon[0]}`);
  await writing.getByRole('button', { name: 'Publish' }).click();
  await expect(writing).toBeHidden();
  const shown = page.getByRole('list', { name: 'Shown now' });
  await expect(shown.getByText('The records desk closes at noon on Friday.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('The records desk closes at noon');
  await shown.getByRole('button', { name: 'End early' }).click();
  await page.getByRole('button', { name: 'End it now' }).click();
  await expect(page.getByText('Nothing is announced now')).toBeVisible();
  await page.getByRole('navigation', { name: 'Standing' }).getByRole('link', { name: 'Over' }).click();
  await expect(page.getByText(/ended early on/)).toBeVisible();

  // a holiday says what it concerns before it is added, and is taken back
  await nav.getByRole('link', { name: 'Holidays' }).click();
  await expect(page.getByText(/· Christmas Day$/)).toBeVisible();
  await page.goto('/admin/holidays?year=2031');
  await page.getByRole('button', { name: 'Add a day' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a day' });
  await adding.getByRole('textbox', { name: 'Day', exact: true }).fill('05/03/2031');
  await expect(adding.getByText('A day of a weekend is no business day already.')).toBeVisible();
  await adding.getByRole('textbox', { name: 'Day', exact: true }).fill('05/07/2031');
  await expect(adding.getByText(/No open review there is due|open reviews? (is|are) due/)).toBeVisible();
  await adding.getByLabel('Reason').fill('National day of mourning');
  await expectSound(browser);
  await adding.getByRole('button', { name: 'Add the day' }).click();
  await expect(page.getByText(/· National day of mourning$/)).toBeVisible();
  await expectSound(browser);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByRole('heading', { name: 'Taken back' })).toBeVisible();

  // a specialty is added, priced and moved
  await nav.getByRole('link', { name: 'Taxonomy' }).click();
  await page.getByRole('button', { name: 'New specialty' }).click();
  const specialty = page.getByRole('dialog', { name: 'New specialty' });
  await specialty.getByLabel('Name').fill('Wilderness Medicine');
  await specialty.getByLabel(/NUCC code/).fill('207PE0004X');
  await specialty.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Move Wilderness Medicine up' }).click();
  await page.getByRole('link', { name: 'Wilderness Medicine' }).click();
  await expect(page.getByRole('heading', { name: 'Wilderness Medicine', level: 1 })).toBeVisible();
  await expectSound(browser);
  await page.getByRole('button', { name: 'Edit' }).last().click();
  const sub = page.getByRole('dialog', { name: 'Edit General' });
  await sub.getByLabel('Case factor').fill('1.5');
  await sub.getByLabel('Written report').fill('1350.50');
  await expectSound(browser);
  await sub.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Report $1,350.50')).toBeVisible();
  await page.getByRole('button', { name: 'Merge into another' }).click();
  await expectSound(browser);
  await page.keyboard.press('Escape');

  // a license type is added, named anew and retired
  await page.goto('/admin/taxonomy?tab=licenses');
  await page.getByRole('button', { name: 'New license type' }).click();
  const license = page.getByRole('dialog', { name: 'New license type' });
  await license.getByLabel('Letters').fill('md');
  await license.getByLabel('Name').fill('Another one');
  browser.allow(409);
  await license.getByRole('button', { name: 'Save' }).click();
  await expect(license.getByText('There is one already: MD, Doctor of Medicine.')).toBeVisible();
  await license.getByLabel('Letters').fill('OD');
  await license.getByLabel('Name').fill('Doctor of Optometrie');
  await expectSound(browser);
  await license.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit OD' }).click();
  const renamed = page.getByRole('dialog', { name: 'Edit OD' });
  await renamed.getByLabel('Name').fill('Doctor of Optometry');
  await renamed.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('OD · Doctor of Optometry', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Retire OD' }).click();
  await expectSound(browser);
  await page.getByRole('button', { name: 'Retire it' }).click();
  await expect(page.getByText('OD · Doctor of Optometry (retired)')).toBeVisible();
  await expectSound(browser);

  // prices of its own
  await page.goto(`/admin/organizations/${cast.organization_id}?tab=prices`);
  await page.getByRole('button', { name: 'Give it prices of its own' }).click();
  await page.getByLabel('Name of this specialty database').fill('Harborline rates');
  await page.getByLabel('Search', { exact: true }).fill('Wilderness');
  await expect(page.getByLabel('Case factor')).toHaveCount(1);
  await page.getByLabel('Case factor').fill('2.25');
  await expect(page.getByText('1 sub-specialty has a price here')).toBeVisible();
  await page.getByRole('button', { name: 'Save prices' }).click();
  await expect(page.getByText('Saved. New quotes follow it.')).toBeVisible();
  await expectSound(browser);

  // a mail in other words
  await page.goto('/admin/wording?q=candidates');
  await page.getByRole('link', { name: 'Candidates presented' }).click();
  await page.getByLabel('Subject').fill('{review}: {nobody} waits');
  browser.allow(422);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText(/\{nobody\} at character 11 stands for nothing here/)).toBeVisible();
  await page.getByLabel('Subject').fill('{review}: choose your expert');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: 'CR-20418: choose your expert' })).toBeVisible();
  await expectSound(browser);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Version 1 by Orsolya Kemp/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to the shipped wording' }).click();
  await page.getByRole('button', { name: 'Go back', exact: true }).click();
  await expect(page.getByText(/Version 2 by Orsolya Kemp/)).toBeVisible();

  // by hand on a telephone
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [
    '/admin/announcements?standing=over',
    '/admin/holidays',
    '/admin/rented-rooms',
    '/admin/taxonomy',
    '/admin/taxonomy?tab=licenses',
    `/admin/organizations/${cast.organization_id}?tab=prices`,
    '/admin/wording/candidates_presented',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectFits(page);
    await expectSound(browser);
  }
});
