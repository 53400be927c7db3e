import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MessageRow, MessageView } from '../../src/features/outbox/contract.ts';
import type { Person } from '../harness/world.ts';
import { NEW_PASSWORD, type WaysInApp, waysInApp } from './sign-up-and-recovery-app.ts';

let app: WaysInApp;
let root: Person;
let admin: Person;
beforeAll(async () => {
  app = await waysInApp();
  root = await app.account({ role: 'super_admin' });
  admin = await app.account({ role: 'admin' });
});
afterAll(() => app.close());

const list = (who: Person, query = '', sort = 'mails') =>
  app.get<{ data: MessageRow[]; next_cursor: string | null }>(`/outbox/${sort}${query}`, who.headers);
const read = (who: Person, id: number, sort = 'mails') => app.get<MessageView>(`/outbox/${sort}/${id}`, who.headers);
const act = (who: Person, id: number, what: 'reveal' | 'resend', sort = 'mails') =>
  app.post<MessageView>(`/outbox/${sort}/${id}/${what}`, undefined, who.headers);
const demo = (to?: string, headers: Record<string, string> = {}) =>
  app.post<{ data: { subject: string; text: string }[] }>('/demo/messages', to === undefined ? {} : { to }, headers);

/** The newest stored mail to somebody, after a new password was asked for. */
async function resetFor(person: Person): Promise<{ id: number; token: string }> {
  expect((await app.post('/user/forgot-password', { email: person.email })).status).toBe(204);
  const mail = (await app.mails(person.email)).at(-1);
  return { id: mail?.id ?? 0, token: await app.tokenFor(person.email, 'reset_password') };
}
async function asDemo(on: boolean): Promise<void> {
  const { db } = app;
  if (on)
    await db
      .insertInto('instance_settings')
      .values({ key: 'demo', value: JSON.stringify({}), updated_at: app.clock.now() })
      .execute();
  else await db.deleteFrom('instance_settings').where('key', '=', 'demo').execute();
}
async function secondFactor(person: Person): Promise<void> {
  await app.db
    .insertInto('second_factors')
    .values({ user_id: person.user_id, method: 'email', created_at: app.clock.now(), confirmed_at: app.clock.now() })
    .execute();
}

const broughtBy = (person: Person) =>
  app.db
    .updateTable('sessions')
    .set({ second_factor_at: app.clock.now() })
    .where('user_id', '=', person.user_id)
    .execute();

describe('reading the outbox', () => {
  test('is for admins; to everybody else it is closed', async () => {
    const dana = await app.account();
    const { id } = await resetFor(dana);
    const others = [
      dana,
      await app.account({ role: 'org_admin', organization_id: await app.world.organization() }),
      await app.account({ role: 'clin_ops' }),
      await app.account({ role: 'support_agent' }),
    ];
    for (const who of others) {
      expect([(await list(who)).status, (await read(who, id)).status]).toEqual([403, 403]);
      expect([(await act(who, id, 'reveal')).status, (await act(who, id, 'resend')).status]).toEqual([403, 403]);
    }
    expect((await app.get('/outbox/mails')).status).toBe(401);
    for (const who of [admin, root]) expect((await read(who, id)).status).toBe(200);
    expect((await read(admin, 999_999)).status).toBe(404);
  });

  test('lists newest first with the state and its reason, searches, filters and pages', async () => {
    const dana = await app.account({ first_name: 'Danuta' });
    const { id } = await resetFor(dana);
    const found = await list(admin, `?q=${encodeURIComponent(dana.email.toUpperCase())}`);
    expect(found.body.data).toMatchObject([{ id, to: dana.email, template: 'reset_password', state: 'kept' }]);
    expect(found.body.data[0]?.why).toContain('stays in the outbox');
    await app.db
      .updateTable('mails')
      .set({ status: 'failed', last_error: 'EENVELOPE 550' })
      .where('id', '=', id)
      .execute();
    const failed = await list(admin, '?state=failed');
    expect(failed.body.data).toMatchObject([{ id, why: 'The mail server refused it (EENVELOPE 550).' }]);
    await app.db
      .updateTable('mails')
      .set({ status: 'suppressed', suppressed_by: 'person', last_error: null })
      .where('id', '=', id)
      .execute();
    expect((await list(admin, '?state=suppressed')).body.data[0]?.why).toContain('The person turned off');
    expect((await list(admin, '?q=%25')).body.data).toEqual([]);
    expect((await list(admin, '?cursor=nonsense')).status).toBe(400);
    expect((await list(admin, '', 'texts')).status).toBe(200);
  });
});

describe('what a message opens', () => {
  test('is dots to everybody, and shown to a super admin with a second factor, on the record', async () => {
    const dana = await app.account();
    const { id, token } = await resetFor(dana);
    for (const who of [admin, root]) {
      const seen = await read(who, id);
      expect(seen.raw.body).not.toContain(token);
      expect(seen.body.opener.state).toBe('hidden');
      expect(seen.body.letter?.buttons).toEqual([{ label: 'Choose a new password', url: null }]);
    }
    expect((await act(admin, id, 'reveal')).status).toBe(403);
    const without = await act(root, id, 'reveal');
    expect([without.status, without.problem.detail]).toEqual([409, expect.stringContaining('second factor')]);
    await secondFactor(root);
    expect((await act(root, id, 'reveal')).status, 'a session that did not bring it').toBe(409);
    await broughtBy(root);
    expect((await read(root, id)).body.opener.reveal.allowed).toBe(true);
    const shown = await act(root, id, 'reveal');
    expect(shown.status).toBe(200);
    expect(shown.body.letter?.buttons[0]?.url).toContain(token);
    const noted = await app.db.selectFrom('audit_rows').selectAll().where('action', '=', 'outbox.revealed').execute();
    expect(noted).toMatchObject([{ actor_user_id: root.user_id, subject: `mails:${id}` }]);
    expect(JSON.stringify(noted)).not.toContain(token);
    // used: there is nothing to see any more
    expect((await app.post('/user/reset-password', { token, password: NEW_PASSWORD })).status).toBe(204);
    expect((await act(root, id, 'reveal')).status).toBe(409);
    expect((await read(root, id)).body.opener.state).toBe('gone');
  });

  test('of another super admin is shown to nobody, also where it makes or moves one', async () => {
    await app.db.deleteFrom('second_factors').where('user_id', '=', root.user_id).execute();
    await secondFactor(root);
    await broughtBy(root);
    const other = await app.account({ role: 'super_admin' });
    const { id } = await resetFor(other);
    expect((await act(root, id, 'reveal')).status).toBe(403);
    await app.post(
      '/account/email',
      { email: 'moved.root@peritus.example', password: 'harbor-lantern-42' },
      other.headers,
    );
    const [moved] = await app.mails('moved.root@peritus.example');
    expect((await act(root, moved?.id ?? 0, 'reveal')).status).toBe(403);
    const invitation = { email: 'next.root@peritus.example', role: 'super_admin', organization_id: null };
    expect((await app.post('/people/invitations', { profile_type: null, ...invitation }, other.headers)).status).toBe(
      201,
    );
    const [invited] = await app.mails('next.root@peritus.example');
    expect((await act(root, invited?.id ?? 0, 'reveal')).status).toBe(403);
    // their own is theirs
    const own = await resetFor(root);
    expect((await act(root, own.id, 'reveal')).status).toBe(200);
  });

  test('is sent again anew: the earlier one ends; what a switch holds back stays', async () => {
    const dana = await app.account();
    const { id, token } = await resetFor(dana);
    expect((await act(admin, id, 'resend')).status).toBe(201);
    const next = await app.tokenFor(dana.email, 'reset_password');
    expect(next).not.toBe(token);
    const reset = (one: string) => app.post('/user/reset-password', { token: one, password: NEW_PASSWORD });
    expect((await reset(token)).status).toBe(410);
    expect((await reset(next)).status).toBe(204);
    const told = (await app.mails(dana.email)).at(-1);
    expect(told?.template).toBe('password_changed');
    const again = await act(admin, told?.id ?? 0, 'resend');
    expect(again.status).toBe(201);
    expect((await read(admin, again.body.id)).body).toMatchObject({ resent_of: told?.id, subject: told?.subject });
    await app.db
      .updateTable('mails')
      .set({ status: 'suppressed' })
      .where('id', '=', told?.id ?? 0)
      .execute();
    expect((await act(admin, told?.id ?? 0, 'resend')).status).toBe(409);
    expect((await act(admin, 999_999, 'resend')).status).toBe(404);
  });
});

describe('the demo world', () => {
  test('shows a visitor what was just sent to the address typed; anywhere else there is nothing', async () => {
    const dana = await app.account();
    const { token } = await resetFor(dana);
    expect((await demo(dana.email)).status).toBe(404);
    expect((await demo(undefined, dana.headers)).status).toBe(404);
    await asDemo(true);
    const seen = await demo(dana.email);
    expect(seen.status).toBe(200);
    expect(seen.body.data[0]?.text).toContain(token);
    expect((await demo(undefined, dana.headers)).body.data[0]?.text).toContain(token);
    expect((await demo()).status).toBe(404);
    const { id } = await resetFor(root);
    expect((await demo(root.email)).body.data).toEqual([]);
    expect((await demo(root.email, root.headers)).body.data.length).toBeGreaterThan(0);
    expect((await read(admin, id)).body.opener.state).toBe('hidden');
    expect((await read(root, id)).body.opener.state).toBe('shown');
    app.clock.advance({ minutes: 61 });
    expect((await demo(dana.email)).body.data).toEqual([]);
    await asDemo(false);
    expect((await demo(dana.email)).status).toBe(404);
  });
});
