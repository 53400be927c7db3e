import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/app/start.ts';
import type { Problem } from '../../src/core/errors.ts';
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
    expect(detail).toBe('Our database cannot be reached just now. Try again in a moment.');
  }
  const refused = await draft();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  // whether it was carried out is not known here, so it is not said
  expect(refused.json<Problem>().detail).toContain('look whether this was carried out');
  expect((await t.app.http.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(503);
  expect((await t.app.http.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);

  await proxy.open();
  expect((await who()).statusCode).toBe(200);
  expect((await draft()).statusCode).toBe(201);
  expect(await drafts()).toBe(1);
});

test('connections ended at the database: no answer is a fault of ours, and the next ones are whole', async () => {
  await Promise.all(Array.from({ length: 8 }, who));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(t.world.db);
  for (const { statusCode } of await Promise.all(Array.from({ length: 20 }, who)))
    expect([200, 503]).toContain(statusCode);
  await expect.poll(async () => (await who()).statusCode).toBe(200);
});

test('a start before its database waits for it; one the database refuses does not', async () => {
  const { host, port, user, database } = proxy.connection;
  const url = (name: string) => `postgres://${user}@/${name}?host=${host}&port=${port}`;
  const log = createLogger('silent');
  await proxy.shut();
  const opening = openDatabase(readEnv({ DATABASE_URL: url(database) }), log, { waits: true });
  let there = false;
  void opening.then(() => (there = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(there).toBe(false);
  await proxy.open();
  await (await opening).database.close();
  await expect(
    openDatabase(readEnv({ DATABASE_URL: url('nothing_here') }), log, { waits: true }),
  ).rejects.toMatchObject({
    code: '3D000',
  });
});
