import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import type { Page } from '@playwright/test';
import { json } from '../../src/platform/db/json.ts';
import type { ClusterConnection } from '../harness/cluster.ts';
import { type ServerProcess, startServer } from '../harness/server-process.ts';
import { expect, expectAccessible, expectSound, PASSWORD, signInByHand, test, type Watched } from './fixtures.ts';
import { codeFor } from './steps/mail.ts';

async function consultant(server: ServerProcess, password_hash: string, settings: Record<string, unknown> = {}) {
  return server.world.person({
    profile: 'ClaimConsultant',
    organization_id: await server.world.organization({ name: 'Harborline Mutual', settings }),
    first_name: 'Dana',
    last_name: 'Whitlock',
    password_hash,
  });
}

const codeNow = (server: ServerProcess, secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: server.now().getTime() });

async function password({ page }: Pick<Watched, 'page'>, email: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Turns the app on where its steps stand open; answers the secret shown. */
async function turnOnApp(server: ServerProcess, page: Page): Promise<string> {
  const secret = await page.locator('code').first().innerText();
  await page.getByLabel('Six-digit code').fill(codeNow(server, secret));
  await page.getByRole('button', { name: 'Turn it on' }).click();
  return secret;
}

test('an authenticator app: set up, asked for, its recovery codes and a remembered browser', async ({
  person,
  server,
  passwordHash,
}) => {
  const dana = await consultant(server, passwordHash);
  const desk = await person();
  const { page } = desk;
  await signInByHand(desk, dana);
  await page.goto('/account/security');
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible();
  await expect(page.getByText('This browser')).toBeVisible();
  await expectSound({ page });
  await page.getByRole('button', { name: 'Set up: Authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectSound({ page });
  desk.allow(422);
  await page.getByLabel('Six-digit code').fill('000000');
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByText('That code does not match.')).toBeVisible();
  const secret = await turnOnApp(server, page);
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectSound({ page });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain(codes[9]);
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText('10 of 10 unused')).toBeVisible();

  // elsewhere it is asked for, and leads to the page that was wanted
  await server.advance({ minutes: 1 });
  const phone = await person({ viewport: { width: 390, height: 800 } });
  phone.allow(401, 422);
  await phone.page.goto('/account/security');
  await password(phone, dana.email);
  await expect(phone.page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
  await expect(phone.page.getByLabel('Six-digit code')).toBeFocused();
  await expect(phone.page).toHaveURL(/\/verify\?redirectUrl=%2Faccount%2Fsecurity$/);
  await expectSound(phone);
  // nothing else opens meanwhile
  await phone.page.goto('/cases');
  await expect(phone.page).toHaveURL(/\/verify\?redirectUrl=%2Fcases$/);
  await phone.page.goto('/verify?redirectUrl=//evil.example/');
  await phone.page.getByLabel('Six-digit code').fill('12345');
  await phone.page.keyboard.press('Enter');
  await expect(phone.page.getByText('The code has six digits.')).toBeVisible();
  await phone.page.getByLabel('Six-digit code').fill(codeNow(server, secret));
  await phone.page.getByRole('checkbox', { name: /Do not ask in this browser/ }).check();
  await phone.page.keyboard.press('Tab');
  await phone.page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(phone.page).toHaveURL(`${server.url}/cases`);

  // the remembered browser is not asked again
  await phone.page.request.delete('/api/v1/user/logout');
  await phone.page.goto('/login');
  await password(phone, dana.email);
  await expect(phone.page).toHaveURL(`${server.url}/cases`);

  // a recovery code, once
  const borrowed = await person();
  borrowed.allow(401, 422);
  await borrowed.page.goto('/login');
  await password(borrowed, dana.email);
  await borrowed.page.getByRole('button', { name: 'Confirm another way' }).click();
  await expectSound(borrowed);
  await borrowed.page.getByRole('button', { name: 'Recovery code' }).click();
  await borrowed.page.getByLabel('Recovery code').fill((codes[0] ?? '').toUpperCase());
  await borrowed.page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(borrowed.page).toHaveURL(`${server.url}/cases`);

  // sessions and browsers are listed; ending one closes its page at once
  await page.reload();
  await expect(page.getByText('9 of 10 unused')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Remembered browsers' })).toBeVisible();
  await expectSound({ page });
  await page.getByRole('button', { name: /^Forget / }).click();
  await expect(page.getByRole('heading', { name: 'Remembered browsers' })).toBeHidden();
  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
  await expect(borrowed.page.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible();

  // in place, too, the second factor is asked for
  await server.advance({ minutes: 1 });
  await borrowed.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await borrowed.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await borrowed.page.getByLabel('Six-digit code').fill(codeNow(server, secret));
  await expectAccessible(borrowed.page);
  await borrowed.page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(borrowed.page.getByRole('dialog')).toBeHidden();

  // turning it off asks for the password once it was given too long ago
  desk.allow(409);
  await server.advance({ minutes: 15 });
  await page.reload();
  await page.getByRole('button', { name: 'Turn off: Authenticator app' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your password again' })).toBeVisible();
  await expectSound({ page });
  await page.getByLabel('Password', { exact: true }).fill('not-the-one');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This is not your password.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn it off' }).click();
  await expect(page.getByRole('button', { name: 'Set up: Authenticator app' })).toBeVisible();
});

test('an organization requires it: set up before anything else, by app, then by e-mail', async ({
  person,
  server,
  passwordHash,
}) => {
  const dana = await consultant(server, passwordHash, { require_second_factor: true });
  const browser = await person();
  browser.allow(401, 429);
  const { page } = browser;
  await page.goto('/login');
  await password(browser, dana.email);
  await expect(page.getByRole('heading', { name: 'Set up a second step' })).toBeFocused();
  await expectSound({ page });
  await page.getByRole('button', { name: 'Set up: Codes by e-mail' }).click();
  await expect(page.getByText(/A code is on its way to/)).toBeVisible();
  await server.settle();
  const code = () => codeFor(server, dana.email, 'second_factor_code');
  await page.getByLabel('Six-digit code').fill(await code());
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  await expectSound({ page });
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect(page).toHaveURL(`${server.url}/cases`);

  await server.advance({ minutes: 1 });
  await page.request.delete('/api/v1/user/logout');
  await page.goto('/login');
  await password(browser, dana.email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByText('The code is on its way')).toBeVisible();
  await server.settle();
  await page.getByLabel('Six-digit code').fill(await code());
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/cases`);
  await page.goto('/account/security');
  await expect(page.getByText('Your organization requires one.')).toBeVisible();
});

test('an organization requires it while one works: set up, then back at the page', async ({
  person,
  server,
  passwordHash,
}) => {
  const dana = await consultant(server, passwordHash);
  const requires = (require_second_factor: boolean) =>
    server.database.systemDb
      .updateTable('organizations')
      .set({ settings: json({ require_second_factor }) })
      .where('id', '=', dana.organization_id ?? 0)
      .execute();
  const browser = await person();
  browser.allow(0, 401, 409);
  const { page } = browser;
  await signInByHand(browser, dana);
  await page.goto('/account/password');
  await expect(page.getByLabel('Current password')).toBeVisible();
  // what the page asks once it stands would lead there before anything is pressed
  await page.waitForLoadState('networkidle');
  await requires(true);
  await server.advance({ minutes: 11 });
  // the next thing asked of the server leads to setting it up; the password was given too long ago for that
  await page.getByRole('banner').getByRole('link', { name: 'Conversations' }).click();
  await expect(page.getByRole('heading', { name: 'Set up a second step' })).toBeVisible();
  await page.getByRole('button', { name: 'Set up: Authenticator app' }).click();
  const again = page.getByRole('dialog', { name: 'Enter your password again' });
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: 'Continue' }).click();
  await turnOnApp(server, page);
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect(page).toHaveURL(/\/chats/);
  await expect(page.getByRole('banner').getByText('Dana Whitlock').first()).toBeVisible();

  // who comes back in place, and has none yet, is led there, too
  const other = await server.world.person({
    profile: 'ClaimConsultant',
    organization_id: dana.organization_id,
    first_name: 'Ines',
    password_hash: passwordHash,
  });
  await requires(false);
  const late = await person();
  late.allow(0, 401);
  await signInByHand(late, other);
  await late.page.goto('/account/password');
  await expect(late.page.getByLabel('Current password')).toBeVisible();
  await requires(true);
  await server.database.systemDb
    .updateTable('sessions')
    .set({ ended_at: server.now() })
    .where('user_id', '=', other.user_id)
    .execute();
  // the page hears of it by itself
  await expect(late.page.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible();
  await late.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await late.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await late.page.getByRole('link', { name: 'Set it up' }).click();
  await expect(late.page.getByRole('heading', { name: 'Set up a second step' })).toBeVisible();
});

test('the password is changed, and pages elsewhere end', async ({ person, server, passwordHash }) => {
  const dana = await consultant(server, passwordHash);
  const elsewhere = await person();
  await signInByHand(elsewhere, dana);
  const desk = await person();
  await signInByHand(desk, dana);
  desk.allow(422);
  const { page } = desk;
  await page.goto('/account/password');
  await expect(page.getByLabel('Current password')).toBeVisible();
  await expectSound({ page });
  await page.getByLabel('Current password').fill('not-the-one');
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('Use at least 12 characters; this has 5.')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('seven grey herons');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('seven grey herons');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await expect(elsewhere.page.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible();
  await page.goto('/cases');
  await expect(page).toHaveURL(`${server.url}/cases`);
});

test('nobody at the page: asked, then signed out with the page cleared in every tab, and back in place', async ({
  browser,
  passwordHash,
}) => {
  const cluster = JSON.parse(process.env.PERITUS_TEST_CLUSTER ?? '{}') as ClusterConnection;
  const server = await startServer(cluster, { env: { SESSION_IDLE_MINUTES: '30' } });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const dana = await consultant(server, passwordHash);
    await context.clock.install();
    const page = await context.newPage();
    await page.goto('/login');
    await password({ page }, dana.email);
    await expect(page).toHaveURL(`${server.url}/cases`);
    const other = await context.newPage();
    await other.goto('/account/password');
    await other.getByLabel('Current password').fill('half of what');
    const question = page.getByRole('alertdialog', { name: 'Are you still there?' });

    await context.clock.fastForward('27:00');
    await expect(question).toBeVisible();
    await expect(question.getByRole('button', { name: 'Stay signed in' })).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(question).toBeHidden();
    await expect(other.getByRole('alertdialog')).toBeHidden();

    // working in one tab keeps the other
    await context.clock.fastForward('25:00');
    await other.getByLabel('Current password').press('End');
    await other.keyboard.type(' was typed');
    await context.clock.fastForward('10:00');
    await expect(other.getByLabel('Current password')).toHaveValue('half of what was typed');
    await expect(question).toBeHidden();
    await expect(page.locator('#page')).toBeVisible();

    await context.clock.fastForward('29:00');
    await expect(page.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible();
    await expect(page.locator('#page')).toBeHidden();
    await expect(page).toHaveTitle('Peritus');
    await expect(other.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible();
    // the session is over, not only hidden
    expect((await page.request.get('/api/v1/users/current_user')).status()).toBe(401);
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await expectAccessible(page);

    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.locator('#page')).toBeVisible();
    await expect(page).toHaveTitle(/Case/);
    // the other tab goes on by itself, with what was typed
    await expect(other.getByRole('heading', { name: 'Sign in to continue' })).toBeHidden();
    await expect(other.getByLabel('Current password')).toHaveValue('half of what was typed');
  } finally {
    await context.close();
    await server.stop();
  }
});
