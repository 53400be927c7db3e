import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HeldView } from '../../src/features/deadlines/contract.ts';
import { flagWorld } from '../harness/flags.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import type { Person } from '../harness/world.ts';

/* A clock that may be wrong does nothing for good: it waits for a person's word, all the rest goes on. */

let t: TestApp;
let admin: Person;
let closing: CaseDriver;
beforeEach(async () => {
  t = await testApp();
  admin = await t.world.staff('admin');
  closing = await flagWorld(t).aCase();
  await closing.to('timeChosen');
  t.clock.advance({ days: 8 });
  await closing.held();
  await t.settle();
  holds({ hours: 72 });
  // seen once: from here on it is compared
  await t.settle();
});
afterEach(() => t.close());

/** Switches the hold on, as an installation has it. The world before was made by leaps of weeks. */
function holds({ hours = 0, due = 0 }: { hours?: number; due?: number }): void {
  Object.assign(t.app.services.env, { HOLD_AFTER_STEP_HOURS: hours, HOLD_ABOVE_DUE: due });
}

const held = async (who: Person = admin) => (await t.request<HeldView>(who, 'GET', '/api/v1/deadlines/held')).body;
const confirm = (view: Pick<HeldView, 'holds' | 'clock_at'>, who: Person = admin) =>
  t.request<{ released: number }>(who, 'POST', '/api/v1/deadlines/confirm', {
    holds: view.holds.map(({ id }) => id),
    clock_at: view.clock_at,
  });
const mails = (template: string) =>
  t.world.db.selectFrom('mails').select(['to_user_id', 'subject']).where('template', '=', template).execute();
const audited = async (action: string) =>
  (await t.world.db.selectFrom('audit_rows').selectAll().where('action', '=', action).execute()).map((row) => ({
    by: row.actor_user_id,
    data: row.data,
  }));
const ready = async () => (await t.request(null, 'GET', '/readyz')).body;

test('ten months ahead nothing closes until an admin says that the clock is right; then it does, once its requester was told', async () => {
  const { requester } = closing.cast;
  const reminded = await flagWorld(t).aCase();
  await reminded.to('accepted', { needed_by: '2028-11-30' });
  t.clock.advance({ days: 300 });
  await t.settle();
  expect(await closing.status()).toBe('closeout_pending');
  // the rest goes on
  expect((await mails('step_overdue')).length).toBeGreaterThan(0);
  // told, once
  await t.settle();
  t.clock.advance({ hours: 1 });
  await t.settle();
  const told = (await mails('deadlines_held')).map((mail) => mail.to_user_id);
  expect(told).toContain(admin.user_id);
  expect(told).toHaveLength(new Set(told).size);
  expect(await ready()).toMatchObject({ status: 'ready', deadlines_held: ['ahead'] });
  const bell = await t.request(admin, 'GET', '/api/v1/notifications');
  expect(JSON.stringify(bell.body)).toContain('waiting for your confirmation');
  const view = await held();
  expect(view.holds).toMatchObject([{ cause: 'ahead' }]);
  expect(view.waiting.data).toContainEqual(
    expect.objectContaining({
      kind: 'closeout',
      does: 'Closes the review',
      review: expect.objectContaining({ id: closing.id }) as unknown,
    }),
  );
  // nobody else's to see or say
  const manager = await t.world.staff('clin_ops');
  for (const who of [requester, manager]) {
    expect((await t.request(who, 'GET', '/api/v1/deadlines/held')).status).toBe(403);
    expect((await confirm(view, who)).status).toBe(403);
  }
  expect(
    (await t.request(null, 'POST', '/api/v1/deadlines/confirm', { holds: [1], clock_at: view.clock_at })).status,
  ).toBe(401);
  const said = await confirm(view);
  expect(said).toMatchObject({ status: 200, body: { released: view.waiting.total } });
  await t.settle();
  // its warning was as late: it comes now, and the closeout waits for the notice
  expect(await closing.status()).toBe('closeout_pending');
  expect((await mails('closeout_warning')).map((mail) => mail.to_user_id)).toEqual([requester.user_id]);
  t.clock.advance({ hours: 49 });
  await t.settle();
  expect(await closing.status()).toBe('closed');
  expect(await audited('deadlines.held')).toMatchObject([{ by: null, data: { cause: 'ahead' } }]);
  expect(await audited('deadlines.confirmed')).toMatchObject([
    { by: admin.user_id, data: { released: view.waiting.total, how: 'page' } },
  ]);
  expect((await confirm(view)).problem).toMatchObject({ status: 409, code: 'wrong_state' });
  expect(await ready()).not.toHaveProperty('deadlines_held');
  expect((await held()).holds).toEqual([]);
});

test('a clock that was a year ahead and is right again did nothing for good, and what it left is told and brought back', async () => {
  const wrongly = await flagWorld(t).aCase();
  await wrongly.draft();
  t.clock.advance({ days: 365 });
  await t.settle();
  const late = await t.world.staff('super_admin');
  // under the wrong clock somebody signs in, is locked out, and a deadline is set
  await t.world.db
    .insertInto('throttles')
    .values({ key: 'login:x', hits: 5, window_ends_at: new Date(t.clock.now().getTime() + 600_000) })
    .execute();
  await t.world.db
    .insertInto('deadlines')
    .values({
      review_id: wrongly.id,
      kind: 'step_reminder',
      due_at: new Date(t.clock.now().getTime() + 86_400_000),
      created_at: t.clock.now(),
    })
    .execute();
  t.clock.advance({ days: -365 });
  t.clock.advance({ minutes: 5 });
  await t.settle();
  expect(await closing.status()).toBe('closeout_pending');
  const view = await held();
  // nothing is due by the right clock; the hold stays until somebody has looked
  expect(view.waiting.total).toBe(0);
  expect(view.holds).toMatchObject([{ cause: 'ahead' }]);
  expect(view.set_ahead.data).toContainEqual(
    expect.objectContaining({ review: expect.objectContaining({ id: wrongly.id }) as unknown }),
  );
  expect((await confirm(view)).status).toBe(200);
  const session = await t.world.db
    .selectFrom('sessions')
    .select(['last_seen_at', 'created_at'])
    .where('user_id', '=', late.user_id)
    .executeTakeFirstOrThrow();
  expect(session.last_seen_at.getTime()).toBeLessThanOrEqual(t.clock.now().getTime());
  expect(await t.world.db.selectFrom('throttles').selectAll().where('key', '=', 'login:x').execute()).toEqual([]);
  // and the next leap is seen again
  t.clock.advance({ hours: 73 });
  await t.settle();
  expect((await held()).holds).toMatchObject([{ cause: 'ahead' }]);
  expect(await closing.status()).toBe('closeout_pending');
});

test('a clock set back is held, too: what was set under it would be over as soon as it is right', async () => {
  t.clock.advance({ days: -30 });
  await t.settle();
  expect((await held()).holds).toMatchObject([{ cause: 'back' }]);
  expect(await closing.status()).toBe('closeout_pending');
  // back at the right time by itself it is still a person's to say
  t.clock.advance({ days: 30 });
  await t.settle();
  const view = await held();
  expect(view.holds).toMatchObject([{ cause: 'back' }]);
  expect((await confirm(view)).status).toBe(200);
  t.clock.advance({ days: 2 });
  await t.settle();
  t.clock.advance({ days: 2 });
  await t.settle();
  expect((await held()).holds).toEqual([]);
  expect(await closing.status()).toBe('closed');
});

/** So many closeouts of a draft, which close nothing, due now. */
const manyDue = (count: number) =>
  sql`insert into deadlines (review_id, kind, key, due_at, created_at)
    select ${closing.id}, 'closeout', 'n' || n, ${t.clock.now()}, ${t.clock.now()} from generate_series(1, ${count}) n`.execute(
    t.world.db,
  );
const open = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from deadlines
      where kind = 'closeout' and key <> '' and done_at is null and cancelled_at is null`.execute(t.world.db)
  ).rows[0]?.n;

test('more than the setting due at once are held, as many as it are not; let go, they do not hold themselves again', async () => {
  holds({ due: 20 });
  await manyDue(20);
  await t.settle();
  expect(await open()).toBe(0);
  await sql`delete from deadlines where kind = 'closeout' and key <> ''`.execute(t.world.db);
  const again = await flagWorld(t).aCase();
  await again.draft();
  await sql`insert into deadlines (review_id, kind, key, due_at, created_at)
    select ${again.id}, 'closeout', 'n' || n, ${t.clock.now()}, ${t.clock.now()} from generate_series(1, 21) n`.execute(
    t.world.db,
  );
  await t.settle();
  expect(await open()).toBe(21);
  const view = await held();
  expect(view).toMatchObject({ holds: [{ cause: 'many', due: 21 }], waiting: { total: 21 } });
  expect((await confirm(view)).body.released).toBe(21);
  await t.settle();
  expect(await open()).toBe(0);
  expect((await held()).holds).toEqual([]);
});

test('only what was shown goes: another leap since asks once more', async () => {
  t.clock.advance({ days: 10 });
  await t.settle();
  const view = await held();
  t.clock.advance({ days: 100 });
  expect((await confirm(view)).problem).toMatchObject({ status: 409, code: 'stale' });
  expect(await closing.status()).toBe('closeout_pending');
  expect((await confirm({ ...view, holds: [] as HeldView['holds'] })).status).toBe(400);
});

test('while it is held nothing is cleared away for good, and a mail whose link seems over waits', async () => {
  const { requester } = closing.cast;
  const asked = await t.request(null, 'POST', '/api/v1/user/forgot-password', { email: requester.email });
  expect(asked.status).toBe(204);
  const openers = () =>
    t.world.db
      .selectFrom('mails')
      .select('id')
      .where('template', '=', 'reset_password')
      .where('opener', 'is not', null)
      .execute();
  await t.settle();
  expect(await openers()).toHaveLength(1);
  t.clock.advance({ days: 200 });
  await t.settle();
  expect(await openers()).toHaveLength(1);
  await confirm(await held());
  await t.settle();
  expect(await openers()).toHaveLength(0);
});

test('a demo world is never held', async () => {
  holds({ hours: 72, due: 1 });
  await t.world.db
    .insertInto('instance_settings')
    .values({ key: 'demo', value: JSON.stringify({}), updated_at: t.clock.now() })
    .execute();
  t.clock.advance({ days: 300 });
  await t.settle();
  t.clock.advance({ hours: 49 });
  await t.settle();
  expect(await closing.status()).toBe('closed');
  expect((await held()).holds).toEqual([]);
});
