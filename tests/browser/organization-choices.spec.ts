import { PASSWORD_HASH } from '../harness/password.ts';
import { expect, expectAccessible, expectFits, expectSound, test } from './fixtures.ts';

test('of more organizations than come at once one is typed for: in the filter of a list, in an order, in trends', async ({
  person,
  server,
}) => {
  const { world } = server;
  const flags = { peer_reviews_enabled: true, for_peer_reviews: true };
  const root = await world.organization({ name: 'Plenary Health', flags });
  const offices = Array.from({ length: 60 }, (_, n) => `Plenary Office ${String(n).padStart(2, '0')}`);
  for (const name of offices) await world.organization({ name, parent_id: root });
  await world.organization({ name: 'Strange Office 57', flags });
  const admin = await world.person({ role: 'org_admin', organization_id: root, password_hash: PASSWORD_HASH });
  const browser = await person();
  await browser.enter(admin);
  const { page } = browser;
  await page.goto('/cases');

  // the filter, by keyboard
  const filters = page.getByRole('search');
  await filters.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog', { name: 'More filters' }).getByRole('button', { name: 'Organization' }).click();
  await filters.getByRole('button', { name: 'Organization' }).press('Enter');
  const panel = page.getByRole('dialog', { name: 'Filter by organization' });
  const search = panel.getByLabel('Search organization');
  await expect(panel.getByLabel('Plenary Office 07')).toBeVisible();
  await expect(panel.getByLabel('Plenary Office 57')).toHaveCount(0);
  await expect(panel.getByText('There are more. Type a name to find them.')).toBeVisible();
  await expectAccessible(page);
  await search.fill('office 57');
  await expect(panel.getByRole('checkbox')).toHaveCount(1);
  await expect(panel.getByText('There are more.', { exact: false })).toHaveCount(0);
  await panel.getByLabel('Plenary Office 57').focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/organization=\d+/);
  await search.fill('nowhere');
  await expect(panel.getByText('No matches. Try fewer letters.')).toBeVisible();
  await page.keyboard.press('Escape');
  const chip = filters.getByRole('button', { name: /Plenary Office 57/ }).first();
  await expect(chip).toBeVisible();
  await page.reload();
  await expect(chip).toBeVisible();
  await chip.click();
  await expect(panel.getByLabel('Plenary Office 57')).toBeChecked();
  await page.keyboard.press('Escape');

  // on a telephone
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Filters 1' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet
    .getByRole('button', { name: /Plenary Office 57/ })
    .first()
    .click();
  await search.fill('office 44');
  await panel.getByLabel('Plenary Office 44').check();
  await expect(page).toHaveURL(/organization=\d+(,|%2C)\d+/);
  await expectAccessible(page);
  await expectFits(page);
  await page.reload();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(filters.getByRole('button', { name: /Plenary Office 57 and 1 more/ }).first()).toBeVisible();

  // an order
  await page.goto('/cases');
  await page.getByRole('button', { name: 'New case review' }).first().click();
  const orderedFor = page.getByLabel('Ordered for');
  await expect(orderedFor).toHaveValue('Plenary Health');
  await orderedFor.fill('office 58');
  await expect(page.getByRole('option', { name: /^Plenary/ })).toHaveText(['Plenary Office 58']);
  const set = page.waitForResponse((answer) => answer.url().endsWith('/origin') && answer.ok());
  await page.keyboard.press('Enter');
  await set;
  await page.reload();
  await expect(orderedFor).toHaveValue('Plenary Office 58');

  // trends
  await page.goto('/peer-reviews/trends');
  const whose = page.getByRole('group', { name: 'Filters' }).getByLabel('Organization');
  await whose.fill('office 59');
  await expect(page.getByRole('option', { name: /^Plenary/ })).toHaveText(['Plenary Office 59']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/organization_id=\d+/);
  await page.reload();
  await expect(whose).toHaveValue('Plenary Office 59');

  // Enter pressed before the answer has come takes its first, not the first of what stood there
  await whose.fill('office 5');
  await expect(page.getByRole('option', { name: /^Plenary/ })).toHaveCount(10);
  await whose.fill('office 58');
  await page.keyboard.press('Enter');
  await expect(whose).toHaveValue('Plenary Office 58');
  await whose.fill('office');
  await expect(page.getByText('There are more: type a name')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectSound(browser);
});
