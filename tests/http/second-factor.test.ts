import { bodyAsSent } from '../harness/mails.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Waiting, FactorSetup, Security } from '../../src/features/accounts/contract/security.ts';
import { json } from '../../src/platform/db/json.ts';
import { cookieOf, PASSWORD, seenBy, type WaysInApp, waysInApp } from './sign-up-and-recovery-app.ts';

let app: WaysInApp;
beforeAll(async () => {
  app = await waysInApp();
});
afterAll(() => app.close());

type Headers = Record<string, string>;
const codeAt = (secret: string, offsetMs = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() + offsetMs });
const nextStep = () => app.clock.advance({ ms: 30_000 });
const me = (headers: Headers) => app.get('/users/current_user', headers);

/** Signs in with the password; the cookie of what came of it. */
async function enter(email: string, headers: Headers = {}) {
  const answer = await app.post('/user/login', { email, password: PASSWORD }, headers);
  expect(answer.status).toBe(200);
  return { cookie: cookieOf(answer.headers, 'peritus_session'), answer };
}

/** Somebody with an authenticator app; `cookie` is a whole session that gave the password just now. */
async function withApp(options: Parameters<WaysInApp['account']>[0] = {}) {
  const person = await app.account({ profile: 'ClaimConsultant', ...options });
  const { cookie } = await enter(person.email);
  const begun = await app.post<FactorSetup>('/account/second-factor/app', undefined, { cookie });
  const secret = begun.body.secret ?? '';
  const done = await app.post<{ recovery_codes: string[] }>(
    '/account/second-factor/app/confirm',
    { code: codeAt(secret) },
    { cookie },
  );
  expect(done.status).toBe(200);
  nextStep();
  return { person, cookie, secret, codes: done.body.recovery_codes };
}

/** Gives the password again; the cookie that goes on. */
async function again(cookie: string): Promise<string> {
  const answer = await app.post('/account/reauthenticate', { password: PASSWORD }, { cookie });
  expect(answer.status).toBe(200);
  return cookieOf(answer.headers, 'peritus_session');
}

const prove = (cookie: string, body: unknown, ip?: string) => app.post('/user/second-factor', body, { cookie }, ip);

describe('the authenticator app', () => {
  test('is set up with a QR code and a secret that is stored encrypted, and is asked for at the next sign-in', async () => {
    const person = await app.account({ profile: 'ClaimConsultant' });
    const { cookie } = await enter(person.email);
    const begun = await app.post<FactorSetup>('/account/second-factor/app', undefined, { cookie });
    expect(begun.status).toBe(200);
    const { secret, uri, qr } = begun.body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Peritus:${encodeURIComponent(person.email)}?issuer=Peritus&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(qr?.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/);
    // nothing is asked for before it is confirmed
    expect((await enter(person.email)).answer.body).toMatchObject({ needs_two_factor: false });
    const stored = await app.db
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', person.user_id)
      .execute();
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(
      Buffer.concat(stored.map((row) => row.new_secret ?? Buffer.alloc(0))).includes(Buffer.from(secret ?? '')),
    ).toBe(false);

    const wrong = await app.post('/account/second-factor/app/confirm', { code: '000000' }, { cookie });
    expect([wrong.status, wrong.problem.errors[0]?.path]).toEqual([422, 'code']);
    const done = await app.post<{ recovery_codes: string[] }>(
      '/account/second-factor/app/confirm',
      { code: codeAt(secret ?? '') },
      { cookie },
    );
    expect(done.status).toBe(200);
    expect(new Set(done.body.recovery_codes).size).toBe(10);
    expect((await app.mails(person.email)).map((m) => m.template)).toEqual(['second_factor_changed']);

    const { cookie: half, answer } = await enter(person.email);
    expect(answer.body).toMatchObject({ id: person.user_id, needs_two_factor: true });
    expect((await me({ cookie: half })).problem.code).toBe('second_factor_required');
    expect((await app.get('/cases', { cookie: half })).status).toBe(401);
    const state = await app.get<Waiting>('/user/second-factor', { cookie: half });
    expect(state.body).toMatchObject({ waits_for: 'proof', methods: [{ method: 'app' }], recovery: true });

    nextStep();
    const proved = await prove(half, { method: 'app', code: codeAt(secret ?? '') });
    expect(proved.status).toBe(200);
    expect(proved.body).toMatchObject({ id: person.user_id, needs_two_factor: false });
    const whole = cookieOf(proved.headers, 'peritus_session');
    // the token of before the second factor is void
    expect(whole).not.toBe(half);
    expect((await me({ cookie: half })).status).toBe(401);
    expect((await me({ cookie: whole })).status).toBe(200);
    expect((await prove(whole, { method: 'app', code: '000000' })).status).toBe(409);
  });

  test('takes a code a step early or late, none twice, and none older than the last', async () => {
    const { person, secret } = await withApp();
    const half = async () => (await enter(person.email)).cookie;
    app.clock.advance({ minutes: 5 });
    const now = codeAt(secret);
    const earlier = codeAt(secret, -30_000);
    for (const [offset, status] of [
      [-60_000, 422],
      [60_000, 422],
    ] as const)
      expect((await prove(await half(), { method: 'app', code: codeAt(secret, offset) })).status, String(offset)).toBe(
        status,
      );
    expect((await prove(await half(), { method: 'app', code: now })).status).toBe(200);
    const again = await prove(await half(), { method: 'app', code: now });
    expect([again.status, again.problem.code]).toEqual([422, 'invalid']);
    expect((await prove(await half(), { method: 'app', code: earlier })).status).toBe(422);
    expect((await prove(await half(), { method: 'app', code: codeAt(secret, 30_000) })).status).toBe(200);
  });

  test('one code brought twice at once opens one session', async () => {
    const { person, secret } = await withApp();
    const halves = [(await enter(person.email)).cookie, (await enter(person.email)).cookie];
    const code = codeAt(secret);
    const answers = await Promise.all(halves.map((cookie) => prove(cookie, { method: 'app', code })));
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  test('set up anew, the former app stays good until the new one is confirmed', async () => {
    const { person, cookie, secret } = await withApp();
    const begun = await app.post<FactorSetup>('/account/second-factor/app', undefined, { cookie });
    expect((await prove((await enter(person.email)).cookie, { method: 'app', code: codeAt(secret) })).status).toBe(200);
    nextStep();
    const next = begun.body.secret ?? '';
    const done = await app.post<{ recovery_codes: string[] }>(
      '/account/second-factor/app/confirm',
      { code: codeAt(next) },
      { cookie },
    );
    // the recovery codes there are stay good
    expect([done.status, done.body.recovery_codes]).toEqual([200, []]);
    nextStep();
    const half = (await enter(person.email)).cookie;
    expect((await prove(half, { method: 'app', code: codeAt(secret) })).status).toBe(422);
    expect((await prove(half, { method: 'app', code: codeAt(next) })).status).toBe(200);
  });

  test('a set-up is over after half an hour', async () => {
    const person = await app.account();
    const { cookie: first } = await enter(person.email);
    const begun = await app.post<FactorSetup>('/account/second-factor/app', undefined, { cookie: first });
    app.clock.advance({ minutes: 31 });
    const cookie = await again(first);
    const late = await app.post(
      '/account/second-factor/app/confirm',
      { code: codeAt(begun.body.secret ?? '') },
      { cookie },
    );
    expect([late.status, late.problem.code]).toEqual([409, 'wrong_state']);
  });
});

describe('guessing', () => {
  test('of two hundred guesses at once five are looked at, whatever source they come from', async () => {
    const { person, secret } = await withApp();
    const { cookie } = await enter(person.email);
    const right = codeAt(secret);
    const wrong = (i: number) => String((Number(right) + 1 + i) % 1_000_000).padStart(6, '0');
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => prove(cookie, { method: 'app', code: wrong(i) }, `198.51.${i % 100}.7`)),
    );
    expect(answers.filter((a) => a.status === 422)).toHaveLength(5);
    expect(answers.filter((a) => a.status === 429)).toHaveLength(195);
    const failed = await app.db
      .selectFrom('audit_rows')
      .selectAll()
      .where('action', '=', 'session.second_factor_failed')
      .where('subject', '=', `user:${person.user_id}`)
      .execute();
    expect(failed).toHaveLength(5);
    // not even the right one is, until the wait is over; nor in another session
    expect((await prove(cookie, { method: 'app', code: right })).status).toBe(429);
    const other = (await enter(person.email)).cookie;
    const refused = await prove(other, { method: 'recovery', code: 'aaaa-bbbb-cccc' });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
  });

  test('the wait grows with every five, and ends with a right code', async () => {
    const { person, secret } = await withApp();
    const { cookie } = await enter(person.email);
    const waits: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 5; i += 1)
        expect((await prove(cookie, { method: 'app', code: '12 34 5x' })).status).toBe(422);
      const refused = await prove(cookie, { method: 'app', code: codeAt(secret) });
      expect(refused.status).toBe(429);
      waits.push(Number(refused.headers['retry-after']));
      app.clock.advance({ ms: (waits.at(-1) ?? 0) * 1000 });
    }
    expect(waits).toEqual([60, 300, 900]);
    const again = (await enter(person.email)).cookie;
    expect((await prove(again, { method: 'app', code: codeAt(secret) })).status).toBe(200);
    nextStep();
    const half = (await enter(person.email)).cookie;
    for (let i = 0; i < 4; i += 1) expect((await prove(half, { method: 'app', code: '000001' })).status).toBe(422);
    expect((await prove(half, { method: 'app', code: codeAt(secret) })).status).toBe(200);
  });

  test('one source cannot try many accounts', async () => {
    // one after the other: each moves the clock
    const people: Awaited<ReturnType<typeof withApp>>[] = [];
    for (let n = 0; n < 7; n += 1) people.push(await withApp());
    const statuses: number[] = [];
    for (const { person } of people) {
      const { cookie } = await enter(person.email);
      for (let i = 0; i < 4; i += 1)
        statuses.push((await prove(cookie, { method: 'app', code: '000001' }, '2001:db8:7:7::1')).status);
    }
    expect(statuses.filter((s) => s === 422)).toHaveLength(25);
    expect(statuses.slice(25)).toEqual([429, 429, 429]);
  });

  test('a browser known to the person has guesses of its own: others cannot close the second factor for it', async () => {
    const { person, secret } = await withApp();
    const first = await enter(person.email);
    // the password alone makes no browser known
    expect(cookieOf(first.answer.headers, 'peritus_known')).toBe('');
    const whole = await prove(first.cookie, { method: 'app', code: codeAt(secret), remember: false });
    const known = cookieOf(whole.headers, 'peritus_known');
    expect([whole.status, known !== '']).toEqual([200, true]);
    nextStep();
    // somebody with the password uses the account's guesses up
    const { cookie: theirs } = await enter(person.email);
    for (let n = 0; n < 6; n += 1) await prove(theirs, { method: 'app', code: '000000', remember: false });
    const right = { method: 'app', code: codeAt(secret), remember: false };
    expect((await prove(theirs, right)).status).toBe(429);
    const { cookie: own } = await enter(person.email, { cookie: known });
    expect((await prove(`${own}; ${known}`, { ...right, code: '000000' })).status).toBe(422);
    expect((await prove(`${own}; ${known}`, right)).status).toBe(200);
    expect((await prove(theirs, right)).status).toBe(429);
  });

  test('a way that is not set up says what a wrong code says', async () => {
    const { person } = await withApp();
    const { cookie } = await enter(person.email);
    const answer = await prove(cookie, { method: 'sms', code: '123456' });
    expect([answer.status, answer.problem.code]).toEqual([422, 'invalid']);
    expect((await prove(cookie, { method: 'carrier-pigeon', code: '123456' })).status).toBe(400);
    expect((await prove(cookie, { method: 'app', code: '' })).status).toBe(400);
  });
});

describe('codes that are sent', () => {
  const codeIn = (text: string | null | undefined): string => /\b(\d{6})\b/.exec(text ?? '')?.[1] ?? '';

  test('by e-mail: set up, sent to the own address, good once and for ten minutes', async () => {
    const person = await app.account();
    const { cookie } = await enter(person.email);
    const begun = await app.post<FactorSetup>('/account/second-factor/email', undefined, { cookie });
    expect([begun.status, begun.body.secret, begun.body.qr]).toEqual([200, null, null]);
    const last = async () =>
      codeIn((await app.mails(person.email)).findLast((m) => m.template === 'second_factor_code')?.subject);
    const done = await app.post('/account/second-factor/email/confirm', { code: await last() }, { cookie });
    expect(done.status).toBe(200);
    expect((await app.post('/account/second-factor/email', undefined, { cookie })).problem.code).toBe('wrong_state');

    const half = (await enter(person.email)).cookie;
    const send = () => app.post('/user/second-factor/send', { method: 'email' }, { cookie: half });
    app.clock.advance({ ms: 30_000 });
    expect((await send()).status).toBe(204);
    expect((await send()).status).toBe(429);
    const first = await last();
    app.clock.advance({ ms: 30_000 });
    expect((await send()).status).toBe(204);
    const second = await last();
    if (first !== second) expect((await prove(half, { method: 'email', code: first })).status).toBe(422);
    app.clock.advance({ minutes: 9 });
    expect((await prove(half, { method: 'email', code: ` ${second.slice(0, 3)} ${second.slice(3)}` })).status).toBe(
      200,
    );
    const next = (await enter(person.email)).cookie;
    expect((await prove(next, { method: 'email', code: second })).status).toBe(422);
    expect((await app.post('/user/second-factor/send', { method: 'email' }, { cookie: next })).status).toBe(204);
    const third = await last();
    app.clock.advance({ minutes: 10 });
    expect((await prove(next, { method: 'email', code: third })).status).toBe(422);
  });

  test('by text: only to a verified number', async () => {
    const person = await app.account();
    const { cookie } = await enter(person.email);
    const refused = await app.post('/account/second-factor/sms', undefined, { cookie });
    expect([refused.status, refused.problem.code]).toEqual([409, 'wrong_state']);
    await app.db
      .updateTable('users')
      .set({ phone_number: '+13125550142', phone_verified: true })
      .where('id', '=', person.user_id)
      .execute();
    const begun = await app.post<FactorSetup>('/account/second-factor/sms', undefined, { cookie });
    expect(begun.body.target).toBe('•••• 42');
    const text = await app.db.selectFrom('texts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(text.to_number).toBe('+13125550142');
    const done = await app.post(
      '/account/second-factor/sms/confirm',
      { code: codeIn(bodyAsSent(app.app.services.keys, text)) },
      { cookie },
    );
    expect(done.status).toBe(200);
    // whoever finds the session open does not have the codes sent to another number; the owner hears of a change
    app.clock.advance({ minutes: 11 });
    const number = { phone_number: '+1 312 555 0177' };
    const closed = await app.post('/account/phone', number, { cookie });
    expect([closed.status, closed.problem.code]).toEqual([409, 'reauthentication_required']);
    const open = { cookie: await again(cookie) };
    expect((await app.post('/account/phone', number, open)).status).toBe(200);
    const next = await app.db.selectFrom('texts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    const changed = await app.post(
      '/account/phone/verify',
      { code: codeIn(bodyAsSent(app.app.services.keys, next)) },
      open,
    );
    expect(changed.body).toEqual({ phone_number: '+13125550177' });
    expect((await app.mails(person.email)).at(-1)?.subject).toBe('The mobile number of your account was changed');
    // a number that is no longer verified gets no code, and does not open the door either
    await app.db.updateTable('users').set({ phone_verified: false }).where('id', '=', person.user_id).execute();
    const { cookie: half, answer } = await enter(person.email);
    expect(answer.body).toMatchObject({ needs_two_factor: true });
    expect((await app.get<Waiting>('/user/second-factor', { cookie: half })).body).toMatchObject({
      methods: [],
      recovery: true,
    });
    expect((await app.post('/user/second-factor/send', { method: 'sms' }, { cookie: half })).status).toBe(409);
  });

  test('another’s code is nobody else’s, and a way that is not set up sends none', async () => {
    const { person } = await withApp();
    const { cookie } = await enter(person.email);
    expect((await app.post('/user/second-factor/send', { method: 'email' }, { cookie })).status).toBe(409);
    expect((await app.mails(person.email)).filter((m) => m.template === 'second_factor_code')).toEqual([]);
  });
});

describe('recovery codes', () => {
  test('work once each, however they are typed, are stored as hashes, and their use is told to the owner', async () => {
    const { person, codes } = await withApp();
    const [first = '', second = ''] = codes;
    const stored = await app.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', '=', person.user_id)
      .execute();
    expect(stored).toHaveLength(10);
    for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code);
    const half = async () => (await enter(person.email)).cookie;
    expect(
      (await prove(await half(), { method: 'recovery', code: ` ${first.toUpperCase().replaceAll('-', ' ')} ` })).status,
    ).toBe(200);
    expect((await prove(await half(), { method: 'recovery', code: first })).status).toBe(422);
    const both = await Promise.all(
      [await half(), await half()].map((cookie) => prove(cookie, { method: 'recovery', code: second })),
    );
    expect(both.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const mail = (await app.mails(person.email)).at(-1);
    expect([mail?.subject, mail?.text]).toEqual([
      'A recovery code was used to sign in',
      expect.stringContaining('8 recovery codes are left'),
    ]);
  });

  test('made anew, the earlier ones are void; another person’s never work', async () => {
    const one = await withApp();
    const other = await withApp();
    const renewed = await app.post<{ recovery_codes: string[] }>('/account/recovery-codes', undefined, {
      cookie: one.cookie,
    });
    expect(renewed.body.recovery_codes).toHaveLength(10);
    const half = (await enter(one.person.email)).cookie;
    for (const code of [one.codes[0], other.codes[0]])
      expect((await prove(half, { method: 'recovery', code })).status).toBe(422);
    expect((await prove(half, { method: 'recovery', code: renewed.body.recovery_codes[3] })).status).toBe(200);
  });

  test('there are none without a second factor', async () => {
    const person = await app.account();
    const { cookie } = await enter(person.email);
    expect((await app.post('/account/recovery-codes', undefined, { cookie })).problem.code).toBe('wrong_state');
  });
});

describe('remembered browsers', () => {
  test('are not asked again for thirty days, are no one else’s, and can be forgotten', async () => {
    const { person, secret } = await withApp();
    const half = (await enter(person.email)).cookie;
    const proved = await prove(half, { method: 'app', code: codeAt(secret), remember: true });
    const device = cookieOf(proved.headers, 'peritus_device');
    expect(String(proved.headers['set-cookie'])).toMatch(
      /peritus_device=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/,
    );
    const stored = await app.db
      .selectFrom('remembered_devices')
      .selectAll()
      .where('user_id', '=', person.user_id)
      .execute();
    expect(JSON.stringify(stored)).not.toContain(device.split('=')[1]);

    const known = await enter(person.email, { cookie: device });
    expect(known.answer.body).toMatchObject({ needs_two_factor: false });
    // which session brought the code is known: the one that did
    const sessions = await app.db
      .selectFrom('sessions')
      .select(['second_factor_at'])
      .where('user_id', '=', person.user_id)
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(sessions.map((one) => one.second_factor_at)).toEqual([null, app.clock.now()]);
    // the cookie opens nothing without the password, and nobody else's account
    expect((await app.post('/user/login', { email: person.email, password: 'wrong' }, { cookie: device })).status).toBe(
      401,
    );
    const other = await withApp();
    expect((await enter(other.person.email, { cookie: device })).answer.body).toMatchObject({ needs_two_factor: true });

    const { body } = await app.get<Security>('/account/security', { cookie: `${known.cookie}; ${device}` });
    expect(body.devices).toMatchObject([{ current: true }]);
    const id = body.devices[0]?.id;
    const stranger = await app.send('DELETE', `/api/v1/account/devices/${id}`, undefined, {
      headers: { cookie: other.cookie },
    });
    expect(stranger.status).toBe(404);
    app.clock.advance({ days: 29 });
    expect((await enter(person.email, { cookie: device })).answer.body).toMatchObject({ needs_two_factor: false });
    const gone = await app.send('DELETE', `/api/v1/account/devices/${id}`, undefined, {
      headers: { cookie: known.cookie },
    });
    expect(gone.status).toBe(204);
    expect((await enter(person.email, { cookie: device })).answer.body).toMatchObject({ needs_two_factor: true });
  });

  test('are forgotten after thirty days and with a new password', async () => {
    const { person, secret } = await withApp();
    const remember = async () => {
      nextStep();
      const half = (await enter(person.email)).cookie;
      return cookieOf(
        (await prove(half, { method: 'app', code: codeAt(secret), remember: true })).headers,
        'peritus_device',
      );
    };
    const first = await remember();
    app.clock.advance({ days: 30 });
    expect((await enter(person.email, { cookie: first })).answer.body).toMatchObject({ needs_two_factor: true });
    const second = await remember();
    await app.post('/user/forgot-password', { email: person.email });
    const token = await app.tokenFor(person.email, 'reset_password');
    expect((await app.post('/user/reset-password', { token, password: PASSWORD.toUpperCase() })).status).toBe(204);
    const answer = await app.post(
      '/user/login',
      { email: person.email, password: PASSWORD.toUpperCase() },
      { cookie: second },
    );
    expect(answer.body).toMatchObject({ needs_two_factor: true });
  });
});

describe('where it is required', () => {
  test('an organization’s people set one up before anything else, also by a profile of theirs, and inherit it', async () => {
    const organization_id = await app.world.organization({ settings: { require_second_factor: true } });
    const below = await app.world.organization({ parent_id: organization_id });
    const people = [
      await app.account({ profile: 'ClaimConsultant', organization_id }),
      await app.account({ role: 'org_admin', organization_id: below }),
    ];
    const doctor = await app.account({ profile: 'MedicalExpert' });
    await app.db
      .insertInto('profiles')
      .values({ user_id: doctor.user_id, type: 'ExternalMedicalExpert', organization_id, created_at: app.clock.now() })
      .execute();
    for (const person of [...people, doctor]) {
      const entered = await enter(person.email);
      const { answer } = entered;
      let { cookie } = entered;
      expect(answer.body).toMatchObject({ needs_two_factor: true });
      const state = await app.get<Waiting>('/user/second-factor', { cookie });
      expect(state.body).toMatchObject({ waits_for: 'setup', required_by: 'organization', possible: ['app', 'email'] });
      expect((await me({ cookie })).problem.code).toBe('second_factor_required');
      expect((await prove(cookie, { method: 'recovery', code: 'aaaa-bbbb-cccc' })).status).toBe(409);
      expect((await app.post('/account/recovery-codes', undefined, { cookie })).status).toBe(401);
      app.clock.advance({ minutes: 11 });
      expect((await app.post('/account/second-factor/app', undefined, { cookie })).status).toBe(409);
      cookie = await again(cookie);
      const begun = await app.post<FactorSetup>('/account/second-factor/app', undefined, { cookie });
      const done = await app.post<{ recovery_codes: string[] }>(
        '/account/second-factor/app/confirm',
        { code: codeAt(begun.body.secret ?? '') },
        { cookie },
      );
      expect([done.status, done.body.recovery_codes.length]).toEqual([200, 10]);
      const whole = cookieOf(done.headers, 'peritus_session');
      expect((await me({ cookie })).status).toBe(401);
      expect((await me({ cookie: whole })).body).toMatchObject({ id: person.user_id, needs_two_factor: false });
      // what is required keeps its last way
      const removed = await app.send('DELETE', '/api/v1/account/second-factor/app', undefined, {
        headers: { cookie: whole },
      });
      expect([removed.status, removed.problem.code]).toEqual([409, 'wrong_state']);
    }
    const free = await app.account({ profile: 'ClaimConsultant', organization_id: await app.world.organization() });
    expect((await enter(free.email)).answer.body).toMatchObject({ needs_two_factor: false });
  });

  test('open sessions of who has none wait within a minute of use once it is required; who has one goes on', async () => {
    const organization_id = await app.world.organization();
    const { person: ready, cookie: readyCookie } = await withApp({ organization_id });
    const person = await app.account({ profile: 'ClaimConsultant', organization_id });
    const { cookie } = await enter(person.email);
    const page = await app.page({ cookie });
    const closed = new Promise((resolve) => page.once('disconnect', resolve));
    await app.db
      .updateTable('organizations')
      .set({ settings: json({ require_second_factor: true }) })
      .where('id', '=', organization_id)
      .execute();
    app.clock.advance({ ms: 60_000 });
    expect((await app.get('/cases', { cookie })).problem.code).toBe('second_factor_required');
    await closed;
    expect((await app.get('/users/current_tmp', { cookie })).body).toMatchObject({ needs_two_factor: true });
    expect((await app.get<Waiting>('/user/second-factor', { cookie })).body).toMatchObject({
      waits_for: 'setup',
      required_by: 'organization',
    });
    expect((await me({ cookie: readyCookie })).body).toMatchObject({ id: ready.user_id });
    const begun = await app.post<FactorSetup>('/account/second-factor/app', undefined, { cookie });
    const done = await app.post(
      '/account/second-factor/app/confirm',
      { code: codeAt(begun.body.secret ?? '') },
      { cookie },
    );
    const whole = { cookie: cookieOf(done.headers, 'peritus_session') };
    app.clock.advance({ ms: 60_000 });
    expect((await me(whole)).body).toMatchObject({ id: person.user_id });
    expect((await me({ cookie })).status).toBe(401);
    const audit = await app.db
      .selectFrom('audit_rows')
      .select('subject')
      .where('action', '=', 'session.second_factor_required')
      .execute();
    expect(audit).toEqual([{ subject: `user:${person.user_id}` }]);
  });

  test('who has one set up cannot set up another in a session that waits for it', async () => {
    const { person } = await withApp();
    const { cookie } = await enter(person.email);
    expect((await app.post('/account/reauthenticate', { password: PASSWORD }, { cookie })).status).toBe(401);
    for (const url of [
      '/account/second-factor/app',
      '/account/second-factor/email',
      '/account/second-factor/app/confirm',
    ]) {
      const answer = await app.post(url, url.endsWith('confirm') ? { code: '123456' } : undefined, { cookie });
      expect([url, answer.status, answer.problem.code]).toEqual([url, 401, 'second_factor_required']);
    }
  });

  test('staff need one by the setting, and by default where the demo world is not', async () => {
    for (const [setting, demo, needed] of [
      ['on', true, true],
      ['off', false, false],
      ['', false, true],
      ['', true, false],
    ] as const) {
      const own = await waysInApp({ STAFF_SECOND_FACTOR: setting });
      try {
        if (demo)
          await own.db
            .insertInto('instance_settings')
            .values({ key: 'demo', value: json({ password: 'x' }), updated_at: own.clock.now() })
            .execute();
        const admin = await own.account({ role: 'admin' });
        const answer = await own.login(admin.email);
        expect([setting, demo, answer.body.needs_two_factor]).toEqual([setting, demo, needed]);
        const consultant = await own.account({ profile: 'ClaimConsultant' });
        expect((await own.login(consultant.email)).body.needs_two_factor).toBe(false);
      } finally {
        await own.close();
      }
    }
  });

  test('a waiting session ends after half an hour, used or not, and logging out ends it', async () => {
    const { person, secret } = await withApp();
    const { cookie } = await enter(person.email);
    app.clock.advance({ minutes: 20 });
    expect((await app.get('/user/second-factor', { cookie })).status).toBe(200);
    app.clock.advance({ minutes: 10 });
    expect((await prove(cookie, { method: 'app', code: codeAt(secret) })).status).toBe(401);
    const other = (await enter(person.email)).cookie;
    expect((await app.send('DELETE', '/api/v1/user/logout', undefined, { headers: { cookie: other } })).status).toBe(
      200,
    );
    expect((await prove(other, { method: 'app', code: codeAt(secret) })).status).toBe(401);
  });
});

describe('sensitive changes', () => {
  test('need the password of the last ten minutes', async () => {
    const made = await withApp();
    const { person, secret } = made;
    let { cookie } = made;
    const other = await app.world.signIn(person.user_id);
    app.clock.advance({ minutes: 10 });
    const acts = [
      () => app.post('/account/second-factor/app', undefined, { cookie }),
      () => app.post('/account/second-factor/email', undefined, { cookie }),
      () => app.post('/account/second-factor/app/confirm', { code: codeAt(secret) }, { cookie }),
      () => app.post('/account/recovery-codes', undefined, { cookie }),
      () => app.send('DELETE', '/api/v1/account/second-factor/app', undefined, { headers: { cookie } }),
    ];
    for (const act of acts) {
      const answer = await act();
      expect([answer.status, answer.problem.code]).toEqual([409, 'reauthentication_required']);
    }
    const wrong = await app.post('/account/reauthenticate', { password: 'not-the-one' }, { cookie });
    expect([wrong.status, wrong.problem.errors[0]?.path]).toEqual([422, 'password']);
    // under a new token: one that was looked at before is void
    const before = cookie;
    cookie = await again(cookie);
    expect(cookie).not.toBe(before);
    expect((await me({ cookie: before })).status).toBe(401);
    expect((await app.post('/account/recovery-codes', undefined, { cookie })).status).toBe(200);
    // another session of the same person is not meant by it
    expect((await app.post('/account/recovery-codes', undefined, other)).problem.code).toBe(
      'reauthentication_required',
    );
    app.clock.advance({ minutes: 10 });
    expect((await app.post('/account/recovery-codes', undefined, { cookie })).status).toBe(409);
  });

  test('take a code of the app in place of the password, once, and guesses count', async () => {
    const { secret, cookie } = await withApp();
    app.clock.advance({ minutes: 10 });
    const again = (app_code: string, headers: Record<string, string>) =>
      app.post('/account/reauthenticate', { app_code }, headers);
    const wrong = await again('000000', { cookie });
    expect([wrong.status, wrong.problem.errors[0]?.path]).toEqual([422, 'app_code']);
    const code = codeAt(secret);
    const given = await again(code, { cookie });
    expect(given.status).toBe(200);
    const fresh = { cookie: cookieOf(given.headers, 'peritus_session') };
    expect((await me({ cookie })).status).toBe(401);
    expect((await app.post('/account/recovery-codes', undefined, fresh)).status).toBe(200);
    expect((await again(code, fresh)).status).toBe(422);
    const statuses = [];
    for (let guess = 0; guess < 6; guess += 1) statuses.push((await again('000000', fresh)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test('taking the last way away takes recovery codes and remembered browsers along, and sign-ins are simple again', async () => {
    const { person, cookie, secret, codes } = await withApp();
    const half = (await enter(person.email)).cookie;
    const device = cookieOf(
      (await prove(half, { method: 'app', code: codeAt(secret), remember: true })).headers,
      'peritus_device',
    );
    const remove = () => app.send('DELETE', '/api/v1/account/second-factor/app', undefined, { headers: { cookie } });
    // of as many as there are connections, and more, one does it; none waits for another's connection
    const removed = (await Promise.all(Array.from({ length: 14 }, remove))).map(({ status }) => status);
    expect(removed.toSorted((a, b) => a - b)).toEqual([204, ...removed.slice(1).map(() => 409)]);
    const { body } = await app.get<Security>('/account/security', { cookie: `${cookie}; ${device}` });
    expect([body.recovery, body.devices, body.methods.map((m) => m.set_up_at)]).toEqual([null, [], [null, null, null]]);
    const { answer } = await enter(person.email);
    expect(answer.body).toMatchObject({ needs_two_factor: false });
    expect(codes).toHaveLength(10);
    expect((await app.mails(person.email)).at(-1)?.subject).toBe('The authenticator app was removed from your account');
  });

  test('another site’s page changes nothing', async () => {
    const { cookie } = await withApp();
    const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const url of ['/account/second-factor/app', '/account/recovery-codes', '/user/second-factor'])
      expect((await app.post(url, {}, foreign)).status).toBe(403);
  });

  test('a wrong password and a password whose account waits for more tell nothing apart', async () => {
    const { person } = await withApp();
    const plain = await app.account();
    const answers = [await app.login(person.email, 'wrong-guess'), await app.login(plain.email, 'wrong-guess')];
    expect(seenBy(answers[0] ?? answers[1]!)).toEqual(seenBy(answers[1]!));
  });
});
