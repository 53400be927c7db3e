import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WorkRow } from '../../src/features/oversight/contract/work.ts';
import { testApp, type TestApp } from '../harness/app.ts';
import { givenUp, SOME_WORK, triedLater } from '../harness/work.ts';
import type { Person } from '../harness/world.ts';

/* Jobs, deadlines and what failed of them, as staff see them and try them again. */

let t: TestApp;
let admin: Person;
let agent: Person;
let review: number;

beforeAll(async () => {
  t = await testApp();
  admin = await t.world.staff('admin');
  agent = await t.world.staff('support_agent');
  const requester = await t.world.consultant(await t.world.organization());
  review = (await t.request<{ review_id: number }>(requester, 'POST', '/api/v1/cases', {})).body.review_id;
  await t.settle();
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`delete from pgboss.job where name = 'dead_letters' or singleton_key like 'work-%' or state = 'retry'`.execute(
    t.world.db,
  );
  await t.world.db.deleteFrom('deadlines').where('key', 'like', 'test%').execute();
});

interface Page {
  data: WorkRow[];
  next_cursor: string | null;
}
const list = async (query = '', who = admin) => (await t.request<Page>(who, 'GET', `/api/v1/work${query}`)).body;
const counts = async (who = admin) =>
  (
    await t.request<{
      counts: Record<string, number>;
      failed: { name: string; count: number; retry: { allowed: boolean } }[];
    }>(who, 'GET', '/api/v1/work/counts')
  ).body;
const act = (path: string, body: object = { reason: 'The disk has room again.' }, who = admin) =>
  t.request<{ retried: number }>(who, 'POST', `/api/v1/work/${path}`, body);
const audited = (action: string) =>
  t.world.db
    .selectFrom('audit_rows as a')
    .leftJoin('audit_details as d', 'd.audit_id', 'a.id')
    .select(['a.actor_user_id', 'a.subject', 'a.data', 'd.old_value', 'd.new_value', 'a.reason'])
    .where('a.action', '=', action)
    .orderBy('a.id')
    .execute();
const deadline = async (row: { kind?: string; tries?: number; due_in_s?: number; key?: string }) => {
  const now = t.clock.now();
  const { rows } = await sql<{ id: number }>`
    insert into deadlines (review_id, kind, key, due_at, created_at, tries, last_error, retry_at)
    values (${review}, ${row.kind ?? 'test.work'}, ${row.key ?? 'test'}, ${new Date(now.getTime() + (row.due_in_s ?? -60) * 1000)}, ${now},
      ${row.tries ?? 0}, ${row.tries ? 'It broke.' : null}, ${row.tries ? new Date(now.getTime() + 600_000) : null})
    returning id`.execute(t.world.db);
  return rows[0]?.id ?? 0;
};

describe('what failed', () => {
  test('is listed with its reason, tries and review, and found by words of its name', async () => {
    const [id] = await givenUp(t.world.db, { review_id: review });
    const { data } = await list();
    expect(data).toMatchObject([
      {
        id: `job-${id}`,
        name: SOME_WORK,
        label: 'Oversight: verify audit',
        tries: 9,
        error: 'The disk is full.',
        review: { id: review, kind: 'Case', number: `CR-${review}` },
        retry: { allowed: true },
        set_aside: { allowed: true },
      },
    ]);
    expect((await list('?q=verify%20audit')).data).toHaveLength(1);
    expect((await list('?q=Oversight:%20verify')).data).toHaveLength(1);
    expect((await list(`?q=CR-${review}`)).data).toHaveLength(1);
    expect((await list('?q=%25')).data).toEqual([]);
    expect((await list('?q=something%20else')).data).toEqual([]);
    expect(await counts()).toMatchObject({ counts: { failed: 1 }, failed: [{ name: SOME_WORK, count: 1 }] });
  });

  test('is read by support and done something about by admins alone', async () => {
    const [id] = await givenUp(t.world.db);
    expect((await list('', agent)).data).toMatchObject([
      { id: `job-${id}`, retry: { allowed: false, reason: 'An admin does this.' } },
    ]);
    for (const path of [`job-${id}/retry`, `job-${id}/set_aside`])
      expect((await act(path, { reason: 'Because.' }, agent)).status).toBe(403);
    expect((await act('retry', { name: SOME_WORK, reason: 'Because.' }, agent)).status).toBe(403);
    const orgAdmin = await t.world.person({ role: 'org_admin', organization_id: await t.world.organization() });
    expect((await t.request(orgAdmin, 'GET', '/api/v1/work')).status).toBe(403);
  });

  test('tried again it runs, once, and stands on the record with what it was', async () => {
    const [id] = await givenUp(t.world.db);
    expect((await act(`job-${id}/retry`, {})).status).toBe(400);
    expect((await act(`job-${id}/retry`)).body).toEqual({ retried: 1 });
    expect((await act(`job-${id}/retry`)).status).toBe(404);
    await t.settle();
    expect((await list()).data).toEqual([]);
    const { rows } = await sql<{ state: string }>`select state from pgboss.job
      where name = ${SOME_WORK} and singleton_key = 'work-1'`.execute(t.world.db);
    expect(rows).toEqual([{ state: 'completed' }]);
    expect((await audited('work.retried')).at(-1)).toMatchObject({
      actor_user_id: admin.user_id,
      subject: `work:job-${id}`,
      data: { name: SOME_WORK },
      old_value: { state: 'failed', tries: 9, error: 'The disk is full.' },
      new_value: { state: 'waiting' },
    });
  });

  test('of two admins who try it again at once one does', async () => {
    const [id] = await givenUp(t.world.db);
    const other = await t.world.staff('admin');
    const answers = await Promise.all([act(`job-${id}/retry`), act(`job-${id}/retry`, { reason: 'Me too.' }, other)]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    expect([404, 409]).toContain(refused[0]?.status);
  });

  test('all of a name are tried again in one', async () => {
    await givenUp(t.world.db, { count: 1_200 });
    expect((await act('retry', { name: SOME_WORK, reason: 'The disk has room again.' })).body).toEqual({
      retried: 1_200,
    });
    await sql`delete from pgboss.job where singleton_key like 'work-%'`.execute(t.world.db);
    const again = await act('retry', { name: SOME_WORK, reason: 'Once more.' });
    expect([again.status, again.problem.code]).toEqual([409, 'wrong_state']);
    expect((await audited('work.retried')).at(-1)).toMatchObject({ data: { name: SOME_WORK, retried: 1_200 } });
  });

  test('what nothing handles any more is not tried again, and can be set aside by whoever shows who they are', async () => {
    const [id] = await givenUp(t.world.db, { name: 'gone.handler' });
    expect((await list()).data).toMatchObject([{ retry: { allowed: false }, set_aside: { allowed: true } }]);
    expect((await act(`job-${id}/retry`)).status).toBe(409);
    await t.world.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(t.clock.now().getTime() - 600_000) })
      .where('user_id', '=', admin.user_id)
      .execute();
    expect((await act(`job-${id}/set_aside`)).problem.code).toBe('reauthentication_required');
    expect((await list()).data).toHaveLength(1);
    await t.world.db
      .updateTable('sessions')
      .set({ authenticated_at: t.clock.now() })
      .where('user_id', '=', admin.user_id)
      .execute();
    expect((await act(`job-${id}/set_aside`)).status).toBe(200);
    expect((await list()).data).toEqual([]);
    expect((await audited('work.set_aside')).at(-1)).toMatchObject({
      subject: `work:job-${id}`,
      old_value: { state: 'failed', tries: 9 },
    });
    expect((await act(`job-${id}/set_aside`)).status).toBe(404);
  });

  test('of 10,000 every one is on one page, newest first, and a page comes quickly', async () => {
    await givenUp(t.world.db, { count: 10_000 });
    const seen = new Set<string>();
    let cursor = '';
    let last = Number.POSITIVE_INFINITY;
    let slowest = 0;
    do {
      const began = performance.now();
      const page = await list(cursor === '' ? '' : `?cursor=${cursor}`);
      slowest = Math.max(slowest, performance.now() - began);
      for (const { id, at } of page.data) {
        seen.add(id);
        expect(Date.parse(at)).toBeLessThanOrEqual(last);
        last = Date.parse(at);
      }
      cursor = page.next_cursor ?? '';
    } while (cursor !== '');
    expect(seen.size).toBe(10_000);
    expect(slowest).toBeLessThan(2_000);
    expect((await t.request(admin, 'GET', '/api/v1/work?cursor=x')).status).toBe(400);
  });
});

test('of 10,000 deadlines a page and the numbers come quickly', async () => {
  const now = t.clock.now();
  await sql`insert into deadlines (review_id, kind, key, due_at, created_at)
    select ${review}, 'test.many', 'test' || n, ${now}::timestamptz + n * interval '1 minute', ${now}
    from generate_series(1, 10000) n`.execute(t.world.db);
  const began = performance.now();
  const first = await list('?state=scheduled&q=test%20many');
  const second = await list(`?state=scheduled&q=test%20many&cursor=${first.next_cursor}`);
  const { counts: numbers } = await counts();
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(numbers['scheduled']).toBeGreaterThanOrEqual(10_000);
  const dues = [...first.data, ...second.data].map(({ at }) => Date.parse(at) - now.getTime());
  expect(dues).toEqual(Array.from({ length: 100 }, (_, n) => (n + 1) * 60_000));
});

describe('what is tried later', () => {
  test('has its last failure and its next try, and is tried at once', async () => {
    const id = await triedLater(t.world.db);
    expect((await list('?state=retrying')).data).toMatchObject([
      { id: `job-${id}`, tries: 3, error: 'Busy.', retry: { allowed: true }, set_aside: { allowed: false } },
    ]);
    expect((await act(`job-${id}/set_aside`)).status).toBe(409);
    expect((await act(`job-${id}/retry`)).status).toBe(200);
    await t.settle();
    expect((await list('?state=retrying')).data).toEqual([]);
    expect((await act(`job-${id}/retry`)).problem).toMatchObject({ code: 'wrong_state', detail: 'It is done.' });
  });

  test('a deadline that failed is among them, with its tries; no other one is tried by hand', async () => {
    const id = await deadline({ tries: 2 });
    expect((await list('?state=retrying')).data).toMatchObject([
      { id: `time-${id}`, label: 'Test: work', tries: 2, error: 'It broke.', review: { id: review } },
    ]);
    expect((await act(`time-${id}/retry`)).status).toBe(200);
    const row = await t.world.db.selectFrom('deadlines').select('retry_at').where('id', '=', id).executeTakeFirst();
    expect(row).toEqual({ retry_at: null });
    expect((await audited('work.retried')).at(-1)).toMatchObject({
      subject: `work:time-${id}`,
      old_value: { state: 'retrying', tries: 2, error: 'It broke.' },
    });
    const later = await deadline({ due_in_s: 3_600, key: 'test later' });
    expect((await act(`time-${later}/retry`)).status).toBe(409);
    expect((await act(`time-${later}/set_aside`)).status).toBe(409);
    await t.world.db.updateTable('deadlines').set({ done_at: t.clock.now() }).where('id', '=', id).execute();
    expect((await act(`time-${id}/retry`)).problem).toMatchObject({ detail: 'It is done.' });
  });
});

test('deadlines stand by when they are due; those that wait for the clock stand apart', async () => {
  const later = await deadline({ due_in_s: 7_200, key: 'test b' });
  const sooner = await deadline({ due_in_s: 3_600, key: 'test a' });
  const closing = await deadline({ kind: 'closeout', due_in_s: -60, key: 'test held' });
  const { rows } = await sql<{ id: number }>`insert into deadline_holds (cause, seen_at, clock_at, due)
    values ('ahead', ${t.clock.now()}, ${t.clock.now()}, 0) returning id`.execute(t.world.db);
  const ids = async (state: string) => (await list(`?state=${state}`)).data.map(({ id }) => id);
  expect(await ids('held')).toEqual([`time-${closing}`]);
  expect((await ids('scheduled')).filter((id) => [`time-${later}`, `time-${sooner}`].includes(id))).toEqual([
    `time-${sooner}`,
    `time-${later}`,
  ]);
  expect(await ids('scheduled')).not.toContain(`time-${closing}`);
  expect((await counts()).counts).toMatchObject({ held: 1 });
  await t.world.db
    .updateTable('deadline_holds')
    .set({ confirmed_at: t.clock.now() })
    .where('id', '=', rows[0]?.id ?? 0)
    .execute();
});
