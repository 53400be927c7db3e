import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/app/contracts.ts';
import { KINDS } from '../../src/core/kinds.ts';
import type { ApiKey, ApiKeyWithToken } from '../../src/features/api-keys/contract.ts';
import { API_SCOPE_NAMES, type ApiScope, MOST_KEYS } from '../../src/features/api-keys/rules.ts';
import { ANY_KEY, IN_OWN_NAME, OPENED, scopeOf, UPLOADS } from '../../src/features/api-keys/rules/opens.ts';
import { keyText, newSecret } from '../../src/features/api-keys/server/token.ts';
import { createLogger } from '../../src/platform/log.ts';
import { type Answer, type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* API keys: programs ask as the person who made the key, narrowed to its organization and its scopes, until it ends. */

const LIMIT = 650;
let t: TestApp;
let home: number;
let admin: Person;
let logged = '';
beforeAll(async () => {
  t = await testApp({
    env: { API_KEY_REQUESTS_PER_MINUTE: String(LIMIT) },
    log: createLogger('trace', { write: (line) => void (logged += line) }),
  });
});
afterAll(() => t.close());
beforeEach(async () => {
  home = await t.world.organization({ name: 'Harborline Mutual' });
  admin = await t.world.person({ role: 'org_admin', organization_id: home });
  await prove();
});

const prove = (minutes = 0) =>
  t.world.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(t.clock.now().getTime() - minutes * 60_000) })
    .execute();
const at = (path = '', organization = home) => `/api/v1/organizations/${organization}/api_keys${path}`;
const make = (more: object = {}, who: Person = admin, organization = home) =>
  t.request<ApiKeyWithToken>(who, 'POST', at('', organization), {
    name: 'Claims system',
    scopes: API_SCOPE_NAMES,
    days: 90,
    ...more,
  });
const key = async (more: object = {}, who: Person = admin, organization = home) => {
  const { body, status } = await make(more, who, organization);
  expect(status).toBe(201);
  return body;
};
const list = async (who: Person = admin) => (await t.request<{ data: ApiKey[] }>(who, 'GET', at())).body.data;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const ask = <T = Record<string, unknown>>(
  token: string,
  url = '/api/v1/api_key',
  { method = 'GET', body }: { method?: Method; body?: unknown } = {},
): Promise<Answer<T>> => t.request<T>(null, method, url, body, bearer(token));
const audited = (action: string) =>
  t.world.db
    .selectFrom('audit_rows')
    .select(['data', 'actor_user_id', 'subject'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

describe('a key', () => {
  it('is shown once, says what it is, is known by what it was used for, and ends at once', async () => {
    const made = await key({ scopes: ['reviews:read', 'reviews:read', 'files:read'] });
    expect(made).toMatchObject({
      token: expect.stringMatching(new RegExp(`^per_${made.id}_[0-9A-Za-z]{49}$`)) as string,
      scopes: ['reviews:read', 'files:read'],
      state: 'good',
      last_used_at: null,
      made_by: { user_id: admin.user_id },
    });
    expect(JSON.stringify(await list())).not.toContain('per_');
    const kept = await t.world.db.selectFrom('api_keys').selectAll().where('id', '=', made.id).execute();
    expect(JSON.stringify(kept)).not.toContain(made.token.slice(-20));
    const own = await ask(made.token);
    expect(own.body).toEqual({
      id: made.id,
      name: 'Claims system',
      scopes: ['reviews:read', 'files:read'],
      expires_at: made.expires_at,
      organization_id: home,
      acts_as: { user_id: admin.user_id, name: expect.any(String) as string },
    });
    expect(await list()).toMatchObject([{ last_used_at: t.clock.now().toISOString(), last_used_ip: '127.0.0.1' }]);
    const before = t.clock.now().toISOString();
    t.clock.advance({ ms: 59_000 });
    await ask(made.token);
    expect(await list()).toMatchObject([{ last_used_at: before }]);
    const revoked = await t.request<ApiKey>(admin, 'POST', at(`/${made.id}/revoke`));
    expect(revoked.body).toMatchObject({ state: 'revoked', revoked_at: t.clock.now().toISOString() });
    const refused = await ask(made.token);
    expect(refused.problem).toMatchObject({ status: 401, code: 'invalid_key', detail: 'This API key was revoked.' });
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="Peritus", error="invalid_token"');
    expect((await t.request(admin, 'POST', at(`/${made.id}/revoke`))).problem.code).toBe('wrong_state');
    expect(await audited('api_key.made')).toMatchObject({
      subject: `api_key:${made.id}`,
      actor_user_id: admin.user_id,
    });
    expect(await audited('api_key.revoked')).toMatchObject({ subject: `api_key:${made.id}` });
    expect(logged).toContain('/api/v1/api_key');
    expect(logged).not.toContain(made.token);
  });

  it('is made by an organization’s own admins who showed a short while ago who they are, and by nobody as them', async () => {
    const claims = await t.world.consultant(home);
    const stranger = await t.world.person({ role: 'org_admin', organization_id: await t.world.organization() });
    const staff = await t.world.staff('admin');
    await prove();
    expect((await make({}, claims)).status).toBe(403);
    expect((await make({}, staff)).status).toBe(403);
    expect((await make({}, stranger)).status).toBe(404);
    expect((await t.request(stranger, 'GET', at())).status).toBe(404);
    const { id } = await key();
    expect((await t.request(stranger, 'POST', at(`/${id}/revoke`))).status).toBe(404);
    await prove(10);
    expect((await make()).problem.code).toBe('reauthentication_required');
    await prove();
    // neither days without end nor scopes that do not exist nor networks that are none
    for (const wrong of [{ days: 366 }, { days: 0 }, { scopes: [] }, { scopes: ['everything'] }, { name: ' ' }])
      expect((await make(wrong)).status).toBe(400);
    const faults = await make({ addresses: ['203.0.113.0/24', '10.0.0.0/33', 'office'] });
    expect(faults.status).toBe(422);
    expect(faults.problem.errors.map(({ path }) => path)).toEqual(['addresses.1', 'addresses.2']);
    // Peritus' admins see them and revoke them
    expect((await t.request(staff, 'POST', at(`/${id}/revoke`))).status).toBe(200);
    for (let n = 0; n < MOST_KEYS; n += 1) await key();
    expect((await make()).problem.code).toBe('wrong_state');
  });

  it('opens nothing once it expired, and two weeks before its people are told', async () => {
    const { token } = await key({ days: 30, name: 'Docket' });
    const told = async () =>
      (
        await t.world.db
          .selectFrom('mails')
          .select('subject')
          .where('template', '=', 'api_key_ends')
          .where('to_email', '=', admin.email)
          .execute()
      ).map(({ subject }) => subject);
    const brief = await key({ days: 10 });
    t.clock.advance({ days: 10 });
    await t.settle();
    expect((await ask(brief.token)).problem).toMatchObject({
      code: 'invalid_key',
      detail: 'This API key has expired.',
    });
    expect(await told()).toEqual([]);
    t.clock.advance({ days: 6, ms: 1 });
    await t.settle();
    expect(await told()).toEqual(['Harborline Mutual: the API key “Docket” expires soon']);
    expect((await ask(token)).status).toBe(200);
    t.clock.advance({ days: 14 });
    expect((await ask(token)).problem.code).toBe('invalid_key');
    expect((await list()).map(({ state }) => state)).toEqual(['expired', 'expired']);
  });

  it('is taken from the addresses it was made for alone', async () => {
    const from = (token: string, remoteAddress: string) =>
      t.app.http.inject({ method: 'GET', url: '/api/v1/api_key', headers: bearer(token), remoteAddress });
    const { token } = await key({ addresses: ['203.0.113.0/24', '2001:db8::/32'] });
    for (const [address, status] of [
      ['203.0.113.9', 200],
      ['::ffff:203.0.113.9', 200],
      ['2001:db8:1::7', 200],
      ['203.0.114.9', 403],
      ['2001:db9::1', 403],
    ] as const)
      expect([address, (await from(token, address)).statusCode]).toEqual([address, status]);
  });

  it('is none without its last digit, with another’s secret, or beside a session', async () => {
    const made = await key();
    const other = await key();
    const wrong = [
      made.token.slice(0, -1),
      `${made.token.slice(0, -1)}${made.token.endsWith('0') ? '1' : '0'}`,
      keyText(made.id, newSecret()),
      keyText(other.id + 1_000_000, newSecret()),
      'per_',
      'eyJhbGciOiJub25lIn0.e30.',
      '',
    ];
    for (const token of wrong) expect([token, (await ask(token)).problem.code]).toEqual([token, 'invalid_key']);
    const both = await t.request(admin, 'GET', '/api/v1/reviews', undefined, bearer(made.token));
    expect(both.problem.code).toBe('malformed');
    // whoever sends what is none again and again is asked to stop, and a good key is not refused for it
    let last = await ask(wrong[0] ?? '');
    for (let n = 0; n < 60 && last.status === 401; n += 1) last = await ask(wrong[0] ?? '');
    expect(last.status).toBe(429);
    expect(last.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^\d+$/) as string,
      'ratelimit-policy': '"api_key_source";q=60;w=3600',
      ratelimit: expect.stringMatching(/^"api_key_source";r=0;t=\d+$/) as string,
    });
    expect((await ask(made.token)).status).toBe(200);
    // what a proxy keeps for itself is not ours
    expect((await t.request(admin, 'GET', '/api/v1/reviews', undefined, { authorization: 'Basic YTpi' })).status).toBe(
      200,
    );
    await t.world.db.deleteFrom('throttles').execute();
  });

  it('is worth what its maker is at this moment', async () => {
    const { token } = await key();
    const lost = 'Who made this API key may no longer do what it was made for.';
    const change = (set: object) => t.world.db.updateTable('users').set(set).where('id', '=', admin.user_id).execute();
    const elsewhere = await t.world.organization();
    for (const [taken, back] of [
      [{ suspended_at: t.clock.now() }, { suspended_at: null }],
      [{ role: 'user' }, { role: 'org_admin' }],
      [{ organization_id: elsewhere }, { organization_id: home }],
      [{ role: 'admin' }, { role: 'org_admin' }],
    ]) {
      await change(taken ?? {});
      expect((await ask(token)).problem).toMatchObject({ code: 'invalid_key', detail: lost });
      const staff = await t.world.staff('admin');
      expect((await list(staff)).map(({ state }) => state)).toEqual(['resting']);
      await change(back ?? {});
      expect((await ask(token)).status).toBe(200);
    }
  });

  it('says how often it may ask, counts each by itself, and is let in again when the minute is over', async () => {
    const { token } = await key();
    const second = await key();
    const first = await ask(token);
    expect(first.headers).toMatchObject({
      'ratelimit-policy': `"api_key";q=${LIMIT};w=60`,
      ratelimit: `"api_key";r=${LIMIT - 1};t=60`,
    });
    let last = first;
    // refusals count as well
    for (let n = 1; n < LIMIT; n += 1) last = await ask(token, '/api/v1/users/1/suspend', { method: 'POST' });
    expect(last).toMatchObject({ status: 403, headers: { ratelimit: '"api_key";r=0;t=60' } });
    t.clock.advance({ ms: 20_000 });
    const over = await ask(token);
    expect(over.problem.code).toBe('throttled');
    expect(over.headers).toMatchObject({ 'retry-after': '40', ratelimit: '"api_key";r=0;t=40' });
    expect((await ask(second.token)).status).toBe(200);
    t.clock.advance({ ms: 40_000 });
    expect((await ask(token)).status).toBe(200);
  });
});

describe('scopes', () => {
  const addressOf = (path: string) => path.replace('{kind}', KINDS.Case.api_path).replaceAll(/\{\w+\}/g, '999999999');

  it('name operations there are, none that protects an account, and of those in one’s own name what is named', () => {
    const known = new Map(ENDPOINTS.map((one) => [one.id, one]));
    const opened = OPENED.filter((id) => id !== UPLOADS);
    expect(opened.filter((id) => !known.has(id))).toEqual([]);
    expect(new Set(opened).size).toBe(opened.length);
    const inPerson = opened.filter((id) => known.get(id)?.in_person);
    expect(inPerson.toSorted()).toEqual([...IN_OWN_NAME].toSorted());
    expect(opened.filter((id) => known.get(id)?.in_person === 'account')).toEqual([]);
    const changes = opened.filter((id) => known.get(id)?.method !== 'GET');
    for (const id of changes) expect(scopeOf(id), id).toMatch(/:(order|write)$/);
  });

  it(
    'open what they name: every operation there is, with every scope and with each left out',
    { timeout: 120_000 },
    async () => {
      const all = await key();
      const lacking = new Map<ApiScope, string>();
      for (const scope of API_SCOPE_NAMES)
        lacking.set(scope, (await key({ scopes: API_SCOPE_NAMES.filter((one) => one !== scope) })).token);
      const refused = (answer: Answer) => answer.status === 403 && answer.problem.code === 'insufficient_scope';
      const wrong: string[] = [];
      for (const [at, { id, method, path }] of ENDPOINTS.entries()) {
        // a key asks so many times a minute, however many operations there are
        if (at % (LIMIT / 2) === 0) t.clock.advance({ minutes: 1 });
        const scope = scopeOf(id);
        const opens = scope !== null || id === ANY_KEY;
        if (refused(await ask(all.token, addressOf(path), { method })) === opens) wrong.push(`${id} with all`);
        if (scope === null) continue;
        const answer = await ask(lacking.get(scope) ?? '', addressOf(path), { method });
        if (
          !refused(answer) ||
          answer.headers['www-authenticate'] !== `Bearer realm="Peritus", error="insufficient_scope", scope="${scope}"`
        )
          wrong.push(`${id} without ${scope}`);
      }
      expect(wrong).toEqual([]);
      for (const [scope, opens] of [
        ['files:write', true],
        ['files:read', false],
      ] as const) {
        const { token } = await key({ scopes: [scope] });
        expect(refused(await ask(token, '/api/v1/uploads', { method: 'POST' }))).toBe(!opens);
      }
    },
  );

  it('never reach further than the key’s organization and those below it, nor further than its maker', async () => {
    const below = await t.world.organization({ parent_id: home });
    const above = await t.world.person({ role: 'customer_admin', organization_id: home });
    await prove();
    const cast = await castFor(t.world, PASSWORD_HASH);
    const stranger = await new CaseDriver(inApp(t, cast)).draft();
    const own = await new CaseDriver(
      inApp(t, { ...cast, organization_id: home, requester: await t.world.consultant(home) }),
    ).to('submitted');
    const wide = await key({}, above);
    const narrow = await key({}, above, below);
    expect((await ask(wide.token, own.url())).status).toBe(200);
    expect(await audited('review.viewed')).toMatchObject({ actor_user_id: above.user_id, data: { api_key: wide.id } });
    expect((await ask(wide.token, stranger.url())).status).toBe(404);
    expect((await ask(narrow.token, own.url())).status).toBe(404);
    expect((await ask(narrow.token, `/api/v1/organizations/${home}`)).status).toBe(404);
    expect((await ask(narrow.token, `/api/v1/organizations/${below}`)).status).toBe(200);
    // whoever is below does not see the keys above
    const inner = await t.world.person({ role: 'org_admin', organization_id: below });
    expect((await t.request(inner, 'GET', at())).status).toBe(404);
  });

  it('let a program order as its maker, and the record says by which key', async () => {
    const { token, id } = await key();
    const ids = await t.world.specialty();
    const cast = await castFor(t.world, PASSWORD_HASH);
    const driver = new CaseDriver({
      ...inApp(t, { ...cast, organization_id: home, requester: { ...admin, headers: bearer(token) } }),
    });
    await driver.draft({ ...ids });
    expect(await audited('review.created')).toMatchObject({ actor_user_id: admin.user_id, data: { api_key: id } });
    await driver.submitted();
    expect(await driver.status()).toBe('in_intake');
    expect(await audited('review.submit')).toMatchObject({ actor_user_id: admin.user_id, data: { api_key: id } });
    // what is not ordering is a person's
    expect((await ask(token, driver.url('/actions/cancel'), { method: 'POST', body: {} })).problem.code).toBe(
      'insufficient_scope',
    );
  });
});

it('a request under way ends when its key is revoked', async () => {
  const cast = await castFor(t.world, PASSWORD_HASH);
  const driver = new CaseDriver(
    inApp(t, { ...cast, organization_id: home, requester: await t.world.consultant(home) }),
  );
  await driver.draft();
  const made = await key();
  const begun = await t.app.http.inject({
    method: 'POST',
    url: '/api/v1/uploads',
    headers: {
      ...bearer(made.token),
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': `review_id ${btoa(String(driver.id))},filename ${btoa('Chart.pdf')}`,
    },
  });
  expect(begun.statusCode).toBe(201);
  // a use is noted once a minute: that of the next request is its own
  t.clock.advance({ minutes: 2 });
  if (!t.app.http.server.listening) await t.app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = t.app.http.server.address() as AddressInfo;
  const sending = httpRequest({
    host: '127.0.0.1',
    port,
    method: 'PATCH',
    path: String(begun.headers['location']),
    headers: {
      ...bearer(made.token),
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': '1000',
    },
  });
  const cut = once(sending, 'error');
  sending.write('the first of its bytes');
  // its use is noted after the key was found good: from then on it is under way
  await expect.poll(async () => (await list())[0]?.last_used_at).toBe(t.clock.now().toISOString());
  await t.request(admin, 'POST', at(`/${made.id}/revoke`));
  expect(((await cut)[0] as NodeJS.ErrnoException).code).toBe('ECONNRESET');
});
