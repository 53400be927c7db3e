import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProviderPerson, TestProvider } from '../harness/openid.ts';
import { FOREIGN_TARGETS } from '../harness/redirects.ts';
import type { Person } from '../harness/world.ts';
import { ORIGIN, ssoApp, type SsoApp } from './sso-app.ts';
import { cookieOf, seenBy, type WaysInApp } from './sign-up-and-recovery-app.ts';

let sso: SsoApp;
let app: WaysInApp;
let provider: TestProvider;
let admin: Person;
let organization: number;
let serial = 0;

beforeAll(async () => {
  sso = await ssoApp();
  ({ app, provider, admin, organization } = sso);
});
afterAll(() => sso.close());
beforeEach(() => {
  app.clock.set(new Date());
  provider.tamper = null;
  provider.forge = null;
  provider.person = newcomer();
});

const newcomer: SsoApp['newcomer'] = (more) => sso.newcomer(more);
const save: SsoApp['save'] = (...what) => sso.save(...what);
const begin: SsoApp['begin'] = (more) => sso.begin(more);
const visit: SsoApp['visit'] = (more) => sso.visit(more);
const callback: SsoApp['callback'] = (...what) => sso.callback(...what);
const signIn: SsoApp['signIn'] = (more) => sso.signIn(more);
const me: SsoApp['me'] = (answer) => sso.me(answer);
const outcome: SsoApp['outcome'] = () => sso.outcome();
const refusedFor = (reason: string) => ({ status: 403, code: 'sso_failed', current: { reason }, session: false });

describe('signing in with an organization', () => {
  test('a new person is made once, found again by issuer and subject, and the session is new', async () => {
    const first = await signIn();
    expect([first.status, first.body]).toEqual([200, { redirect_to: '/' }]);
    const user = await me(first);
    expect(user.body).toMatchObject({
      first_name: 'Ines',
      last_name: 'Falk',
      email: provider.person.email?.toLowerCase(),
      role: 'user',
      primary_profile_type: 'ClaimConsultant',
      organization: { id: organization },
    });
    // linked: the address of the provider is not asked for again
    provider.person = { ...provider.person, email: 'renamed@elsewhere.example', email_verified: false };
    const old = cookieOf(first.headers, 'peritus_session');
    const { cookie, body } = await visit();
    const second = await callback(`${cookie}; ${old}`, body);
    expect((await me(second)).body.id).toBe(user.body.id);
    expect(cookieOf(second.headers, 'peritus_session')).not.toBe(old);
    expect((await app.get('/users/current_user', { cookie: old })).status).toBe(401);
  });

  test('the cookie is for the browser alone; nothing stored tells state, nonce, verifier or secret', async () => {
    const { answer, cookie } = await begin();
    expect(String(answer.headers['set-cookie'])).toMatch(/peritus_sso=[\w-]{43}; Max-Age=600;.*HttpOnly; SameSite=Lax/);
    const sent = new URL(answer.body.url).searchParams;
    expect(sent.get('code_challenge_method')).toBe('S256');
    const stored = JSON.stringify([
      await app.db.selectFrom('sso_sign_ins').selectAll().execute(),
      await app.db.selectFrom('organization_sso').selectAll().execute(),
    ]);
    for (const secret of [sent.get('state'), sent.get('nonce'), cookie.split('=')[1], provider.client.client_secret]) {
      expect(secret).toMatch(/./);
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret ?? '').toString('hex'));
    }
  });

  test('an account of the same organization is linked; of another, of staff or of experts never', async () => {
    const own = await app.account({
      profile: 'ClaimConsultant',
      organization_id: organization,
      email: 'own@northfield.example',
    });
    provider.person = newcomer({ email: own.email });
    expect((await me(await signIn())).body.id).toBe(own.user_id);
    const told = () =>
      app.world.db
        .selectFrom('mails')
        .select('id')
        .where('template', '=', 'sso_linked')
        .where('to_user_id', '=', own.user_id)
        .execute();
    expect(await told()).toHaveLength(1);
    // known from now on; another subject with the same address is somebody the person is told of
    await signIn();
    expect(await told()).toHaveLength(1);
    provider.person = newcomer({ email: own.email });
    expect((await me(await signIn())).body.id).toBe(own.user_id);
    expect(await told()).toHaveLength(2);
    const other = await app.world.organization();
    for (const options of [
      { profile: 'ClaimConsultant' as const, organization_id: other },
      { role: 'admin' as const },
      { profile: 'MedicalExpert' as const },
    ]) {
      const email = `taken${(serial += 1)}@northfield.example`;
      await app.account({ ...options, email });
      provider.person = newcomer({ email });
      expect(await outcome()).toEqual(refusedFor('other_account'));
    }
  });

  test.each([
    ['an address nobody verified', { email_verified: false }, 'no_email'],
    ['no word on verification', { email_verified: undefined }, 'no_email'],
    ['no address', { email: undefined }, 'no_email'],
    ['another organization’s domain', { email: 'ines@elsewhere.example' }, 'other_domain'],
    ['a domain that only ends alike', { email: 'ines@evil-northfield.example' }, 'other_domain'],
    ['a sub-domain', { email: 'ines@mail.northfield.example' }, 'other_domain'],
  ])('%s is refused', async (_, more, reason) => {
    provider.person = newcomer(more as Partial<ProviderPerson>);
    expect(await outcome()).toEqual(refusedFor(reason));
  });

  test('a suspended person is refused, and nobody is added where the organization adds nobody', async () => {
    const first = await me(await signIn());
    await app.db.updateTable('users').set({ suspended_at: app.clock.now() }).where('id', '=', first.body.id).execute();
    expect(await outcome()).toEqual(refusedFor('no_access'));
    await save(organization, { default_profile_type: null });
    provider.person = newcomer();
    expect(await outcome()).toEqual(refusedFor('no_account'));
    await save(organization, {});
  });
});

describe('answers that are not trusted', () => {
  const HOUR = 3600;
  test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['wrong nonce', (c) => ({ ...c, nonce: 'another' })],
    ['no nonce', (c) => ({ ...c, nonce: undefined })],
    ['wrong audience', (c) => ({ ...c, aud: 'another' })],
    ['an audience more, without azp', (c) => ({ ...c, aud: ['peritus', 'another'] })],
    ['wrong azp', (c) => ({ ...c, azp: 'another' })],
    ['wrong issuer', (c) => ({ ...c, iss: 'https://login.example' })],
    ['expired', (c) => ({ ...c, exp: Number(c.iat) - HOUR })],
    ['no expiry', (c) => ({ ...c, exp: undefined })],
    ['made long before', (c) => ({ ...c, iat: Number(c.iat) - HOUR })],
    ['made in the future', (c) => ({ ...c, iat: Number(c.iat) + HOUR })],
    ['no subject', (c) => ({ ...c, sub: undefined })],
  ])('%s', async (_, tamper) => {
    provider.tamper = tamper;
    expect(await outcome()).toEqual(refusedFor('not_trusted'));
  });

  test.each(['stranger', 'none', 'secret'] as const)('signed by: %s', async (forge) => {
    provider.forge = forge;
    expect(await outcome()).toEqual(refusedFor('not_trusted'));
  });

  test('an answer that names another issuer, or none where the provider names itself', async () => {
    for (const iss of ['https://login.example', undefined]) {
      const { cookie, body } = await visit();
      expect(body.iss).toBe(provider.issuer);
      const answer = await callback(cookie, { ...body, iss });
      expect([answer.status, answer.problem.current]).toEqual([403, { reason: 'not_trusted' }]);
    }
  });

  test('a sign-in at the provider that is older than a session here may be', async () => {
    const asked = new URL((await begin()).answer.body.url).searchParams;
    expect([asked.get('max_age'), asked.get('prompt')]).toEqual([String(12 * HOUR), null]);
    provider.tamper = (c) => ({ ...c, auth_time: Number(c.iat) - 13 * HOUR });
    expect(await outcome()).toEqual(refusedFor('not_trusted'));
    provider.tamper = (c) => ({ ...c, auth_time: Number(c.iat) - 11 * HOUR });
    expect((await signIn()).status).toBe(200);
  });

  test('one that does not say when it asked, though it was asked to: it proves nothing recent', async () => {
    provider.tamper = (c) => ({ ...c, auth_time: undefined });
    expect(await outcome()).toEqual(refusedFor('no_auth_time'));
    for (const auth_time of [null, 'now', Math.round(Date.now() / 1000) + HOUR]) {
      provider.tamper = (c) => ({ ...c, auth_time });
      expect(await outcome()).toEqual(refusedFor('not_trusted'));
    }
  });

  test('tampering that changes nothing is let through: the refusals above are the claims’', async () => {
    provider.tamper = (claims) => claims;
    expect((await signIn()).status).toBe(200);
  });
});

describe('one browser, once', () => {
  const reasonOf = (answer: { problem: { current?: unknown } }) => answer.problem.current;

  test('wrong state, another browser’s answer and no cookie are refused and leave the sign-in as it was', async () => {
    const mine = await visit();
    const theirs = await visit();
    expect(reasonOf(await callback(mine.cookie, { ...mine.body, state: 'x' }))).toEqual({ reason: 'mismatch' });
    expect(reasonOf(await callback(mine.cookie, theirs.body))).toEqual({ reason: 'mismatch' });
    expect(reasonOf(await callback('', mine.body))).toEqual({ reason: 'ended' });
    expect((await callback(mine.cookie, mine.body)).status).toBe(200);
  });

  test('a code is good once, also when sent many times at once', async () => {
    const { cookie, body } = await visit();
    const answers = await Promise.all(Array.from({ length: 8 }, () => callback(cookie, body)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(403)]);
    expect(reasonOf(await callback(cookie, body))).toEqual({ reason: 'ended' });
    // a used code in a new sign-in of the same browser
    const again = await begin();
    const state = new URL(again.answer.body.url).searchParams.get('state');
    expect(reasonOf(await callback(again.cookie, { ...body, state }))).toEqual({ reason: 'not_trusted' });
  });

  test('after ten minutes it is over; a denial is said', async () => {
    const { cookie, body } = await visit();
    app.clock.advance({ minutes: 10, ms: 1 });
    expect(reasonOf(await callback(cookie, body))).toEqual({ reason: 'ended' });
    app.clock.set(new Date());
    const denied = await visit();
    expect(reasonOf(await callback(denied.cookie, { state: denied.body.state, error: 'access_denied' }))).toEqual({
      reason: 'denied',
    });
  });

  test('settings changed meanwhile end it', async () => {
    const { cookie, body } = await visit();
    await save(organization, { client_id: 'another' });
    expect(reasonOf(await callback(cookie, body))).toEqual({ reason: 'not_set_up' });
    await save(organization, {});
  });

  test.each([...FOREIGN_TARGETS, '/auth/callback?code=x', '/login'])(
    'is not led to %j, neither from the start nor at the end',
    async (target) => {
      expect((await signIn({ redirect_url: target })).body).toEqual({ redirect_to: '/' });
      const { cookie, body } = await visit();
      expect((await callback(cookie, { ...body, redirect_url: target })).body).toEqual({ redirect_to: '/' });
    },
  );

  test('leads to a page of ours', async () => {
    expect((await signIn({ redirect_url: '/case/7?tab=files' })).body).toEqual({ redirect_to: '/case/7?tab=files' });
  });
});

test('signing out leads over the provider’s own sign-out, for sessions it began and no others', async () => {
  const cookie = cookieOf((await signIn()).headers, 'peritus_session');
  const out = await app.send<{ redirect_to: string }>('DELETE', '/api/v1/user/logout', undefined, {
    headers: { cookie },
  });
  const url = new URL(out.body.redirect_to);
  expect(url.origin + url.pathname).toBe(`${provider.issuer}/session/end`);
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/login`);
  expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
  expect((await fetch(url)).status).toBe(200);
  expect((await app.get('/users/current_user', { cookie })).status).toBe(401);
  const person = await app.account({ profile: 'ClaimConsultant', organization_id: organization });
  const plain = await app.send('DELETE', '/api/v1/user/logout', undefined, { headers: person.headers });
  expect(plain.body).toEqual({});
});

test('what is offered depends on the domain alone', async () => {
  const known = await app.account({
    profile: 'ClaimConsultant',
    organization_id: organization,
    email: 'known@northfield.example',
  });
  const ask = (email: string) => app.post('/sso/organization', { email });
  const [one, two] = [await ask(known.email), await ask('never-seen@NORTHFIELD.example')];
  expect(one.body).toEqual({ organization: { name: 'Northfield Health', required: false } });
  expect(seenBy(one)).toEqual(seenBy(two));
  expect((await ask('x@elsewhere.example')).body).toEqual({ organization: null });
  await app.db
    .updateTable('organizations')
    .set({ friendly_registration_slug: 'northfield' })
    .where('id', '=', organization)
    .execute();
  expect((await app.post('/sso/organization', { organization_slug: 'northfield' })).body).toEqual(one.body);
});

describe('settings', () => {
  test('the secret is never shown, is kept, and does not go to another issuer or client', async () => {
    const read = await app.get(`/organizations/${organization}/sso`, admin.headers);
    expect(JSON.stringify(read.body)).not.toContain(provider.client.client_secret);
    expect(read.body).toMatchObject({
      redirect_uri: `${ORIGIN}/auth/callback`,
      settings: { has_client_secret: true, email_domains: ['northfield.example'] },
    });
    expect((await save(organization, { client_secret: undefined })).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    const moved = await save(organization, { client_secret: undefined, issuer: 'https://login.evil.example' });
    expect([moved.status, moved.problem.errors[0]?.path]).toEqual([422, 'client_secret']);
  });

  test('an organization’s admin keeps its own, adds no domain; a domain belongs to one organization', async () => {
    const other = await app.world.organization();
    const own = await app.account({ role: 'org_admin', organization_id: organization });
    const foreign = await app.account({ role: 'org_admin', organization_id: other });
    expect((await save(organization, {}, own)).status).toBe(200);
    expect((await save(organization, {}, foreign)).status).toBe(404);
    expect((await save(organization, { email_domains: ['northfield.example', 'new.example'] }, own)).status).toBe(422);
    const taken = await save(other, {});
    expect([taken.status, taken.problem.errors[0]?.path]).toEqual([422, 'email_domains']);
    expect((await save(other, { email_domains: ['gmail.com'] })).status).toBe(422);
  });

  test('asks who is there again after ten minutes, before it looks at a field; foreign ones stay unseen', async () => {
    const other = await app.world.organization({ name: 'Elmhurst Legal' });
    const own = await app.account({ role: 'org_admin', organization_id: organization });
    app.clock.advance({ minutes: 10 });
    for (const body of [{}, { issuer: '' }]) {
      const late = await save(organization, body, own);
      expect([late.status, late.problem.code]).toEqual([409, 'reauthentication_required']);
    }
    expect((await save(other, {}, own)).status).toBe(404);
    const shown = `?updated_at=${await sso.savedAt(organization)}`;
    const removed = await app.send('DELETE', `/api/v1/organizations/${organization}/sso${shown}`, undefined, own);
    expect([removed.status, removed.problem.code]).toEqual([409, 'reauthentication_required']);
    app.clock.set(new Date());
  });

  test('what somebody else saved meanwhile is not written over or taken away, and is answered', async () => {
    const fresh = await app.world.organization();
    const put = (id: number, body: Record<string, unknown>) => save(id, { enabled: false, email_domains: [], ...body });
    // of two who begin at once, one does
    const begun = await Promise.all([put(fresh, { updated_at: null }), put(fresh, { updated_at: null })]);
    expect(begun.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const shown = await sso.savedAt(fresh);
    app.clock.advance({ ms: 5 });
    expect((await put(fresh, { updated_at: shown, client_id: 'theirs' })).status).toBe(200);
    for (const body of [{ client_id: 'mine' }, { issuer: '' }]) {
      const late = await put(fresh, { updated_at: shown, ...body });
      expect([late.status, late.problem.code]).toEqual([409, 'stale']);
      expect(late.problem.current).toMatchObject({ settings: { client_id: 'theirs' } });
    }
    const away = (at: string | null) =>
      app.send('DELETE', `/api/v1/organizations/${fresh}/sso?updated_at=${at}`, undefined, { headers: admin.headers });
    // as many at once as you like: what is answered is read in each one's own transaction
    const late = await Promise.all(Array.from({ length: 14 }, () => away(shown)));
    expect(late.map(({ problem }) => problem.code)).toEqual(late.map(() => 'stale'));
    expect((await away(await sso.savedAt(fresh))).status).toBe(204);
    const rows = await app.db
      .selectFrom('audit_rows')
      .select('data')
      .where('organization_id', '=', fresh)
      .where('action', 'like', 'organization.sso%')
      .orderBy('id')
      .execute();
    expect(rows.map(({ data }) => data)).toMatchObject([
      { field: 'sso', before: null, after: { client_id: provider.client.client_id } },
      { before: { client_id: provider.client.client_id }, after: { client_id: 'theirs' } },
      { before: { client_id: 'theirs' }, after: null },
    ]);
    expect(JSON.stringify(rows)).not.toContain(provider.client.client_secret);
    app.clock.set(new Date());
  });

  test('a provider that says it is another issuer is refused', async () => {
    const liar = createServer((request, response) => {
      const own = `http://${request.headers.host}`;
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          issuer: provider.issuer,
          authorization_endpoint: `${own}/auth`,
          token_endpoint: `${own}/token`,
          jwks_uri: `${own}/jwks`,
        }),
      );
    });
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = liar.address() as AddressInfo;
      const answer = await save(organization, { issuer: `http://127.0.0.1:${port}` });
      expect([answer.status, answer.problem.errors[0]?.path]).toEqual([422, 'issuer']);
    } finally {
      liar.closeAllConnections();
      liar.close();
    }
  });

  test.each([
    'http://login.example',
    'https://user:pw@login.example',
    'https://10.0.0.1',
    'https://169.254.169.254/latest',
    'https://[fd00::1]',
    'ftp://login.example',
    'login.example',
    '',
  ])('issuer %s is refused at its field', async (issuer) => {
    const answer = await save(organization, { issuer });
    expect([answer.status, answer.problem.errors[0]?.path]).toEqual([422, 'issuer']);
  });
});
