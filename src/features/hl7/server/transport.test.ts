import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Hl7Message } from '@medplum/core';
import { afterEach, expect, it } from 'vitest';
import { ownCertificate } from '../../../../tests/harness/certificate.ts';
import { createTransport } from './transport.ts';

const MESSAGE = 'MSH|^~\\&|PERITUS|REVIEWS|EHR|CLINIC|20261128||MDM^T02|M1|P|2.5.1\rEVN|T02|20261128';
const ack = (ackCode: 'AA' | 'AE' | 'AR') => Hl7Message.parse(MESSAGE).buildAck({ ackCode }).toString();
const clock = { now: () => new Date('2026-11-28T09:00:00Z') };

const servers: Server[] = [];
let asked: string[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  asked = [];
});

/** What comes of one message to a receiver by HTTPS that answers so. */
async function sent(
  answer: RequestListener,
  { seconds = 30, tls = null as ReturnType<typeof ownCertificate> | null, ca = '' } = {},
) {
  const listener: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    request.on('end', () => {
      answer(request, response);
    });
  };
  const own = tls ? createTlsServer(tls, listener) : createServer(listener);
  servers.push(own);
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const { port } = own.address() as AddressInfo;
  const send = createTransport({ HL7_ALLOW_PRIVATE: ['127.0.0.1'], HL7_ANSWER_SECONDS: seconds }, clock);
  const url = `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${port}/hl7`;
  const to = {
    transport: 'https',
    host: '',
    port: null,
    url,
    ca_pem: ca === '' ? null : ca,
    may_lead_inside: true,
  } as const;
  return send(to, 'M1', Buffer.from(MESSAGE));
}
const answering =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

it.each([
  [
    '401, whatever stands in it',
    401,
    '<h1>Who is there?</h1>',
    {},
    { code: null, error: 'It answered 401, without a message of HL7.' },
  ],
  ['401 with a yes', 401, ack('AA'), {}, { code: null, error: 'It answered 401.' }],
  ['500 with an error of HL7', 500, ack('AE'), {}, { code: 'AE' }],
  ['400 with a refusal of HL7', 400, ack('AR'), {}, { code: 'AR' }],
  [
    '429 with seconds',
    429,
    'Slow down',
    { 'retry-after': '120' },
    { code: null, error: 'It answered 429, without a message of HL7.', retry_after_ms: 120_000 },
  ],
  [
    '503 with a date, and nothing else',
    503,
    '',
    { 'retry-after': 'Sat, 28 Nov 2026 10:00:00 GMT' },
    { code: null, error: 'It answered 503, without a message of HL7.', retry_after_ms: 3_600_000 },
  ],
  [
    'an error of HL7 that asks for time',
    200,
    ack('AE'),
    { 'retry-after': '60' },
    { code: 'AE', retry_after_ms: 60_000 },
  ],
  [
    '200 with a page',
    200,
    '<html><title>Welcome</title></html>',
    {},
    { code: null, error: 'What came back is no answer of HL7.' },
  ],
  ['200 with a yes', 200, ack('AA'), {}, { code: 'AA' }],
])('by HTTPS %s is read as that', async (_, status, body, headers, outcome) => {
  expect(await sent(answering(status, body, headers))).toMatchObject(outcome);
});

it('by HTTPS a receiver that leads elsewhere is not followed', async () => {
  expect(await sent(answering(302, ack('AA'), { location: '/elsewhere' }))).toEqual({
    code: null,
    error: 'It answered 302.',
  });
  expect(asked).toEqual(['POST /hl7']);
});

it('by HTTPS an answer that is cut off, too large, or never comes is none', async () => {
  const cut = await sent((_, response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write(ack('AA'), () => response.destroy());
  });
  expect(cut).toEqual({ code: null, error: 'The connection was cut off before an answer.' });
  expect(await sent(answering(200, ack('AA') + ' '.repeat(70_000)))).toMatchObject({ code: null });
  expect(await sent(() => undefined, { seconds: 0.2 })).toEqual({ code: null, error: 'No answer in time.' });
});

it('by HTTPS with TLS it is the connection’s own certificates that count', async () => {
  const tls = ownCertificate();
  expect(await sent(answering(200, ack('AA')), { tls, ca: tls.cert })).toMatchObject({ code: 'AA' });
  expect(await sent(answering(200, ack('AA')), { tls })).toEqual({
    code: null,
    error: 'Its certificate is not one this connection trusts, or it speaks no TLS.',
  });
});
