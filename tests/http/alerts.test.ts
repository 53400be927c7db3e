import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UNDOING } from '../../src/app/undoing.ts';
import type { Health } from '../../src/features/oversight/contract/health.ts';
import { watchWork } from '../../src/platform/alert-watch.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { givenUp, SOME_WORK, triedLater } from '../harness/work.ts';
import type { Person } from '../harness/world.ts';

/* Who runs the product hears of messages that were given up and of work that is stuck: once a matter, until it is mended. */

let t: TestApp;
let flagged: Person;
let plain: Person;
let agent: Person;
let down = false;
const refused = new Set<string>();

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo({ address }, _session, done) {
    const responseCode = down ? 451 : refused.has(address) ? 550 : null;
    done(responseCode === null ? null : Object.assign(new Error('not taken'), { responseCode }));
  },
  onData(stream, _session, done) {
    stream.on('data', () => undefined);
    stream.on('end', () => done());
  },
});

beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  t = await testApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  flagged = await t.world.staff('admin');
  plain = await t.world.staff('super_admin');
  agent = await t.world.staff('support_agent');
  await t.world.db
    .updateTable('users')
    .set({ feature_flags: json({ enable_admin_alert_emails: true }) })
    .where('id', 'in', [flagged.user_id, agent.user_id])
    .execute();
});
afterAll(async () => {
  await t.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const look = async () => {
  await watchWork(t.app.services, UNDOING);
  await t.settle();
};
const noticed = async (event: string) =>
  (
    await t.world.db
      .selectFrom('notifications')
      .select(['user_id', 'read_at'])
      .where('event', '=', event)
      .orderBy('id')
      .execute()
  ).map(({ user_id, read_at }) => [user_id, read_at === null ? 'unread' : 'read']);
const mailed = (template: string) =>
  t.world.db
    .selectFrom('mails')
    .select(['to_user_id', 'status', 'suppressed_by'])
    .where('template', '=', template)
    .orderBy('id')
    .execute();
const alerts = async () => (await t.request<Health>(plain, 'GET', '/api/v1/health')).body.alerts;
const clear = async () => {
  await sql`delete from notifications`.execute(t.world.db);
  await sql`delete from mails`.execute(t.world.db);
};
const contact = (email: string) =>
  t.world.db
    .insertInto('mails')
    .values({
      to_email: email,
      to_name: 'Somebody',
      template: 'chat_digest',
      subject: 'Unread messages',
      text: 'Two messages wait for you.',
      letter: json({
        subject: 'Unread messages',
        lines: ['Two messages wait for you.'],
        move: { whose: 'you', what: 'read them' },
        why: 'You follow it.',
        reader: 'none',
      }),
      created_at: t.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();

describe('deliveries', () => {
  test('one that is refused is told once, by mail to who wants that; sent again to a mended address it is cleared', async () => {
    refused.add('typo@example.org');
    const { id } = await contact('typo@example.org');
    await t.settle();
    await look();
    await look();
    expect(await noticed('delivery_failed')).toEqual([
      [flagged.user_id, 'unread'],
      [plain.user_id, 'unread'],
    ]);
    expect(await mailed('delivery_failed')).toEqual([
      { to_user_id: flagged.user_id, status: 'sent', suppressed_by: null },
      { to_user_id: plain.user_id, status: 'suppressed', suppressed_by: 'alerts_off' },
    ]);
    expect(await alerts()).toMatchObject([{ says: 'One e-mail could not be delivered', closed_at: null }]);

    // another to the same address is the same matter, one to another address is not
    await contact('typo@example.org');
    await t.settle();
    await look();
    expect(await noticed('delivery_failed')).toHaveLength(2);
    expect(await alerts()).toMatchObject([{ says: '2 e-mails could not be delivered' }]);
    refused.add('other@example.org');
    const other = await contact('other@example.org');
    await t.settle();
    await look();
    expect(await noticed('delivery_failed')).toHaveLength(4);

    refused.clear();
    t.clock.advance({ minutes: 1 });
    expect((await t.request(plain, 'POST', `/api/v1/outbox/mails/${id}/resend`)).status).toBe(201);
    await t.settle();
    await look();
    expect(await noticed('delivery_failed')).toEqual([
      [flagged.user_id, 'read'],
      [plain.user_id, 'read'],
      [flagged.user_id, 'unread'],
      [plain.user_id, 'unread'],
    ]);
    const aside = (who: Person) =>
      t.request(who, 'POST', `/api/v1/outbox/mails/${other.id}/set_aside`, { reason: 'The person has left.' });
    expect((await aside(agent)).status).toBe(403);
    expect((await aside(plain)).status).toBe(200);
    expect((await aside(plain)).status).toBe(409);
    await look();
    expect((await noticed('delivery_failed')).every(([, state]) => state === 'read')).toBe(true);
    expect((await alerts()).map(({ closed_at }) => closed_at === null)).toEqual([false, false]);
    await clear();
  });

  test('a server that takes nothing is one matter however much is given up, over once it takes something again', async () => {
    down = true;
    for (const n of [1, 2, 3]) await contact(`person${n}@example.org`);
    for (let n = 0; n < 11; n += 1) {
      await t.settle();
      t.clock.advance({ hours: 2 });
    }
    await look();
    await look();
    expect(await noticed('delivery_failed')).toHaveLength(2);
    expect((await alerts()).filter(({ closed_at }) => closed_at === null)).toMatchObject([
      { says: '3 e-mails could not be delivered', link: '/admin/outbox?state=failed' },
    ]);
    const waiting = await t.request<{ waiting: Record<string, number> }>(plain, 'GET', '/api/v1/console/waiting');
    expect(waiting.body.waiting).toMatchObject({ '/admin/outbox': 3 });
    down = false;
    t.clock.advance({ hours: 2 });
    await contact('person4@example.org');
    await t.settle();
    await look();
    expect((await noticed('delivery_failed')).every(([, state]) => state === 'read')).toBe(true);
    await clear();
  });
});

test('texts are told apart from mails, and by number', async () => {
  const now = t.clock.now();
  const given = async (to_number: string) =>
    t.world.db
      .insertInto('texts')
      .values({
        to_number,
        template: 'code',
        body: 'A code.',
        status: 'failed',
        refused: true,
        last_error: '400 21211',
        failed_at: now,
        created_at: now,
        expires_at: now,
      })
      .execute();
  await given('+13125550111');
  await given('+13125550111');
  await given('+13125550112');
  await look();
  const open = (await alerts()).filter(({ closed_at }) => closed_at === null);
  expect(open.map(({ says }) => says).toSorted()).toEqual([
    '2 text messages could not be delivered',
    'One text message could not be delivered',
  ]);
  expect(open[0]?.link).toBe('/admin/outbox?state=failed&of=texts');
  await sql`delete from texts`.execute(t.world.db);
  await look();
  expect((await noticed('delivery_failed')).every(([, state]) => state === 'read')).toBe(true);
  await clear();
});

describe('work', () => {
  test('that is not tried any more is told once, and again when it fails again', async () => {
    await givenUp(t.world.db, { count: 2 });
    await look();
    await givenUp(t.world.db);
    await look();
    expect(await noticed('work_stuck')).toEqual([
      [flagged.user_id, 'unread'],
      [plain.user_id, 'unread'],
    ]);
    expect((await mailed('work_stuck')).map(({ status }) => status).toSorted()).toEqual(['sent', 'suppressed']);
    const retried = await t.request(plain, 'POST', '/api/v1/work/retry', { name: SOME_WORK, reason: 'Mended.' });
    expect(retried.status).toBe(200);
    await t.settle();
    await look();
    expect((await noticed('work_stuck')).every(([, state]) => state === 'read')).toBe(true);
    await givenUp(t.world.db);
    await look();
    expect(await noticed('work_stuck')).toHaveLength(4);
    await sql`delete from pgboss.job where name = 'dead_letters'`.execute(t.world.db);
    await look();
    await clear();
  });

  test('that waits far longer than its time is told; what waits a little, or for its next try, is not', async () => {
    const id = await triedLater(t.world.db);
    // of a handler that is no more, so that nobody takes it
    await sql`select pgboss.create_queue('gone.handler', '{"policy": "standard"}')`.execute(t.world.db);
    const waits = (minutes: number) =>
      sql`insert into pgboss.job (name, data, created_on, start_after)
        select 'gone.handler', '{}', at, at from (select now() - ${minutes} * interval '1 minute' as at) x`.execute(
        t.world.db,
      );
    await waits(5);
    await look();
    expect(await noticed('work_stuck')).toEqual([]);
    await waits(20);
    await look();
    expect(await noticed('work_stuck')).toHaveLength(2);
    expect((await alerts())[0]).toMatchObject({ says: 'Gone: handler is stuck', closed_at: null });
    await sql`delete from pgboss.job where id = ${id} or name = 'gone.handler'`.execute(t.world.db);
    await look();
    expect((await noticed('work_stuck')).every(([, state]) => state === 'read')).toBe(true);
    await clear();
  });

  test('a time that fails again and again is told; one that is late only once it stays so', async () => {
    const requester = await t.world.consultant(await t.world.organization());
    const { body } = await t.request<{ review_id: number }>(requester, 'POST', '/api/v1/cases', {});
    const now = t.clock.now();
    const due = new Date(now.getTime() - 3_600_000);
    const { id } = await t.world.db
      .insertInto('deadlines')
      // nothing handles it, so that nothing takes it away
      .values({ review_id: body.review_id, kind: 'test.fails', due_at: due, created_at: due, tries: 8 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await t.world.db
      .insertInto('deadlines')
      .values({ review_id: body.review_id, kind: 'test.late', due_at: due, created_at: due })
      .execute();
    await look();
    const open = async () =>
      (await alerts())
        .filter(({ closed_at }) => closed_at === null)
        .map(({ says }) => says)
        .toSorted();
    expect(await open()).toEqual(['Test: fails is stuck']);
    await sql`update operational_alerts set watched_since = now() - interval '20 minutes' where opened_at is null`.execute(
      t.world.db,
    );
    await look();
    expect(await open()).toEqual(['Test: fails is stuck', 'Test: late is stuck']);
    await t.world.db.updateTable('deadlines').set({ done_at: now }).where('id', '=', id).execute();
    await t.world.db.deleteFrom('deadlines').where('kind', '=', 'test.late').execute();
    await look();
    expect(await open()).toEqual([]);
    expect((await noticed('work_stuck')).every(([, state]) => state === 'read')).toBe(true);
  });
});
