import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/app/open-database.ts';
import type { Problem } from '../../src/core/errors.ts';
import { isDatabaseAway } from '../../src/platform/db/away.ts';
import { createDeadlineRunner } from '../../src/platform/deadlines.ts';
import { readEnv } from '../../src/platform/env.ts';
import { createLogger } from '../../src/platform/log.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { type DatabaseProxy, databaseProxy } from '../harness/database-proxy.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let proxy: DatabaseProxy;
let dana: Person;
beforeAll(async () => {
  t = await testApp({
    through: async (connection) => {
      proxy = await databaseProxy(connection);
      return proxy.connection;
    },
  });
  dana = await t.world.consultant(await t.world.organization());
});
afterAll(async () => {
  await proxy.open().catch(() => undefined);
  await t.close();
  await proxy.close();
});

const who = () => t.app.http.inject({ method: 'GET', url: '/api/v1/users/current_user', headers: dana.headers });
/** Opens the way again; what the pool still held of the old one is gone once an answer comes. */
async function back(): Promise<void> {
  await proxy.open();
  await expect.poll(async () => (await who()).statusCode).toBe(200);
}
const draft = () =>
  t.app.http.inject({
    method: 'POST',
    url: '/api/v1/cases',
    headers: { ...dana.headers, 'idempotency-key': 'draft-once' },
    payload: {},
  });
const drafts = async () =>
  (await t.world.db.selectFrom('reviews').select('id').where('requester_id', '=', dana.user_id).execute()).length;

test('a database that is away: everybody is told so and when to come back, and it goes on by itself', async () => {
  expect((await who()).statusCode).toBe(200);
  await proxy.shut();
  const answers = await Promise.all(Array.from({ length: 40 }, who));
  for (const answer of answers) {
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    const { code, detail } = answer.json<Problem>();
    expect(code).toBe('database_away');
    expect(detail).toBe('Our database cannot be reached right now. Try again in a moment.');
  }
  const refused = await draft();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  // whether it was carried out is not known here, so it is not said
  expect(refused.json<Problem>().detail).toContain('check whether this went through');
  expect((await t.app.http.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(503);
  expect((await t.app.http.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);

  await back();
  expect((await draft()).statusCode).toBe(201);
  expect(await drafts()).toBe(1);
});

test('amid an upload it is told as everywhere, with when to come back', async () => {
  await draft();
  const review = await t.world.db
    .selectFrom('reviews')
    .select('id')
    .where('requester_id', '=', dana.user_id)
    .executeTakeFirstOrThrow();
  const half = Buffer.alloc(200_000, 'a');
  const metadata = Object.entries({ review_id: String(review.id), filename: 'chart.pdf' })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  const headers = { ...dana.headers, 'tus-resumable': '1.0.0' };
  const begun = await t.app.http.inject({
    method: 'POST',
    url: '/api/v1/uploads',
    headers: { ...headers, 'upload-length': String(2 * half.length), 'upload-metadata': metadata },
  });
  const url = new URL(String(begun.headers['location']), 'http://x').pathname;
  async function* body(): AsyncGenerator<Buffer> {
    yield half;
    await proxy.shut();
    yield half;
  }
  const sent = await t.app.http.inject({
    method: 'PATCH',
    url,
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: Readable.from(body()),
  });
  await back();
  expect([sent.statusCode, sent.headers['retry-after'], sent.json<Problem>().code]).toEqual([
    503,
    '5',
    'database_away',
  ]);
});

test('connections ended at the database: no answer is a fault of ours, and the next ones are whole', async () => {
  await Promise.all(Array.from({ length: 8 }, who));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(t.world.db);
  for (const { statusCode } of await Promise.all(Array.from({ length: 20 }, who)))
    expect([200, 503]).toContain(statusCode);
  await expect.poll(async () => (await who()).statusCode).toBe(200);
});

test('a database that goes away amid a round of deadlines ends the round: none of them is at fault or put off', async () => {
  const due_at = t.clock.now();
  const keys = ['a', 'b', 'c', 'd'];
  await t.world.db
    .insertInto('deadlines')
    .values(keys.map((key) => ({ review_id: null, kind: 'away_test', key, due_at, created_at: due_at })))
    .execute();
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const handled: string[] = [];
  let isAway = false;
  const timers = {
    away_test: async (_tx: unknown, { key }: { key: string }) => {
      if (isAway) await proxy.shut();
      handled.push(key);
    },
  };
  const runner = createDeadlineRunner({ ...t.app.services, log }, [{ timers } as never], {
    away_test: 'reversible',
  } as never);
  isAway = true;
  await expect(runner.runDue()).rejects.toSatisfy(isDatabaseAway);
  expect(handled).toHaveLength(1);
  expect(lines.filter((line) => line.includes('could not be handled'))).toEqual([]);
  isAway = false;
  await back();
  // at once: none of them rests after a failure
  expect(await runner.runDue()).toBe(4);
});

test('a start before its database waits for it and says so once; then it goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'peritus-waits-'));
  const lines: { level: number; msg: string; database?: string }[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
  const { host, port, user, database } = proxy.connection;
  await proxy.shut();
  // a way that breaks off everybody who comes
  let came = 0;
  const gate = createServer((socket) => {
    came += 1;
    socket.destroy();
  });
  const socket = join(host, `.s.PGSQL.${port}`);
  await new Promise<void>((resolve) => gate.listen(socket, resolve));
  const env = readEnv({
    DATABASE_URL: `postgres://${user}:hunter2@/${database}?host=${host}&port=${port}`,
    DATA_DIR: join(folder, 'data'),
  });
  // a command beside it does not wait
  await expect(openDatabase(env, log)).rejects.toThrow(`The database ${database} at ${host} cannot be reached.`);
  const opening = openDatabase(env, log, { alone: true });
  let there = false;
  void opening.then(() => (there = true));
  const told = () => lines.map(({ msg }) => msg);
  await expect.poll(told, { timeout: 60_000 }).toEqual(['waiting for the database, which cannot be reached yet']);
  // it tries again, and says no more
  const before = came;
  await expect.poll(() => came, { timeout: 60_000 }).toBeGreaterThan(before + 2);
  expect(there).toBe(false);
  expect(told()).toEqual(['waiting for the database, which cannot be reached yet']);
  expect(lines[0]?.database).toBe(`${database} at ${host}`);
  await new Promise((resolve) => gate.close(resolve));
  await proxy.open();
  await (await opening).close();
  expect(told().slice(1)).toEqual(['the database is there; starting continues']);
  expect(JSON.stringify(lines)).not.toContain('hunter2');
  rmSync(folder, { recursive: true, force: true });
});
