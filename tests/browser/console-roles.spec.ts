import { CaseDriver } from '../harness/case-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import type { Person } from '../harness/world.ts';
import {
  test as base,
  choose,
  expect,
  expectSound,
  PASSWORD,
  signInByHand,
  type Watched,
  withServer,
} from './fixtures.ts';

/*
 * One day of each role in the console: signed in by hand, the places that are theirs and no others, one piece of work
 * from its beginning to its end, and a place that is somebody else's. A super admin's work is in people-desk.spec.ts
 * and organization-console.spec.ts, a support agent's in support.spec.ts; here only what they find.
 */

// a queue's next review is the one of the test
const test = base.extend<object, { server: ServerProcess }>({
  server: [async ({}, use) => withServer(use), { scope: 'worker' }],
});

const OF_AN_ORGANIZATION = [
  'Organizations',
  'People',
  'Subscriptions',
  'Spend',
  'Budgets',
  'Price books',
  'Report forms',
  'Peer review types',
  'Meeting types',
  'Statutes',
  'Signed in',
];
const OF_ADMINS = [
  'Queues',
  'Applications',
  'Support',
  'Experts',
  'Organizations',
  'People',
  'Subscriptions',
  'Billing orders',
  'Invoices',
  'Payouts',
  'Ledger',
  'Spend',
  'Budgets',
  'Price books',
  'Report forms',
  'Peer review types',
  'Meeting types',
  'Statutes',
  'Exam rules',
  'Court rules',
  'Certificates of merit',
  'Rented rooms',
  'Taxonomy',
  'Announcements',
  'Holidays',
  'Mail wording',
  'Jobs',
  'Held actions',
  'Outbox',
  'Record systems',
  'Health',
  'Signed in',
  'Audit log',
];

/** Signed in, in the console, whose navigation lists these places and no others. */
async function comesIn(browser: Watched, who: Person, places: readonly string[]): Promise<void> {
  const { page } = browser;
  await signInByHand(browser, who);
  await page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link')).toHaveText(
    places.map((label) => new RegExp(`^${label}(\\s*\\d.*)?$`)),
  );
}

/** A place of somebody else's is not shown: one finds oneself where one's own work begins. */
async function isRefused({ page }: Watched, path: string): Promise<void> {
  await page.goto(path);
  await expect(page).toHaveURL(/\/cases$/);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

const place = ({ page }: Watched, name: string) =>
  page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();

test('an admin makes a consultant the organization’s admin, with the password again, and never touches staff', async ({
  person,
  server,
  passwordHash: password_hash,
}) => {
  const { world } = server;
  const ada = await world.person({ role: 'admin', first_name: 'Ada', last_name: 'Wexler', password_hash });
  const colleague = await world.person({ role: 'clin_ops', first_name: 'Clara', last_name: 'Osei' });
  const organization_id = await world.organization({ name: 'Harborline Mutual' });
  await world.person({
    profile: 'ClaimConsultant',
    organization_id,
    first_name: 'Priya',
    last_name: 'Marlowe',
    password_hash,
  });
  const browser = await person();
  const { page } = browser;
  // until the password was given again
  browser.allow(409);
  await comesIn(browser, ada, OF_ADMINS);
  await world.db.updateTable('sessions').set({ authenticated_at: null }).where('user_id', '=', ada.user_id).execute();

  await place(browser, 'People');
  await page.getByLabel('Search', { exact: true }).fill('Priya Marlowe');
  await expect(page).toHaveURL(/q=Priya/);
  await page.getByRole('link', { name: 'Priya Marlowe' }).click();
  await page.getByRole('button', { name: 'Change the role' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the role' });
  // staff are made by super admins
  await expect(dialog.getByLabel('Role').getByRole('option')).toHaveText(['Organization admin', 'Customer admin']);
  await choose(dialog.getByLabel('Role'), 'Organization admin');
  await dialog.getByLabel('Reason').fill('Runs the claims desk now');
  await dialog.getByRole('button', { name: 'Change the role' }).click();
  const again = page.getByRole('dialog', { name: 'Enter your password again' });
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Organization admin · Harborline Mutual')).toBeVisible();
  await page.getByRole('link', { name: 'What changed' }).click();
  await expect(page.getByText('Runs the claims desk now')).toBeVisible();

  await page.goto(`/admin/people/${colleague.user_id}`);
  await expect(page.getByRole('heading', { name: 'Clara Osei', level: 1 })).toBeVisible();
  await expect(page.getByText('Only a super admin changes staff.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change the role' })).toHaveCount(0);
  await expectSound(browser);
});

test('a matching admin takes a review from the queue to its board and invites an expert', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new CaseDriver(atServer(server, cast)).to('released');
  const browser = await person();
  const { page } = browser;
  await comesIn(browser, cast.matching, [
    'Queues',
    'Applications',
    'Experts',
    'Subscriptions',
    'Meeting types',
    'Taxonomy',
    'Announcements',
    'Holidays',
  ]);
  await place(browser, 'Queues');
  await expect(page.getByRole('navigation', { name: 'Queues' }).getByRole('link')).toHaveText([
    /^Matching/,
    /^Failed invitations/,
  ]);
  await page.getByRole('button', { name: 'Take the next one' }).click();
  await expect(page).toHaveURL(new RegExp(`/case/${d.id}/matching$`));
  await page.getByRole('radio', { name: 'Invite one' }).check({ force: true });
  await page.getByRole('list', { name: 'Candidates' }).getByRole('checkbox').first().check();
  await page.getByRole('button', { name: /^Invite X-/ }).click();
  await expect(page.getByText('One invitation sent.')).toBeVisible();
  await server.settle();
  expect(await d.status()).toBe('invited');
  await page.goto('/admin/queues?queue=matching');
  await expect(page.getByText('Every review has candidates.')).toBeVisible();
  await isRefused(browser, '/admin/people');
});

test('clinical operations takes the next review of the intake and releases it to matching', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new CaseDriver(atServer(server, cast)).to('submitted');
  const browser = await person();
  const { page } = browser;
  await comesIn(browser, cast.clinOps, [
    'Queues',
    'Applications',
    'Experts',
    'Subscriptions',
    'Report forms',
    'Peer review types',
    'Meeting types',
    'Statutes',
    'Exam rules',
    'Court rules',
    'Certificates of merit',
    'Rented rooms',
    'Taxonomy',
    'Announcements',
    'Holidays',
  ]);
  await place(browser, 'Queues');
  await page.getByRole('button', { name: 'Take the next one' }).click();
  await expect(page).toHaveURL(new RegExp(`/case/${d.id}$`));
  await page.getByRole('button', { name: 'Release to matching' }).click();
  await expect(page.getByText('Released. Matching looks for experts now.')).toBeVisible();
  await server.settle();
  expect(await d.status()).toBe('matching');
  await page.goto('/admin/queues');
  await expect(page.getByText('Every ordered review has had its records check.')).toBeVisible();
  await isRefused(browser, '/admin/outbox');
});

test('an organization admin sets a feature, invites a colleague, and suspends another, whose page ends at once', async ({
  person,
  server,
  passwordHash: password_hash,
}) => {
  const { world } = server;
  const organization_id = await world.organization({ name: 'Lindqvist Mutual' });
  const named = { organization_id, password_hash };
  const admin = await world.person({ ...named, role: 'org_admin', first_name: 'Lena', last_name: 'Lindqvist' });
  const leaver = await world.person({ ...named, profile: 'ClaimConsultant', first_name: 'Owen', last_name: 'Tarr' });
  const owen = await person();
  await signInByHand(owen, leaver);
  const browser = await person();
  const { page } = browser;
  await comesIn(browser, admin, OF_AN_ORGANIZATION);

  await place(browser, 'Organizations');
  await page.getByRole('rowheader').getByRole('link', { name: 'Lindqvist Mutual' }).click();
  await page.getByRole('switch', { name: 'Copy a review' }).uncheck();
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toBeHidden();

  await place(browser, 'People');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByLabel('E-mail').fill('tomas@lindqvist.example');
  await page.getByLabel('First name').fill('Tomas');
  await page.getByLabel('Last name').fill('Kirwan');
  await page.getByLabel('Role*').selectOption('Claim consultant');
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByText('tomas@lindqvist.example')).toBeVisible();
  await server.settle();
  const mails = world.db.selectFrom('mails').select('template').where('to_email', '=', 'tomas@lindqvist.example');
  expect(await mails.execute()).toHaveLength(1);

  await page.goto('/admin/people');
  await page.getByRole('link', { name: 'Owen Tarr' }).click();
  await page.getByRole('link', { name: 'Sign-in', exact: true }).click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Suspend Owen Tarr?' });
  await dialog.getByLabel('Reason').fill('Left the company');
  await dialog.getByRole('button', { name: 'Suspend them' }).click();
  await expect(page.getByText(/^Suspended since/)).toBeVisible();
  await expect(owen.page.getByRole('dialog', { name: 'Sign in to continue' })).toBeVisible();
  await isRefused(browser, '/admin/queues');
});

test('a customer admin finds the organizations and people of the own tree, sets one below, and makes it an admin', async ({
  person,
  server,
  passwordHash: password_hash,
}) => {
  const { world } = server;
  const own = await world.organization({ name: 'Quist & Daughters' });
  const below = await world.organization({ name: 'Quist Coastal', parent_id: own });
  const other = await world.organization({ name: 'Elsewhere Health' });
  const marla = await world.person({
    role: 'customer_admin',
    organization_id: own,
    first_name: 'Marla',
    last_name: 'Quist',
    password_hash,
  });
  const member = (organization_id: number, first_name: string, last_name: string) =>
    world.person({ profile: 'ClaimConsultant', organization_id, first_name, last_name, password_hash });
  await member(below, 'Nils', 'Ahlgren');
  const stranger = await member(other, 'Pim', 'Stranger');
  const browser = await person();
  const { page } = browser;
  await comesIn(browser, marla, OF_AN_ORGANIZATION);

  await place(browser, 'Organizations');
  await expect(page.getByRole('rowheader')).toHaveText([/^Quist & Daughters/, /^Quist Coastal/]);
  await page.getByRole('rowheader').getByRole('link', { name: 'Quist Coastal' }).click();
  await page.getByRole('switch', { name: 'Copy a review' }).uncheck();
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toBeHidden();
  await page.getByRole('link', { name: 'What changed' }).click();
  await expect(page.getByText('Marla Quist changed Copy a review')).toBeVisible();

  await place(browser, 'People');
  await expect(page.getByRole('rowheader')).toHaveText([/Nils Ahlgren/, /Marla Quist/]);
  await page.getByRole('link', { name: 'Nils Ahlgren' }).click();
  await page.getByRole('button', { name: 'Change the role' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the role' });
  await choose(dialog.getByLabel('Role'), 'Organization admin');
  await dialog.getByLabel('Reason').fill('Keeps the coastal offices');
  await dialog.getByRole('button', { name: 'Change the role' }).click();
  await expect(page.getByText('Organization admin · Quist Coastal')).toBeVisible();

  // and nothing of anybody else's
  await isRefused(browser, '/admin/audit');
  browser.allow(404);
  await page.goto(`/admin/organizations/${other}`);
  await expect(page.getByRole('heading', { name: 'No such organization' })).toBeVisible();
  await page.goto(`/admin/people/${stranger.user_id}`);
  await expect(page.getByRole('heading', { name: 'No such person' })).toBeVisible();
});

test('a support agent and a super admin find what is theirs', async ({
  person,
  server,
  passwordHash: password_hash,
}) => {
  const agent = await person();
  await comesIn(agent, await server.world.person({ role: 'support_agent', password_hash }), [
    'Queues',
    'Applications',
    'Support',
    'Experts',
    'Subscriptions',
    'Meeting types',
    'Taxonomy',
    'Announcements',
    'Holidays',
    'Jobs',
    'Health',
  ]);
  await isRefused(agent, '/admin/organizations');
  const root = await person();
  await comesIn(root, await server.world.person({ role: 'super_admin', password_hash }), OF_ADMINS);
});
