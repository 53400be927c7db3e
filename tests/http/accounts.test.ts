import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CurrentUser, currentUser } from '../../src/features/accounts/contract.ts';
import { ORGANIZATION_FLAGS, resolveFlags } from '../../src/features/organizations/rules.ts';
import { json } from '../../src/platform/db/json.ts';
import { cookieFrom, type EntryApp, entryApp, PASSWORD } from './entry-app.ts';
import { cookieOf } from './sign-up-and-recovery-app.ts';

let app: EntryApp;
beforeAll(async () => {
  app = await entryApp();
});
afterAll(() => app.close());

const later = (ms: number) => app.setTime(new Date(app.services.clock.now().getTime() + ms));
const MINUTE = 60_000;
const me = (headers: Record<string, string>) => app.request<CurrentUser>(headers, 'GET', '/api/v1/users/current_user');
const audits = async (action: string) =>
  (await app.db.selectFrom('audit_rows').selectAll().where('action', '=', action).orderBy('id').execute()).at(-1);

describe('signing in', () => {
  test('answers the user and a new session under a cookie no script and no other site can use', async () => {
    const person = await app.account({
      first_name: 'Dana',
      profile: 'ClaimConsultant',
      organization_id: await app.world.organization(),
    });
    const answer = await app.login(person.email.toUpperCase());
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: person.user_id, first_name: 'Dana', profile_label: 'Claim consultant' });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^peritus_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax,peritus_known=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    const cookie = cookieFrom(answer.headers);
    expect((await me({ cookie })).body.id).toBe(person.user_id);

    const token = cookie.split('=')[1] ?? '';
    const stored = await app.db.selectFrom('sessions').selectAll().where('user_id', '=', person.user_id).execute();
    expect(stored.map((s) => s.token_hash.toString('hex'))).toContain(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(await audits('session.sign_in')).toMatchObject({ actor_user_id: person.user_id, ip: '203.0.113.1' });
  });

  test('makes a new token each time and ends the session that was presented', async () => {
    const person = await app.account();
    const first = cookieFrom((await app.login(person.email)).headers);
    const second = cookieFrom((await app.login(person.email, PASSWORD, { cookie: first })).headers);
    expect(second).not.toBe(first);
    expect((await me({ cookie: first })).status).toBe(401);
    expect((await me({ cookie: second })).status).toBe(200);
    // a token somebody planted in the browser is not taken over
    const planted = 'peritus_session=planted-by-somebody-else';
    expect(cookieFrom((await app.login(person.email, PASSWORD, { cookie: planted })).headers)).not.toBe(planted);
    expect((await me({ cookie: planted })).status).toBe(401);
  });

  test('where the site is served over TLS its cookies are Secure and of this host alone', async () => {
    const tls = await entryApp({ PUBLIC_URL: 'https://peritus.example' });
    try {
      const person = await tls.account();
      const { headers } = await tls.login(person.email);
      const set = [headers['set-cookie']].flat().map(String);
      expect(set.length).toBeGreaterThan(1);
      for (const one of set)
        expect(one).toMatch(/^__Host-peritus_\w+=[^;]+; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      const own = set[0]?.split(';')[0] ?? '';
      const asked = (cookie: string) => tls.request({ cookie }, 'GET', '/api/v1/users/current_user');
      expect((await asked(own)).status).toBe(200);
      // what a neighboring host can plant is a cookie without that beginning
      expect((await asked(own.replace('__Host-', ''))).status).toBe(401);
    } finally {
      await tls.close();
    }
  });

  test('unknown account, wrong password, no password and suspended user get one and the same refusal', async () => {
    const known = await app.account();
    const without = await app.world.person();
    const suspended = await app.account();
    await app.db
      .updateTable('users')
      .set({ suspended_at: app.services.clock.now() })
      .where('id', '=', suspended.user_id)
      .execute();
    const answers = await Promise.all([
      app.login('nobody@example.test'),
      app.login(known.email, 'wrong-lantern-42'),
      app.login(without.email),
      app.login(suspended.email),
    ]);
    const [first] = answers;
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect({ ...answer.problem, request_id: '' }).toEqual({ ...first?.problem, request_id: '' });
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(Object.keys(answer.headers).toSorted()).toEqual(Object.keys(first?.headers ?? {}).toSorted());
    }
    expect(first?.problem.code).toBe('bad_credentials');
    const failed = await app.db
      .selectFrom('audit_rows')
      .selectAll()
      .where('action', '=', 'session.sign_in_failed')
      .execute();
    expect(failed.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(failed)).not.toContain('nobody@example.test');
  });

  test('a body that is not two texts is 400 and names the fields', async () => {
    const answer = await app.request({}, 'POST', '/api/v1/user/login', { email: ['a'], password: null });
    expect(answer.status).toBe(400);
    expect(answer.problem.errors).toEqual([
      { path: 'email', message: 'Expected string, received array' },
      { path: 'password', message: 'Required' },
    ]);
  });

  test('another site cannot sign anybody in', async () => {
    const person = await app.account();
    const answer = await app.login(person.email, PASSWORD, {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    });
    expect(answer.status).toBe(403);
  });
});

describe('guessing', () => {
  test('ten failures for an account end it for a quarter of an hour, whatever headers say, known or not', async () => {
    const person = await app.account();
    for (const email of [person.email, 'unknown-target@example.test']) {
      for (let i = 0; i < 10; i += 1) {
        const ip = `198.51.100.${i}`;
        expect((await app.login(email, 'wrong-guess', { 'x-forwarded-for': `10.0.0.${i}` }, ip)).status).toBe(401);
      }
      const refused = await app.login(email, PASSWORD, { 'x-forwarded-for': '10.9.9.9' }, '192.0.2.77');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBe(900);
      expect(refused.problem.code).toBe('throttled');
    }
    later(15 * MINUTE);
    expect((await app.login(person.email)).status).toBe(200);
  });

  test('guesses made at once cannot slip past the limit together', async () => {
    const person = await app.account();
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, i) => app.login(person.email, `guess-${i}`, {}, `198.51.100.${i}`)),
    );
    expect(answers.filter((a) => a.status === 401)).toHaveLength(10);
    expect(answers.filter((a) => a.status === 429)).toHaveLength(15);
    later(16 * MINUTE);
  });

  test('a success clears the account’s count and costs the source nothing', async () => {
    const person = await app.account();
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 9; i += 1) await app.login(person.email, 'wrong-guess', {}, '192.0.2.5');
      expect((await app.login(person.email, PASSWORD, {}, '192.0.2.5')).status).toBe(200);
    }
    const row = await app.db
      .selectFrom('throttles')
      .select('hits')
      .where('key', 'like', 'sign_in_source:%')
      .orderBy('window_ends_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(row.hits).toBe(27);
    later(16 * MINUTE);
  });

  test('one source cannot try many accounts, and a whole IPv6 subscriber is one source', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 101; i += 1) {
      statuses.push((await app.login(`spray${i}@example.test`, 'x', {}, `2001:db8:1:2::${i + 1}`)).status);
    }
    expect(statuses.slice(0, 100).every((s) => s === 401)).toBe(true);
    expect(statuses[100]).toBe(429);
    const other = await app.account();
    expect((await app.login(other.email, PASSWORD, {}, '2001:db8:1:3::1')).status).toBe(200);
    later(16 * MINUTE);
  });
});

describe('a browser where somebody has signed in before', () => {
  const ip = '192.0.2.61';
  const knownOf = (headers: Record<string, unknown>) => cookieOf(headers, 'peritus_known');
  const wrong = (email: string, cookie = '') => app.login(email, 'wrong-guess', { cookie }, ip);
  /** A person, and the cookie of a browser they have signed in with. */
  async function known() {
    const person = await app.account();
    const cookie = knownOf((await app.login(person.email, PASSWORD, {}, ip)).headers);
    expect(cookie).not.toBe('');
    return { person, cookie };
  }
  /** As many wrong passwords from the address as it has, ten of them for this account. */
  async function flood(email: string) {
    for (let i = 0; i < 10; i += 1) await wrong(email);
    for (let i = 10; i < 100; i += 1) await wrong(`spray${i}@example.test`);
    expect((await wrong('spray101@example.test')).status).toBe(429);
  }

  test('lets them in although all tries of its address and of the account are used up, and nobody else', async () => {
    const { person, cookie } = await known();
    const colleague = await known();
    const stranger = await app.account();
    await flood(person.email);
    expect((await app.login(person.email, PASSWORD, {}, ip)).status).toBe(429);
    expect((await app.login(stranger.email, PASSWORD, { cookie }, ip)).status).toBe(429);
    expect((await app.login(person.email, PASSWORD, { cookie: colleague.cookie }, ip)).status).toBe(429);
    const [value = ''] = cookie.split('=').slice(1);
    const parts = value.split('.');
    const forged = [
      `${stranger.user_id}.${parts.slice(1).join('.')}`,
      [parts[0], Number(parts[1]) + 1, parts[2], parts[3]].join('.'),
      [...parts.slice(0, 3), parts[3]?.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))].join('.'),
      `${value}x`,
      '~'.repeat(50),
    ];
    for (const one of forged)
      expect((await app.login(person.email, PASSWORD, { cookie: `peritus_known=${one}` }, ip)).status).toBe(429);
    const inside = await app.login(person.email, PASSWORD, { cookie }, ip);
    expect(inside.status).toBe(200);
    // both people of one browser stay known there
    const both = await app.login(colleague.person.email, PASSWORD, { cookie: colleague.cookie }, ip);
    const shared = knownOf(
      (await app.login(person.email, PASSWORD, { cookie: `${cookie}~${colleague.cookie.split('=')[1]}` }, ip)).headers,
    );
    expect([both.status, (await app.login(colleague.person.email, PASSWORD, { cookie: shared }, ip)).status]).toEqual([
      200, 200,
    ]);
    later(16 * MINUTE);
  });

  test('its own wrong passwords are counted, ten in a quarter of an hour, and cost nobody else anything', async () => {
    const { person, cookie } = await known();
    const tries = await Promise.all(Array.from({ length: 14 }, () => wrong(person.email, cookie)));
    expect(tries.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      429,
      429,
      429,
      429,
    ]);
    expect(tries.map((answer) => knownOf(answer.headers))).toEqual(Array.from({ length: 14 }, () => ''));
    expect((await app.login(person.email, PASSWORD, { cookie }, ip)).status).toBe(429);
    expect((await app.login(person.email, PASSWORD, {}, ip)).status).toBe(200);
    later(16 * MINUTE);
  });

  test('is forgotten with another password and after half a year', async () => {
    const { person, cookie } = await known();
    const session = cookieFrom((await app.login(person.email, PASSWORD, {}, ip)).headers);
    const changed = await app.request({ cookie: session }, 'POST', '/api/v1/account/password', {
      current_password: PASSWORD,
      password: 'seven grey herons',
    });
    expect(changed.status).toBe(204);
    const late = await known();
    await flood(person.email);
    expect((await app.login(person.email, 'seven grey herons', { cookie }, ip)).status).toBe(429);
    expect((await app.login(person.email, 'seven grey herons', { cookie: knownOf(changed.headers) }, ip)).status).toBe(
      200,
    );
    later(181 * 24 * 60 * MINUTE);
    await flood(late.person.email);
    expect((await app.login(late.person.email, PASSWORD, { cookie: late.cookie }, ip)).status).toBe(429);
    later(16 * MINUTE);
  });
});

describe('sessions', () => {
  const signedIn = async (options: Parameters<EntryApp['account']>[0] = {}) => {
    const person = await app.account(options);
    return { person, cookie: cookieFrom((await app.login(person.email)).headers) };
  };

  test('end after half an hour without use, and not while they are used', async () => {
    const { cookie } = await signedIn();
    for (let i = 0; i < 3; i += 1) {
      later(29 * MINUTE);
      expect((await me({ cookie })).status).toBe(200);
    }
    later(30 * MINUTE);
    expect((await me({ cookie })).status).toBe(401);
  });

  test('end after twelve hours even in use', async () => {
    const { cookie } = await signedIn();
    for (let i = 0; i < 28; i += 1) {
      later(25 * MINUTE);
      expect((await me({ cookie })).status).toBe(200);
    }
    later(25 * MINUTE);
    expect((await me({ cookie })).status).toBe(401);
  });

  test('their last use is written at most once a minute', async () => {
    const { person, cookie } = await signedIn();
    const seen = async () =>
      (
        await app.db
          .selectFrom('sessions')
          .select('last_seen_at')
          .where('user_id', '=', person.user_id)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
      ).last_seen_at.getTime();
    const first = await seen();
    later(59_000);
    await me({ cookie });
    expect(await seen()).toBe(first);
    later(1_000);
    await me({ cookie });
    expect(await seen()).toBe(first + MINUTE);
  });

  test('end at once when the user is suspended', async () => {
    const { person, cookie } = await signedIn();
    await app.db
      .updateTable('users')
      .set({ suspended_at: app.services.clock.now() })
      .where('id', '=', person.user_id)
      .execute();
    expect((await me({ cookie })).status).toBe(401);
  });

  test('signing out ends the session and its sockets, takes the cookie, and can be done twice', async () => {
    const { person, cookie } = await signedIn();
    const answer = await app.request({ cookie }, 'DELETE', '/api/v1/user/logout');
    // drafts stay in the browser until the server has them
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({});
    expect(String(answer.headers['set-cookie'])).toMatch(/^peritus_session=; .*Expires=Thu, 01 Jan 1970/);
    expect((await me({ cookie })).status).toBe(401);
    expect(app.disconnected.at(-1)).toMatchObject({ session_id: expect.any(Number) as number });
    expect(await audits('session.sign_out')).toMatchObject({ actor_user_id: person.user_id });
    expect((await app.request({ cookie }, 'DELETE', '/api/v1/user/logout')).status).toBe(200);
  });

  test('one waiting for its second factor is nobody except to current_tmp', async () => {
    const { person, cookie } = await signedIn();
    await app.db
      .updateTable('sessions')
      .set({ needs_two_factor: true })
      .where('user_id', '=', person.user_id)
      .execute();
    expect((await me({ cookie })).problem.code).toBe('second_factor_required');
    const tmp = await app.request<CurrentUser>({ cookie }, 'GET', '/api/v1/users/current_tmp');
    expect(tmp.body).toMatchObject({ id: person.user_id, needs_two_factor: true });
  });
});

describe('the profile in use', () => {
  test('is the named one; a foreign one is ignored when asking who one is and refused elsewhere', async () => {
    const organization_id = await app.world.organization();
    const person = await app.account({ profile: 'ClaimConsultant', organization_id });
    const other = await app.account({ profile: 'ClaimConsultant', organization_id });
    const { id: second } = await app.db
      .insertInto('profiles')
      .values({ user_id: person.user_id, type: 'MedicalExpert', created_at: app.services.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const cookie = person.headers.cookie ?? '';

    const asExpert = await me({ cookie, 'x-profile-type': 'medical_expert', 'x-profile-id': String(second) });
    expect(asExpert.body).toMatchObject({ profile_label: 'Medical expert', profileable: { id: second } });
    expect(asExpert.body.profiles.map((p) => [p.class_name, p.label])).toEqual([
      ['claim_consultant', 'Claim consultant'],
      ['medical_expert', 'Medical expert'],
    ]);

    const forgeries: Record<string, string>[] = [
      { 'x-profile-type': 'claim_consultant', 'x-profile-id': String(other.profile_id) },
      { 'x-profile-type': 'review_manager', 'x-profile-id': String(person.profile_id) },
      { 'x-profile-type': 'super_admin', 'x-profile-id': '1' },
      { 'x-profile-id': String(person.profile_id) },
    ];
    for (const forged of forgeries) {
      expect((await me({ cookie, ...forged })).body.profileable?.id).toBe(person.profile_id);
      const refused = await app.request({ cookie, ...forged }, 'GET', `/api/v1/organizations/${organization_id}`);
      expect([refused.status, refused.problem.code]).toEqual([403, 'profile_not_yours']);
    }
  });
});

describe('the current user', () => {
  test('carries what the contract names and no secret', async () => {
    const organization_id = await app.world.organization({
      name: 'Harborline Mutual',
      flags: { use_generic_claim_professional_label: true, allow_copy_cases: false },
      settings: { claim_professional_label: 'Adjuster', raw_token: 'org-secret-token' },
    });
    await app.world.organization({
      name: 'Harborline West',
      parent_id: organization_id,
      flags: { imes_enabled: false },
    });
    await app.world.specialty();
    const person = await app.account({ profile: 'ClaimConsultant', organization_id, time_zone: 'America/Denver' });
    const { body } = await me(person.headers);
    expect(currentUser.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      profile_label: 'Adjuster',
      role: 'user',
      primary_profile_type: 'ClaimConsultant',
      primary_profile_id: person.profile_id,
      time_zone_nice: 'Mountain Time',
      needs_two_factor: false,
      needs_to_accept_eula: false,
      working_hours: { monday: { active: true, startTime: '09:00', endTime: '17:00' }, sunday: { active: false } },
    });
    const { organization } = body;
    expect(organization?.feature_flags).toMatchObject({
      allow_copy_cases: false,
      automated_closeout_delay_in_hours: 72,
    });
    expect(organization?.sub_organizations).toMatchObject([
      { name: 'Harborline West', enabled_kinds: ['Case', 'PeerReview', 'Generic'] },
    ]);
    expect(organization?.specialty_database.specialties.map((s) => s.name)).toContain('Neurosurgery');
    expect(JSON.stringify(body)).not.toMatch(/secret|argon2|password|token/);
  });

  test('nobody is nobody', async () => {
    expect((await me({})).problem.code).toBe('not_signed_in');
    expect((await me({ cookie: 'peritus_session=' })).status).toBe(401);
    expect((await me({ cookie: `peritus_session=${'x'.repeat(5000)}` })).status).toBe(401);
  });
});

describe('the license agreement', () => {
  test('is asked for, accepted at the server’s time, and asked for again when it changes', async () => {
    const organization_id = await app.world.organization();
    const person = await app.account({ organization_id, profile: 'ClaimConsultant' });
    const write = (at: Date) =>
      app.db
        .updateTable('organizations')
        .set({ eula: '<p>Terms</p>', eula_updated_at: at })
        .where('id', '=', organization_id)
        .execute();
    await write(new Date(app.services.clock.now().getTime() + 1));
    expect((await me(person.headers)).body).toMatchObject({
      needs_to_accept_eula: true,
      organization: { eula: '<p>Terms</p>' },
    });
    later(MINUTE);
    const answer = await app.request<CurrentUser>(person.headers, 'PUT', '/api/v1/users', {
      user: { id: person.user_id, eula_accepted_at: '2031-01-01T00:00:00Z' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      needs_to_accept_eula: false,
      eula_accepted_at: app.services.clock.now().toISOString(),
    });
    expect(await audits('eula.accept')).toMatchObject({
      actor_user_id: person.user_id,
      organization_id,
      data: { eula_updated_at: expect.stringMatching(/Z$/) },
    });
    later(MINUTE);
    await write(app.services.clock.now());
    expect((await me(person.headers)).body.needs_to_accept_eula).toBe(true);
  });

  test('is accepted for oneself only, and nothing else can be slipped in', async () => {
    const organization_id = await app.world.organization();
    const person = await app.account({ organization_id });
    const other = await app.account({ organization_id });
    const at = '2026-11-18T15:00:00Z';
    const foreign = await app.request(person.headers, 'PUT', '/api/v1/users', {
      user: { id: other.user_id, eula_accepted_at: at },
    });
    expect(foreign.status).toBe(404);
    await app.request(person.headers, 'PUT', '/api/v1/users', {
      user: { id: person.user_id, eula_accepted_at: at, role: 'super_admin', organization_id: 1 },
      role: 'super_admin',
    });
    const row = await app.db.selectFrom('users').selectAll().where('id', '=', person.user_id).executeTakeFirstOrThrow();
    expect([row.role, row.organization_id]).toEqual(['user', organization_id]);
  });
});

describe('the demo world', () => {
  test('is not there until it is installed; then it lists its people, and one of them signs in', async () => {
    expect((await app.request({}, 'GET', '/api/v1/demo/accounts')).body).toEqual({
      password: '',
      filling: null,
      groups: [],
    });
    const organization_id = await app.world.organization({ name: 'Northfield Health' });
    const dana = await app.account({
      profile: 'ClaimConsultant',
      organization_id,
      first_name: 'Dana',
      last_name: 'Whitlock',
    });
    const ines = await app.account({ profile: 'MedicalExpert', first_name: 'Ines', last_name: 'Falkenrath' });
    await app.account({ first_name: 'Not', last_name: 'Listed' });
    for (const [person, note] of [
      [dana, 'Four cases to move'],
      [ines, 'A report due on Friday'],
    ] as const) {
      await app.db.updateTable('users').set({ demo_note: note }).where('id', '=', person.user_id).execute();
    }
    await app.db
      .insertInto('instance_settings')
      .values({
        key: 'demo',
        value: json({ password: PASSWORD, organization_notes: { [organization_id]: 'Hospital group' } }),
        updated_at: app.services.clock.now(),
      })
      .execute();
    const { body } = await app.request({}, 'GET', '/api/v1/demo/accounts');
    expect(body).toEqual({
      password: PASSWORD,
      filling: null,
      groups: [
        {
          name: 'Northfield Health',
          note: 'Hospital group',
          accounts: [
            {
              email: dana.email,
              name: 'Dana Whitlock',
              initials: 'DW',
              profile_label: 'Claim consultant',
              seat: 'requester',
              note: 'Four cases to move',
            },
          ],
        },
        {
          name: 'Experts and Peritus staff',
          note: '',
          accounts: [
            {
              email: ines.email,
              name: 'Dr. Ines Falkenrath',
              initials: 'IF',
              profile_label: 'Medical expert',
              seat: 'expert',
              note: 'A report due on Friday',
            },
          ],
        },
      ],
    });
    expect((await app.login(dana.email)).status).toBe(200);
  });
});

describe('organizations', () => {
  test('are read with inheritance, by their own people; a foreign one is not there', async () => {
    const parent = await app.world.organization({ name: 'Calder & Rowe', flags: { allow_copy_cases: false } });
    const office = await app.world.organization({
      name: 'Denver',
      parent_id: parent,
      flags: { disable_ratings: true },
    });
    const admin = await app.account({ role: 'org_admin', organization_id: parent });
    const consultant = await app.account({ profile: 'ClaimConsultant', organization_id: parent });
    const outsider = await app.account({ role: 'org_admin', organization_id: await app.world.organization() });
    const expert = await app.account({ profile: 'MedicalExpert' });
    const read = (who: { headers: Record<string, string> }, id: number) =>
      app.request<{ feature_flags: Record<string, boolean> }>(who.headers, 'GET', `/api/v1/organizations/${id}`);
    expect((await read(admin, office)).body.feature_flags).toMatchObject({
      allow_copy_cases: false,
      disable_ratings: true,
    });
    expect((await read(consultant, parent)).status).toBe(200);
    expect((await read(consultant, office)).status).toBe(404);
    expect((await read(outsider, office)).status).toBe(404);
    expect((await read(expert, parent)).status).toBe(404);
    expect((await read(await app.account({ role: 'clin_ops' }), office)).status).toBe(200);
  });

  test('the database’s flag function agrees with the registry, at every step of a path', async () => {
    const parent = await app.world.organization({
      flags: { allow_copy_cases: false, disable_ratings: true, for_imes: 'no' },
    });
    const child = await app.world.organization({ parent_id: parent, flags: { disable_ratings: false } });
    const paths = {
      [parent]: [{ flags: { allow_copy_cases: false, disable_ratings: true } }],
      [child]: [{ flags: { disable_ratings: false } }, { flags: { allow_copy_cases: false, disable_ratings: true } }],
    };
    for (const [id, path] of Object.entries(paths)) {
      const { rows } = await app.services.database.pool.query<{ flag: string; value: boolean }>(
        'select flag, organization_flag($1, flag) as value from unnest($2::text[]) as flag',
        [Number(id), ORGANIZATION_FLAGS],
      );
      expect(Object.fromEntries(rows.map((r) => [r.flag, r.value]))).toEqual(resolveFlags(path));
    }
  });
});
