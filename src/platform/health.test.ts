import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Platform, platformServices } from '../../tests/harness/platform.ts';
import { mountHealth } from './health.ts';

let platform: Platform;
let running = true;
const app = Fastify();

beforeAll(async () => {
  platform = await platformServices();
  mountHealth(app, platform.services, () => running);
});
afterAll(async () => {
  await app.close();
  await platform.close();
});

const ready = async () => {
  const answer = await app.inject('/readyz');
  return [answer.statusCode, answer.json<{ checks: unknown }>().checks];
};

test('ready only with database, migrations and workers; alive without any of them', async () => {
  const good = { database: true, migrations: true, workers: true };
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
