import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/app/contracts.ts';
import { KIND_NAMES, KINDS } from '../../src/core/kinds.ts';
import { testApp, type TestApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';

/*
 * A page of another origin that uses its visitor's cookie. The browser says where a request comes from, and no page can
 * make it lie: whatever changes something is refused before session, shape or permission are looked at.
 */
let t: TestApp;
let person: Person;
beforeAll(async () => {
  t = await testApp({ env: { PUBLIC_URL: 'https://peritus.example' } });
  person = await t.world.person({ role: 'super_admin' });
});
afterAll(() => t.close());

const HOST = 'peritus.internal:3000';
const FOREIGN: [string, Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site that hides itself', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['another port or name of the same site', { 'sec-fetch-site': 'same-site', origin: 'https://other.peritus.example' }],
  ['a browser that says the origin alone', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a name that begins alike', { origin: 'https://peritus.example.evil.example' }],
  ['a name that ends alike', { origin: 'https://evil-peritus.example' }],
  ['our name without encryption', { origin: 'http://peritus.example' }],
  ['another port', { origin: 'https://peritus.example:8443' }],
  ['an origin that is none', { origin: 'peritus.example' }],
  [
    'our origin, said by a browser that knows better',
    { 'sec-fetch-site': 'cross-site', origin: 'https://peritus.example' },
  ],
];

const CHANGING = ENDPOINTS.filter(({ method }) => method !== 'GET');
const addressOf = (path: string): string =>
  path.replace('{kind}', KINDS[KIND_NAMES[0] ?? 'Case'].api_path).replaceAll(/\{\w+\}/g, '1');
const ask = (method: string, url: string, headers: Record<string, string>) =>
  t.app.http.inject({ method: method as 'POST', url, headers: { host: HOST, ...person.headers, ...headers } });
const codeOf = (body: string): unknown => (body === '' ? undefined : (JSON.parse(body) as { code?: string }).code);

describe.each(FOREIGN)('%s', (_, headers) => {
  it('changes nothing, at any endpoint', async () => {
    const taken: string[] = [];
    for (const { method, path } of CHANGING) {
      const answer = await ask(method, addressOf(path), headers);
      if (answer.statusCode !== 403 || codeOf(answer.body) !== 'cross_site')
        taken.push(`${method} ${path}: ${answer.statusCode}`);
    }
    expect(taken).toEqual([]);
    // uploads speak a protocol of their own
    for (const [method, path] of [
      ['POST', '/api/v1/uploads'],
      ['PATCH', '/api/v1/uploads/x'],
      ['DELETE', '/api/v1/uploads/x'],
    ] as const)
      expect((await ask(method, path, { 'tus-resumable': '1.0.0', ...headers })).statusCode).toBe(403);
  });

  it('reads nothing: no answer allows another origin', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await ask(method, '/api/v1/users/current_user', {
        'access-control-request-method': 'PUT',
        ...headers,
      });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });
});

it('there are endpoints enough for this to mean something, and no way of asking is left out', () => {
  expect(CHANGING.length).toBeGreaterThan(60);
  expect(new Set(ENDPOINTS.map(({ method }) => method))).toEqual(new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']));
});

it.each<[string, Record<string, string>]>([
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'https://peritus.example' }],
  ['our own page at the address it was asked at', { origin: `http://${HOST}` }],
  ['a program', {}],
  ['the address bar', { 'sec-fetch-site': 'none' }],
])('%s is let through', async (_, headers) => {
  expect((await ask('POST', '/api/v1/user/session/keep', headers)).statusCode).toBe(204);
});

it('a form of another page is no JSON, whatever it says of itself', async () => {
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const answer = await t.app.http.inject({
      method: 'POST',
      url: '/api/v1/contact',
      headers: { 'content-type': type },
      payload: '{"name":"x","email":"x@evil.example","reason":"other","message":"x","pad":"="}',
    });
    expect([400, 415]).toContain(answer.statusCode);
  }
  const { count } = await t.app.services.database.systemDb
    .selectFrom('contact_messages')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
});
