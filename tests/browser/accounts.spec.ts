import type { Page } from '@playwright/test';
import { expect, expectSound, PASSWORD, signInByHand, test, type Watched } from './fixtures.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import type { Person } from '../harness/world.ts';

const organization = (server: ServerProcess, more: Parameters<ServerProcess['world']['organization']>[0] = {}) =>
  server.world.organization({ name: 'Harborline Mutual', ...more });

async function consultant(server: ServerProcess, password_hash: string) {
  return server.world.person({
    profile: 'ClaimConsultant',
    organization_id: await organization(server),
    first_name: 'Dana',
    last_name: 'Whitlock',
    password_hash,
  });
}

/** Fills the sign-in form as it stands on the page. */
async function fillIn({ page }: Watched, email: string, password = PASSWORD) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('home, sign-in and contact are accessible and fit, light and dark, at every width', async ({ person }) => {
  const somebody = await person();
  somebody.allow(401);
  for (const path of ['/', '/login', '/contact', '/nowhere']) {
    await somebody.page.goto(path);
    await expect(somebody.page.locator('h1')).toBeVisible();
    await expectSound(somebody);
    await expectSound(somebody);
  }
});

test('a wrong password is said kindly, the right one lands on the wanted page', async ({
  person,
  server,
  passwordHash,
}) => {
  const dana = await consultant(server, passwordHash);
  const browser = await person();
  browser.allow(401);
  const { page } = browser;
  await page.goto('/completed-cases?sort=updated');
  await expect(page).toHaveURL(/\/login\?redirectUrl=/);
  await fillIn(browser, '');
  await expect(page.getByText('Enter your e-mail.')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await fillIn(browser, dana.email, 'not-my-password');
  await expect(page.getByRole('alert')).toContainText('do not match');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  // from one field to the next, past nothing
  await page.getByLabel('E-mail').press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await fillIn(browser, dana.email);
  await expect(page).toHaveURL(/\/completed-cases\?sort=updated$/);
  await expect(page).toHaveTitle('Completed Case Reviews · Peritus');
  await expect(page.getByRole('heading', { level: 1, name: 'Completed Case Reviews' })).toBeFocused();
  // which is nothing to press: no ring runs across the page
  expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('none');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Conversations' })).toBeVisible();
});

test('a target on another site is not followed', async ({ person, server, passwordHash }) => {
  const dana = await consultant(server, passwordHash);
  const browser = await person();
  browser.allow(401);
  for (const target of ['//evil.example/x', 'https://evil.example', '/\\evil.example']) {
    await browser.context.clearCookies();
    await browser.page.goto(`/login?redirectUrl=${encodeURIComponent(target)}`);
    await fillIn(browser, dana.email);
    await expect(browser.page).toHaveURL(`${server.url}/cases`);
  }
});

test('who is signed in goes from home and sign-in to the landing page; experts to up next', async ({
  person,
  server,
  passwordHash,
}) => {
  const dana = await consultant(server, passwordHash);
  const expert = await server.world.expert({ first_name: 'Ines', last_name: 'Falkenrath' });
  await server.database.systemDb
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', expert.user_id)
    .execute();
  const browser = await person();
  await signInByHand(browser, dana);
  for (const path of ['/', '/login', '/up-next']) {
    await browser.page.goto(path);
    await expect(browser.page).toHaveURL(/\/cases$/);
  }
  const other = await person();
  await signInByHand(other, expert);
  await expect(other.page).toHaveURL(/\/up-next$/);
  await other.page.goto('/cases');
  await expect(other.page).toHaveURL(/\/up-next$/);
});

test('signing out ends it, also for a page that is still open', async ({ person, server, passwordHash }) => {
  const dana = await consultant(server, passwordHash);
  const browser = await person();
  await signInByHand(browser, dana);
  const { page } = browser;
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Dana Whitlock/ })
    .click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/cases');
  await expect(page).toHaveURL(/\/login\?redirectUrl=/);
});

/** Ends the person's sessions behind the page's back and follows a link: the page learns of it from a refusal. */
async function endSessionAndGoOn(server: ServerProcess, page: Page, { user_id }: Person) {
  await page.getByRole('banner').getByRole('button', { name: 'Dashboard' }).click();
  const link = page.locator('header').getByRole('link', { name: 'Case Reviews', includeHidden: true });
  await expect(link).toBeVisible();
  await server.database.systemDb
    .updateTable('sessions')
    .set({ ended_at: server.now() })
    .where('user_id', '=', user_id)
    .execute();
  // not by the mouse: something loaded late may be refused first, and the blanked page takes no click
  await link.dispatchEvent('click');
}

test('a session that ends in the middle of work is resumed in place by the same person', async ({
  person,
  server,
  passwordHash,
}) => {
  const dana = await consultant(server, passwordHash);
  const browser = await person();
  await signInByHand(browser, dana);
  const { page } = browser;
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeFocused();
  await page.getByLabel('Message').fill('Half a thought');
  await endSessionAndGoOn(server, page, dana);
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Case Reviews' })).toBeHidden();
  await expectSound(browser);
  await fillIn(browser, dana.email);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Case Reviews' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/contact$/);
});

test('dismissing it leaves for the home page', async ({ person, server, passwordHash }) => {
  const dana = await consultant(server, passwordHash);
  const browser = await person();
  await signInByHand(browser, dana);
  const { page } = browser;
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeFocused();
  await endSessionAndGoOn(server, page, dana);
  // its first field is focused once it listens
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The right physician');
  // the product in pictures of itself, of the color scheme that is on; the other's are not loaded
  const pictures = page.getByRole('region', { name: 'What it looks like' }).getByRole('img');
  await expect(pictures).toHaveCount(4);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('complete', true);
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  }
  const loaded = await page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`);
  expect(loaded.filter((name) => name.endsWith('.webp'))).toHaveLength(4);
  await expect(page.getByRole('heading', { name: 'Security, in plain words' })).toBeVisible();
  await expect(page.getByText('Two processor cores, 2 GB of memory', { exact: false })).toBeVisible();
  await expectSound(browser);
});

test('the license agreement blocks until it is accepted, and its markup does nothing', async ({
  person,
  server,
  passwordHash,
}) => {
  const dana = await consultant(server, passwordHash);
  await server.database.systemDb
    .updateTable('organizations')
    .set({
      eula: '<h2>Terms of use</h2><p style="position:fixed" id="main">Be <strong>fair</strong>.</p><script>window.ran = 1</script><img src=x><form action="/x"><input></form><a href="javascript:window.ran=1">more</a>',
      eula_updated_at: new Date(server.now().getTime() + 1000),
    })
    .where('id', '=', dana.organization_id ?? 0)
    .execute();
  await server.advance({ minutes: 1 });
  const browser = await person();
  await signInByHand(browser, dana);
  const { page } = browser;
  const dialog = page.getByRole('dialog', { name: /license agreement/ });
  await expect(dialog.getByRole('heading', { name: 'Terms of use' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  const inside = await dialog.getByRole('region').innerHTML();
  expect(inside).not.toMatch(/script|javascript|<img|<form|<input|style=|id=/);
  await expectSound(browser);
  // who is signed in is asked anew once it is accepted
  const after: string[] = [];
  page.on('request', (request) => after.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(dialog).toBeHidden();
  const accepted = after.indexOf('PUT /api/v1/users');
  expect(after.slice(accepted)).toContain('GET /api/v1/users/current_user');
  expect(await page.evaluate('window.ran')).toBeUndefined();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Case Reviews' })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('who has two roles switches between them, and a stored role of somebody else is dropped', async ({
  person,
  server,
  passwordHash,
}) => {
  const dana = await consultant(server, passwordHash);
  const { id } = await server.database.systemDb
    .insertInto('profiles')
    .values({ user_id: dana.user_id, type: 'MedicalExpert', created_at: server.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.database.systemDb
    .insertInto('expert_profiles')
    .values({ profile_id: id, code: `X-${id}`, accepts_kinds: ['Case'], created_at: server.now() })
    .execute();
  const browser = await person();
  await signInByHand(browser, dana);
  const { page } = browser;
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Dana Whitlock/ })
    .click();
  await expect(page.getByRole('button', { name: 'Claim consultant Primary' })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: 'Medical expert' }).click();
  await expect(page).toHaveURL(/\/up-next$/);
  await expect(page.getByRole('banner').getByText('Medical expert').first()).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/up-next$/);

  browser.allow(403);
  // from where no page of the product runs, which would notice by itself and go elsewhere
  await page.goto('/healthz');
  await page.evaluate(
    `localStorage.setItem('ACTIVE_PROFILE', '{"activeProfileableType":"medical_expert","activeProfileableId":999999}')`,
  );
  await page.goto('/cases');
  await expect(page.getByRole('heading', { name: 'Case Reviews' })).toBeVisible();
  await expect.poll(() => page.evaluate(`localStorage.getItem('ACTIVE_PROFILE')`)).toBeNull();
});

test('a message from the contact page is answered with its reference', async ({ person, server }) => {
  const { page, allow } = await person();
  allow(401);
  await page.goto('/contact?reason=access&message=I%20cannot%20sign%20in');
  await expect(page.getByLabel('What is it about?')).toHaveValue('access');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Tell us your name.')).toBeVisible();
  await page.getByLabel('Your name').fill('Marla Quist');
  await page.getByLabel('E-mail').fill('marla@example.test');
  await page.getByLabel('Message').fill('I cannot sign in any more');
  // a reload loses nothing
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('Marla Quist');
  await expect(page.getByLabel('Message')).toHaveValue('I cannot sign in any more');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: 'Your message is with us' })).toBeFocused();
  const stored = await server.database.systemDb
    .selectFrom('contact_messages')
    .select(['reference', 'message'])
    .where('email', '=', 'marla@example.test')
    .executeTakeFirstOrThrow();
  expect(stored.message).toBe('I cannot sign in any more');
  await expect(page.getByText(stored.reference)).toBeVisible();
});

test('the privacy notice stays dismissed', async ({ person }) => {
  const { page, allow } = await person();
  allow(401);
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('region', { name: 'Notes' })).toBeHidden();
  await page.reload();
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notes' })).toBeHidden();
});
