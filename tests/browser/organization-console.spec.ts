import { createCanvas } from '@napi-rs/canvas';
import { castFor } from '../harness/review-driver.ts';
import { limit } from '../harness/limit.ts';
import { expect, expectFits, expectSound, test } from './fixtures.ts';

test('a super admin finds an organization, changes several things at once, and its people have them at once', async ({
  person,
  server,
}) => {
  const { world } = server;
  const cast = await castFor(world);
  const id = cast.organization_id;
  const below = await world.organization({ parent_id: id });
  const root = await world.person({ role: 'super_admin', first_name: 'Orsolya', last_name: 'Kemp' });
  const dana = await person();
  await dana.enter(cast.requester);
  await dana.page.goto('/cases');
  await expect(dana.page.getByRole('button', { name: 'New case review' }).first()).toBeVisible();

  const browser = await person();
  await browser.enter(root);
  const { page } = browser;
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Organizations' }).click();
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeFocused();
  await expectSound(browser);
  // past the header and the console's navigation, to the page
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'New organization' })).toBeFocused();
  const row = page.getByRole('rowheader').filter({ has: page.locator(`a[href="/admin/organizations/${id}"]`) });
  const name = (await row.getByRole('link').textContent()) ?? '';
  // what is cleared stays cleared
  const words = page.getByLabel('Search', { exact: true });
  await words.fill('nothing of the kind');
  await expect(page).toHaveURL(/q=nothing/);
  await page.getByRole('button', { name: /^Clear/ }).click();
  await expect(words).toHaveValue('');
  await expect(page).not.toHaveURL(/q=/);
  await words.fill(name);
  await expect(page).toHaveURL(/q=/);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expectSound(browser);

  // several at once: the bar counts them, the difference says what they are
  await page.getByRole('switch', { name: 'Take new case reviews' }).uncheck();
  await page.getByRole('switch', { name: 'No ratings' }).check();
  await page.getByLabel('Close after').fill('96');
  const bar = page.getByRole('region', { name: 'Changes' });
  await expect(bar.getByText(/3 changes affect \d+ (person|people)\./)).toBeVisible();
  await page.getByRole('button', { name: /^Changed now/ }).click();
  await expect(page.getByRole('switch')).toHaveCount(3);
  await bar.getByRole('button', { name: 'See the difference' }).click();
  const dialog = page.getByRole('dialog', { name: 'What would change' });
  await expect(dialog.getByText('72 hours → 96 hours')).toBeVisible();
  await expectSound(browser);
  await page.keyboard.press('Escape');
  // a closed tab loses nothing
  await page.reload();
  await expect(bar.getByText(/^3 changes/)).toBeVisible();
  const timeout = await limit(2_000, 20, () => dana.page.evaluate(() => fetch('/api/v1/cases')));
  await bar.getByRole('button', { name: 'Save 3 changes' }).click();
  await expect(page.getByText('Saved. It holds from now on.')).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(dana.page.getByRole('button', { name: 'New case review' })).toHaveCount(0, { timeout });

  // somebody else was faster: what holds is shown, what was chosen stays
  await page.goto(`/admin/organizations/${id}`);
  await page.getByRole('switch', { name: 'Copy a review' }).uncheck();
  await world.db.updateTable('organizations').set({ lock_version: 77 }).where('id', '=', id).execute();
  browser.allow(409);
  await bar.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByText('Someone else changed this organization meanwhile.')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Copy a review' })).not.toBeChecked();
  await expectSound(browser);
  await bar.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(bar).toBeHidden();

  // back to what holds without it
  await page.locator('[data-field="disable_ratings"]').getByRole('button', { name: 'Back to the default' }).click();
  await bar.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('switch', { name: 'No ratings' })).toBeChecked();

  // a hold has its reason, and what changed is read
  await page.getByRole('link', { name: 'Holds' }).click();
  await page.getByRole('switch', { name: 'Billing hold' }).check();
  browser.allow(422);
  await bar.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(bar.getByText('Say why the billing hold changes.')).toBeVisible();
  await expectSound(browser);
  await bar.getByLabel('Reason').fill('Unpaid since August');
  await bar.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(bar).toBeHidden();
  // below it is said whose hold it is, and it is lifted where it was put on
  await page.goto(`/admin/organizations/${below}?tab=holds`);
  await expect(page.locator('[data-field="billing_hold"]').getByText(`Inherited: on at ${name}`)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Billing hold' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Billing hold' })).toBeDisabled();
  await expect(page.getByRole('switch', { name: 'Legal hold' })).toBeEnabled();
  await expectSound(browser);
  await page.goto(`/admin/organizations/${id}?tab=holds`);
  await expect(page.getByText('Orsolya Kemp: “Unpaid since August”')).toBeVisible();
  await page.getByRole('link', { name: 'What changed' }).click();
  await expect(page.getByText('Orsolya Kemp changed Billing hold')).toBeVisible();
  await expect(page.getByText('off → on · Unpaid since August')).toBeVisible();
  await expectSound(browser);
  await page.getByLabel('Of').selectOption({ label: 'No ratings' });
  await expect(page).toHaveURL(/field=disable_ratings/);
  await expect(page.getByText('changed Billing hold')).toHaveCount(0);
});

test('staff find a setting in the command menu, say of which organization, and in a low window what is not saved says so', async ({
  person,
  server,
}) => {
  const { world } = server;
  const id = await world.organization({ name: 'Northgate Casualty' });
  const root = await world.person({ role: 'super_admin' });
  const browser = await person({ viewport: { width: 640, height: 360 } });
  await browser.enter(root);
  const { page } = browser;
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  await field.fill('legal hold');
  await expect(
    page.getByRole('group', { name: 'Settings' }).getByRole('option', { name: /^Legal hold/ }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Whose “Legal hold”?')).toBeVisible();
  await expectSound(browser);
  await page.getByLabel('Search', { exact: true }).fill('Northgate');
  await page.getByRole('link', { name: 'Northgate Casualty' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/organizations/${id}\\?tab=holds`));
  await expect(page.getByRole('switch', { name: 'Legal hold' })).toBeVisible();

  await page.goto(`/admin/organizations/${id}`);
  await page.getByRole('switch', { name: 'Copy a review' }).click();
  const bar = page.getByRole('region', { name: 'Changes' });
  await expect(bar).not.toBeInViewport();
  await page.getByRole('button', { name: 'Not saved yet' }).click();
  await expect(bar).toBeInViewport();
  await expect(bar).toBeFocused();
  await bar.getByRole('button', { name: 'Discard' }).click();
  await expect(bar).toBeHidden();
});

test('an organization admin sets what is theirs, adds below, and finds no other organization', async ({
  person,
  server,
}) => {
  const { world } = server;
  const own = await world.organization({ name: 'Lindqvist Mutual' });
  const other = await world.organization({ name: 'Elsewhere Health' });
  const admin = await world.person({ role: 'org_admin', organization_id: own });
  const browser = await person({ viewport: { width: 390, height: 844 } });
  await browser.enter(admin);
  const { page } = browser;
  await page.goto('/admin/organizations');
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'New organization' })).toHaveCount(0);
  await expectFits(page);
  await expectSound(browser);
  await page.getByRole('button', { name: 'Organizations' }).click();
  await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link')).toHaveText([
    /Organizations/,
    /People/,
    /Subscriptions/,
    /Spend/,
    /Budgets/,
    /Price books/,
    /Report forms/,
    /Peer review types/,
    /Meeting types/,
    /Statutes/,
    /Signed in/,
  ]);
  await expectSound(browser);
  await page.goto(`/admin/organizations/${own}`);
  await expect(page.getByRole('switch', { name: 'Blind candidates' })).toBeDisabled();
  await page.getByRole('switch', { name: 'Copy a review' }).uncheck();
  await expectFits(page);
  await expectSound(browser);
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toBeHidden();
  await page.goto(`/admin/organizations/${own}?tab=profile`);
  await expect(page.getByLabel('Platform type')).toBeDisabled();
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: createCanvas(900, 300).toBuffer('image/png') });
  await expect(page.getByRole('img', { name: 'Logo of Lindqvist Mutual' })).toBeVisible();
  await expectFits(page);
  await expectSound(browser);
  await page.goto(`/admin/organizations/${own}?tab=below`);
  await page.getByRole('button', { name: 'New sub-organization' }).click();
  await expectSound(browser);
  const dialog = page.getByRole('dialog', { name: 'New sub-organization of Lindqvist Mutual' });
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await expect(dialog.getByText('Give it a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Lindqvist East');
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await expect(page.getByRole('heading', { name: 'Lindqvist East', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Features' }).click();
  await expect(
    page.locator('[data-field="allow_copy_cases"]').getByText('Inherited: off at Lindqvist Mutual'),
  ).toBeVisible();
  // its billing is held: who can have that lifted hears of it at once, wherever they are
  const { lock_version } = await world.db
    .selectFrom('organizations')
    .select('lock_version')
    .where('id', '=', own)
    .executeTakeFirstOrThrow();
  const root = await world.person({ role: 'super_admin' });
  const held = await fetch(`${server.url}/api/v1/organizations/${own}/settings`, {
    method: 'PATCH',
    headers: { ...root.headers, 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ lock_version, changes: { billing_hold: true }, reason: 'Unpaid' }),
  });
  expect(held.status).toBe(200);
  await expect(page.getByText('Billing hold.')).toBeVisible();
  await expectFits(page);
  await expectSound(browser);
  browser.allow(404);
  await page.goto(`/admin/organizations/${other}`);
  await expect(page.getByRole('heading', { name: 'No such organization' })).toBeVisible();
  await expectSound(browser);
});

test('an agreement is written, looked at, published, and in the way of its people at once', async ({
  person,
  server,
}) => {
  const { world } = server;
  const cast = await castFor(world);
  const root = await world.person({ role: 'super_admin' });
  const dana = await person();
  await dana.enter(cast.requester);
  await dana.page.goto('/cases');
  await expect(dana.page.getByRole('heading', { level: 1 })).toBeVisible();
  const browser = await person();
  await browser.enter(root);
  const { page } = browser;
  await page.goto(`/admin/organizations/${cast.organization_id}?tab=agreement`);
  await page.getByLabel('Agreement', { exact: true }).fill('# House rules\n\n<b>Be kind.</b>\n\n- **Always**');
  const preview = page.getByRole('region', { name: 'Preview of the agreement' });
  await expect(preview.getByRole('heading', { name: 'House rules' })).toBeVisible();
  await expect(preview.getByText('<b>Be kind.</b>')).toBeVisible();
  await expectSound(browser);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expectSound(browser);
  await page.getByRole('dialog').getByRole('button', { name: 'Publish it' }).click();
  await expect(page.getByText('Published. Everyone accepts it before going on.')).toBeVisible();
  await expect(dana.page.getByRole('dialog', { name: /license agreement/ })).toBeVisible();
  await dana.page.getByRole('button', { name: 'Accept' }).click();
  await expect(dana.page.getByRole('dialog', { name: /license agreement/ })).toBeHidden();
  await page.reload();
  await expect(page.getByText(/1 of \d+ (person|people) accepted it\./)).toBeVisible();
  await expectSound(browser);
});

test('single sign-on is set with a secret that is never shown again, and faults stand at their fields', async ({
  person,
  server,
}) => {
  const { world } = server;
  const own = await world.organization({ name: 'Lindqvist Mutual' });
  const root = await world.person({ role: 'super_admin' });
  const browser = await person();
  await browser.enter(root);
  const { page } = browser;
  await page.goto(`/admin/organizations/${own}?tab=sign_in`);
  await page.getByLabel('Address of the sign-in service').fill('no address');
  browser.allow(422);
  await page.getByRole('button', { name: 'Save single sign-on' }).click();
  await expect(page.getByText('Enter the client id your sign-in service gave you.')).toBeVisible();
  await expectSound(browser);
  await page.getByLabel('Address of the sign-in service').fill('https://login.lindqvist.example');
  await page.getByLabel('Client ID').fill('peritus');
  await page.getByLabel('Client secret').fill('a secret nobody reads');
  await page.getByLabel('E-mail domains').fill('lindqvist.example');
  await page.getByRole('button', { name: 'Save single sign-on' }).click();
  await expect(page.getByText('There is one. It is never shown; write a new one to replace it.')).toBeVisible();
  await expect(page.getByLabel('Client secret')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('E-mail domains')).toHaveValue('lindqvist.example');
  await expect(page.getByLabel('Client secret')).toHaveValue('');
  await expectSound(browser);
  await page.getByRole('button', { name: 'Take it away' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take it away' }).click();
  await expect(page.getByLabel('Client ID')).toHaveValue('');
});
