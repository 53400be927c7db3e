import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/app/contracts.ts';
import type { ProfileType, Role } from '../../src/core/actor.ts';
import type { CurrentUser } from '../../src/features/accounts/contract.ts';
import type {
  PersonAccess,
  PersonChange,
  PersonListRow,
  PersonView,
} from '../../src/features/accounts/contract/people-desk.ts';
import { reviewReasons, reviewScope } from '../../src/platform/db/scope.ts';
import { verifyAudit } from '../../src/platform/audit-seal.ts';
import { createSessionResolver } from '../../src/features/accounts/server/index.ts';
import { cookieOf, PASSWORD, type WaysInApp, waysInApp } from './sign-up-and-recovery-app.ts';
import type { Person } from '../harness/world.ts';

/* The console's people: who may do what to whom, over HTTP; what holds afterwards; what the trail says of it. */

let t: WaysInApp;
let org: number;
let below: number;
let other: number;
let root: Person;
let admin: Person;
let orgAdmin: Person;
let customerAdmin: Person;
let member: Person;
let memberBelow: Person;
let stranger: Person;
beforeAll(async () => {
  t = await waysInApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  org = await t.world.organization({ name: 'Harborline Mutual' });
  below = await t.world.organization({ name: 'Harborline East', parent_id: org });
  other = await t.world.organization({ name: 'Elmhurst Legal' });
  root = await t.account({ role: 'super_admin' });
  admin = await t.world.staff('admin');
  orgAdmin = await t.world.person({ role: 'org_admin', organization_id: org });
  customerAdmin = await t.world.person({ role: 'customer_admin', organization_id: org });
  member = await t.account({ profile: 'ClaimConsultant', organization_id: org, last_name: 'Marlowe' });
  memberBelow = await t.world.person({ profile: 'ClaimConsultant', organization_id: below });
  stranger = await t.world.person({ profile: 'ClaimConsultant', organization_id: other });
});

const ask = <T = PersonView>(
  who: Pick<Person, 'headers'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => t.request<T>(who, method, `/api/v1/people${path}`, body);
const read = async (who: Pick<Person, 'headers'>, id: number) => (await ask(who, 'GET', `/${id}`)).body;
const grant = (who: Pick<Person, 'headers'>, id: number, role: Role) =>
  ask(who, 'PUT', `/${id}/role`, { role, reason: 'Takes over the desk' });
const history = async (id: number, who: Pick<Person, 'headers'> = root) =>
  (await ask<{ data: PersonChange[] }>(who, 'GET', `/${id}/history`)).body.data;
/** The person's last proof is older than ten minutes, in every session. */
const grownOld = (who: Person) =>
  t.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(t.clock.now().getTime() - 600_000) })
    .where('user_id', '=', who.user_id)
    .execute();

describe('the list', () => {
  test('shows each keeper their own tree, by name, a page at a time, and is searched and narrowed', async () => {
    const names = async (who: Person, query: string) =>
      (await ask<{ data: PersonListRow[] }>(who, 'GET', query)).body.data.map(({ id }) => id);
    const tree = [orgAdmin, customerAdmin, member, memberBelow].map(({ user_id }) => user_id);
    for (const who of [orgAdmin, customerAdmin]) expect(new Set(await names(who, ''))).toEqual(new Set(tree));
    expect(await names(orgAdmin, `?organization_id=${below}`)).toEqual([memberBelow.user_id]);
    expect(await names(orgAdmin, `?organization_id=${other}`)).toEqual([]);
    expect(await names(orgAdmin, '?is=org_admin')).toEqual([orgAdmin.user_id]);
    expect(await names(orgAdmin, '?is=ClaimConsultant&q=marlowe')).toEqual([member.user_id]);
    expect(await names(orgAdmin, `?q=${member.email}`)).toEqual([member.user_id]);
    expect(await names(orgAdmin, '?q=%25')).toEqual([]);
    expect(await names(root, `?q=${stranger.email}`)).toEqual([stranger.user_id]);

    const paged: number[] = [];
    let cursor = '';
    do {
      const page = await ask<{ data: PersonListRow[]; next_cursor: string | null }>(
        orgAdmin,
        'GET',
        `?limit=1${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      paged.push(...page.body.data.map(({ id }) => id));
      cursor = page.body.next_cursor ?? '';
    } while (cursor !== '');
    expect(paged).toEqual(await names(orgAdmin, ''));
    expect((await ask(orgAdmin, 'GET', '?cursor=nonsense')).status).toBe(400);
    expect((await ask(member, 'GET', '')).status).toBe(403);
  });
});

describe('who may give whom which role', () => {
  const KEEPERS = ['root', 'admin', 'orgAdmin', 'customerAdmin', 'member'] as const;
  type Keeper = (typeof KEEPERS)[number];
  const keepers = (): Record<Keeper, Person> => ({ root, admin, orgAdmin, customerAdmin, member });
  const STAFF: Role[] = ['admin', 'super_admin', 'matching_admin', 'support_agent', 'clin_ops'];
  /** To a person of the tree, to one of another, to somebody of none, to one of the staff: the status each keeper gets. */
  const TABLE: [string, () => Person | Promise<Person>, Role[], Record<Keeper, number>][] = [
    [
      'an admin of an organization, in the tree',
      () => memberBelow,
      ['org_admin', 'customer_admin'],
      { root: 200, admin: 200, orgAdmin: 200, customerAdmin: 200, member: 403 },
    ],
    [
      'an admin of an organization, in another tree',
      () => stranger,
      ['org_admin', 'customer_admin'],
      { root: 200, admin: 200, orgAdmin: 404, customerAdmin: 404, member: 403 },
    ],
    [
      'staff, to somebody of an organization',
      () => memberBelow,
      STAFF,
      { root: 409, admin: 403, orgAdmin: 403, customerAdmin: 403, member: 403 },
    ],
    [
      'staff, to somebody of none',
      () => t.world.person({}),
      STAFF,
      { root: 200, admin: 403, orgAdmin: 404, customerAdmin: 404, member: 403 },
    ],
    [
      'another role, to staff',
      () => t.world.staff('clin_ops'),
      ['support_agent', 'user'],
      { root: 200, admin: 403, orgAdmin: 404, customerAdmin: 404, member: 403 },
    ],
    [
      'an admin of an organization, to somebody of none',
      () => t.world.person({}),
      ['org_admin'],
      { root: 409, admin: 409, orgAdmin: 404, customerAdmin: 404, member: 403 },
    ],
  ];
  test.each(TABLE)('%s', async (_, whom, roles, wanted) => {
    const got: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const role of roles)
      for (const keeper of KEEPERS) {
        const person = await whom();
        await t.db.updateTable('users').set({ role: 'user' }).where('id', '=', memberBelow.user_id).execute();
        await t.db.updateTable('users').set({ role: 'user' }).where('id', '=', stranger.user_id).execute();
        got[`${keeper} ${role}`] = (await grant(keepers()[keeper], person.user_id, role)).status;
        expected[`${keeper} ${role}`] = wanted[keeper];
      }
    expect(got).toEqual(expected);
  });

  test('nobody changes their own; what is given is on the trail with before, after and reason, and holds at once', async () => {
    for (const who of [root, orgAdmin]) expect((await grant(who, who.user_id, 'user')).status).toBe(403);
    const given = await grant(root, member.user_id, 'org_admin');
    expect([given.status, given.body.role]).toEqual([200, 'org_admin']);
    const me = await t.request<CurrentUser>(
      { headers: { cookie: member.headers['cookie'] ?? '' } },
      'GET',
      '/api/v1/users/current_user',
    );
    expect(me.body.role).toBe('org_admin');
    expect((await history(member.user_id))[0]).toMatchObject({
      action: 'person.role_granted',
      field: 'role',
      before: 'user',
      after: 'org_admin',
      reason: 'Takes over the desk',
      by: expect.any(String) as string,
    });
    expect((await grant(root, member.user_id, 'org_admin')).status).toBe(409);
  });

  test('it is asked who is there, after scope and permission', async () => {
    await grownOld(root);
    await grownOld(orgAdmin);
    expect((await grant(orgAdmin, stranger.user_id, 'org_admin')).status).toBe(404);
    expect((await grant(orgAdmin, member.user_id, 'admin')).status).toBe(403);
    const late = await grant(root, member.user_id, 'org_admin');
    expect([late.status, late.problem.code]).toEqual([409, 'reauthentication_required']);
    const again = await t.post('/account/reauthenticate', { password: PASSWORD }, root.headers);
    const fresh = { headers: { cookie: cookieOf(again.headers, 'peritus_session') } };
    expect((await grant(fresh, member.user_id, 'org_admin')).status).toBe(200);
  });

  test('of two super admins who take each other’s role at once, one keeps it', async () => {
    const second = await t.world.staff('super_admin');
    const answers = await Promise.all([grant(root, second.user_id, 'user'), grant(second, root.user_id, 'user')]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '403']);
    const left = await t.db
      .selectFrom('users')
      .select('role')
      .where('id', 'in', [root.user_id, second.user_id])
      .execute();
    expect(left.map(({ role }) => role).toSorted()).toEqual(['super_admin', 'user']);
  });
});

describe('profiles', () => {
  const add = (who: Person, id: number, organization_id: number, type: ProfileType = 'Attendee') =>
    ask(who, 'POST', `/${id}/profiles`, { type, organization_id });

  test('are given within the keeper’s tree, changed and taken, and the primary passes on', async () => {
    expect((await add(orgAdmin, member.user_id, other)).status).toBe(404);
    expect((await add(orgAdmin, stranger.user_id, org)).status).toBe(404);
    expect((await add(orgAdmin, member.user_id, org, 'MedicalExpert')).status).toBe(400);
    expect((await add(root, admin.user_id, org)).status).toBe(403);
    const added = await add(orgAdmin, member.user_id, below);
    expect(added.status).toBe(201);
    expect(added.body.profiles.map(({ type, organization }) => [type, organization?.id])).toEqual([
      ['ClaimConsultant', org],
      ['Attendee', below],
    ]);
    expect((await add(orgAdmin, member.user_id, below)).status).toBe(409);

    const [consultant, attendee] = added.body.profiles.map(({ id }) => id);
    const path = (id: number | undefined) => `/${member.user_id}/profiles/${id}`;
    const manager = await ask(orgAdmin, 'PATCH', path(consultant), { is_review_manager: true });
    expect(manager.body.profiles[0]).toMatchObject({ id: consultant, is_review_manager: true });
    // an attendee manages nothing
    expect((await ask(orgAdmin, 'PATCH', path(attendee), { is_review_manager: true })).status).toBe(403);
    const gone = await ask(customerAdmin, 'DELETE', path(consultant));
    expect(gone.body.profiles).toMatchObject([{ id: attendee, is_primary: true }]);
    expect((await ask(orgAdmin, 'DELETE', path(consultant))).status).toBe(404);
    expect((await history(member.user_id)).slice(0, 3).map(({ action, field }) => [action, field])).toEqual([
      ['person.profile_removed', 'profile'],
      ['person.profile_changed', 'profile'],
      ['person.profile_granted', 'profile'],
    ]);
  });
});

describe('flags and bookmarks', () => {
  const save = (who: Person, id: number, body: Record<string, unknown>, lock_version = 0) =>
    ask(who, 'PATCH', `/${id}/settings`, { lock_version, ...body });

  test('hold at once for the person, each on the trail; a stale version is told what holds', async () => {
    const bookmark = { label: 'State portal', url: 'https://portal.example/' };
    const saved = await save(orgAdmin, member.user_id, {
      flags: { enable_bookmark_urls: true },
      bookmark_urls: [bookmark],
    });
    expect([saved.status, saved.body.bookmark_urls]).toEqual([200, [bookmark]]);
    const me = (await t.request<CurrentUser>(member, 'GET', '/api/v1/users/current_user')).body;
    expect([me.feature_flags.enable_bookmark_urls, me.bookmark_urls]).toEqual([true, [bookmark]]);
    expect((await history(member.user_id)).slice(0, 2)).toMatchObject([
      { action: 'person.changed', field: 'bookmark_urls', before: [], after: [bookmark] },
      { action: 'person.changed', field: 'enable_bookmark_urls', before: false, after: true },
    ]);
    const stale = await save(orgAdmin, member.user_id, { flags: { enable_bookmark_urls: false } });
    expect([stale.status, stale.problem.code]).toEqual([409, 'stale']);
    expect(stale.problem.current).toMatchObject({ lock_version: 1 });
  });

  test('what is Peritus’s to set, is of experts, or is unsafe is refused; foreign people stay unseen', async () => {
    const flags = (name: string) => ({ flags: { [name]: true } });
    expect((await save(orgAdmin, member.user_id, flags('enable_admin_alert_emails'))).status).toBe(403);
    expect((await save(orgAdmin, member.user_id, flags('display_earnings'))).status).toBe(403);
    expect((await save(root, member.user_id, flags('display_earnings'))).status).toBe(409);
    expect((await save(root, member.user_id, flags('display_contact_information'))).status).toBe(409);
    expect((await save(orgAdmin, stranger.user_id, flags('enable_bookmark_urls'))).status).toBe(404);
    expect((await save(admin, root.user_id, flags('enable_admin_alert_emails'))).status).toBe(403);
    const unsafe = await save(root, member.user_id, { bookmark_urls: [{ label: 'x', url: 'javascript:alert(1)' }] });
    expect([unsafe.status, unsafe.problem.errors[0]?.path]).toEqual([422, 'bookmark_urls.0.url']);
    expect((await save(root, admin.user_id, flags('enable_admin_alert_emails'))).status).toBe(200);
  });

  test('an expert’s flags are set with the rest', async () => {
    const expert = await t.world.expert();
    const saved = await save(root, expert.user_id, {
      flags: { enable_bookmark_urls: true, display_contact_information: true },
    });
    expect(saved.status).toBe(200);
    expect(saved.body.settings).toEqual(
      expect.arrayContaining([
        { name: 'enable_bookmark_urls', value: true, may_set: true },
        { name: 'display_contact_information', value: true, may_set: true },
      ]),
    );
  });
});

describe('sessions and the second factor', () => {
  test('one session or all are ended by who keeps the person, with the pages open in them', async () => {
    const there = await t.world.signIn(member.user_id);
    const page = await t.page(there);
    const gone = new Promise<void>((resolve) => page.once('disconnect', () => resolve()));
    const sessions = (await read(orgAdmin, member.user_id)).sessions;
    expect(sessions).toHaveLength(2);
    const session = Math.max(...sessions.map(({ id }) => id));
    const foreign = await t.world.person({ role: 'org_admin', organization_id: other });
    expect((await ask(foreign, 'DELETE', `/${member.user_id}/sessions/${session}`)).status).toBe(404);
    expect((await ask(admin, 'DELETE', `/${root.user_id}/sessions`)).status).toBe(403);
    expect((await ask(orgAdmin, 'DELETE', `/${member.user_id}/sessions/${session}`)).status).toBe(204);
    await gone;
    expect((await ask(orgAdmin, 'DELETE', `/${member.user_id}/sessions/${session}`)).status).toBe(404);
    expect((await ask<{ ended: number }>(orgAdmin, 'DELETE', `/${member.user_id}/sessions`)).body).toEqual({
      ended: 1,
    });
    expect((await t.request(member, 'GET', '/api/v1/users/current_user')).status).toBe(401);
    expect((await history(member.user_id))[0]).toMatchObject({ action: 'person.sessions_ended' });
  });

  test('the second factor goes after a call-back that says who, how and when, and the person is written to', async () => {
    await t.db
      .insertInto('second_factors')
      .values({ user_id: member.user_id, method: 'email', created_at: t.clock.now(), confirmed_at: t.clock.now() })
      .execute();
    const callBack = {
      called_by: 'Avery Lindqvist',
      way: 'phone_on_file',
      called_at: t.clock.now().toISOString(),
      note: 'Knew the last two orders',
    };
    const reset = (who: Person, more: Record<string, unknown> = {}) =>
      ask(who, 'POST', `/${member.user_id}/second_factor/reset`, { ...callBack, ...more });
    for (const missing of ['called_by', 'way', 'called_at', 'note'])
      expect((await reset(orgAdmin, { [missing]: undefined })).status, missing).toBe(400);
    const old = new Date(t.clock.now().getTime() - 25 * 3_600_000).toISOString();
    const ahead = new Date(t.clock.now().getTime() + 60_000).toISOString();
    for (const called_at of [old, ahead]) expect((await reset(orgAdmin, { called_at })).status).toBe(422);
    await grownOld(customerAdmin);
    expect((await reset(customerAdmin)).problem.code).toBe('reauthentication_required');
    const done = await reset(orgAdmin);
    expect([done.status, done.body.second_factor.methods, done.body.sessions]).toEqual([200, [], []]);
    expect((await history(member.user_id))[0]).toMatchObject({
      action: 'person.second_factor_reset',
      before: ['email'],
      after: [],
      reason: 'Called back at the number on file by Avery Lindqvist: Knew the last two orders',
    });
    expect((await t.mails(member.email)).at(-1)?.subject).toBe('The second factor of your account was taken away');
    expect((await reset(orgAdmin)).status).toBe(409);
  });

  test('many at once are taken away: none waits for another’s connection', async () => {
    const people = await Promise.all(
      // more than there are connections
      Array.from({ length: 14 }, () => t.world.person({ profile: 'ClaimConsultant', organization_id: org })),
    );
    const at = t.clock.now();
    await t.db
      .insertInto('second_factors')
      .values(people.map(({ user_id }) => ({ user_id, method: 'email', created_at: at, confirmed_at: at })))
      .execute();
    const callBack = { called_by: 'Avery', way: 'phone_on_file', called_at: at.toISOString(), note: 'Knew the orders' };
    const done = await Promise.all(
      people.map(({ user_id }) => ask(orgAdmin, 'POST', `/${user_id}/second_factor/reset`, callBack)),
    );
    expect(done.map(({ status }) => status)).toEqual(people.map(() => 200));
  });
});

describe('what somebody sees, and why', () => {
  test('is counted by the scope itself: for every sort of person the reasons add up to what they see', async () => {
    const expert = await t.world.expert();
    const people = [root, orgAdmin, member, memberBelow, stranger, expert];
    for (const who of people) {
      const { acting } = (await ask<PersonAccess>(root, 'GET', `/${who.user_id}/access`)).body;
      expect(acting).toHaveLength(1);
      for (const one of acting) expect(one.reasons.reduce((sum, { count }) => sum + count, 0)).toBe(one.reviews.count);
    }
  });

  test('counts an order for its requester, its organization’s admins and staff, and nobody else', async () => {
    const made = await t.request(member, 'POST', '/api/v1/cases', { organization_id: org });
    expect(made.status).toBe(201);
    const of = async (who: Person, asking = root) =>
      (await ask<PersonAccess>(asking, 'GET', `/${who.user_id}/access`)).body.acting[0];
    expect(await of(member)).toMatchObject({
      reviews: { count: 1 },
      reasons: [
        { reason: 'ordered', count: 1 },
        { reason: 'followed', count: 0 },
      ],
      reads_contents: true,
    });
    expect(await of(orgAdmin)).toMatchObject({
      reviews: { count: 1 },
      reasons: [{ reason: 'organization', count: 1 }],
      organizations: [
        { name: 'Harborline East', count: 0 },
        { name: 'Harborline Mutual', count: 1 },
      ],
    });
    expect((await of(stranger))?.reviews.count).toBe(0);
    expect((await of(root))?.reasons).toMatchObject([{ reason: 'role' }]);
    expect((await ask(orgAdmin, 'GET', `/${stranger.user_id}/access`)).status).toBe(404);
  });
});

describe('acting as somebody', () => {
  const begin = (who: Pick<Person, 'headers'>, id: number, more: Record<string, unknown> = {}) =>
    ask<{ until: string }>(who, 'POST', `/${id}/impersonate`, { reason: 'Cannot find an order', minutes: 15, ...more });
  const as = (answer: { headers: Record<string, unknown> }) => ({
    headers: { cookie: cookieOf(answer.headers, 'peritus_session') },
  });
  const me = (who: Pick<Person, 'headers'>) => t.request<CurrentUser>(who, 'GET', '/api/v1/users/current_user');
  const stop = (who: Pick<Person, 'headers'>) =>
    t.request<{ back: boolean }>(who, 'POST', '/api/v1/user/impersonation/stop');

  test('is for super admins, after a fresh proof, never as staff, and not out of such a session', async () => {
    for (const who of [admin, orgAdmin]) expect((await begin(who, member.user_id)).status).toBe(403);
    expect((await begin(root, admin.user_id)).status).toBe(403);
    expect((await begin(root, root.user_id)).status).toBe(403);
    expect((await begin(root, member.user_id, { minutes: 240 })).status).toBe(400);
    expect((await begin(root, member.user_id, { reason: ' ' })).status).toBe(400);
    await grownOld(root);
    expect((await begin(root, member.user_id)).problem.code).toBe('reauthentication_required');
  });

  test('shows what they see, names both on every row, and leads back under a new token', async () => {
    const begun = await begin(root, member.user_id);
    expect(begun.status).toBe(200);
    const acting = as(begun);
    expect((await me(acting)).body).toMatchObject({
      id: member.user_id,
      needs_to_accept_eula: false,
      impersonation: { reason: 'Cannot find an order', until: begun.body.until },
    });
    const made = await t.request<{ review_id: number }>(acting, 'POST', '/api/v1/cases', { organization_id: org });
    expect(made.status).toBe(201);
    await t.request(acting, 'GET', `/api/v1/cases/${made.body.review_id}`);
    const rows = await t.db
      .selectFrom('audit_rows')
      .select(['action', 'actor_user_id', 'impersonator_user_id'])
      .where('review_id', '=', made.body.review_id)
      .execute();
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows)
      expect(row).toMatchObject({ actor_user_id: member.user_id, impersonator_user_id: root.user_id });
    expect(rows.map(({ action }) => action)).toContain('review.viewed');

    // the person sees who it is; the list of the console, too
    expect((await read(orgAdmin, member.user_id)).sessions.some((one) => one.acting !== null)).toBe(true);
    const stopped = await stop(acting);
    expect(stopped.body).toEqual({ back: true });
    expect((await me(as(stopped))).body.id).toBe(root.user_id);
    expect((await me(acting)).status).toBe(401);
    // the token from before is void
    expect((await me(root)).status).toBe(401);
    expect((await history(member.user_id, as(stopped))).slice(0, 2).map(({ action }) => action)).toEqual([
      'person.impersonation_ended',
      'person.impersonation_began',
    ]);
    await t.settle();
    const { database, keys } = t.app.services;
    expect((await verifyAudit(database.systemDb, keys, { now: t.clock.now() })).faults).toEqual([]);
  });

  test('signs, attests, accepts and protects nothing: every such endpoint refuses before it looks', async () => {
    const acting = as(await begin(root, member.user_id));
    const refused: string[] = [];
    const inPerson = ENDPOINTS.filter((endpoint) => endpoint.in_person);
    for (const { id, method, path } of inPerson) {
      const url = path
        .replace('{kind}', 'cases')
        .replaceAll(/\{method\}/g, 'app')
        .replaceAll(/\{\w+\}/g, '1');
      const answer = await t.request(acting, method, url, method === 'DELETE' ? undefined : {});
      // a shape that does not fit is said first; the same with a fitting one is refused
      if (![400, 403].includes(answer.status)) refused.push(`${id}: ${answer.status}`);
    }
    expect(refused).toEqual([]);
    // each endpoint that by its own words signs, attests, accepts or agrees is one of them
    const byWords = ENDPOINTS.filter(
      ({ summary, method }) => method !== 'GET' && /^(sign\b(?! in)|attest|accept|agrees?\b)/i.test(summary),
    );
    expect(byWords.filter((one) => !one.in_person).map(({ id }) => id)).toEqual([]);

    const eula = await t.request(acting, 'PUT', '/api/v1/users', {
      user: { id: member.user_id, eula_accepted_at: t.clock.now().toISOString() },
    });
    expect([eula.status, eula.problem.detail]).toEqual([403, expect.stringContaining('Nobody signs')]);
    const password = await t.post('/account/reauthenticate', { password: PASSWORD }, acting.headers);
    expect(password.status).toBe(403);
  });

  test('ends with its time, with the session it came from, and with the right to it', async () => {
    const first = as(await begin(root, member.user_id));
    const until = t.clock.now();
    t.clock.advance({ minutes: 15 });
    expect((await me(first)).status).toBe(401);
    // and still leads back
    const stopped = await stop(first);
    expect(stopped.body).toEqual({ back: true });
    t.clock.set(until);

    const own = as(stopped);
    const second = as(await begin(own, member.user_id));
    expect((await me(second)).status).toBe(200);
    await t.db.updateTable('users').set({ role: 'admin' }).where('id', '=', root.user_id).execute();
    expect((await me(second)).status).toBe(401);
    await t.db.updateTable('users').set({ role: 'super_admin' }).where('id', '=', root.user_id).execute();
    expect((await me(second)).status).toBe(200);
    const other = await t.world.staff('super_admin');
    expect((await ask(other, 'DELETE', `/${root.user_id}/sessions`)).status).toBe(200);
    expect((await me(second)).status).toBe(401);
    expect((await stop(second)).body.back).toBe(false);
  });
});

test('the reasons of a scope are the scope, for each sort of actor', async () => {
  // drafts of two organizations, one followed
  const made = await t.request(member, 'POST', '/api/v1/cases', { organization_id: org });
  await t.request(stranger, 'POST', '/api/v1/cases', { organization_id: other });
  const actors = await Promise.all(
    [root, orgAdmin, member, stranger].map(async ({ headers }) => {
      const facts = await createSessionResolver(t.app.services).resolve({
        token: /peritus_session=([^;]+)/.exec(headers['cookie'] ?? '')?.[1],
        profile_type: undefined,
        profile_id: undefined,
        ip: null,
        request_id: 'test',
      });
      if (!facts?.actor) throw new Error('Nobody is signed in.');
      return facts.actor;
    }),
  );
  expect(made.status).toBe(201);
  for (const actor of actors) {
    const scope = reviewScope(actor) ?? sql<boolean>`true`;
    const reasons = reviewReasons(actor);
    const { rows } = await sql<{ id: number; seen: boolean; reasons: number }>`
      select id, coalesce(${scope}, false) as seen,
        ${sql.join(
          reasons.map(({ holds }) => sql`coalesce(${holds}, false)::int`),
          sql` + `,
        )} as reasons from reviews`.execute(t.db);
    for (const row of rows) expect([row.id, row.reasons]).toEqual([row.id, row.seen ? 1 : 0]);
  }
});
