import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let dana: Person;
beforeAll(async () => {
  t = await testApp();
  dana = await t.world.consultant(await t.world.organization());
});
afterAll(() => t.close());

const ask = (url: string, encoding?: string) =>
  t.app.http.inject({ url, headers: { ...dana.headers, ...(encoding ? { 'accept-encoding': encoding } : {}) } });

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('an answer of some length travels compressed for who takes %s', async (accepts, encoding, unpack) => {
  const plain = await ask('/api/v1/users/current_user');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const packed = await ask('/api/v1/users/current_user', accepts);
  expect(packed.headers['content-encoding']).toBe(encoding);
  expect(packed.headers['vary']).toContain('accept-encoding');
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  expect(JSON.parse(unpack(packed.rawPayload).toString())).toEqual(plain.json());
});

test('a short answer travels as it is', async () => {
  const short = await ask('/api/v1/notifications/unread', 'br, gzip');
  expect(short.statusCode).toBe(200);
  expect(short.headers['content-encoding']).toBeUndefined();
});
