import { expect, expectSound, PASSWORD, signInByHand, test } from './fixtures.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { codeFor, linkFor } from './steps/mail.ts';

// what arrives from the network, and what does not, is shown here
test.use({ cold: true });

const NEW_PASSWORD = 'seven grey herons';

async function consultant(server: ServerProcess, password_hash: string) {
  return server.world.person({
    profile: 'ClaimConsultant',
    organization_id: await server.world.organization({ name: 'Harborline Mutual' }),
    first_name: 'Dana',
    last_name: 'Whitlock',
    password_hash,
  });
}

test('a forgotten password: asked for, set by the link, once, and it signs in', async ({
  person,
  server,
  passwordHash,
}) => {
  const dana = await consultant(server, passwordHash);
  const elsewhere = await person();
  await signInByHand(elsewhere, dana);
  const browser = await person();
  browser.allow(401);
  const { page } = browser;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.getByLabel('E-mail').fill('dana@');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('This is not an e-mail address yet.')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expect(page.getByLabel('E-mail')).toHaveValue('dana@');
  await expectSound(browser);
  await page.getByLabel('E-mail').fill(dana.email.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeFocused();
  await expectSound(browser);

  browser.allow(422, 410);
  const link = await linkFor(server, dana.email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(page.getByText(dana.email)).toBeVisible();
  const field = page.getByLabel('New password', { exact: true });
  await expect(field).toHaveAttribute('autocomplete', 'new-password');
  await field.fill('short');
  await expect(page.getByText('7 more characters to go.')).toBeVisible();
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('Use at least 12 characters; this has 5.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('danawhitlock');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText(/contains your own name/)).toBeVisible();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await field.fill(NEW_PASSWORD);
  await expectSound(browser);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused();
  await expectSound(browser);

  // the page that was open elsewhere is signed out without being touched
  await expect(elsewhere.page.getByRole('dialog', { name: 'Sign in to continue' })).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  await expectSound(browser);
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(dana.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('do not match');
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/cases$/);
});

test('a server that cannot be reached loses nothing that was typed', async ({ person }) => {
  const browser = await person();
  browser.allow(401, 0);
  const { page, context } = browser;
  await page.goto('/forgot-password');
  await page.getByLabel('E-mail').fill('dana@harborline.example');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  await expect(page.getByLabel('E-mail')).toHaveValue('dana@harborline.example');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
});

test('registering an organization: faults at their fields, the code from the mail, and into the program', async ({
  person,
  server,
}) => {
  const browser = await person();
  browser.allow(401, 410, 422);
  const { page } = browser;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Register with your organization' }).click();
  await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Enter your organization.')).toBeVisible();
  await expect(page.getByLabel('Organization')).toBeFocused();
  await page.getByLabel('Organization').fill('Quist & Daughters');
  await page.getByLabel('First name').fill('Marla');
  await page.getByLabel('Last name').fill('Quist');
  await page.getByLabel('Work e-mail').fill('marla@quist');
  await page.getByLabel('Password', { exact: true }).fill('marla.quist1');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByLabel('Work e-mail')).toBeFocused();
  await expect(page.getByText('This is not an e-mail address yet.')).toBeVisible();
  await expect(page.getByText(/contains your own name/)).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Marla');
  await expectSound(browser);
  await page.getByLabel('Work e-mail').fill('marla@quist.example');
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  const field = page.getByLabel('Six-digit code');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.getByText('marla@quist.example')).toBeVisible();
  const code = await codeFor(server, 'marla@quist.example', 'registration_code');
  await field.fill(code === '123456' ? '654321' : '123456');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/does not match/)).toBeVisible();
  await expect(field).toBeFocused();
  await expectSound(browser);
  await page.reload();
  await page.getByLabel('Six-digit code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cases$/);
  await expect(page.getByRole('banner').getByText('Organization admin').first()).toBeVisible();
  await page.goto('/verify');
  await expect(page.getByRole('heading', { name: 'There is nothing to confirm' })).toBeVisible();
  await expectSound(browser);
});

test('an organization’s link shows its logo and domains and makes its consultants; an expert’s way makes an applicant', async ({
  person,
  server,
}) => {
  const logo =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const id = await server.world.organization({
    name: 'Northfield Health',
    flags: { email_domain_whitelisting_enabled: true },
    settings: { allowed_email_domains: ['northfield.example'] },
  });
  await server.database.systemDb
    .updateTable('organizations')
    .set({ friendly_registration_slug: 'northfield', logo })
    .where('id', '=', id)
    .execute();
  const browser = await person();
  browser.allow(401, 404, 410);
  const { page } = browser;
  await page.goto('/org-register/nowhere');
  await expect(page.getByRole('heading', { name: 'No organization registers here' })).toBeVisible();
  await expectSound(browser);
  await page.goto('/org-register/northfield');
  await expect(page.getByRole('img', { name: 'Logo of Northfield Health' })).toBeVisible();
  await page.getByLabel('First name').fill('Priya');
  await page.getByLabel('Last name').fill('Mahalingam-Roe');
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Work e-mail').fill('priya@elsewhere.example');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Use your work address. It ends in @northfield.example.')).toBeVisible();
  await expectSound(browser);
  await page.getByLabel('Work e-mail').fill('priya@northfield.example');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  await page.getByLabel('Six-digit code').fill(await codeFor(server, 'priya@northfield.example', 'registration_code'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('banner').getByText('Claim consultant').first()).toBeVisible();

  const expert = await person();
  expert.allow(401);
  await expert.page.goto('/register');
  await expert.page.getByRole('radio', { name: 'Review as an expert' }).click();
  await expect(expert.page).toHaveURL(/as=expert/);
  await expect(expert.page.getByLabel('Organization')).toBeHidden();
  await expert.page.getByLabel('First name').fill('Ines');
  await expert.page.getByLabel('Last name').fill('Falkenrath');
  await expert.page.getByLabel('E-mail').fill('ines@clinic.example');
  await expert.page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await expert.page.getByRole('button', { name: 'Register' }).click();
  await expect(expert.page).toHaveURL(/\/verify\?redirectUrl=%2Fapply$/);
  await expert.page
    .getByLabel('Six-digit code')
    .fill(await codeFor(server, 'ines@clinic.example', 'registration_code'));
  await expert.page.getByRole('button', { name: 'Confirm' }).click();
  await expect(expert.page).toHaveURL(/\/apply$/);
});

test('an invitation: a new person accepts; an account signs in as itself, others cannot', async ({
  person,
  server,
  passwordHash,
}) => {
  const organization_id = await server.world.organization({ name: 'Calder & Rowe' });
  const admin = await server.world.person({
    role: 'org_admin',
    organization_id,
    password_hash: passwordHash,
    first_name: 'Lucia',
    last_name: 'Brandt',
  });
  const owner = await consultant(server, passwordHash);
  const other = await consultant(server, passwordHash);
  const invite = async (email: string) => {
    const response = await fetch(`${server.url}/api/v1/people/invitations`, {
      method: 'POST',
      headers: { ...admin.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        email,
        role: 'user',
        profile_type: 'ClaimConsultant',
        organization_id,
        first_name: 'Tomas',
      }),
    });
    expect(response.status).toBe(201);
    return linkFor(server, email);
  };

  const browser = await person();
  browser.allow(401, 404);
  const { page } = browser;
  const link = await invite('tomas@calder.example');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Join Calder & Rowe' })).toBeVisible();
  await expect(page.getByText('Lucia Brandt invites you.')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Tomas');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Enter your last name.')).toBeVisible();
  await expect(page.getByLabel('Last name')).toBeFocused();
  await expectSound(browser);
  await page.getByLabel('Last name').fill('Kirwan');
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(/\/cases$/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation was accepted' })).toBeVisible();
  await page.goto('/accept-invitation?token=cut-off');
  await expect(page.getByRole('heading', { name: 'There is no invitation at this link' })).toBeVisible();
  await expectSound(browser);

  const own = await invite(owner.email);
  const stranger = await person();
  await signInByHand(stranger, other);
  await stranger.page.goto(own);
  await expect(stranger.page.getByText('You are signed in with another account.')).toBeVisible();
  const self = await person();
  self.allow(401);
  await self.page.goto(own);
  await self.page.getByRole('link', { name: 'Sign in' }).click();
  await self.page.getByLabel('E-mail').fill(owner.email);
  await self.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await self.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(self.page).toHaveURL(/accept-invitation/);
  await expect(self.page.getByRole('button', { name: 'Accept' })).toBeVisible();
  await expectSound(self);
  await self.page.getByRole('button', { name: 'Accept' }).click();
  await expect(self.page).toHaveURL(/\/cases$/);
  await self.page
    .getByRole('banner')
    .getByRole('button', { name: /Dana Whitlock/ })
    .click();
  await expect(self.page.getByRole('button', { name: /^Claim consultant/ })).toHaveCount(2);
});

test('a change of address: opening the links changes nothing, pressing does', async ({
  person,
  server,
  passwordHash,
}) => {
  const dana = await consultant(server, passwordHash);
  const ask = (email: string) =>
    fetch(`${server.url}/api/v1/account/email`, {
      method: 'POST',
      headers: { ...dana.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
  expect((await ask('dana@moved.example')).status).toBe(204);
  const [confirm, stop] = [await linkFor(server, 'dana@moved.example'), await linkFor(server, dana.email)];
  const browser = await person();
  browser.allow(401, 410);
  const { page } = browser;
  const emailNow = async () =>
    (
      await server.database.systemDb
        .selectFrom('users')
        .select('email')
        .where('id', '=', dana.user_id)
        .executeTakeFirstOrThrow()
    ).email;
  await page.goto(confirm);
  await expect(page.getByRole('heading', { name: 'Confirm your new address' })).toBeVisible();
  expect(await emailNow()).toBe(dana.email);
  await expectSound(browser);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('heading', { name: 'Your new address is set' })).toBeFocused();
  expect(await emailNow()).toBe('dana@moved.example');
  await page.goto(stop);
  await expect(page.getByRole('heading', { name: 'Stop the change of address?' })).toBeVisible();
  expect(await emailNow()).toBe('dana@moved.example');
  await expectSound(browser);
  await page.getByRole('button', { name: 'Stop the change' }).click();
  await expect(page.getByRole('heading', { name: 'The change is stopped' })).toBeFocused();
  expect(await emailNow()).toBe(dana.email);
  await page.goto(confirm);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeFocused();
  await expectSound(browser);
});

test('after the code only a page of ours is gone to', async ({ person, server }) => {
  const targets = [
    '//evil.example/x',
    'https://evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    'javascript:alert(1)',
    '/contact?reason=billing',
  ];
  for (const [n, target] of targets.entries()) {
    const browser = await person();
    browser.allow(401);
    const email = `target${n}@clinic.example`;
    const answer = await browser.context.request.post(`${server.url}/api/v1/registrations`, {
      data: { purpose: 'review', email, first_name: 'Ines', last_name: 'Falk', password: NEW_PASSWORD },
    });
    expect(answer.status()).toBe(201);
    await browser.page.goto(`/verify?redirectUrl=${encodeURIComponent(target)}`);
    await browser.page.getByLabel('Six-digit code').fill(await codeFor(server, email, 'registration_code'));
    await browser.page.getByRole('button', { name: 'Confirm' }).click();
    await expect(browser.page).not.toHaveURL(/\/verify/);
    expect(new URL(browser.page.url()).origin).toBe(server.url);
    if (target.startsWith('/contact')) await expect(browser.page).toHaveURL(/\/contact\?reason=billing$/);
  }
});
