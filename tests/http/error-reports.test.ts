import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { createErrorReports, parseDsn } from '../../src/platform/error-reports.ts';
import { createLogger } from '../../src/platform/log.ts';
import { testApp, type TestApp } from '../harness/app.ts';

interface Received {
  path: string;
  auth: string;
  type: string;
  head: { event_id: string; sent_at: string };
  item: { type: string; length: number };
  event: {
    event_id: string;
    platform: string;
    level: string;
    tags: Record<string, string>;
    request?: { url: string; method: string };
    exception: { values: { type: string; value: string; stacktrace?: { frames: unknown[] } }[] };
    contexts?: { problem: { code: string; fields: string[] } };
  };
  raw: string;
}

/** A receiver that reads envelopes as the protocol says, and refuses what is none. */
const received: Received[] = [];
let answer = 200;
let receiver: Server;
let dsn: string;
let t: TestApp;
const later = createLogger('silent');

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let raw = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (raw += chunk));
    request.on('end', () => {
      const [head = '', item = '', ...rest] = raw.split('\n');
      const { length } = JSON.parse(item) as { length: number };
      const payload = Buffer.from(rest.join('\n')).subarray(0, length).toString();
      received.push({
        path: request.url ?? '',
        auth: String(request.headers['x-sentry-auth']),
        type: String(request.headers['content-type']),
        head: JSON.parse(head) as Received['head'],
        item: JSON.parse(item) as Received['item'],
        event: JSON.parse(payload) as Received['event'],
        raw,
      });
      response.writeHead(answer, { 'retry-after': '30' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  dsn = `http://publickey@127.0.0.1:${(receiver.address() as AddressInfo).port}/sentry/42`;
  t = await testApp({ env: { SENTRY_DSN: dsn } });
});
beforeEach(() => {
  received.length = 0;
  answer = 200;
});
afterAll(async () => {
  await t.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

test.each([
  ['https://key@o1.ingest.example/42', { url: 'https://o1.ingest.example/api/42/envelope/', key: 'key' }],
  ['http://key@127.0.0.1:9000/a/b/7', { url: 'http://127.0.0.1:9000/a/b/api/7/envelope/', key: 'key' }],
  ['https://o1.ingest.example/42', null],
  ['https://key@o1.ingest.example/', null],
  ['file://key@host/42', null],
  ['nonsense', null],
])('DSN %s', (text, target) => expect(parseDsn(text)).toEqual(target));

const API_FAULT = {
  kind: 'api',
  name: 'ApiError',
  message: 'Request failed with status code 422',
  url: '/api/v1/cases/20418/sections/matter?claimant=Ferrante',
  method: 'PUT',
  status: 422,
  code: 'invalid',
  fields: ['claimant_last_name'],
  request_id: '0f0a-77',
};

describe('a page’s report', () => {
  it('arrives as an envelope, tagged, with the profile the server knows', async () => {
    const who = await t.world.manager(await t.world.organization());
    const sent = await t.request(who, 'POST', '/api/v1/error-reports', { ...API_FAULT, profile_type: 'super_admin' });
    expect(sent.status).toBe(204);
    await t.app.services.errors.flush();
    const [one] = received;
    expect(one).toMatchObject({
      path: '/sentry/api/42/envelope/',
      type: 'application/x-sentry-envelope',
      item: { type: 'event' },
      event: {
        platform: 'javascript',
        level: 'error',
        tags: {
          kind: 'api-error',
          profile_type: 'review_manager',
          url: '/api/v1/cases/{id}/sections/matter',
          status: '422',
          code: 'invalid',
          request_id: '0f0a-77',
        },
        exception: { values: [{ type: 'ApiError', value: 'Request failed with status code {n}' }] },
        contexts: { problem: { code: 'invalid', fields: ['claimant_last_name'] } },
      },
    });
    expect(one?.auth).toMatch(/^Sentry sentry_version=7, sentry_client=[\w./]+, sentry_key=publickey$/);
    expect(one?.head.event_id).toMatch(/^[0-9a-f]{32}$/);
    expect(one?.event.event_id).toBe(one?.head.event_id);
  });

  it('is scrubbed once more, whatever a page sends', async () => {
    await t.request(null, 'POST', '/api/v1/error-reports', {
      kind: 'unhandled',
      name: 'TypeError',
      message: 'No claimant "Maria Ferrante" (maria@ferrante.example, claim 4471902)',
      stack: 'TypeError: Maria Ferrante\n    at draw (https://host.example/assets/list-Ab.js?v=Ferrante:3:4410)',
      url: 'https://host.example/case/20418?name=Ferrante',
      reference: 'AB12CD34',
    });
    await t.app.services.errors.flush();
    expect(received[0]?.raw).not.toMatch(/Ferrante|ferrante|4471902|20418|host\.example/);
    expect(received[0]?.event.tags).toMatchObject({ kind: 'unhandled', url: '/case/{id}', reference: 'AB12CD34' });
    expect(received[0]?.event.exception.values[0]?.stacktrace?.frames).toHaveLength(1);
  });

  it.each([
    [{ ...API_FAULT, kind: 'anything' }],
    [{ ...API_FAULT, code: 'Maria Ferrante' }],
    [{ ...API_FAULT, fields: ['Maria Ferrante was here'] }],
    [{ ...API_FAULT, stack: 'x'.repeat(8001) }],
  ])('is refused in another shape: %#', async (body) => {
    expect((await t.request(null, 'POST', '/api/v1/error-reports', body)).status).toBe(400);
  });

  it('is throttled by its source', async () => {
    for (let n = 0; n < 130; n += 1) await t.request(null, 'POST', '/api/v1/error-reports', API_FAULT);
    expect((await t.request(null, 'POST', '/api/v1/error-reports', API_FAULT)).status).toBe(429);
    await t.app.services.errors.flush();
    expect(received.length).toBeLessThanOrEqual(120);
  });
});

describe('the server’s own', () => {
  it('a request that failed is reported with route, status, code and id, not with what it carried', async () => {
    const who = await t.world.consultant(await t.world.organization());
    await t.world.db.schema.alterTable('notifications').renameTo('notifications_gone').execute();
    const failed = await t.request(who, 'GET', '/api/v1/notifications');
    await t.world.db.schema.alterTable('notifications_gone').renameTo('notifications').execute();
    expect(failed.status).toBe(500);
    await t.app.services.errors.flush();
    expect(received[0]?.event).toMatchObject({
      platform: 'node',
      tags: {
        kind: 'request',
        url: '/api/v1/notifications',
        status: '500',
        code: 'internal',
        profile_type: 'claim_consultant',
        request_id: failed.problem.request_id,
      },
      request: { method: 'GET' },
    });
    expect(received[0]?.event.exception.values[0]?.value).toContain('Database error');
  });

  it('is quiet for as long as the receiver asks, and without a DSN nothing is sent', async () => {
    let now = new Date('2026-11-18T15:00:00Z');
    const reports = createErrorReports(dsn, later, () => now);
    const fault = { kind: 'work', platform: 'node', name: 'Error', message: 'x' } as const;
    answer = 429;
    reports.report(fault);
    await reports.flush();
    reports.report(fault);
    await reports.flush();
    expect(received).toHaveLength(1);
    answer = 200;
    now = new Date(now.getTime() + 31_000);
    reports.report(fault);
    await reports.flush();
    expect(received).toHaveLength(2);
    const none = createErrorReports(undefined, later, () => now);
    none.report(fault);
    await none.flush();
    expect([none.enabled, received.length]).toEqual([false, 2]);
  });
});
