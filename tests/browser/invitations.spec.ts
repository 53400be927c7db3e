import { asSent } from '../harness/mails.ts';
import { expect, expectSound, signIn, test } from './fixtures.ts';

test('a customer admin invites people with their role, sends again, takes back', async ({ person, server }) => {
  const parent = await server.world.organization({ name: 'Harborline Mutual' });
  await server.world.organization({ name: 'Harborline West', parent_id: parent });
  await server.world.organization({ name: 'Northfield Health' });
  const lucia = await server.world.person({
    role: 'customer_admin',
    organization_id: parent,
    first_name: 'Lucia',
    last_name: 'Brandt',
  });
  const browser = await person();
  browser.allow(422);
  await signIn(browser, lucia);
  const { page } = browser;
  await page.goto('/admin-active-reviews');
  await expect(page.getByRole('button', { name: /^New/ })).toBeVisible();
  await expectSound(browser);
  await page.getByRole('link', { name: 'Invite a person' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invitations' })).toBeVisible();
  await expect(page.getByText('No open invitations')).toBeVisible();
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const email = page.getByLabel('E-mail');
  await expect(email).toBeFocused();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByText('Choose what the person will be.')).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill('tomas@harborline.example');
  await page.getByLabel('First name').fill('Tomas');
  await page.getByLabel('Last name').fill('Kirwan');
  // what is offered is what may be granted: no staff, no other organization, no experts where the flag is off
  await expect(page.getByLabel('Role').getByRole('option')).toHaveText([
    'Claim consultant',
    'Review manager',
    'Organization admin',
    'Customer admin',
    'Attendee',
  ]);
  await page.getByLabel('Role').selectOption('Review manager');
  await expect(page.getByLabel('Organization').getByRole('option')).toHaveText([
    'Harborline Mutual',
    'Harborline West',
  ]);
  await page.getByLabel('Organization').selectOption('Harborline West');
  await expectSound(browser);
  // what was typed survives a reload
  await page.reload();
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await expect(email).toHaveValue('tomas@harborline.example');
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'tomas@harborline.example' });
  await expect(row).toContainText('Review manager · Harborline West');
  await expect(email).toHaveValue('');
  await expect(email).toBeFocused();
  await page.getByRole('button', { name: 'Done' }).click();

  await row.getByRole('button', { name: 'Send again to tomas@harborline.example' }).click();
  await expect(page.getByText('The earlier one no longer works.')).toBeVisible();
  await expectSound(browser);
  await server.settle();
  const mails = await server.database.systemDb
    .selectFrom('mails')
    .selectAll()
    .where('to_email', '=', 'tomas@harborline.example')
    .orderBy('id')
    .execute();
  const keys = await server.keys();
  const [earlier, later] = mails.map((mail) => /\/accept-invitation\S+/.exec(asSent(keys, mail).text)?.[0]);
  // the earlier one is not even kept
  expect(earlier).toBe('/accept-invitation?token=••••••');
  expect(later).toMatch(/token=[\w-]{43}$/);

  await row.getByRole('button', { name: 'Withdraw the invitation of tomas@harborline.example' }).click();
  await page.getByRole('button', { name: 'Withdraw it' }).click();
  await expect(row).toContainText('Withdrawn');
  await expect(row.getByRole('button')).toHaveCount(0);
  const tomas = await person();
  tomas.allow(401, 404, 410);
  await tomas.page.goto(later ?? '');
  await expect(tomas.page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
});

test('an admin of Peritus invites an assistant for an expert; who invites nobody has no such page', async ({
  person,
  server,
}) => {
  const expert = await server.world.expert({ first_name: 'Ines', last_name: 'Falkenrath' });
  const organization_id = await server.world.organization();
  const admin = await server.world.person({ role: 'admin' });
  const dana = await server.world.person({ profile: 'ClaimConsultant', organization_id });
  const browser = await person();
  await signIn(browser, admin);
  const { page } = browser;
  await page.goto('/account/invitations');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByLabel('E-mail').fill('mira@clinic.example');
  await page.getByLabel('Role').selectOption('Expert assistant');
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByText('Choose whose assistant.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Works for' }).fill('Falkenrath');
  await page.getByRole('option', { name: `X-${expert.profile_id}` }).click();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'mira@clinic.example' })).toContainText('Expert assistant');

  const other = await person();
  await signIn(other, dana);
  await other.page.goto('/account');
  await expect(other.page.getByRole('navigation', { name: 'My account' })).toBeVisible();
  await expect(other.page.getByRole('link', { name: 'Invitations' })).toBeHidden();
  await other.page.goto('/account/invitations');
  await expect(other.page).toHaveURL(/\/cases$/);
});
