import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '../../src/core/errors.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { type DatabaseProxy, databaseProxy } from '../harness/database-proxy.ts';
import { limit } from '../harness/limit.ts';
import type { Person } from '../harness/world.ts';

/* A database that is there and answers nothing, statements that take too long, and an end that hangs. */

let t: TestApp;
let proxy: DatabaseProxy;
let dana: Person;
beforeAll(async () => {
  t = await testApp({
    limits: { statement_ms: 1_000, lock_ms: 300 },
    through: async (connection) => {
      proxy = await databaseProxy(connection);
      return proxy.connection;
    },
  });
  dana = await t.world.consultant(await t.world.organization());
});
afterAll(async () => {
  proxy.thaw();
  await t.close();
  await proxy.close();
});

const who = () => t.app.http.inject({ method: 'GET', url: '/api/v1/users/current_user', headers: dana.headers });
const draft = (key: string) =>
  t.app.http.inject({
    method: 'POST',
    url: '/api/v1/cases',
    headers: { ...dana.headers, 'idempotency-key': key },
    payload: {},
  });
const timed = async <T>(asked: () => Promise<T>): Promise<{ answer: T; ms: number }> => {
  const began = performance.now();
  return { answer: await asked(), ms: performance.now() - began };
};

test('a database that answers nothing: everybody is told within 2 s, nobody queues, and it goes on by itself', async () => {
  expect((await who()).statusCode).toBe(200);
  const most = await limit(2_000, 50, who);
  proxy.freeze();
  const first = await Promise.all([...Array.from({ length: 60 }, () => timed(who)), timed(() => draft('frozen-once'))]);
  const { pool, statements } = t.app.services.database;
  const queued = () => pool.waitingCount + statements.waitingCount;
  const waiting = queued();
  const then = await Promise.all(Array.from({ length: 200 }, () => timed(who)));
  for (const { answer, ms } of [...first, ...then]) {
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.json<Problem>().code).toBe('database_away');
    expect(ms).toBeLessThan(most);
  }
  // who comes while it answers nothing is told at once and waits for no connection
  expect(queued()).toBeLessThanOrEqual(waiting);
  expect(first.at(-1)?.answer.json<Problem>().detail).toContain('check whether this went through');
  expect((await t.app.http.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);

  proxy.thaw();
  await expect.poll(async () => (await who()).statusCode).toBe(200);
  // the same request again has one effect, whatever became of the first
  await expect.poll(async () => (await draft('frozen-once')).statusCode).toBe(201);
  const drafts = await t.world.db.selectFrom('reviews').select('id').where('requester_id', '=', dana.user_id).execute();
  expect(drafts).toHaveLength(1);
});

test('a statement that takes too long, or waits too long for a lock, is stopped; nothing is changed', async () => {
  const { body } = await t.request<{ review_id: number }>(dana, 'POST', '/api/v1/cases', {});
  const held = await t.world.db.transaction().execute(async (trx) => {
    await trx.selectFrom('reviews').select('id').where('id', '=', body.review_id).forUpdate().executeTakeFirstOrThrow();
    return t.request(dana, 'PUT', `/api/v1/cases/${body.review_id}/sections/step_one`, {
      data: { caption: 'Ferrante v. Brightwater' },
      version: 0,
    });
  });
  expect([held.status, held.problem.code, held.headers['retry-after']]).toEqual([503, 'too_slow', '5']);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from review_sections where review_id = ${body.review_id} and data ->> 'caption' is not null`.execute(
    t.world.db,
  );
  expect(rows).toEqual([{ n: 0 }]);
  await expect(sql`select pg_sleep(20)`.execute(t.world.db)).rejects.toMatchObject({ code: '57014' });
});

test('whatever hangs when it is asked to end, it has ended within 15 s', { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../harness/hanging-stop.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const most = await limit(15_000, 50, who);
  const { ms, answer } = await timed(async () => {
    child.kill('SIGTERM');
    return once(child, 'exit');
  });
  expect(answer).toEqual([1, null]);
  expect(ms).toBeLessThan(most);
});
