import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Security } from '../../src/features/accounts/contract/security.ts';
import { limit } from '../harness/limit.ts';
import { cookieOf, NEW_PASSWORD, PASSWORD, type WaysInApp, waysInApp } from './sign-up-and-recovery-app.ts';

let app: WaysInApp;
beforeAll(async () => {
  app = await waysInApp();
});
afterAll(() => app.close());

type Headers = Record<string, string>;
const me = (headers: Headers) => app.get('/users/current_user', headers);
const remove = (path: string, headers: Headers) => app.send('DELETE', `/api/v1${path}`, undefined, { headers });
const enter = async (email: string, headers: Headers = {}, password = PASSWORD) => ({
  cookie: cookieOf((await app.post('/user/login', { email, password }, headers)).headers, 'peritus_session'),
});
/** A page is cut off within two seconds; a busy machine has the time of twenty requests. */
const atOnce = () => limit(2000, 20, () => me({}));
/** Answers once a page is cut off, with how long that took after the act was answered. */
async function cutOff(page: { once(event: 'disconnect', run: () => void): unknown }, act: () => Promise<unknown>) {
  const gone = new Promise<void>((resolve) => page.once('disconnect', resolve));
  await act();
  const began = performance.now();
  await gone;
  return performance.now() - began;
}

describe('sessions', () => {
  test('are listed with browser, address and last use; ended, over and idle ones are not', async () => {
    const person = await app.account();
    const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    const phone = {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    };
    const other = await enter(person.email, phone);
    await remove('/user/logout', await enter(person.email));
    app.clock.advance({ minutes: 3 });
    const here = await enter(person.email, firefox);
    const { body } = await app.get<Security>('/account/security', here);
    const mine = body.sessions.filter((s) => s.device !== 'A program or unknown browser');
    expect(mine).toMatchObject([
      { device: 'Firefox on Linux', handheld: false, current: true, ip: expect.stringMatching(/^198\.18\./) as string },
      { device: 'Safari on iPhone', handheld: true, current: false },
    ]);
    expect(body.sessions).toHaveLength(3); // the factory's own is one of them
    expect(JSON.stringify(body)).not.toMatch(/hash|secret|token/);
    expect((await me(other)).status).toBe(200);
  });

  test('one is ended with its pages within two seconds; not the one in use, not another person’s', async () => {
    const person = await app.account();
    const stranger = await app.account();
    const [here, there] = [await enter(person.email), await enter(person.email)];
    const page = await app.page(there);
    const { body } = await app.get<Security>('/account/security', here);
    const current = body.sessions.find((s) => s.current)?.id;
    expect((await remove(`/account/sessions/${current}`, here)).status).toBe(409);
    expect((await remove(`/account/sessions/${current}`, stranger.headers)).status).toBe(404);
    expect((await me(here)).status).toBe(200);
    const target = (await app.get<Security>('/account/security', there)).body.sessions.find((s) => s.current)?.id;
    expect(await cutOff(page, () => remove(`/account/sessions/${target}`, here))).toBeLessThan(await atOnce());
    expect((await me(there)).status).toBe(401);
    expect((await remove(`/account/sessions/${target}`, here)).status).toBe(404);
  });

  test('all others are ended at once, one’s own and other people’s go on', async () => {
    const person = await app.account();
    const bystander = await app.account();
    const sessions = [await enter(person.email), await enter(person.email)];
    const here = await enter(person.email);
    const pages = await Promise.all(sessions.map((s) => app.page(s)));
    const gone = Promise.all(pages.map((p) => new Promise((resolve) => p.once('disconnect', resolve))));
    const answer = await remove('/account/sessions', here);
    expect(answer.body).toEqual({ ended: 3 });
    await gone;
    for (const session of sessions) expect((await me(session)).status).toBe(401);
    expect((await me(here)).status).toBe(200);
    expect((await me(bystander.headers)).status).toBe(200);
  });
});

describe('the password', () => {
  const change = (headers: Headers, current_password: string, password: string) =>
    app.post('/account/password', { current_password, password }, headers);

  test('is changed with the present one; other sessions, pages, links end, this one goes on under a new token', async () => {
    const person = await app.account({ first_name: 'Dana', last_name: 'Whitlock' });
    const other = await enter(person.email);
    const here = await enter(person.email);
    const page = await app.page(other);
    await app.post('/user/forgot-password', { email: person.email });
    const link = await app.tokenFor(person.email, 'reset_password');
    let answer: Awaited<ReturnType<typeof change>> | undefined;
    const took = await cutOff(page, async () => {
      answer = await change(here, PASSWORD, NEW_PASSWORD);
    });
    expect(answer?.status).toBe(204);
    expect(took).toBeLessThan(await atOnce());
    const renewed = { cookie: cookieOf(answer?.headers ?? {}, 'peritus_session') };
    expect((await me(renewed)).status).toBe(200);
    for (const ended of [here, other, person.headers]) expect((await me(ended)).status).toBe(401);
    expect((await app.post('/user/reset-password/link', { token: link })).status).toBe(410);
    expect((await app.login(person.email, PASSWORD)).status).toBe(401);
    expect((await app.login(person.email, NEW_PASSWORD)).status).toBe(200);
    expect((await app.mails(person.email)).map((m) => m.template)).toEqual(['reset_password', 'password_changed']);
  });

  test.each([
    ['wrong-present-one', NEW_PASSWORD, 'current_password', 'not your current'],
    [PASSWORD, 'short', 'password', 'at least 12'],
    [PASSWORD, 'danawhitlock', 'password', 'name'],
    [PASSWORD, 'password1234', 'password', 'guess'],
    [PASSWORD, PASSWORD, 'password', 'current password'],
  ])('%s to %s is refused at the field, and nothing ends', async (present, next, path, words) => {
    const person = await app.account({ first_name: 'Dana', last_name: 'Whitlock' });
    const here = await enter(person.email);
    const answer = await change(here, present, next);
    expect([answer.status, answer.problem.errors[0]?.path]).toEqual([422, path]);
    expect(answer.problem.errors[0]?.message).toContain(words);
    expect((await me(here)).status).toBe(200);
    expect((await me(person.headers)).status).toBe(200);
    expect((await app.login(person.email, PASSWORD)).status).toBe(200);
  });

  test('cannot be guessed here either; who has none is told so', async () => {
    const person = await app.account();
    const statuses = new Set<number>();
    for (let i = 0; i < 11; i += 1) statuses.add((await change(person.headers, `guess-${i}`, NEW_PASSWORD)).status);
    expect([...statuses]).toEqual([422, 429]);
    const without = await app.world.person();
    expect((await change(without.headers, 'x', NEW_PASSWORD)).problem.code).toBe('wrong_state');
    expect((await change({}, PASSWORD, NEW_PASSWORD)).status).toBe(401);
    expect((await app.post('/account/password', { password: NEW_PASSWORD }, person.headers)).status).toBe(400);
  });

  test('two changes at once: one holds, and its password signs in', async () => {
    const person = await app.account();
    const [a, b] = [await enter(person.email), await enter(person.email)];
    const answers = await Promise.all([
      change(a, PASSWORD, 'quiet marimba one'),
      change(b, PASSWORD, 'quiet marimba two'),
    ]);
    const won = answers.findIndex((x) => x.status === 204);
    expect(answers.filter((x) => x.status === 204)).toHaveLength(1);
    expect((await app.login(person.email, ['quiet marimba one', 'quiet marimba two'][won])).status).toBe(200);
  });
});

describe('switching the profile', () => {
  test('puts a new token in the old one’s place and begins open pages anew; another’s profile is refused', async () => {
    const person = await app.account({ profile: 'ClaimConsultant', organization_id: await app.world.organization() });
    const stranger = await app.account({ profile: 'ClaimConsultant' });
    const { id } = await app.db
      .insertInto('profiles')
      .values({ user_id: person.user_id, type: 'MedicalExpert', created_at: app.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const before = await enter(person.email);
    const page = await app.page(before);
    for (const profile of [
      { type: 'claim_consultant', id: stranger.profile_id },
      { type: 'review_manager', id: person.profile_id },
      { type: 'super_admin', id },
    ]) {
      const answer = await app.post('/users/switch_profile', { profile }, before);
      expect([answer.status, answer.problem.code]).toEqual([403, 'profile_not_yours']);
    }
    let cookie = '';
    await cutOff(page, async () => {
      const answer = await app.post('/users/switch_profile', { profile: { type: 'medical_expert', id } }, before);
      expect(answer.status).toBe(204);
      cookie = cookieOf(answer.headers, 'peritus_session');
    });
    expect(cookie).not.toBe(before.cookie);
    expect((await me(before)).status).toBe(401);
    const headers = { cookie, 'x-profile-type': 'medical_expert', 'x-profile-id': String(id) };
    expect((await me(headers)).body).toMatchObject({ profile_label: 'Medical expert' });
    const back = await app.post('/users/switch_profile', { profile: null }, headers);
    expect(back.status).toBe(204);
    expect((await me(headers)).status).toBe(401);
  });
});

describe('suspension', () => {
  const suspend = (who: Headers, id: number, body: unknown = { reason: 'Left the company.' }) =>
    app.post(`/users/${id}/suspend`, body, who);

  test('ends every session and open page within two seconds, and sign-in; reinstated, the person signs in again', async () => {
    const organization_id = await app.world.organization();
    const admin = await app.account({ role: 'org_admin', organization_id });
    const person = await app.account({ profile: 'ClaimConsultant', organization_id });
    const second = await enter(person.email);
    const pages = [await app.page(person.headers), await app.page(second)];
    const gone = Promise.all(pages.map((p) => new Promise((resolve) => p.once('disconnect', resolve))));
    expect((await suspend(admin.headers, person.user_id)).status).toBe(200);
    const began = performance.now();
    await gone;
    const took = performance.now() - began;
    expect(took).toBeLessThan(await atOnce());
    for (const headers of [person.headers, second]) expect((await me(headers)).status).toBe(401);
    expect((await app.login(person.email)).status).toBe(401);
    expect((await suspend(admin.headers, person.user_id)).problem.code).toBe('wrong_state');
    const audit = await app.db.selectFrom('audit_rows').selectAll().where('action', '=', 'user.suspend').execute();
    expect(audit.at(-1)).toMatchObject({ subject: `user:${person.user_id}`, actor_user_id: admin.user_id });
    expect(
      (await app.post(`/users/${person.user_id}/reinstate`, { reason: 'Back from leave' }, admin.headers)).status,
    ).toBe(204);
    expect(
      (await app.post(`/users/${person.user_id}/reinstate`, { reason: 'Back from leave' }, admin.headers)).status,
    ).toBe(409);
    expect((await me(second)).status).toBe(401);
    expect((await app.login(person.email)).status).toBe(200);
  });

  test('is for those above one, never for oneself or another tenant’s people, and needs a reason', async () => {
    const organization_id = await app.world.organization();
    const admin = await app.account({ role: 'org_admin', organization_id });
    const foreign = await app.account({ role: 'org_admin', organization_id: await app.world.organization() });
    const manager = await app.account({ profile: 'ClaimConsultant', is_review_manager: true, organization_id });
    const person = await app.account({ profile: 'ClaimConsultant', organization_id });
    const staff = await app.account({ role: 'clin_ops' });
    const boss = await app.account({ role: 'admin' });
    expect((await suspend(foreign.headers, person.user_id)).status).toBe(404);
    expect((await suspend(admin.headers, staff.user_id)).status).toBe(404);
    expect((await suspend(manager.headers, person.user_id)).status).toBe(403);
    expect((await suspend(boss.headers, staff.user_id)).status).toBe(403);
    expect((await suspend(admin.headers, admin.user_id)).status).toBe(403);
    expect((await suspend(admin.headers, person.user_id, { reason: '  ' })).status).toBe(400);
    expect((await me(person.headers)).status).toBe(200);
  });
});
