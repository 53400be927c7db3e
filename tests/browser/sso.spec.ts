import { expect, expectSound, signedInAnHourAgo, test } from './sso-fixtures.ts';
import { linkFor } from './steps/mail.ts';

test('signing in with an organization: offered by the address, there and back, out at both ends, and what goes wrong is said', async ({
  person,
  server,
  northfield: { provider, organization, domain, settings, send },
}) => {
  provider.person = {
    sub: 'priya',
    email: `priya@${domain}`,
    email_verified: true,
    given_name: 'Priya',
    family_name: 'Roe',
  };
  const browser = await person({ elsewhere: provider.issuer });
  browser.allow(401);
  const { page, context } = browser;
  const offer = page.getByRole('button', { name: 'Sign in with Northfield Health' });
  await page.goto('/login?redirectUrl=%2Fcompleted-cases');
  await page.getByLabel('E-mail').fill('priya@elsewhere.example');
  await page.getByLabel('Password', { exact: true }).focus();
  await expect(offer).toBeHidden();
  await page.getByLabel('E-mail').fill(`priya@${domain}`);
  await page.getByLabel('Password', { exact: true }).focus();
  await expect(offer).toBeVisible();
  await expectSound(browser);
  await offer.click();
  await expect(page).toHaveURL(/\/completed-cases$/);
  await expect(page.getByRole('banner').getByText('Priya Roe').first()).toBeVisible();
  const cookies = await context.cookies(server.url);
  expect(cookies.find(({ name }) => name === 'peritus_session')).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect(cookies.some(({ name }) => name === 'peritus_sso')).toBe(false);

  // what protects the account is changed after signing in there again, not with a password there is none of
  browser.allow(401, 409);
  await signedInAnHourAgo(server);
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Set up: Authenticator app' }).click();
  const again = page.getByRole('dialog', { name: 'Enter your password again' });
  await expect(again.getByRole('button', { name: 'Sign in with Northfield Health' })).toBeVisible();
  await expectSound(browser);
  await again.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/completed-cases');

  // the session ends here, and the browser is led to where the provider ends its own
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Priya Roe/ })
    .click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL((url) => url.origin === provider.issuer && url.pathname === '/session/end');

  // an answer nobody here asked for
  browser.allow(401, 403);
  await page.goto('/auth/callback?code=stolen&state=foreign');
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeFocused();
  await expect(page.getByText(/Begin again/)).toBeVisible();
  await expect(page.getByText(/name the reference [0-9A-F]{8}\./)).toBeVisible();
  expect(page.url()).not.toContain('stolen');
  await expectSound(browser);

  // what an address bar says is no text of ours
  await page.goto('/auth/error?reason=%3Cb%3Ecall%20555%3C%2Fb%3E&reference=call%20555');
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  await expect(page.getByText('555')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page).toHaveURL(/\/login$/);

  // where it is required, an invitation is accepted by signing in there
  expect((await send('PUT', `/organizations/${organization}/sso`, { ...settings, required: true })).status).toBe(200);
  const invitation = {
    email: `jonas@${domain}`,
    role: 'user',
    profile_type: 'ClaimConsultant',
    organization_id: organization,
  };
  expect((await send('POST', '/people/invitations', invitation)).status).toBe(201);
  const jonas = await person({ elsewhere: provider.issuer });
  jonas.allow(401);
  const newcomer = jonas.page;
  const way = newcomer.getByRole('button', { name: 'Sign in with Northfield Health' });
  await newcomer.goto(await linkFor(server, invitation.email));
  await expect(newcomer.getByText(`Sign in there with jonas@${domain}`)).toBeVisible();
  await expect(newcomer.getByLabel('Password')).toHaveCount(0);
  await expect(way).toBeVisible();
  await expectSound(jonas);
  provider.person = { sub: 'jonas', email: invitation.email, email_verified: true, given_name: 'Jonas' };
  await way.click();
  await expect(newcomer).toHaveURL(/\/cases$/);
  await expect(newcomer.getByRole('banner').getByText('Jonas').first()).toBeVisible();
});
