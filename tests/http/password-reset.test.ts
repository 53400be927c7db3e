import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limit } from '../harness/limit.ts';
import { NEW_PASSWORD, PASSWORD, seenBy, type WaysInApp, waysInApp } from './sign-up-and-recovery-app.ts';

let app: WaysInApp;
beforeAll(async () => {
  app = await waysInApp();
});
afterAll(() => app.close());

const forgot = (email: string, headers: Record<string, string> = {}, ip?: string) =>
  app.post('/user/forgot-password', { email }, headers, ip);
const link = (token: string) => app.post('/user/reset-password/link', { token });
const reset = (token: string, password = NEW_PASSWORD) => app.post('/user/reset-password', { token, password });
const tokenOf = async (email: string) => {
  expect((await forgot(email)).status).toBe(204);
  return app.tokenFor(email, 'reset_password');
};

describe('asking', () => {
  test('brings a link to the account’s own address, however the address was typed', async () => {
    const dana = await app.account({
      email: 'mike.dana@harborline.example',
      first_name: 'Dana',
      last_name: 'Whitlock',
    });
    for (const typed of [
      'MIKE.Dana@Harborline.Example',
      'ｍike.dana@harborline.example',
      'mi\u212Ae.dana@harborline.example',
    ]) {
      expect((await forgot(typed)).status, typed).toBe(204);
    }
    const mails = await app.mails(dana.email);
    expect(mails.map((m) => [m.to_email, m.template])).toEqual(
      Array.from({ length: 3 }, () => [dana.email, 'reset_password']),
    );
    expect(mails[0]?.text).toContain('http://localhost:3000/reset-password?token=');
    const stored = await app.db.selectFrom('account_links').selectAll().where('user_id', '=', dana.user_id).execute();
    expect(JSON.stringify(stored)).not.toContain(await app.tokenFor(dana.email, 'reset_password'));
  });

  test('nothing tells a known address from an unknown, a suspended or a look-alike one; nothing is sent for those', async () => {
    const known = await app.account();
    const suspended = await app.account();
    await app.db
      .updateTable('users')
      .set({ suspended_at: app.clock.now() })
      .where('id', '=', suspended.user_id)
      .execute();
    const emails = [known.email, suspended.email, 'nobody@example.test', known.email.replace('person', 'per.son')];
    const answers = await Promise.all(emails.map((email) => forgot(email)));
    for (const answer of answers) expect(seenBy(answer)).toEqual(seenBy(answers[0] ?? answer));
    expect(await app.mails(known.email)).toHaveLength(1);
    for (const email of emails.slice(1)) expect(await app.mails(email)).toHaveLength(0);
  });

  test('the request does the same work for both: it never asks the database about the account', async () => {
    const known = await app.account();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const tooLong = setTimeout(() => release(), 20_000);
    // nobody reads accounts meanwhile: a request that asks about one waits until the table is let go
    const answered = await app.db.transaction().execute(async (trx) => {
      await sql`lock table users in access exclusive mode`.execute(trx);
      let without = 0;
      const both = [known.email, 'nobody@example.test'].map(async (email) => {
        const { status } = await forgot(email);
        without += 1;
        if (without === 2) release();
        return status;
      });
      await held;
      return { without, both };
    });
    clearTimeout(tooLong);
    expect(await Promise.all(answered.both)).toEqual([204, 204]);
    expect(answered.without).toBe(2);
    expect(await app.mails(known.email)).toHaveLength(1);
  });

  test('a text that is no address is said at the field; a body of another shape is 400', async () => {
    const answer = await forgot('dana@');
    expect([answer.status, answer.problem.errors[0]?.path]).toEqual([422, 'email']);
    expect((await forgot('d\u0430na@harborline.example')).status).toBe(422);
    expect((await app.post('/user/forgot-password', { email: ['a'] })).status).toBe(400);
  });

  test('five an hour for one address and thirty for one source, known or not, whatever headers say', async () => {
    const known = await app.account();
    for (const email of [known.email, 'spared@example.test']) {
      const statuses: number[] = [];
      for (let i = 0; i < 6; i += 1) statuses.push((await forgot(email, { 'x-forwarded-for': `10.0.0.${i}` })).status);
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    }
    expect(await app.mails(known.email)).toHaveLength(5);
    const statuses = new Set<number>();
    for (let i = 0; i < 31; i += 1) statuses.add((await forgot(`spray${i}@example.test`, {}, '192.0.2.9')).status);
    expect([...statuses]).toEqual([204, 429]);
  });

  test('another site’s page cannot ask for anybody', async () => {
    const answer = await forgot('dana@example.test', {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    });
    expect(answer.status).toBe(403);
  });
});

describe('setting the new password', () => {
  test('ends every session and open page within two seconds, confirms by mail, and only the new one signs in', async () => {
    const dana = await app.account();
    const second = await app.world.signIn(dana.user_id);
    const other = await app.account();
    const pages = [await app.page(dana.headers), await app.page(second)];
    const bystander = await app.page(other.headers);
    const gone = Promise.all(pages.map((page) => new Promise((resolve) => page.once('disconnect', resolve))));
    const token = await tokenOf(dana.email);
    expect((await link(token)).body).toMatchObject({ email: dana.email });
    expect((await reset(token)).status).toBe(204);
    // making the new password's hash takes what the machine takes
    const began = performance.now();
    await gone;
    const took = performance.now() - began;
    // a busy machine has the time of twenty requests
    expect(took).toBeLessThan(await limit(2000, 20, () => app.get('/users/current_user', other.headers)));
    for (const headers of [dana.headers, second])
      expect((await app.get('/users/current_user', headers)).status).toBe(401);
    expect((await app.get('/users/current_user', other.headers)).status).toBe(200);
    expect(bystander.connected).toBe(true);
    expect((await app.login(dana.email, PASSWORD)).status).toBe(401);
    expect((await app.login(dana.email, NEW_PASSWORD)).status).toBe(200);
    expect((await app.mails(dana.email)).map((m) => m.template)).toEqual(['reset_password', 'password_changed']);
    const audit = await app.db.selectFrom('audit_rows').selectAll().where('action', '=', 'password.reset').execute();
    expect(audit.at(-1)).toMatchObject({ subject: `user:${dana.user_id}` });
    expect(JSON.stringify(audit)).not.toContain(dana.email);
  });

  test('a link works once, ends the other links, and a faulty password does not spend it', async () => {
    const dana = await app.account({ first_name: 'Dana', last_name: 'Whitlock' });
    const first = await tokenOf(dana.email);
    const second = await tokenOf(dana.email);
    for (const [password, words] of [
      ['short', 'at least 12'],
      ['password1234', 'guess'],
      ['danawhitlock', 'name'],
    ] as const) {
      const answer = await reset(second, password);
      expect([answer.status, answer.problem.errors[0]?.path]).toEqual([422, 'password']);
      expect(answer.problem.errors[0]?.message).toContain(words);
    }
    expect((await reset(second)).status).toBe(204);
    for (const token of [second, first]) {
      const answers = [await reset(token, 'another grey heron'), await link(token)];
      for (const answer of answers) expect([answer.status, answer.problem.code]).toEqual([410, 'gone']);
    }
    expect((await app.login(dana.email, NEW_PASSWORD)).status).toBe(200);
  });

  test('two at once: one sets it, the other is told', async () => {
    const dana = await app.account();
    const token = await tokenOf(dana.email);
    const answers = await Promise.all([reset(token, 'quiet marimba one'), reset(token, 'quiet marimba two')]);
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([204, 410]);
  });

  test('a link ends after an hour, with the account’s suspension, and a made-up one is the same', async () => {
    const dana = await app.account();
    const token = await tokenOf(dana.email);
    app.clock.advance({ minutes: 59, ms: 59_000 });
    expect((await link(token)).status).toBe(200);
    await app.db.updateTable('users').set({ suspended_at: app.clock.now() }).where('id', '=', dana.user_id).execute();
    const suspended = await link(token);
    await app.db.updateTable('users').set({ suspended_at: null }).where('id', '=', dana.user_id).execute();
    app.clock.advance({ ms: 1_000 });
    const over = await link(token);
    const made = await link('x'.repeat(43));
    for (const answer of [suspended, over, made]) expect(seenBy(answer)).toEqual(seenBy(made));
    expect(made.status).toBe(410);
    expect((await reset(token)).status).toBe(410);
  });

  test('one’s link sets no other’s password, whatever else the body says', async () => {
    const [dana, victim] = [await app.account(), await app.account()];
    const token = await tokenOf(dana.email);
    const answer = await app.post('/user/reset-password', {
      token,
      password: NEW_PASSWORD,
      user_id: victim.user_id,
      email: victim.email,
    });
    expect(answer.status).toBe(204);
    expect((await app.login(victim.email, PASSWORD)).status).toBe(200);
  });

  test('who was locked out by somebody’s guesses gets in again with it', async () => {
    const dana = await app.account();
    for (let i = 0; i < 10; i += 1) await app.login(dana.email, 'wrong-guess');
    expect((await app.login(dana.email)).status).toBe(429);
    await reset(await tokenOf(dana.email));
    expect((await app.login(dana.email, NEW_PASSWORD)).status).toBe(200);
  });

  test('the same characters from another keyboard are the same password', async () => {
    const dana = await app.account();
    await reset(await tokenOf(dana.email), 'cafe\u0301 \uFB01rst heron');
    expect((await app.login(dana.email, 'caf\u00e9 first heron')).status).toBe(200);
  });
});
