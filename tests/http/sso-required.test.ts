import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenedInvitation } from '../../src/features/accounts/contract/people.ts';
import type { FactorSetup, Waiting } from '../../src/features/accounts/contract/security.ts';
import { openBreakGlass } from '../../src/features/accounts/server/index.ts';
import { json } from '../../src/platform/db/json.ts';
import { ssoApp, type SsoApp } from './sso-app.ts';
import { NEW_PASSWORD, type WaysInApp } from './sign-up-and-recovery-app.ts';

let sso: SsoApp;
let app: WaysInApp;
let organization: number;

beforeAll(async () => {
  sso = await ssoApp();
  ({ app, organization } = sso);
});
afterAll(() => sso.close());
beforeEach(async () => {
  app.clock.set(new Date());
  sso.provider.tamper = null;
  sso.provider.person = sso.newcomer();
  await sso.save(organization, {});
});

const inside = (more: Parameters<WaysInApp['account']>[0] = {}) =>
  app.account({ profile: 'ClaimConsultant', organization_id: organization, ...more });
const address = (): string => `${sso.newcomer().sub}@northfield.example`;

/** Invites somebody; answers the token of the link. */
async function invited(email: string, as: Record<string, unknown> = {}): Promise<string> {
  const body = { email, role: 'user', profile_type: 'ClaimConsultant', organization_id: organization, ...as };
  const answer = await app.post('/people/invitations', body, sso.admin.headers);
  expect(answer.status).toBe(201);
  return app.tokenFor(email, 'person_invitation');
}
const accept = (token: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  app.post('/people/invitation/accept', { token, ...more }, headers);
const newPerson = { first_name: 'Ines', last_name: 'Falk', password: NEW_PASSWORD };

describe('where an organization’s own sign-in service is required', () => {
  test('the right password is not enough, the wrong one is told nothing', async () => {
    const person = await inside();
    await sso.save(organization, { required: true });
    expect((await app.login(person.email)).problem.code).toBe('sso_required');
    expect((await app.login(person.email, 'wrong')).problem.code).toBe('bad_credentials');
    await sso.save(organization, {});
    expect((await app.login(person.email)).status).toBe(200);
  });

  test('who has the machine lets somebody in nonetheless, by a link', async () => {
    const person = await inside();
    await sso.save(organization, { required: true });
    const link = { email: person.email, reason: 'The provider is away', run_by: 'ops@machine' };
    const { token } = await openBreakGlass(app.db, app.clock.now(), link);
    const used = await app.post('/user/break-glass', { token });
    expect((await sso.me(used)).body.id).toBe(person.user_id);
  });

  test('sessions by password end when it is set, with their pages; those it began, its admin’s and a part with settings of its own go on', async () => {
    const own = await app.world.organization({ parent_id: organization });
    expect((await sso.save(own, { email_domains: ['own.example'] })).status).toBe(200);
    const below = await inside({ organization_id: await app.world.organization({ parent_id: organization }) });
    const [person, apart, keeper] = [
      await inside(),
      await inside({ organization_id: own }),
      await inside({ role: 'org_admin', profile: null }),
    ];
    const stranger = await app.account({ profile: 'ClaimConsultant' });
    const bySso = await sso.signIn();
    const page = await app.page(person.headers);
    const closed = new Promise((resolve) => page.once('disconnect', resolve));
    expect((await sso.save(organization, { required: true }, keeper)).status).toBe(200);
    await closed;
    const status = async (headers: Record<string, string>) => (await app.get('/users/current_user', headers)).status;
    expect(await Promise.all([person, below, apart, keeper, stranger].map(({ headers }) => status(headers)))).toEqual([
      401, 401, 200, 200, 200,
    ]);
    expect((await sso.me(bySso)).status).toBe(200);
    // what holds already ends nothing more
    await app.world.signIn(person.user_id);
    const again = await app.world.signIn(person.user_id);
    await sso.save(organization, { required: true }, keeper);
    expect(await status(again)).toBe(200);
  });

  test('an office whose own is off keeps to what its parent requires, and has none where the parent requires nothing', async () => {
    const office = await app.world.organization({ parent_id: organization });
    const person = await inside({ organization_id: office });
    const offered = async () =>
      (await app.post<{ organization: unknown }>('/sso/organization', { email: 'ines@office.example' })).body;
    expect((await sso.save(office, { enabled: false, email_domains: ['office.example'] })).status).toBe(200);
    expect((await app.login(person.email)).status).toBe(200);
    const none = await offered();
    const session = await app.world.signIn(person.user_id);
    await sso.save(organization, { required: true });
    expect((await app.get('/users/current_user', session)).status).toBe(401);
    expect((await app.login(person.email)).problem.code).toBe('sso_required');
    expect(await offered()).not.toEqual(none);
    // an organization elsewhere is not touched
    const stranger = await app.account({ profile: 'ClaimConsultant', organization_id: await app.world.organization() });
    expect((await app.login(stranger.email)).status).toBe(200);
  });

  test('an invitation gives a new person no password: signing in there accepts it, as what it says', async () => {
    const email = address();
    const token = await invited(email, { is_review_manager: true });
    await sso.save(organization, { required: true, default_profile_type: null });
    const opened = await app.post<OpenedInvitation>('/people/invitation/open', { token });
    expect(opened.body.invitation).toMatchObject({
      has_account: false,
      sso_required: { name: 'Northfield Health', knows_address: true },
    });
    const refused = await accept(token, newPerson);
    expect([refused.status, refused.problem.code, sso.sessionOf(refused)]).toEqual([403, 'sso_required', '']);
    sso.provider.person = sso.newcomer({ email });
    const user = (await sso.me(await sso.signIn())).body;
    expect(user).toMatchObject({ email, organization: { id: organization }, is_review_manager: true });
    const row = await app.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toBeNull();
    expect((await app.post<OpenedInvitation>('/people/invitation/open', { token })).body.state).toBe('accepted');
    // who was not invited still is nobody here
    sso.provider.person = sso.newcomer();
    expect((await sso.outcome()).current).toEqual({ reason: 'no_account' });
  });

  test('an invitation of another organization, taken back or over, makes nobody', async () => {
    await sso.save(organization, { default_profile_type: null });
    const elsewhere = await app.world.organization();
    const email = address();
    await invited(email, { organization_id: elsewhere });
    sso.provider.person = sso.newcomer({ email });
    expect((await sso.outcome()).current).toEqual({ reason: 'no_account' });
    await invited(email);
    app.clock.advance({ days: 8 });
    await app.db
      .updateTable('person_invitations')
      .set({ withdrawn_at: app.clock.now() })
      .where('email', '=', email)
      .execute();
    app.clock.set(new Date());
    expect((await sso.outcome()).current).toEqual({ reason: 'no_account' });
  });

  test('an account is joined in a session it began, and in no other', async () => {
    const email = address();
    sso.provider.person = sso.newcomer({ email });
    const first = await sso.signIn();
    const { id } = (await sso.me(first)).body;
    const token = await invited(email, { profile_type: 'Attendee' });
    await sso.save(organization, { required: true });
    const byPassword = await app.world.signIn(id);
    const refused = await accept(token, {}, byPassword);
    expect([refused.status, refused.problem.code]).toEqual([403, 'sso_required']);
    const joined = await accept(token, {}, { cookie: sso.sessionOf(first) });
    expect(joined.status).toBe(204);
    // the new session is the provider's, too: it ends there as well
    const out = await app.send<{ redirect_to?: string }>('DELETE', '/api/v1/user/logout', undefined, {
      headers: { cookie: sso.sessionOf(joined) },
    });
    expect(out.body.redirect_to).toMatch(new RegExp(`^${sso.provider.issuer}/session/end`));
  });

  test('an account from elsewhere does not bring its password in', async () => {
    const expert = await app.account({ profile: 'MedicalExpert' });
    const token = await invited(expert.email, { profile_type: 'Attendee' });
    await sso.save(organization, { required: true });
    expect((await accept(token, {}, expert.headers)).problem.code).toBe('sso_required');
    const opened = await app.post<OpenedInvitation>('/people/invitation/open', { token });
    expect(opened.body.invitation?.sso_required).toEqual({ name: 'Northfield Health', knows_address: false });
  });

  test('only addresses it knows are invited', async () => {
    await sso.save(organization, { required: true });
    const body = { role: 'user', profile_type: 'ClaimConsultant', organization_id: organization };
    const answer = await app.post('/people/invitations', { ...body, email: 'x@elsewhere.example' }, sso.admin.headers);
    expect([answer.status, answer.problem.errors[0]?.path]).toEqual([422, 'email']);
    await invited(address());
  });

  test('a registration begun before ends at the code', async () => {
    const slug = `northfield-${organization}`;
    await app.db
      .updateTable('organizations')
      .set({ friendly_registration_slug: slug })
      .where('id', '=', organization)
      .execute();
    const email = address();
    const begun = await app.post('/registrations', { purpose: 'order', organization_slug: slug, email, ...newPerson });
    expect(begun.status).toBe(201);
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    const code = await app.codeFor(email);
    await sso.save(organization, { required: true });
    const answer = await app.post('/registrations/current/verify', { code }, { cookie });
    expect([answer.status, answer.problem.code]).toEqual([403, 'sso_required']);
    expect(await app.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([]);
  });
});

describe('the second factor after a sign-in there', () => {
  const codeOf = (secret: string): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() });
  const requires = (value: boolean) =>
    app.db
      .updateTable('organizations')
      .set({ settings: json({ require_second_factor: value }) })
      .where('id', '=', organization)
      .execute();

  test('is set up first where the organization requires it, asked for at the next, and leads on to the page', async () => {
    await requires(true);
    const first = await sso.signIn({ redirect_url: '/completed-cases' });
    expect(first.body).toEqual({ redirect_to: '/verify?redirectUrl=%2Fcompleted-cases' });
    const half = { cookie: sso.sessionOf(first) };
    expect((await sso.me(first)).problem.code).toBe('second_factor_required');
    expect((await app.get('/cases', half)).status).toBe(401);
    expect((await app.get<Waiting>('/user/second-factor', half)).body).toMatchObject({
      waits_for: 'setup',
      required_by: 'organization',
    });
    const { secret } = (await app.post<FactorSetup>('/account/second-factor/app', undefined, half)).body;
    const done = await app.post('/account/second-factor/app/confirm', { code: codeOf(secret ?? '') }, half);
    expect(done.status).toBe(200);
    expect((await sso.me(done)).status).toBe(200);
    expect((await app.get('/users/current_user', half)).status).toBe(401);

    // who has one is asked for it, required or not
    await requires(false);
    app.clock.advance({ ms: 30_000 });
    const second = await sso.signIn();
    expect(second.body).toEqual({ redirect_to: '/verify' });
    const waiting = { cookie: sso.sessionOf(second) };
    expect((await app.get<Waiting>('/user/second-factor', waiting)).body.waits_for).toBe('proof');
    const proved = await app.post('/user/second-factor', { method: 'app', code: codeOf(secret ?? '') }, waiting);
    expect(proved.status).toBe(200);
    const whole = { cookie: sso.sessionOf(proved) };
    expect(whole.cookie).not.toBe(waiting.cookie);
    // and the session still ends at the provider, too
    const out = await app.send<{ redirect_to?: string }>('DELETE', '/api/v1/user/logout', undefined, {
      headers: whole,
    });
    expect(out.body.redirect_to).toMatch(new RegExp(`^${sso.provider.issuer}/session/end`));
  });

  test('is changed after a sign-in anew: what counts is when the provider asked for the person', async () => {
    const setUp = (cookie: string) => app.post('/account/second-factor/app', undefined, { cookie });
    sso.provider.tamper = (claims) => ({ ...claims, auth_time: Number(claims.iat) - 3600 });
    const stale = await sso.signIn();
    expect((await setUp(sso.sessionOf(stale))).problem.code).toBe('reauthentication_required');
    const asked = new URL((await sso.begin({ again: true })).answer.body.url);
    expect(asked.searchParams.get('prompt')).toBe('login');
    sso.provider.tamper = null;
    const fresh = await sso.signIn({ again: true });
    expect((await setUp(sso.sessionOf(fresh))).status).toBe(200);
  });
});
