import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Platform, platformServices } from '../../tests/harness/platform.ts';
import { keyFile } from './crypto.ts';
import { judgeReadiness, mountHealth } from './health.ts';
import { createJobs, type Jobs } from './jobs.ts';

let platform: Platform;
let jobs: Jobs;
let running = true;
const app = Fastify();

beforeAll(async () => {
  platform = await platformServices();
  const { data_dir } = platform.services.env;
  mkdirSync(data_dir, { recursive: true });
  writeFileSync(keyFile(data_dir), 'the key');
  jobs = createJobs(platform.services, [], []);
  await jobs.start();
  mountHealth(
    app,
    platform.services,
    judgeReadiness(platform.services, () => running),
  );
});
afterAll(async () => {
  await app.close();
  await jobs.stop();
  await platform.close();
});

const ready = async () => {
  const answer = await app.inject('/readyz');
  return [answer.statusCode, answer.json<{ checks: unknown }>().checks];
};

/** What stands on the disk is looked at again after a while: a server of its own looks at once. */
const anew = async () => {
  const other = Fastify();
  mountHealth(
    other,
    platform.services,
    judgeReadiness(platform.services, () => true),
  );
  const answer = await other.inject('/readyz');
  await other.close();
  const { status, checks } = answer.json<{ status: string; checks: Record<string, boolean> }>();
  return [answer.statusCode, status, Object.keys(checks).filter((name) => !checks[name])];
};

test('without its storage or its key it is not ready; with little room or a long queue it is, and says so', async () => {
  const { env, database } = platform.services;
  expect(await anew()).toEqual([200, 'ready', []]);
  rmSync(keyFile(env.data_dir));
  expect(await anew()).toEqual([503, 'not_ready', ['keys']]);
  writeFileSync(keyFile(env.data_dir), 'the key');
  rmSync(env.data_dir, { recursive: true });
  expect(await anew()).toEqual([503, 'not_ready', ['storage', 'room']]);
  mkdirSync(env.data_dir);
  platform.services.env = { ...env, MIN_FREE_BYTES: Number.MAX_SAFE_INTEGER };
  expect(await anew()).toEqual([200, 'degraded', ['room']]);
  platform.services.env = env;
  await database.pool.query(
    `insert into pgboss.queue select (jsonb_populate_record(q, '{"name": "late"}')).* from pgboss.queue q limit 1`,
  );
  await database.pool.query(
    `insert into pgboss.job (name, created_on, start_after) select 'late', at, at from (select now() - interval '6 minutes' as at) t`,
  );
  expect(await anew()).toEqual([200, 'degraded', ['queue']]);
  await database.pool.query(`update pgboss.job set created_on = now() where name = 'late'`);
  expect(await anew()).toEqual([200, 'ready', []]);
});

test('ready only with database, migrations and workers; alive without any of them', async () => {
  const good = {
    database: true,
    migrations: true,
    workers: true,
    storage: true,
    keys: true,
    room: true,
    queue: true,
    scanner: true,
  };
  expect(await ready()).toEqual([200, good]);
  running = false;
  expect(await ready()).toEqual([503, { ...good, workers: false }]);
  running = true;
  await platform.services.database.pool.query('delete from schema_migrations');
  expect(await ready()).toEqual([503, { ...good, migrations: false }]);
  await platform.services.database.pool.query('drop table schema_migrations');
  expect(await ready()).toEqual([503, { ...good, database: false, migrations: false }]);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
});
