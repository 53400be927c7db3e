import { bodyAsSent } from '../harness/mails.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../harness/world.ts';
import { NEW_PASSWORD, PASSWORD, seenBy, type WaysInApp, waysInApp } from './sign-up-and-recovery-app.ts';

let app: WaysInApp;
beforeAll(async () => {
  app = await waysInApp();
});
afterAll(() => app.close());

let serial = 0;
const fresh = () => `moved${(serial += 1)}@new.example`;
const change = (who: Person, email: string, password = PASSWORD) =>
  app.post('/account/email', { email, password }, who.headers);
const confirm = (token: string) => app.post('/account/email/confirm', { token });
const stop = (token: string) => app.post<{ email: string }>('/account/email/stop', { token });
const emailOf = async (who: Person) =>
  (await app.db.selectFrom('users').select('email').where('id', '=', who.user_id).executeTakeFirstOrThrow()).email;

describe('changing one’s address', () => {
  test('needs the password; the new address confirms, the old one is told, and only then it holds', async () => {
    const dana = await app.account();
    const email = fresh();
    const refused = await change(dana, email, 'not my password');
    expect([refused.status, refused.problem.errors[0]?.path]).toEqual([422, 'password']);
    expect((await change(dana, email.toUpperCase())).status).toBe(204);
    const [notice] = await app.mails(dana.email);
    expect(notice).toMatchObject({ template: 'email_change_notice' });
    expect(notice?.text).toContain(email);
    expect(await emailOf(dana)).toBe(dana.email);
    expect((await app.mails(email))[0]?.text).not.toContain(dana.email);
    const token = await app.tokenFor(email, 'email_change_confirm');
    const done = await confirm(token);
    expect([done.status, done.body]).toEqual([200, { email }]);
    expect(await emailOf(dana)).toBe(email);
    expect((await app.login(email)).status).toBe(200);
    expect((await app.login(dana.email)).status).toBe(401);
    expect((await confirm(token)).status).toBe(410);
    const audit = await app.db.selectFrom('audit_rows').selectAll().where('action', '=', 'email.changed').execute();
    expect(JSON.stringify(audit)).not.toContain(email);
  });

  test('ends the links for a new password that went to the old address', async () => {
    const dana = await app.account();
    await app.post('/user/forgot-password', { email: dana.email });
    const reset = await app.tokenFor(dana.email, 'reset_password');
    const email = fresh();
    await change(dana, email);
    await confirm(await app.tokenFor(email, 'email_change_confirm'));
    expect((await app.post('/user/reset-password', { token: reset, password: NEW_PASSWORD })).status).toBe(410);
  });

  test('the old address stops it before it is confirmed: sessions end, the password is void, a new one is its to choose', async () => {
    const dana = await app.account();
    const page = await app.page(dana.headers);
    const gone = new Promise((resolve) => page.once('disconnect', resolve));
    const email = fresh();
    await change(dana, email);
    const confirmation = await app.tokenFor(email, 'email_change_confirm');
    const stopping = await app.tokenFor(dana.email, 'email_change_notice');
    expect((await stop(stopping)).body).toEqual({ email: dana.email });
    await gone;
    expect((await app.get('/users/current_user', dana.headers)).status).toBe(401);
    expect((await confirm(confirmation)).status).toBe(410);
    expect((await app.login(dana.email)).status).toBe(401);
    const reset = await app.tokenFor(dana.email, 'reset_password');
    expect((await app.post('/user/reset-password', { token: reset, password: NEW_PASSWORD })).status).toBe(204);
    expect((await app.login(dana.email, NEW_PASSWORD)).status).toBe(200);
    expect((await stop(stopping)).status).toBe(410);
  });

  test('the old address takes back a takeover that went on to a second address, within seven days', async () => {
    const dana = await app.account();
    const [second, third] = [fresh(), fresh()];
    await change(dana, second);
    await confirm(await app.tokenFor(second, 'email_change_confirm'));
    const stopping = await app.tokenFor(dana.email, 'email_change_notice');
    await change(dana, third);
    await confirm(await app.tokenFor(third, 'email_change_confirm'));
    expect(await emailOf(dana)).toBe(third);
    const between = await app.tokenFor(second, 'email_change_notice');
    app.clock.advance({ days: 6 });
    expect((await stop(stopping)).status).toBe(200);
    expect(await emailOf(dana)).toBe(dana.email);
    // the stop link of the address in between went to the one who took it over
    expect((await stop(between)).status).toBe(410);
    expect(await emailOf(dana)).toBe(dana.email);
  });

  test('an address that can still come back is nobody else’s to take', async () => {
    const dana = await app.account();
    const email = fresh();
    await change(dana, email);
    await confirm(await app.tokenFor(email, 'email_change_confirm'));
    const eve = await app.account();
    await change(eve, dana.email);
    expect((await app.mails(dana.email)).at(-1)).toMatchObject({ template: 'email_change_taken' });
    // its owner may go back to it
    const owner = { ...dana, headers: await app.world.signIn(dana.user_id) };
    expect((await change(owner, dana.email)).status).toBe(204);
    expect((await confirm(await app.tokenFor(dana.email, 'email_change_confirm'))).status).toBe(200);
  });

  test('an address with an account gets the same answer, and nothing can be confirmed', async () => {
    const [dana, owner] = [await app.account(), await app.account()];
    const [taken, free] = [await change(dana, owner.email), await change(dana, fresh())];
    expect(seenBy(taken)).toEqual(seenBy(free));
    expect((await app.mails(owner.email)).map((m) => m.template)).toEqual(['email_change_taken']);
    expect(await emailOf(dana)).toBe(dana.email);
  });

  test('a link ends after a day, with a newer change, and once the address is taken meanwhile', async () => {
    const dana = await app.account();
    const [first, second] = [fresh(), fresh()];
    await change(dana, first);
    const earlier = await app.tokenFor(first, 'email_change_confirm');
    await change(dana, second);
    expect((await confirm(earlier)).status).toBe(410);
    const later = await app.tokenFor(second, 'email_change_confirm');
    await app.account({ email: second });
    expect((await confirm(later)).status).toBe(410);
    const third = fresh();
    await change(dana, third);
    const last = await app.tokenFor(third, 'email_change_confirm');
    app.clock.advance({ days: 1 });
    expect((await confirm(last)).status).toBe(410);
    expect(await emailOf(dana)).toBe(dana.email);
  });

  test('nobody signed in changes nothing; faults are at the field', async () => {
    const dana = await app.account();
    expect((await app.post('/account/email', { email: fresh(), password: PASSWORD })).status).toBe(401);
    expect((await change(dana, 'd\u0430na@new.example')).problem.errors[0]?.path).toBe('email');
    expect((await change(dana, dana.email.toUpperCase())).problem.errors[0]?.message).toContain('already');
  });
});

describe('a phone number', () => {
  const ask = (who: Person, phone_number: string) => app.post('/account/phone', { phone_number }, who.headers);
  const verify = (who: Person, code: string) => app.post('/account/phone/verify', { code }, who.headers);
  const codeTo = async (who: Person) => {
    await app.settle();
    const text = await app.db
      .selectFrom('texts')
      .selectAll()
      .where('to_user_id', '=', who.user_id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(text.status).toBe('outbox');
    return { to: text.to_number, code: bodyAsSent(app.app.services.keys, text).slice(0, 6) };
  };
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const phoneOf = (who: Person) =>
    app.db
      .selectFrom('users')
      .select(['phone_number', 'phone_verified'])
      .where('id', '=', who.user_id)
      .executeTakeFirstOrThrow();

  test('is one’s own once the texted code is entered, once', async () => {
    const dana = await app.account();
    const asked = await ask(dana, '(312) 555-0142');
    expect([asked.status, asked.body.sent_to]).toEqual([200, '•••• 42']);
    expect(await phoneOf(dana)).toEqual({ phone_number: null, phone_verified: false });
    const { to, code } = await codeTo(dana);
    expect(to).toBe('+13125550142');
    const stored = await app.db.selectFrom('account_codes').selectAll().where('user_id', '=', dana.user_id).execute();
    expect(JSON.stringify(stored)).not.toContain(code);
    expect((await verify(dana, wrong(code))).status).toBe(422);
    expect((await verify(dana, code)).body).toEqual({ phone_number: '+13125550142' });
    expect(await phoneOf(dana)).toEqual({ phone_number: '+13125550142', phone_verified: true });
    expect((await verify(dana, code)).status).toBe(422);
  });

  test('one’s code is no other’s, a newer one replaces it, and it ends after ten minutes', async () => {
    const [dana, eve] = [await app.account(), await app.account()];
    await ask(dana, '+13125550142');
    const first = await codeTo(dana);
    await ask(eve, '+13125550143');
    expect((await verify(eve, first.code)).status).toBe(422);
    await ask(dana, '+13125550144');
    const second = await codeTo(dana);
    if (first.code !== second.code) expect((await verify(dana, first.code)).status).toBe(422);
    app.clock.advance({ minutes: 10 });
    expect((await verify(dana, second.code)).status).toBe(422);
    expect(await phoneOf(dana)).toEqual({ phone_number: null, phone_verified: false });
  });

  test('two hundred guesses at once count as five', async () => {
    const dana = await app.account();
    await ask(dana, '+13125550142');
    const { code } = await codeTo(dana);
    const answers = await Promise.all(Array.from({ length: 200 }, () => verify(dana, wrong(code))));
    expect(answers.filter((a) => a.status === 422)).toHaveLength(5);
    expect(answers.filter((a) => a.status === 429)).toHaveLength(195);
    expect((await verify(dana, code)).status).toBe(429);
    expect(
      await app.db.selectFrom('account_codes').select('attempts').where('user_id', '=', dana.user_id).execute(),
    ).toEqual([{ attempts: 5 }]);
  });

  test('the right code entered twice at once counts once', async () => {
    const dana = await app.account();
    await ask(dana, '+13125550142');
    const { code } = await codeTo(dana);
    const answers = await Promise.all([verify(dana, code), verify(dana, code)]);
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  test('five texts an hour for a person, and for a number whoever asks', async () => {
    await app.db.deleteFrom('throttles').execute();
    const dana = await app.account();
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await ask(dana, `+1312555020${i}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const rung: number[] = [];
    for (let i = 0; i < 6; i += 1) rung.push((await ask(await app.account(), '+13125550199')).status);
    expect(rung).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await ask(await app.account(), 'call me')).problem.errors[0]?.path).toBe('phone_number');
    expect((await app.post('/account/phone', { phone_number: '+13125550142' })).status).toBe(401);
  });
});
