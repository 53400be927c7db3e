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

test('of more colleagues than come at once one is typed for: in the filter of a list, in an order', async ({
  person,
  server,
}) => {
  const { world } = server;
  const flags = { peer_reviews_enabled: true, for_peer_reviews: true };
  const organization_id = await world.organization({ name: 'Plenary Health', flags });
  const colleague = { profile: 'ClaimConsultant', organization_id, first_name: 'Robin' } as const;
  for (let n = 0; n < 60; n += 1)
    await world.person({ ...colleague, last_name: `Marlowe${String(n).padStart(2, '0')}` });
  const admin = await world.person({ role: 'org_admin', organization_id, password_hash: PASSWORD_HASH });
  const browser = await person();
  await browser.enter(admin);
  const { page } = browser;

  // the filter of the list
  await page.goto('/peer-reviews');
  const filters = page.getByRole('search');
  await filters.getByRole('button', { name: 'Requester' }).click();
  const panel = page.getByRole('dialog', { name: 'Filter by requester' });
  await expect(panel.getByLabel('me', { exact: true })).toBeVisible();
  await expect(panel.getByText('There are more. Type a name to find them.')).toBeVisible();
  await panel.getByLabel('Search requester').fill('marlowe57');
  await panel.getByLabel('Robin Marlowe57').check();
  await expect(page).toHaveURL(/requester=\d+/);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(filters.getByRole('button', { name: /Robin Marlowe57/ }).first()).toBeVisible();

  // an order: whose it is, and who receives the report
  await page.goto('/peer-reviews');
  await page.getByRole('button', { name: 'New peer review' }).first().click();
  await page.getByText(/more fields?, if/).click();
  // a short list of the system's own until it is known how many they are
  const requester = page.getByLabel('Requester').and(page.locator('input'));
  await requester.fill('marlowe57');
  await page.keyboard.press('Enter');
  await expect(requester).toHaveValue('Robin Marlowe57');
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  await page.goto(page.url().replace('step-one', 'step-four'));
  const recipients = page.getByRole('group', { name: /Who receives the report/ });
  await expect(recipients.getByLabel('Robin Marlowe07')).toBeVisible();
  await expect(recipients.getByLabel('Robin Marlowe58')).toHaveCount(0);
  await recipients.getByLabel('Robin Marlowe07').check();
  const find = page.getByLabel('Find a colleague');
  await find.fill('marlowe58');
  await recipients.getByLabel('Robin Marlowe58').check();
  await expect(recipients.getByRole('checkbox')).toHaveCount(2);
  await expectAccessible(page);
  await find.fill('');
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  await page.reload();
  for (const name of ['Robin Marlowe07', 'Robin Marlowe58']) await expect(recipients.getByLabel(name)).toBeChecked();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectSound(browser);
});
