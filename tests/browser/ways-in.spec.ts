import { expect, expectAccessible, expectFits, PASSWORD, signIn, test, type Watched } from './fixtures.ts';
import type { ServerProcess } from '../harness/server-process.ts';

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

/** The path of the link in the newest mail to an address. */
async function linkFor(server: ServerProcess, email: string): Promise<string> {
  await server.settle();
  const mail = await server.database.systemDb
    .selectFrom('mails')
    .select('text')
    .where('to_email', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const link = /https?:\/\/[^/\s]+(\/\S+token=\S+|\/verify\S+)/.exec(mail.text)?.[1];
  if (!link) throw new Error('The mail has no link.');
  return link;
}

/** The page as it stands fits every width; nothing for axe in light on a desk, nor in dark on a phone. */
async function expectSound({ page }: Watched) {
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
  }
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(before);
}

test('a forgotten password: asked for, set by the link, once, and it signs in', async ({
  person,
  server,
  passwordHash,
}) => {
  const dana = await consultant(server, passwordHash);
  const elsewhere = await person();
  await signIn(elsewhere, dana);
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
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeFocused();
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
  await expect(page.getByText(/made of your own name/)).toBeVisible();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await field.fill(NEW_PASSWORD);
  await expectSound(browser);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('heading', { name: 'Your new password holds' })).toBeFocused();
  await expectSound(browser);

  // the page that was open elsewhere is signed out without being touched
  await expect(elsewhere.page.getByRole('dialog', { name: 'Sign in to go on' })).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
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
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible();
});
