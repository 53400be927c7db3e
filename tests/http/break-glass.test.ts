import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/app/contracts.ts';
import type { CurrentUser } from '../../src/features/accounts/contract.ts';
import type { BreakGlassLink } from '../../src/features/accounts/contract/sign-up-and-recovery.ts';
import { BREAK_GLASS_LINK_MS, BREAK_GLASS_SESSION_MS } from '../../src/features/accounts/rules.ts';
import { openBreakGlass } from '../../src/features/accounts/server/index.ts';
import { verifyAudit } from '../../src/platform/audit-seal.ts';
import type { Person } from '../harness/world.ts';
import { cookieOf, PASSWORD, type WaysInApp, waysInApp } from './sign-up-and-recovery-app.ts';

/* A sign-in opened by command, past what stands in the way: for whom, how long, what it cannot, and who hears of it. */

let t: WaysInApp;
let org: number;
let root: Person;
let person: Person;
beforeAll(async () => {
  t = await waysInApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  // what an earlier test left to tell is not told to the next one's people
  await t.settle();
  org = await t.world.organization({ settings: { require_second_factor: true } });
  root = await t.account({ role: 'super_admin', first_name: 'Ann', last_name: 'Lee' });
  person = await t.account({ profile: 'ClaimConsultant', organization_id: org, first_name: 'Bob', last_name: 'Roe' });
});

const open = async (email = person.email, reason = 'Lost phone, ticket 311') =>
  openBreakGlass(t.db, t.clock.now(), { email, reason, run_by: 'ops@machine' });
const look = (token: string) => t.post<BreakGlassLink>('/user/break-glass/link', { token });
const use = (token: string) => t.post('/user/break-glass', { token });
/** Headers of the session an answer began. */
const as = (answer: { headers: Record<string, unknown> }) => ({
  headers: { cookie: cookieOf(answer.headers, 'peritus_session') },
});
const me = (who: { headers: Record<string, string> }) => t.get<CurrentUser>('/users/current_user', who.headers);
const trail = (userId: number) =>
  t.db
    .selectFrom('audit_rows')
    .select(['action', 'actor_user_id', 'data'])
    .where('subject', '=', `user:${userId}`)
    .where('action', 'like', 'session.break_glass%')
    .orderBy('id')
    .execute();
const told = async (to: Person) =>
  (await t.mails(to.email)).filter(({ template }) => template === 'break_glass').map(({ subject }) => subject);

describe('an emergency sign-in', () => {
  test('opens a whole session where a second factor stands in the way, says so in it, and ends by itself', async () => {
    // the usual way waits
    const usual = as(await t.login(person.email, PASSWORD));
    expect((await me(usual)).problem.code).toBe('second_factor_required');

    const { token } = await open();
    expect((await look(token)).body).toEqual({
      state: 'open',
      link: {
        email: person.email,
        name: 'Bob Roe',
        reason: 'Lost phone, ticket 311',
        expires_at: new Date(t.clock.now().getTime() + BREAK_GLASS_LINK_MS).toISOString(),
        session_until: new Date(t.clock.now().getTime() + BREAK_GLASS_SESSION_MS).toISOString(),
      },
    });
    const began = t.clock.now();
    const used = await use(token);
    expect(used.status).toBe(204);
    const until = new Date(began.getTime() + BREAK_GLASS_SESSION_MS).toISOString();
    expect((await me(as(used))).body).toMatchObject({
      id: person.user_id,
      break_glass: { reason: 'Lost phone, ticket 311', until },
    });
    // it does not come to wait for a second factor later, as others do
    t.clock.advance({ minutes: 2 });
    expect((await me(as(used))).status).toBe(200);
    // nor is anybody else's session one
    expect((await me(root)).body.break_glass).toBeUndefined();

    t.clock.set(new Date(Date.parse(until) - 1));
    expect((await me(as(used))).status).toBe(200);
    t.clock.set(until);
    expect((await me(as(used))).status).toBe(401);
  });

  test('is told to the person and to every super admin, by mail and bell, when opened and when used', async () => {
    const other = await t.account({ role: 'super_admin' });
    const gone = await t.account({ role: 'super_admin' });
    await t.db.updateTable('users').set({ suspended_at: t.clock.now() }).where('id', '=', gone.user_id).execute();
    const bystander = await t.account({ role: 'admin' });
    const { token } = await open();
    for (const to of [person, root, other])
      expect([to === person, await told(to)]).toEqual([to === person, ['An emergency sign-in was opened']]);
    await use(token);
    for (const to of [person, root, other])
      expect(await told(to)).toEqual(['An emergency sign-in was opened', 'An emergency sign-in was used']);
    for (const to of [gone, bystander]) expect(await told(to)).toEqual([]);
    const bells = await t.db
      .selectFrom('notifications')
      .select(['user_id', 'data', 'read_at', 'link'])
      .where('event', '=', 'break_glass')
      .where('user_id', 'in', [person.user_id, root.user_id])
      .orderBy('id')
      .execute();
    expect(bells.map(({ user_id, read_at }) => [user_id, read_at])).toEqual([
      [person.user_id, null],
      [root.user_id, null],
      [person.user_id, null],
      [root.user_id, null],
    ]);
    expect(bells.at(-1)).toMatchObject({ data: { outcome: 'used' }, link: `/admin/people/${person.user_id}` });
    expect(bells.at(-2)).toMatchObject({ data: { outcome: 'used_yours' }, link: '/account/security' });
  });

  test('stands on the record: the command, the use, and each thing done and seen in it', async () => {
    const { token } = await open();
    const used = await use(token);
    const headers = {
      ...as(used).headers,
      'x-profile-type': person.headers['x-profile-type'] ?? '',
      'x-profile-id': person.headers['x-profile-id'] ?? '',
    };
    const draft = await t.post<{ review_id: number }>('/cases', { organization_id: org }, headers);
    expect(draft.status).toBe(201);
    expect((await t.get(`/cases/${draft.body.review_id}`, headers)).status).toBe(200);
    const rows = await trail(person.user_id);
    const link = await t.db
      .selectFrom('break_glass_links')
      .select(['id', 'run_by'])
      .where('user_id', '=', person.user_id)
      .executeTakeFirstOrThrow();
    expect(rows).toEqual([
      {
        action: 'session.break_glass_opened',
        actor_user_id: null,
        data: expect.objectContaining({ link_id: link.id, run_by: 'ops@machine' }),
      },
      {
        action: 'session.break_glass_used',
        actor_user_id: person.user_id,
        data: expect.objectContaining({ break_glass: link.id }),
      },
    ]);
    const done = await t.db
      .selectFrom('audit_rows')
      .select(['action', 'data'])
      .where('review_id', '=', draft.body.review_id)
      .where('actor_user_id', '=', person.user_id)
      .execute();
    expect(done.map(({ action }) => action)).toContain('review.viewed');
    for (const row of done) expect(row).toMatchObject({ data: { break_glass: link.id } });
    await t.settle();
    const { database, keys } = t.app.services;
    expect((await verifyAudit(database.systemDb, keys, { now: t.clock.now() })).faults).toEqual([]);
  });

  test('counts as a fresh proof for ten minutes, so that sign-in can be mended, and for nothing in a name', async () => {
    const used = as(await use((await open(root.email)).token));
    const grant = () =>
      t.request(used, 'PUT', `/api/v1/people/${person.user_id}/role`, { role: 'org_admin', reason: 'Keeps the desk' });
    expect((await grant()).status).toBe(200);
    t.clock.advance({ minutes: 10 });
    expect((await grant()).problem.code).toBe('reauthentication_required');
    // nor does it become somebody else
    const acting = await t.request(used, 'POST', `/api/v1/people/${person.user_id}/impersonate`, {
      reason: 'Help',
      minutes: 15,
    });
    expect([acting.status, acting.problem.detail]).toEqual([403, expect.stringContaining('emergency sign-in')]);
  });

  test('signs, attests, accepts and purges nothing: every such endpoint refuses before it looks', async () => {
    const used = as(await use((await open()).token));
    const refused: string[] = [];
    for (const { id, method, path } of ENDPOINTS.filter(({ in_person }) => in_person === true)) {
      const url = path.replace('{kind}', 'cases').replaceAll(/\{\w+\}/g, '1');
      const answer = await t.request(used, method, url, method === 'DELETE' ? undefined : {});
      // a shape that does not fit is said first
      if (![400, 403].includes(answer.status)) refused.push(`${id}: ${answer.status}`);
    }
    expect(refused).toEqual([]);
    const eula = await t.request(used, 'PUT', '/api/v1/users', {
      user: { id: person.user_id, eula_accepted_at: t.clock.now().toISOString() },
    });
    expect([eula.status, eula.problem.detail]).toEqual([403, expect.stringContaining('emergency sign-in')]);
    // what protects the account is what one came for
    expect((await t.post('/account/reauthenticate', { password: PASSWORD }, used.headers)).status).toBe(200);
  });
});

describe('a link that opens nothing', () => {
  const ENDS: [string, string, (token: string) => Promise<unknown>][] = [
    ['used', 'used', (token) => use(token)],
    ['replaced by a newer one', 'replaced', () => open()],
    [
      'expired',
      'expired',
      async () => {
        t.clock.advance({ ms: BREAK_GLASS_LINK_MS });
      },
    ],
    [
      'of somebody suspended since',
      'replaced',
      () => t.db.updateTable('users').set({ suspended_at: t.clock.now() }).where('id', '=', person.user_id).execute(),
    ],
  ];
  test.each(ENDS)('%s is refused, and the try stands on the record', async (_name, state, end) => {
    const { token } = await open();
    await end(token);
    expect((await look(token)).body).toEqual({ state, link: null });
    const answer = await use(token);
    expect([answer.status, cookieOf(answer.headers, 'peritus_session')]).toEqual([410, '']);
    expect((await trail(person.user_id)).at(-1)?.action).toBe('session.break_glass_refused');
  });

  test('one nobody made is not found, and is nobody’s sign-in', async () => {
    expect((await look('A'.repeat(43))).status).toBe(404);
    expect((await use('A'.repeat(43))).status).toBe(404);
  });

  test('of two who use one at once, one is signed in', async () => {
    const { token } = await open();
    const answers = await Promise.all([use(token), use(token), use(token)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 410, 410]);
  });

  test.each([
    ['without a reason', () => open(person.email, '   '), 'Say why'],
    ['for nobody', () => open('nobody@example.org'), 'There is no account for nobody@example.org'],
  ])('none is made %s', async (_name, make, said) => {
    await expect(make()).rejects.toThrow(said);
    expect(await trail(person.user_id)).toEqual([]);
  });

  test('none is made for somebody suspended', async () => {
    await t.db.updateTable('users').set({ suspended_at: t.clock.now() }).where('id', '=', person.user_id).execute();
    await expect(open()).rejects.toThrow('suspended');
  });
});

test('acting as somebody is told to whose name is used, by mail and bell', async () => {
  const began = await t.request(root, 'POST', `/api/v1/people/${person.user_id}/impersonate`, {
    reason: 'Their list is empty',
    minutes: 15,
  });
  expect(began.status).toBe(200);
  const mail = (await t.mails(person.email)).find(({ template }) => template === 'acted_as');
  expect(mail?.text).toContain('Ann Lee of Peritus acts in your name');
  // why stays between the colleagues: it may name others
  expect(mail?.text).not.toContain('Their list is empty');
  const bell = await t.db
    .selectFrom('notifications')
    .select(['event', 'read_at'])
    .where('user_id', '=', person.user_id)
    .execute();
  expect(bell).toEqual([{ event: 'acted_as', read_at: null }]);
});
