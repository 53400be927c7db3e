import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProfileType, Role } from '../../src/core/actor.ts';
import { startServer, type ServerProcess } from '../harness/server-process.ts';
import type { ClusterConnection } from '../harness/cluster.ts';
import { expect, expectAccessible, expectFits, goWithin, signIn, test } from './fixtures.ts';
import { presentedCase } from './accepted-case.ts';
import type { Page } from '@playwright/test';

// what arrives from the network, and what does not, is shown here
test.use({ cold: true });

type Db = ServerProcess['database']['systemDb'];

/** Announcements and notices as staff and events would leave them. */
async function announce(
  server: ServerProcess,
  text: string,
  audience: 'everyone' | 'requesters' | 'experts' = 'everyone',
): Promise<void> {
  const by = await server.world.staff('admin');
  await server.database.systemDb
    .insertInto('announcements')
    .values({
      text,
      audience,
      starts_at: server.now(),
      ends_at: new Date(server.now().getTime() + 86_400_000),
      published_by: by.user_id,
      created_at: server.now(),
    })
    .execute();
}
const notice = (db: Db, now: Date, user_id: number, event: string, link = '/contact') =>
  db.insertInto('notifications').values({ user_id, event, link, created_at: now }).execute();

async function consultant(server: ServerProcess, flags: Record<string, unknown> = {}) {
  return server.world.person({
    profile: 'ClaimConsultant',
    organization_id: await server.world.organization({ flags }),
    first_name: 'Dana',
    last_name: 'Whitlock',
  });
}

const DASHBOARD = ['Case Reviews', 'Peer Reviews', 'IME Cases', 'Legal Cases'];
/** Role or profile → where they land, what the Dashboard menu lists (null: a plain link), whether there are conversations. */
const LANDINGS: [
  string,
  { role?: Role; profile?: ProfileType; is_review_manager?: boolean },
  string,
  string[] | null,
  boolean,
][] = [
  ['claim consultant', { profile: 'ClaimConsultant' }, '/cases', DASHBOARD, true],
  ['review manager', { profile: 'ClaimConsultant', is_review_manager: true }, '/cases', DASHBOARD, true],
  ['org admin', { role: 'org_admin' }, '/cases', DASHBOARD, true],
  ['customer admin', { role: 'customer_admin' }, '/cases', DASHBOARD, true],
  ['medical expert', { profile: 'MedicalExpert' }, '/up-next', null, true],
  ['external expert', { profile: 'ExternalMedicalExpert' }, '/up-next', null, true],
  ['expert assistant', { profile: 'MedicalExpertAssistant' }, '/up-next', null, true],
  ['applicant', { profile: 'ApplicantMedicalExpert' }, '/up-next', null, false],
  ['attendee', { profile: 'Attendee' }, '/up-next', null, true],
  ['matching admin', { role: 'matching_admin' }, '/cases', DASHBOARD, true],
  ['clin ops', { role: 'clin_ops' }, '/cases', DASHBOARD, true],
  ['support agent', { role: 'support_agent' }, '/cases', DASHBOARD, true],
  ['admin', { role: 'admin' }, '/cases', DASHBOARD, true],
  ['super admin', { role: 'super_admin' }, '/cases', DASHBOARD, true],
];

test('every kind of person: where they land and what the header holds', async ({ person, server }) => {
  // one browser after the other person: that nothing is left for the next has a test of its own
  const browser = await person();
  const { page } = browser;
  const banner = page.getByRole('banner');
  for (const [name, as, home, dashboard, converses] of LANDINGS)
    await test.step(name, async () => {
      const staff = as.role !== undefined && as.role !== 'org_admin' && as.role !== 'customer_admin';
      const who = await server.world.person({
        ...as,
        organization_id: staff ? null : await server.world.organization({ platform_type: 'saas' }),
        first_name: 'Robin',
        last_name: name,
      });
      // the page of the one before asks nothing as the next
      await page.goto('about:blank');
      await signIn(browser, who);
      await page.goto('/');
      // the page is this person's
      await banner.getByRole('button', { name: `Robin ${name}` }).click();
      await expect(banner.getByRole('button', { name: 'Log Out' }), name).toBeVisible();
      await expect(banner.getByText('My Role'), name).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(page, name).toHaveURL(new RegExp(`${home}$`));
      await expect(banner.getByRole('link', { name: 'Peritus, home' }), name).toHaveAttribute('href', home);
      await expect(banner.getByRole('link', { name: /^Conversations/ }), name).toHaveCount(converses ? 1 : 0);
      await expect(banner.getByRole('link', { name: 'Contact' }), name).toBeVisible();
      if (!dashboard) {
        await expect(banner.getByRole('link', { name: 'Dashboard' }), name).toHaveAttribute('aria-current', 'page');
        return;
      }
      await banner.getByRole('button', { name: 'Dashboard' }).click();
      const links = banner.getByRole('navigation', { name: 'Main' }).getByRole('listitem').getByRole('link');
      await expect(links, name).toHaveText(dashboard);
      if (as.role === 'customer_admin')
        await expect(banner.getByRole('link', { name: 'Legal Cases' }), name).toHaveAttribute(
          'href',
          '/admin-active-reviews',
        );
      await page.keyboard.press('Escape');
    });
});

test('one kind is a plain link to its list; bookmarks by flag; the badge counts to nine; the phone has the same', async ({
  person,
  server,
}) => {
  const dana = await consultant(server, {
    peer_reviews_enabled: false,
    imes_enabled: false,
    generics_enabled: false,
  });
  const db = server.database.systemDb;
  await db
    .updateTable('users')
    .set({
      bookmark_urls: JSON.stringify([{ label: 'Handbook', url: 'https://handbook.example/' }]) as never,
      feature_flags: JSON.stringify({ enable_bookmark_urls: true }) as never,
    })
    .where('id', '=', dana.user_id)
    .execute();
  for (let n = 1; n <= 11; n += 1) {
    const { id } = await db
      .insertInto('reviews')
      .values({
        kind: 'Case',
        status: 'draft',
        bucket: 'draft',
        ball: 'requester',
        organization_id: dana.organization_id ?? 0,
        requester_id: dana.user_id,
        created_at: server.now(),
        updated_at: server.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const channel = `case-${id}-requester_staff`;
    await db
      .insertInto('channels')
      .values({
        id: channel,
        review_id: id,
        type: 'hoot-case',
        audience: 'requester_staff',
        last_seq: 1,
        created_at: server.now(),
      })
      .execute();
    await db
      .insertInto('channel_members')
      .values({ channel_id: channel, user_id: dana.user_id, seat: 'requester', joined_at: server.now() })
      .execute();
    await db
      .insertInto('messages')
      .values({ channel_id: channel, seq: 1, client_id: `m-${id}`, body: 'A word', created_at: server.now() })
      .execute();
  }
  const browser = await person();
  await signIn(browser, dana, '/');
  const banner = browser.page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/cases');
  await expect(banner.getByRole('link', { name: /^Conversations/ })).toContainText('9+');
  await expect(banner.getByRole('link', { name: 'Conversations 11 unread conversations' })).toBeVisible();
  await banner.getByRole('button', { name: /Dana Whitlock/ }).click();
  const bookmark = banner.getByRole('link', { name: /Handbook/ });
  await expect(bookmark).toHaveAttribute('target', '_blank');
  await expect(bookmark).toHaveAttribute('rel', /noreferrer/);

  const phone = await person({ viewport: { width: 320, height: 800 }, dark: true });
  await signIn(phone, dana, '/');
  await phone.page.getByRole('button', { name: 'Menu', exact: true }).click();
  const sheet = phone.page.getByRole('dialog', { name: 'Menu' });
  for (const link of ['Dashboard', /^Conversations/, 'Contact', /Handbook/]) {
    await expect(sheet.getByRole('link', { name: link })).toBeVisible();
  }
  await expect(sheet.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await expectAccessible(phone.page);
  await expectFits(phone.page);
});

test('the bell: a dot, a list to act on, read one by one and all, live, on a phone too', async ({ person, server }) => {
  const dana = await consultant(server);
  const db = server.database.systemDb;
  const browser = await person();
  await signIn(browser, dana, '/');
  const { page } = browser;
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  await bell.click();
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();
  for (const event of ['review_submitted', 'candidates_presented', 'report_delivered'])
    await notice(db, server.now(), dana.user_id, event);
  // a page of which the open list covers nothing that is pressed
  await page.goto('/account/password');
  await expect(bell).toHaveAccessibleName('Notifications, 3 unread');
  await bell.press('Enter');
  const list = page.getByRole('region', { name: 'Notifications' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await list.getByRole('button', { name: /^Mark as read: .*the report is delivered/ }).click();
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread');
  await list.getByRole('link', { name: /experts to choose from/ }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread');

  const phone = await person({ viewport: { width: 320, height: 800 }, dark: true });
  await signIn(phone, dana, '/');
  await phone.page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await expect(phone.page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(3);
  await expectFits(phone.page);
  await expectAccessible(phone.page);
  await phone.page.getByRole('button', { name: 'Mark all as read' }).click();
  // the other page hears of it
  await expect(bell).toHaveAccessibleName('Notifications');
});

test('what comes by mail is chosen and kept', async ({ person, server }) => {
  const dana = await consultant(server);
  for (const [width, dark] of [
    [1440, false],
    [320, true],
  ] as const) {
    const browser = await person({ viewport: { width, height: 800 }, dark });
    await signIn(browser, dana);
    await browser.page.goto('/account/notifications');
    const calls = browser.page.getByRole('switch', { name: 'Calls' });
    const before = width === 1440;
    await expect(calls).toBeChecked({ checked: before });
    await expectAccessible(browser.page);
    await expectFits(browser.page);
    if (before) {
      const saved = browser.page.waitForResponse(
        (r) => r.url().endsWith('/preferences') && r.request().method() === 'PUT',
      );
      await calls.uncheck();
      expect((await saved).status()).toBe(200);
    }
  }
});

const ENTRY_PAGES = [
  '/',
  '/login',
  '/register',
  '/org-register/nowhere',
  '/forgot-password',
  '/reset-password',
  '/verify',
  '/accept-invitation',
  '/break-glass',
  '/auth/error',
  '/apply',
];

test('pages before sign-in stand in the shared layout: the logo to sign-in, the privacy note, the menu, the footer', async ({
  person,
}) => {
  const wide = await person({ viewport: { width: 1440, height: 900 } });
  wide.allow(401, 404, 410);
  const { page } = wide;
  const banner = page.getByRole('banner');
  const notes = page.getByRole('region', { name: 'Notes' });
  for (const path of ENTRY_PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(banner.getByRole('link', { name: 'Peritus, home' }), path).toHaveAttribute('href', '/login');
    await expect(banner.getByRole('link', { name: 'Log In' }), path).toBeVisible();
    await expect(notes.getByRole('link', { name: 'Privacy policy' }), path).toBeVisible();
    await expect(page.getByRole('main'), path).toHaveCount(1);
    await expect(page.getByRole('contentinfo'), path).toContainText('All Rights Reserved');
  }
  // within the program as well: a page that is for one field begins in it
  await banner.getByRole('link', { name: 'Log In' }).click();
  await expect(page.getByLabel('E-mail')).toBeFocused();

  const phone = await person({ viewport: { width: 390, height: 844 }, touch: true });
  await phone.page.addInitScript({ content: SHIFTS });
  await phone.page.goto('/login');
  await phone.page.getByRole('button', { name: 'Menu' }).click();
  await expect(phone.page.getByRole('dialog').getByRole('link', { name: 'Contact' })).toBeVisible();
  await phone.page.keyboard.press('Escape');
  await expectNothingPushed(phone.page, 'sign-in');
  await phone.page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(phone.page.getByRole('region', { name: 'Notes' })).toHaveCount(0);
  // what was drawn ahead has the note; on this machine it does not take its room
  await phone.page.reload();
  await expect(phone.page.getByLabel('E-mail')).toBeFocused();
  await expect(phone.page.getByRole('region', { name: 'Notes' })).toHaveCount(0);
  await expectNothingPushed(phone.page, 'sign-in, the note dismissed');
});

test('a live connection that is refused although the session goes on is not tried without a pause', async ({
  person,
  server,
}) => {
  const browser = await person();
  await signIn(browser, await consultant(server));
  const { page } = browser;
  const tries: number[] = [];
  // as a proxy that keeps cookies from WebSockets: the server knows nobody
  await page.routeWebSocket(/\/live\//, (socket) => {
    tries.push(Date.now());
    socket.onMessage((text) => {
      if (String(text).startsWith('40')) socket.send('44{"message":"not_signed_in","data":{"code":"not_signed_in"}}');
    });
    socket.send('0{"sid":"refused","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":100000}');
  });
  await page.goto('/cases');
  await expect.poll(() => tries.length).toBeGreaterThanOrEqual(4);
  const [, second = 0, third = 0, fourth = 0] = tries;
  expect(third - second).toBeGreaterThan(1_000);
  expect(fourth - third).toBeGreaterThan(2_000);
  await expect(page.getByRole('heading', { level: 1, name: 'Case Reviews' })).toBeVisible();
});

/** What has moved so far that nobody moved: the sum of the shifts, and what they were. */
const SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries())
      if (!one.hadRecentInput)
        shifts.push([one.value, ...one.sources.slice(0, 3).map(({ node }) => node?.nodeName + '.' + node?.className)]);
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** A document whose server did not find out in time who asks: its page asks for everything itself. */
const WITHOUT_ANSWERS = `
  const { parse } = JSON;
  JSON.parse = (text, reviver) => {
    const value = parse(text, reviver);
    if (value?.answers) value.answers = {};
    return value;
  };
`;
type Shift = [number, ...string[]];
async function expectNothingPushed(page: Page, what: string): Promise<void> {
  // a shift is told with the frame after it
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  );
  const shifts = await page.evaluate<Shift[]>('shifts');
  const sum = shifts.reduce((all, [value]) => all + value, 0);
  expect(sum, `${what}: ${JSON.stringify(shifts.filter(([value]) => value > 0.002))}`).toBeLessThanOrEqual(0.02);
}

test('notes share one line under the header, one at a time, and push nothing however late they come', async ({
  person,
  server,
}) => {
  const { cast, d } = await presentedCase(server);
  await announce(server, 'The desk is closed on Thursday.');
  await announce(server, 'A new fee schedule holds from December.', 'requesters');
  await announce(server, 'For experts only.', 'experts');
  const phone = { width: 390, height: 844 };
  for (const viewport of [phone, { width: 1440, height: 900 }]) {
    const browser = await person({ viewport, touch: viewport === phone });
    await signIn(browser, cast.requester);
    const { page } = browser;
    await page.addInitScript({ content: SHIFTS });
    await page.addInitScript({ content: WITHOUT_ANSWERS });
    const notes = page.getByRole('region', { name: 'Notes' });
    for (const [path, late] of [
      ['/cases', '**/announcements'],
      [`/case/${d.id}`, '**/announcements'],
      [`/case/${d.id}`, '**/candidates*'],
    ] as const) {
      // what comes late comes when all the rest is there
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const asked = page.waitForRequest(late);
      await page.route(late, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(path);
      await asked;
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: /Notifications/ })).toBeVisible();
      const answered = page.waitForResponse(late);
      release();
      await (await answered).finished();
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      await expect(notes).toContainText('closed on Thursday');
      await expectNothingPushed(page, `${path} ${viewport.width}, late: ${late}`);
      await page.unroute(late);
    }
    const { top, height } = await notes.evaluate(
      (node: { getBoundingClientRect(): { top: number; height: number } }) => {
        const box = node.getBoundingClientRect();
        return { top: box.top, height: box.height };
      },
    );
    expect([top, height <= 46], 'one line, below the header').toEqual([56, true]);
  }
  await server.database.systemDb.deleteFrom('announcements').execute();
});

test('a page behind sign-in is seen with its document, with what the notes say, before any of its scripts runs', async ({
  person,
  server,
}) => {
  const { cast } = await presentedCase(server);
  await announce(server, 'The desk is closed on Thursday.');
  const browser = await person();
  await signIn(browser, cast.requester);
  const { page } = browser;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.addInitScript({ content: SHIFTS });
  await page.goto('/cases', { waitUntil: 'commit' });
  await expect(page.getByText('closed on Thursday')).toBeVisible();
  // nobody works in it yet
  expect(await page.locator('#root').getAttribute('inert')).toBe('');
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Case Reviews' })).toBeVisible();
  await expect(page.getByText('closed on Thursday')).toBeVisible();
  await expectNothingPushed(page, 'from the picture to the page');
  expect(asked.filter((path) => /^\/api\/.*(current_user|announcements)/.test(path))).toEqual([]);

  // closed here: the picture says what is left, then nothing
  await page.getByRole('button', { name: 'Close this announcement' }).click();
  await page.reload();
  await expect(page.getByText('Our cookies only let you in.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  const seen = page.waitForResponse('**/cases');
  await page.reload({ waitUntil: 'commit' });
  await seen;
  await expect(page.getByRole('heading', { level: 1, name: 'Case Reviews' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notes' })).toHaveCount(0);
  await server.database.systemDb.deleteFrom('announcements').execute();
});

test('notes are closed one by one, stay closed, and are folded where one works; closed announcements come back after signing out', async ({
  person,
  server,
}) => {
  const dana = await consultant(server);
  await announce(server, 'The desk is closed on Thursday.');
  await announce(server, 'A new fee schedule holds from December.', 'requesters');
  await announce(server, 'For experts only.', 'experts');
  const browser = await person();
  await signIn(browser, dana, '/');
  browser.allow(401);
  const { page } = browser;
  await expect(page.getByRole('heading', { name: 'Case Reviews' })).toBeVisible();
  const notes = page.getByRole('region', { name: 'Notes' });
  await expect(notes).toContainText(/closed on Thursday.*1 of 3/);
  await expectAccessible(page);
  await notes.getByRole('button', { name: 'Next note' }).click();
  await expect(notes).toContainText(/fee schedule.*2 of 3/);
  await notes.getByRole('button', { name: 'Next note' }).click();
  await expect(notes.getByRole('link', { name: 'Privacy policy' })).toBeVisible();
  await notes.getByRole('button', { name: 'Next note' }).click();
  await notes.getByRole('button', { name: 'Close this announcement' }).click();
  await expect(notes).toContainText(/fee schedule.*1 of 2/);
  // at a place of work they have no line, but a place
  await goWithin(page, '/chats');
  await expect(page.getByRole('heading', { level: 1, name: 'Conversations' })).toBeVisible();
  await expect(notes).toBeHidden();
  const bell = page.getByRole('button', { name: 'Notifications, 1 announcement' });
  await bell.click();
  await expect(notes.getByRole('listitem')).toHaveText([/fee schedule/, /Privacy policy/]);
  await expectAccessible(page);
  await notes.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notes.getByRole('listitem')).toHaveText([/fee schedule/]);
  await goWithin(page, '/cases');
  await expect(notes).toHaveText('A new fee schedule holds from December.');
  // room for what stood is kept at the next visit, too
  await page.reload();
  await expect(notes).toHaveText('A new fee schedule holds from December.');
  await notes.getByRole('button', { name: 'Close this announcement' }).click();
  await expect(notes).toBeHidden();
  await expect(page.locator('#main')).toBeFocused();
  // what is learned once a page stands waits for the next one
  await announce(server, 'Uploads rest tonight.');
  await page.addInitScript({ content: WITHOUT_ANSWERS });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Notifications, 1 announcement' })).toBeVisible();
  await expect(notes).toBeHidden();
  await goWithin(page, '/contact');
  await expect(notes).toHaveText('Uploads rest tonight.');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Dana Whitlock/ })
    .click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  for (const key of ['closedAnnouncements', 'announcementsExpected'])
    expect(await page.evaluate(`localStorage.getItem('${key}')`)).toBeNull();
  await server.database.systemDb.deleteFrom('announcements').execute();
});

test('the command menu by keyboard: pages, a review by its number, roles, actions; shortcuts and their overview', async ({
  person,
  server,
}) => {
  const dana = await consultant(server);
  const { id } = await server.database.systemDb
    .insertInto('profiles')
    .values({ user_id: dana.user_id, type: 'Attendee', created_at: server.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(id).toBeGreaterThan(0);
  const browser = await person();
  await signIn(browser, dana, '/');
  const { page } = browser;
  await expect(page.getByRole('heading', { name: 'Case Reviews' })).toBeVisible();

  await page.keyboard.press('Control+k');
  const menu = page.getByRole('dialog', { name: 'Search or jump to' });
  const field = menu.getByRole('combobox');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.pressSequentially('contact');
  await expect(menu.getByRole('option', { selected: true })).toHaveText('Contact');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/contact$/);
  await expect(menu).toBeHidden();
  await expect(page.locator('h1')).toBeFocused();

  await page.keyboard.press('Control+k');
  await field.pressSequentially('new case');
  await expect(menu.getByRole('option', { selected: true })).toHaveText('New case review');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/case\/\d+\/step-one$/);
  const number = /case\/(\d+)/.exec(page.url())?.[1] ?? '';

  await page.goto('/cases');
  await expect(page.getByRole('button', { name: 'Search or jump to' })).toBeVisible();
  await page.keyboard.press('/');
  await field.fill(`CR-${number}`);
  await expect(menu.getByRole('option', { name: new RegExp(number) })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/case/${number}`));

  await page.goto('/contact');
  await expect(page.getByRole('button', { name: 'Search or jump to' })).toBeVisible();
  const contact = page.getByRole('banner').getByRole('link', { name: 'Contact' });
  await contact.focus();
  await page.keyboard.press('?');
  const overview = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(overview).toBeVisible();
  for (const does of [
    'Next row of a list',
    'Choose the row, to act on several',
    'Search in the open record',
    'First or last tab, row, page or day',
    'Next page, where it fits the window',
  ])
    await expect(overview.getByText(does)).toBeVisible();
  // all of it is seen at once on a desk, and a button closes it
  const cut = await page.evaluate<number>(`(() => {
    const { scrollHeight, clientHeight } = document.querySelector('dialog[open]').lastElementChild;
    return scrollHeight - clientHeight;
  })()`);
  expect(cut, 'pixels below the edge of the overview').toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await overview.getByRole('button', { name: 'Close' }).click();
  await expect(overview).toBeHidden();
  await expect(contact).toBeFocused();
  await page.keyboard.press('?');
  await page.keyboard.press('Escape');
  await expect(overview).toBeHidden();
  await expect(contact).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(contact).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/chats/);

  await page.goto('/contact');
  // letters typed into a field stay letters
  await page.getByLabel('Message').pressSequentially('gd?n/');
  await expect(page.getByLabel('Message')).toHaveValue('gd?n/');
  await expect(page).toHaveURL(/\/contact$/);
  await page.keyboard.press('Control+k');
  await field.fill('switch');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/up-next$/);
  expect(JSON.parse(await page.evaluate<string>(`localStorage.getItem('ACTIVE_PROFILE')`))).toEqual({
    activeProfileableType: 'attendee',
    activeProfileableId: id,
  });

  const phone = await person({ viewport: { width: 320, height: 800 }, dark: true });
  await signIn(phone, dana, '/');
  await phone.page.getByRole('button', { name: 'Search or jump to' }).click();
  await expect(phone.page.getByRole('dialog', { name: 'Search or jump to' }).getByRole('option').first()).toBeVisible();
  await expectAccessible(phone.page);
  await expectFits(phone.page);
});

test('peer review pages carry the statement, others do not', async ({ person, server }) => {
  const dana = await consultant(server);
  const browser = await person();
  await signIn(browser, dana);
  const statement =
    "This information is protected under each state's peer review statutes. Improper disclosure may result in disciplinary action including civil liability.";
  await browser.page.goto('/peer-reviews');
  await expect(browser.page.getByText(statement, { exact: true })).toBeVisible();
  await browser.page.goto('/cases');
  await expect(browser.page.getByRole('heading', { name: 'Case Reviews' })).toBeVisible();
  await expect(browser.page.getByText(statement)).toHaveCount(0);
});

test('a failed call and a part that does not arrive are reported, without what they were about', async ({
  browser,
}) => {
  const got: string[] = [];
  const receiver = createServer((request, response) => {
    let raw = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (raw += chunk));
    request.on('end', () => {
      got.push(raw.split('\n')[2] ?? '');
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const cluster = JSON.parse(process.env.PERITUS_TEST_CLUSTER ?? '{}') as ClusterConnection;
  const server = await startServer(cluster, {
    env: { SENTRY_DSN: `http://key@127.0.0.1:${(receiver.address() as AddressInfo).port}/1` },
  });
  try {
    // a context of its own: another server than the one the others are watched on
    const page = await browser.newPage();
    await page.goto(`${server.url}/reset-password?token=not-a-token-of-ours`);
    await expect.poll(() => got.filter((event) => event.includes('api-error')).length).toBeGreaterThan(0);
    expect(got.join('\n')).not.toContain('not-a-token-of-ours');

    // that a session is over, and that nobody answered, are told, too
    await page.context().addCookies([{ name: 'peritus_session', value: 'over', url: server.url }]);
    await page.goto(`${server.url}/cases`);
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(() => got.some((event) => event.includes('"status":"401"'))).toBe(true);
    await page.route('**/api/v1/demo/accounts', (route) => route.abort());
    const asks: string[] = [];
    page.on('request', (request) => asks.push(new URL(request.url()).pathname));
    await page.goto(`${server.url}/login`);
    await expect.poll(() => got.some((event) => event.includes('"code":"offline"'))).toBe(true);
    // entry pages ask for whoever holds the session, and where there is none for nobody
    expect(asks).toContain('/api/v1/users/current_tmp');
    expect(asks).not.toContain('/api/v1/users/current_user');
    await page.context().clearCookies();
    // what the page before was still waiting for is not the next one's fault
    await page.goto('about:blank');
    const [faults, from] = [[] as string[], asks.length];
    page.on('console', (said) => (said.type() === 'error' ? faults.push(said.text()) : undefined));
    await page.unroute('**/api/v1/demo/accounts');
    await page.goto(`${server.url}/login`);
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await page.goto(`${server.url}/register`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${server.url}/verify`);
    await expect(page.getByRole('heading', { name: 'There is nothing to confirm' })).toBeVisible();
    expect(asks.slice(from).filter((path) => path.includes('/users/'))).toEqual([]);
    expect(faults).toEqual([]);

    await page.route(/contact-page.*\.js/, (route) => route.abort());
    await page.goto(`${server.url}/contact`);
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    const reference = (await page.getByText(/^Reference /).textContent())?.replace('Reference ', '') ?? '';
    await expect
      .poll(() => got.some((event) => event.includes(reference) && event.includes('"kind":"load"')))
      .toBe(true);
  } finally {
    await server.stop();
    receiver.closeAllConnections();
    receiver.close();
  }
});
