import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Platform, platformServices, someActor } from '../../../tests/harness/platform.ts';
import { command } from '../command.ts';
import { createTexter, type Texter } from './texter.ts';

interface Received {
  method: string;
  path: string;
  authorization: string;
  type: string;
  form: Record<string, string>;
}

/** A server that speaks the Messages API; the last digits of a number choose its answer. */
function provider(received: Received[]): Server {
  return createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        type: request.headers['content-type'] ?? '',
        form,
      });
      const answer = (status: number, value: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      const to = form.To ?? '';
      if (to.endsWith('400')) answer(400, { code: 21_211, message: `The 'To' number ${to} is not valid`, status: 400 });
      else if (to.endsWith('429')) answer(429, { code: 20_429, message: 'Too Many Requests', status: 429 });
      else if (to.endsWith('302')) response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end();
      else if (to.endsWith('200'))
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>a captive portal</p>');
      else answer(201, { sid: 'SM0123456789abcdef', status: 'queued', to });
    });
  });
}

const received: Received[] = [];
const server = provider(received);
let platform: Platform;
let texter: Texter;
let settings: Record<string, string>;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  settings = {
    SMS_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    SMS_ACCOUNT_SID: 'AC42',
    SMS_AUTH_TOKEN: 'to:ken',
    SMS_FROM: '+13125550100',
  };
  platform = await platformServices(settings);
  texter = createTexter(platform.services);
});
afterAll(async () => {
  await texter.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await platform.close();
});
afterEach(async () => {
  await platform.services.database.pool.query('delete from texts');
  received.length = 0;
  platform.setTime('2026-11-18T15:00:00Z');
});

const queue = (number: string, of = platform, by = texter) =>
  command(of.services, someActor(), (tx) =>
    by.queue(tx, {
      to: { number },
      template: 'verify_phone',
      body: (code) => `${code} is your code`,
      opener: { value: '042117', of: 'verify_phone:1', until: new Date(tx.now.getTime() + 600_000) },
    }),
  );
const stored = (of = platform) => of.services.database.systemDb.selectFrom('texts').selectAll().orderBy('id').execute();

test('a text is posted as a form with basic authentication, once, and its code leaves the outbox', async () => {
  await queue('+13125550142');
  await Promise.all([texter.flush(), texter.flush()]);
  expect(received).toEqual([
    {
      method: 'POST',
      path: '/2010-04-01/Accounts/AC42/Messages.json',
      authorization: `Basic ${Buffer.from('AC42:to:ken').toString('base64')}`,
      type: expect.stringContaining('application/x-www-form-urlencoded') as string,
      form: { To: '+13125550142', From: '+13125550100', Body: '042117 is your code' },
    },
  ]);
  const [text] = await stored();
  expect(text).toMatchObject({ status: 'sent', provider_id: 'SM0123456789abcdef', attempts: 1 });
  expect(text?.opener).toBeNull();
  expect(JSON.stringify(text)).not.toContain('042117');
});

test('a number that cannot be reached fails for good, and the reason repeats no number', async () => {
  await queue('+13125550400');
  await texter.flush();
  expect(await stored()).toMatchObject([{ status: 'failed', last_error: '400 21211', attempts: 1 }]);
  expect(JSON.stringify(platform.lines)).not.toContain('3125550400');
});

test.each(['+13125550429', '+13125550302', '+13125550200'])(
  'what can be mended is tried again, later each time, until the code is over: %s',
  async (number) => {
    await queue(number);
    await texter.flush();
    await texter.flush();
    expect(received).toHaveLength(1);
    expect(await stored()).toMatchObject([{ status: 'queued', attempts: 1 }]);
    platform.setTime('2026-11-18T15:00:10Z');
    await texter.flush();
    expect(await stored()).toMatchObject([{ status: 'queued', attempts: 2 }]);
    platform.setTime('2026-11-18T15:10:00Z');
    await texter.flush();
    expect(received).toHaveLength(2);
    expect(await stored()).toMatchObject([{ status: 'failed' }]);
  },
);

test('without a provider, texts stand in the outbox for the operator', async () => {
  const without = await platformServices();
  try {
    const plain = createTexter(without.services);
    await queue('+13125550142', without, plain);
    await plain.flush();
    expect(await stored(without)).toMatchObject([{ status: 'outbox', body: '\uE000\uE001 is your code' }]);
  } finally {
    await without.close();
  }
});

test('a provider that is not there costs a try, not the text', async () => {
  const gone = await platformServices({ ...settings, SMS_BASE_URL: 'http://127.0.0.1:9' });
  try {
    const texting = createTexter(gone.services);
    await queue('+13125550142', gone, texting);
    await texting.flush();
    expect(await stored(gone)).toMatchObject([{ status: 'queued', last_error: 'unreachable' }]);
  } finally {
    await gone.close();
  }
});
