import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Health } from '../../src/features/oversight/contract/health.ts';
import { keepFilling } from '../../src/platform/demo-world.ts';
import { SETTINGS } from '../../src/platform/env.ts';
import { VERSION } from '../../src/platform/version.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { givenUp } from '../harness/work.ts';

/* The page that says whether all the product stands on is in order. */

const SECRET = 'hunter2hunter2';
let t: TestApp;
beforeAll(async () => {
  t = await testApp({
    env: { SMTP_URL: `smtp://u:${SECRET}@127.0.0.1:9`, SENTRY_DSN: `https://${SECRET}@127.0.0.1/1` },
  });
});
afterAll(() => t.close());

test('requests, database, queues, disk, mail and version are read by support and admins', async () => {
  const [admin, agent] = [await t.world.staff('admin'), await t.world.staff('support_agent')];
  const read = (who = admin) => t.request<Health>(who, 'GET', '/api/v1/health');
  const before = (await read()).body;
  expect(before.status).toBe('ready');
  expect(Object.values(before.checks).every(Boolean)).toBe(true);
  expect(before.version).toMatchObject({ product: VERSION, node: process.version });
  expect(before.version.database).toMatch(/^PostgreSQL \d+/);
  expect(before.version.migration).toMatch(/^\d{4}_\w+\.sql$/);
  expect(before.database.size_bytes).toBeGreaterThan(1_000_000);
  expect(before.database.answers_ms).toBeGreaterThan(0);
  expect(before.database.connections.most).toBeGreaterThan(0);
  expect(before.disk?.free_bytes).toBeGreaterThan(0);
  expect(before.deliveries).toMatchObject([
    { sort: 'mails', sends: true, last_sent_at: null, last_failed_at: null, given_up: 0 },
    { sort: 'texts', sends: false },
  ]);

  for (const _ of [1, 2, 3]) await read();
  const { requests } = (await read()).body;
  expect(requests.last_5_minutes.requests).toBeGreaterThanOrEqual(4);
  expect(requests.last_5_minutes.errors).toBe(0);
  expect(requests.last_hour.p99_ms).toBeGreaterThan(0);

  await givenUp(t.world.db);
  expect((await read()).body.queues.work.waiting).toBe(0);

  expect((await read(agent)).status).toBe(200);
  const consultant = await t.world.consultant(await t.world.organization());
  expect((await read(consultant)).status).toBe(403);
});

test('settings are for admins, as they were read, and no secret is among them', async () => {
  const [admin, agent] = [await t.world.staff('admin'), await t.world.staff('support_agent')];
  const { body, raw } = await t.request<Health>(admin, 'GET', '/api/v1/health');
  expect(body.settings?.map(({ name }) => name)).toEqual(Object.keys(SETTINGS));
  expect(body.settings?.find(({ name }) => name === 'SMTP_URL')).toMatchObject({
    value: null,
    set: true,
    secret: true,
  });
  expect(body.settings?.find(({ name }) => name === 'ENCRYPTION_KEY')).toMatchObject({ set: false, secret: true });
  expect(body.settings?.find(({ name }) => name === 'LOG_LEVEL')).toMatchObject({ value: 'silent', by_default: false });
  expect(raw.body).not.toContain(SECRET);
  expect((await t.request<Health>(agent, 'GET', '/api/v1/health')).body.settings).toBeNull();
});

test('how far the demo is filled up is said while it is, and not where there is none', async () => {
  const read = async () => {
    const { body } = await t.request<Health>(await t.world.staff('support_agent'), 'GET', '/api/v1/health');
    return body.demo;
  };
  expect(await read()).toBeNull();
  const filling = { first: 80, last: 80, present: t.world.clock.now().toISOString(), of: 600, made: 412, next: 332 };
  await keepFilling(t.world.db, filling, t.world.clock.now());
  expect(await read()).toEqual({ made: 412, of: 600 });
  await keepFilling(t.world.db, { ...filling, made: 600 }, t.world.clock.now());
  expect(await read()).toBeNull();
});
