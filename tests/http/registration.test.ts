import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CurrentUser } from '../../src/features/accounts/contract.ts';
import { cookieOf, NEW_PASSWORD, seenBy, type WaysInApp, waysInApp } from './sign-up-and-recovery-app.ts';

let app: WaysInApp;
beforeAll(async () => {
  app = await waysInApp({ SUPPORT_EMAIL: 'help@peritus.example' });
});
afterAll(() => app.close());

const BODY = {
  purpose: 'order',
  first_name: 'Marla',
  last_name: 'Quist',
  password: NEW_PASSWORD,
  organization_name: 'Quist & Daughters',
  time_zone: 'America/Denver',
};
const register = (email: string, more: Record<string, unknown> = {}, ip?: string) =>
  app.post('/registrations', { ...BODY, email, ...more }, {}, ip);
const handleOf = (answer: { headers: Record<string, unknown> }) => ({
  cookie: cookieOf(answer.headers, 'peritus_registration'),
});
const verify = (headers: Record<string, string>, code: string) =>
  app.post('/registrations/current/verify', { code }, headers);
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('registering', () => {
  test('makes an organization with its admin once the code is entered, and signs in under a new session', async () => {
    const answer = await register('Marla@Quist.Example');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ email: 'marla@quist.example' });
    expect(String(answer.headers['set-cookie'])).toMatch(/peritus_registration=[\w-]{43};.*HttpOnly; SameSite=Lax/);
    const handle = handleOf(answer);
    expect((await app.get('/registrations/current', handle)).body).toMatchObject({ email: 'marla@quist.example' });
    expect(await app.db.selectFrom('users').selectAll().where('email', '=', 'marla@quist.example').execute()).toEqual(
      [],
    );
    const code = await app.codeFor('marla@quist.example');
    const [stored] = await app.db.selectFrom('registrations').selectAll().orderBy('id', 'desc').limit(1).execute();
    expect(JSON.stringify(stored)).not.toContain(code);
    expect(JSON.stringify(stored)).not.toContain(NEW_PASSWORD);
    const done = await verify(handle, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(done.status).toBe(204);
    const me = await app.get<CurrentUser>('/users/current_user', { cookie: cookieOf(done.headers, 'peritus_session') });
    expect(me.body).toMatchObject({
      first_name: 'Marla',
      email: 'marla@quist.example',
      role: 'org_admin',
      time_zone: 'America/Denver',
      organization: { name: 'Quist & Daughters' },
      profiles: [],
    });
    expect((await app.login('marla@quist.example', NEW_PASSWORD)).status).toBe(200);
    expect((await app.mails('help@peritus.example')).at(-1)).toMatchObject({ template: 'organization_registered' });
    // used: neither again nor by anybody who kept the cookie
    expect((await verify(handle, code)).status).toBe(410);
  });

  test('who reviews becomes an applicant without an organization', async () => {
    const answer = await register('ines@clinic.example', { purpose: 'review', organization_name: undefined });
    const done = await verify(handleOf(answer), await app.codeFor('ines@clinic.example'));
    const me = await app.get<CurrentUser>('/users/current_user', { cookie: cookieOf(done.headers, 'peritus_session') });
    expect(me.body).toMatchObject({ role: 'user', primary_profile_type: 'ApplicantMedicalExpert' });
    expect(me.body.organization).toBeUndefined();
  });

  test('the body chooses neither role nor organization', async () => {
    const victim = await app.world.organization({ name: 'Harborline Mutual' });
    const answer = await register('eve@evil.example', {
      role: 'super_admin',
      organization_id: victim,
      organization_name: 'Harborline Mutual',
    });
    const done = await verify(handleOf(answer), await app.codeFor('eve@evil.example'));
    const me = await app.get<CurrentUser>('/users/current_user', { cookie: cookieOf(done.headers, 'peritus_session') });
    expect(me.body.role).toBe('org_admin');
    expect(me.body.organization?.id).not.toBe(victim);
    expect(
      (await app.get(`/organizations/${victim}`, { cookie: cookieOf(done.headers, 'peritus_session') })).status,
    ).toBe(404);
  });

  test('all faults are named at once, at their fields, and cost no try', async () => {
    const answer = await register('dana@', {
      first_name: ' ',
      last_name: 'see www.evil.example',
      password: 'password1234',
      organization_name: '',
    });
    expect(answer.status).toBe(422);
    expect(answer.problem.errors.map((e) => e.path)).toEqual([
      'organization_name',
      'first_name',
      'last_name',
      'email',
      'password',
    ]);
    expect((await register('x@y.example', { purpose: 'govern' })).status).toBe(400);
  });

  test('what a stranger typed goes into no mail', async () => {
    await register('quiet@victim.example', { first_name: 'Zqueen', last_name: 'Zking', organization_name: 'Zcastle' });
    const [mail] = await app.mails('quiet@victim.example');
    expect(`${mail?.subject}${JSON.stringify(mail?.letter)}${mail?.text}${mail?.to_name}`).not.toMatch(
      /Zqueen|Zking|Zcastle/,
    );
  });
});

describe('an address that has an account', () => {
  test('gets the same answer; its owner is told by mail, and no code opens or changes anything', async () => {
    const owner = await app.account({ first_name: 'Owner' });
    const [known, unknown] = [
      await register(owner.email.toUpperCase()),
      await register('u'.repeat(owner.email.length - 13) + '@example.test'),
    ];
    expect({ ...seenBy(known), body: Object.keys(known.body) }).toEqual({
      ...seenBy(unknown),
      body: Object.keys(unknown.body),
    });
    expect((await app.mails(owner.email)).map((m) => m.template)).toEqual(['registration_known']);
    const guess = await verify(handleOf(known), '000000');
    const code = await app.codeFor(String(unknown.body.email));
    expect(seenBy(guess)).toEqual(seenBy(await verify(handleOf(unknown), wrong(code))));
    const again = [
      await app.get('/registrations/current', handleOf(known)),
      await app.get('/registrations/current', handleOf(unknown)),
    ];
    expect(again.map((a) => a.status)).toEqual([200, 200]);
    expect((await app.login(owner.email)).status).toBe(200);
  });

  test('registered by two, the second code makes nothing and takes nothing over', async () => {
    const [first, second] = [
      await register('race@both.example'),
      await register('race@both.example', { first_name: 'Eve' }),
    ];
    await app.settle();
    const mails = (await app.mails('race@both.example')).map((m) => /^\d{6}/.exec(m.subject)?.[0] ?? '');
    expect((await verify(handleOf(first), mails[0] ?? '')).status).toBe(204);
    expect((await verify(handleOf(second), mails[1] ?? '')).status).toBe(422);
    const users = await app.db
      .selectFrom('users')
      .select('first_name')
      .where('email', '=', 'race@both.example')
      .execute();
    expect(users).toEqual([{ first_name: 'Marla' }]);
  });

  test('the code of one registration opens no other, and nothing opens without the cookie', async () => {
    const [mine, other] = [await register('mine@evil.example'), await register('other@victim.example')];
    const code = await app.codeFor('other@victim.example');
    expect((await verify(handleOf(mine), code)).status).toBe(422);
    expect((await verify({}, code)).status).toBe(410);
    expect((await verify({ cookie: 'peritus_registration=made-up' }, code)).status).toBe(410);
    expect((await verify(handleOf(other), code)).status).toBe(204);
  });
});

describe('guessing the code', () => {
  test('two hundred guesses at once count as five, and the right one comes too late', async () => {
    const answer = await register('guessed@victim.example');
    const code = await app.codeFor('guessed@victim.example');
    const handle = handleOf(answer);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => verify(handle, wrong(String(Number(code) + i * 3)))),
    );
    const statuses = answers.map((a) => a.status);
    expect(statuses.filter((s) => s === 422)).toHaveLength(5);
    expect(statuses.filter((s) => s === 429)).toHaveLength(195);
    const row = await app.db
      .selectFrom('registrations')
      .select('attempts')
      .where('email', '=', 'guessed@victim.example')
      .executeTakeFirstOrThrow();
    expect(row.attempts).toBe(5);
    expect((await verify(handle, code)).status).toBe(429);
    app.clock.advance({ minutes: 10 });
    expect((await verify(handle, code)).status).toBe(422);
    expect(
      await app.db.selectFrom('users').select('id').where('email', '=', 'guessed@victim.example').execute(),
    ).toEqual([]);
  });

  test('another code brings no further guesses', async () => {
    const handle = handleOf(await register('again@victim.example'));
    const code = await app.codeFor('again@victim.example');
    for (let i = 0; i < 4; i += 1) expect((await verify(handle, wrong(code))).status).toBe(422);
    const soon = await app.post('/registrations/current/resend', undefined, handle);
    expect([soon.status, Number(soon.headers['retry-after'])]).toEqual([429, 30]);
    app.clock.advance({ ms: 30_000 });
    expect((await app.post('/registrations/current/resend', undefined, handle)).status).toBe(200);
    const next = await app.codeFor('again@victim.example');
    expect((await verify(handle, wrong(next))).status).toBe(422);
    expect((await verify(handle, next)).status).toBe(429);
    app.clock.advance({ minutes: 9, ms: 59_000 });
    expect((await verify(handle, next)).status).toBe(204);
  });

  test('the first code is void once another was sent, and each ends after ten minutes', async () => {
    const handle = handleOf(await register('late@victim.example'));
    const first = await app.codeFor('late@victim.example');
    app.clock.advance({ minutes: 1 });
    await app.post('/registrations/current/resend', undefined, handle);
    const second = await app.codeFor('late@victim.example');
    if (first !== second) expect((await verify(handle, first)).status).toBe(422);
    app.clock.advance({ minutes: 10 });
    expect((await verify(handle, second)).status).toBe(422);
    app.clock.advance({ minutes: 50 });
    expect((await verify(handle, second)).status).toBe(410);
  });

  test('five registrations an hour for one address, twenty from one source', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await register('often@victim.example')).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    const from: number[] = [];
    for (let i = 0; i < 21; i += 1) from.push((await register(`many${i}@spray.example`, {}, '192.0.2.44')).status);
    expect(from).toEqual([...Array<number>(20).fill(201), 429]);
  });
});

describe('an organization’s own registration', () => {
  const LOGO = 'data:image/png;base64,iVBORw0KGgo=';
  const organization = async (
    slug: string,
    more: { flags?: Record<string, unknown>; settings?: Record<string, unknown>; logo?: string } = {},
  ) => {
    const id = await app.world.organization({ name: `The ${slug}`, ...more });
    await app.db
      .updateTable('organizations')
      .set({ friendly_registration_slug: slug, logo: more.logo ?? null })
      .where('id', '=', id)
      .execute();
    return id;
  };

  test('shows its name and logo, and makes claim consultants of it', async () => {
    const id = await organization('harborline', { logo: LOGO });
    expect((await app.get('/registrations/organizations/harborline')).body).toEqual({
      name: 'The harborline',
      logo: LOGO,
      allowed_email_domains: null,
    });
    const answer = await register('dana@anywhere.example', {
      organization_slug: 'harborline',
      organization_name: undefined,
    });
    const done = await verify(handleOf(answer), await app.codeFor('dana@anywhere.example'));
    const me = await app.get<CurrentUser>('/users/current_user', { cookie: cookieOf(done.headers, 'peritus_session') });
    expect(me.body).toMatchObject({
      role: 'user',
      organization: { id },
      primary_profile_type: 'ClaimConsultant',
      is_review_manager: false,
    });
  });

  test.each([
    ['dana@northfield.example', 201],
    ['DANA@NORTHFIELD.EXAMPLE', 201],
    ['dana@west.northfield.example', 422],
    ['dana@northfield.example.evil.example', 422],
    ['northfield.example@evil.example', 422],
    ['dana@n\u043Erthfield.example', 422],
  ])('takes only its domains where it keeps a list: %s', async (email, status) => {
    const slug = `list-${Math.random().toString(36).slice(2)}`;
    await organization(slug, {
      flags: { email_domain_whitelisting_enabled: true },
      settings: { allowed_email_domains: ['@Northfield.example'] },
    });
    expect((await app.get(`/registrations/organizations/${slug}`)).body).toMatchObject({
      allowed_email_domains: ['northfield.example'],
    });
    const answer = await register(email, { organization_slug: slug });
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.problem.errors.map((e) => e.path)).toEqual(['email']);
    await app.db.deleteFrom('throttles').execute();
  });

  test('an inherited list holds for a sub-organization; a logo elsewhere is not loaded; an unknown link is 404', async () => {
    const parent = await organization('parent', {
      flags: { email_domain_whitelisting_enabled: true },
      settings: { allowed_email_domains: ['parent.example'] },
    });
    const child = await app.world.organization({ name: 'Child', parent_id: parent });
    await app.db
      .updateTable('organizations')
      .set({ friendly_registration_slug: 'child', logo: 'https://evil.example/l.png' })
      .where('id', '=', child)
      .execute();
    expect((await app.get('/registrations/organizations/child')).body).toEqual({
      name: 'Child',
      logo: null,
      allowed_email_domains: ['parent.example'],
    });
    expect((await app.get('/registrations/organizations/nowhere')).status).toBe(404);
    expect((await register('x@y.example', { organization_slug: 'nowhere' })).status).toBe(404);
  });
});
