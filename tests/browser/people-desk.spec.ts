import { PASSWORD, PASSWORD_HASH } from '../harness/password.ts';
import { choose, expect, expectSound, test } from './fixtures.ts';

test('a super admin finds somebody, gives a role with the password again, sets flags, ends sessions, resets the factor, suspends and lets back, acts as them and signs nothing', async ({
  person,
  server,
}) => {
  const { world } = server;
  const org = await world.organization({ name: 'Harborline Mutual' });
  const root = await world.person({
    role: 'super_admin',
    first_name: 'Orsolya',
    last_name: 'Kemp',
    password_hash: PASSWORD_HASH,
  });
  const member = await world.person({
    profile: 'ClaimConsultant',
    organization_id: org,
    first_name: 'Priya',
    last_name: 'Marlowe',
  });
  await world.db
    .insertInto('second_factors')
    .values({
      user_id: member.user_id,
      method: 'email',
      created_at: world.clock.now(),
      confirmed_at: world.clock.now(),
    })
    .execute();

  const browser = await person();
  browser.allow(409, 401, 403);
  await browser.enter(root);
  await world.db.updateTable('sessions').set({ authenticated_at: null }).where('user_id', '=', root.user_id).execute();
  const { page } = browser;
  await page.goto('/admin/people');
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await expect(page.getByRole('heading', { name: 'Invite a person' })).toBeVisible();
  await expectSound(browser);
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByLabel('Search', { exact: true }).fill('Priya Marlowe');
  await expect(page).toHaveURL(/q=Priya/);
  await page.getByRole('link', { name: 'Priya Marlowe' }).click();
  await expect(page.getByRole('heading', { name: 'Priya Marlowe', level: 1 })).toBeVisible();
  await expectSound(browser);

  // a grant asks who is there, and then happens
  await page.getByRole('button', { name: 'Change the role' }).click();
  const role = page.getByRole('dialog', { name: 'Change the role' });
  await choose(role.getByLabel('Role'), 'Organization admin');
  await role.getByLabel('Reason').fill('Runs the claims desk now');
  await role.getByRole('button', { name: 'Change the role' }).click();
  const again = page.getByRole('dialog', { name: 'Enter your password again' });
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Organization admin · Harborline Mutual')).toBeVisible();

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('switch', { name: 'Bookmarks in the user menu' }).check();
  await page.getByRole('button', { name: 'Add a bookmark' }).click();
  await page.getByLabel('Name', { exact: true }).fill('State portal');
  await page.getByLabel('Web address').fill('https://portal.example/');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. It holds from now on.')).toBeVisible();
  await expectSound(browser);

  await page.getByRole('link', { name: 'Sign-in', exact: true }).click();
  await page.getByRole('button', { name: 'End all' }).click();
  await expect(page.getByText('Nowhere.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset after a call-back' }).click();
  const reset = page.getByRole('dialog', { name: 'Reset the second factor' });
  await reset.getByRole('button', { name: 'Take it away' }).click();
  await expect(reset.getByText('Write what they were known by.')).toBeVisible();
  await choose(reset.getByLabel('How they were reached'), 'Seen on a video call');
  await reset.getByLabel('How many minutes ago').fill('5');
  await reset.getByLabel('How you knew them').fill('By face, and the last order');
  await reset.getByRole('button', { name: 'Take it away' }).click();
  await expect(page.getByText('None is set up.')).toBeVisible();

  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  const suspend = page.getByRole('dialog', { name: 'Suspend Priya Marlowe?' });
  await suspend.getByLabel('Reason').fill('Laptop was stolen');
  await suspend.getByRole('button', { name: 'Suspend them' }).click();
  await expect(page.getByText(/^Suspended since/)).toBeVisible();
  await page.getByRole('button', { name: 'Let them back in' }).click();
  const back = page.getByRole('dialog', { name: 'Let Priya Marlowe back in?' });
  await back.getByLabel('Reason').fill('It was found again');
  await back.getByRole('button', { name: 'Let them back in' }).click();
  await expect(page.getByText('Not suspended.')).toBeVisible();
  await expectSound(browser);

  await page.getByRole('link', { name: 'What they see' }).click();
  await expect(page.getByRole('heading', { name: 'As Organization admin' })).toBeVisible();
  await expectSound(browser);
  await page.getByRole('link', { name: 'What changed' }).click();
  await expect(page.getByText('Laptop was stolen')).toBeVisible();
  await expectSound(browser);

  // acting as them: said above every page, and nothing is accepted in their name
  await page.getByRole('button', { name: 'Act as them' }).click();
  const act = page.getByRole('dialog', { name: 'Act as Priya Marlowe' });
  await act.getByLabel('Reason').fill('Cannot find an order');
  await act.getByRole('button', { name: 'Act as them' }).click();
  const banner = page.getByRole('alert').filter({ hasText: 'Orsolya Kemp, you act as Priya Marlowe' });
  await expect(banner).toBeVisible();
  await expectSound(browser);
  const refused = await page.evaluate<number>(
    `fetch('/api/v1/account/reauthenticate', { method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'whatever' }) }).then((answer) => answer.status)`,
  );
  expect(refused).toBe(403);
  await page.goto('/admin/people');
  await expect(banner).toBeVisible();
  await expect(page.getByRole('link', { name: 'Priya Marlowe' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Orsolya Kemp' })).toHaveCount(0);
  await banner.getByRole('button', { name: 'Be yourself again' }).click();
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('an admin adds a profile with the password again, makes it the primary one, changes it, and takes it away', async ({
  person,
  server,
}) => {
  const { world } = server;
  const org = await world.organization({ name: 'Quist Coastal' });
  const admin = await world.person({ role: 'admin', password_hash: PASSWORD_HASH });
  const member = await world.person({
    profile: 'ClaimConsultant',
    organization_id: org,
    first_name: 'Nils',
    last_name: 'Ahlgren',
  });
  const browser = await person();
  // until the password was given again
  browser.allow(409);
  await browser.enter(admin);
  await world.db.updateTable('sessions').set({ authenticated_at: null }).where('user_id', '=', admin.user_id).execute();
  const { page } = browser;
  await page.goto(`/admin/people/${member.user_id}`);
  await page.getByRole('button', { name: 'Add a profile' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a profile' });
  await adding.getByRole('button', { name: 'Add the profile' }).click();
  await expect(adding.getByText('Choose what they will be.')).toBeVisible();
  await expectSound(browser);
  await choose(adding.getByLabel('Profile'), 'Attendee');
  await adding.getByRole('button', { name: 'Add the profile' }).click();
  const again = page.getByRole('dialog', { name: 'Enter your password again' });
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: 'Continue' }).click();
  await expect(adding).toBeHidden();

  const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  await row('Attendee').getByRole('button', { name: 'Make primary' }).click();
  await expect(row('Attendee').getByText('Quist Coastal · Primary')).toBeVisible();
  await row('Claim consultant').getByRole('button', { name: 'Make review manager' }).click();
  await expect(row('Review manager')).toBeVisible();
  await row('Attendee').getByRole('button', { name: 'Remove' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove the profile Attendee?' });
  await expectSound(browser);
  await removing.getByRole('button', { name: 'Remove it' }).click();
  await expect(row('Attendee')).toHaveCount(0);
  await expect(row('Review manager').getByText('Quist Coastal · Primary')).toBeVisible();
});

test('one of more organizations than a list shows is found by its letters, keeps its name, and is invited into', async ({
  person,
  server,
}) => {
  const { world } = server;
  const root = await world.organization({ name: 'Manifold Health' });
  const offices = Array.from({ length: 60 }, (_, n) => `Manifold Office ${String(n).padStart(2, '0')}`);
  for (const name of offices) await world.organization({ name, parent_id: root });
  const admin = await world.person({ role: 'org_admin', organization_id: root, password_hash: PASSWORD_HASH });
  const browser = await person();
  await browser.enter(admin);
  const { page } = browser;
  await page.goto('/admin/people');
  const where = page.getByRole('search').getByLabel('Organization');
  await where.click();
  await expect(page.getByRole('option', { name: 'Manifold Office 07' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Manifold Office 57' })).toHaveCount(0);
  await where.fill('office 57');
  await expect(page.getByRole('option', { name: /^Manifold/ })).toHaveText(['Manifold Office 57']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/organization=\d+/);
  await expect(where).toHaveValue('Manifold Office 57');
  await expect(page.getByText('No person matches', { exact: false })).toBeVisible();
  await page.reload();
  await expect(where).toHaveValue('Manifold Office 57');
  await expectSound(browser);

  // opened again, all are there to choose from
  await where.click();
  await expect(page.getByRole('option', { name: 'Manifold Office 07' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const form = page.locator('form').filter({ has: page.getByLabel('First name') });
  await form.getByLabel('E-mail').fill('somebody@manifold.test');
  await choose(form.getByLabel('Role'), 'Claim consultant');
  const into = form.getByLabel('Organization');
  await expect(into).toHaveValue('Manifold Health');
  await choose(into, 'Manifold Office 44');
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByText('somebody@manifold.test is invited.')).toBeVisible();
  await page.getByRole('link', { name: 'Invitations sent so far' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'somebody@manifold.test' })).toContainText(
    'Manifold Office 44',
  );
});
