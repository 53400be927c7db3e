import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { Refusal } from '../../core/errors.ts';
import { ARRIVAL, type ArrivalLimits, arrivalServer, limitArrival } from './arrival.ts';

const QUICK: ArrivalLimits = {
  head_ms: 200,
  body_ms: 200,
  upload_ms: 200,
  upload_bytes: 100,
  silence_ms: 60_000,
  look_ms: 20,
};

let app: FastifyInstance;
afterEach(() => app.close());

/** A server that keeps the limits; `/work` says how many of it went on at the same time. */
async function serve(limits: ArrivalLimits): Promise<{ open: () => Promise<Socket>; most: () => number }> {
  app = Fastify({ forceCloseConnections: true, serverFactory: arrivalServer(limits) });
  limitArrival(app, limits);
  app.setErrorHandler((error, _request, reply) =>
    error instanceof Refusal ? reply.status(error.status).send({ code: error.code }) : reply.status(500).send(),
  );
  let now = 0;
  let most = 0;
  app.get('/work', async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    return 'done';
  });
  app.post('/body', async () => 'taken');
  app.post('/early', { onRequest: async (_request, reply) => reply.status(401).send('no') }, async () => 'taken');
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => {
    payload.resume().once('end', () => done(null, undefined));
  });
  app.post('/api/v1/uploads/one', async () => 'taken');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    most: () => most,
    async open() {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    },
  };
}

/** All a connection is told until it ends. */
async function told(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  // a reset is an end like any other here
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return text;
}

test.each([
  ['a head that does not arrive', 'GET /work HTTP/1.1\r\nHost: x\r\nX-Slow: ', ' 408 '],
  ['a connection that never asks', '', ''],
  [
    'a body that does not arrive',
    'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    'request_timeout',
  ],
  [
    'a body that does not arrive and was answered without',
    'POST /early HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ' 401 ',
  ],
  [
    'a chunked body that does not end',
    'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
    'request_timeout',
  ],
  [
    'an upload that stands still',
    'POST /api/v1/uploads/one HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\nContent-Length: 5000\r\n\r\nabc',
    'request_timeout',
  ],
])('%s is cut', async (_, sent, answer) => {
  const { open } = await serve({ ...QUICK, ...(sent === '' ? { silence_ms: 300 } : {}) });
  const socket = await open();
  socket.write(sent);
  expect(await told(socket)).toContain(answer);
});

test('a large body may take its time while it arrives, as CVs on a slow line do', async () => {
  const { open } = await serve({ ...QUICK, head_ms: 60_000, upload_ms: 60_000 });
  const socket = await open();
  const answer = told(socket);
  const size = 1_100_000;
  socket.write(
    `POST /body HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/octet-stream\r\nContent-Length: ${size}\r\n\r\n`,
  );
  // longer than a small body may take
  await new Promise((resolve) => setTimeout(resolve, QUICK.body_ms * 2));
  socket.write(Buffer.alloc(size));
  expect(await answer).toContain('taken');
});

test('requests sent ahead on one connection are worked on one at a time, and answered in their order', async () => {
  const { open, most } = await serve(ARRIVAL);
  const socket = await open();
  const answer = told(socket);
  socket.write('GET /work HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(40));
  socket.write('GET /work HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect((await answer).match(/HTTP\/1\.1 200/g)).toHaveLength(41);
  expect(most()).toBe(1);
});

test.each([
  ['thousands sent ahead are all answered, and no more are read than are worked on', '', 5_000],
  ['tiny ones by the thousand are cut off', 'tiny', 0],
])('%s, while another connection is served', async (_, sort, answers) => {
  const { open, most } = await serve(ARRIVAL);
  const flood = await open();
  const ended = told(flood);
  const head = sort === 'tiny' ? 'Host: x' : `Host: x\r\nX-Long: ${'x'.repeat(300)}`;
  flood.write(`GET /work HTTP/1.1\r\n${head}\r\n\r\n`.repeat(5_000));
  const other = await open();
  const answer = told(other);
  other.write('GET /work HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await answer).toContain('HTTP/1.1 200');
  if (answers > 0) flood.write(`GET /work HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`);
  const got = ((await ended).match(/HTTP\/1\.1 200/g) ?? []).length;
  if (answers > 0) expect(got).toBe(answers + 1);
  else expect(got).toBeLessThan(5_000);
  // the other one beside it
  expect(most()).toBeLessThanOrEqual(2);
});

test('a request that is injected, as tests and the process itself do, has no connection that could be cut', async () => {
  await serve({ ...QUICK, body_ms: 20 });
  const failed: unknown[] = [];
  const note = (error: unknown): void => void failed.push(error);
  process.prependOnceListener('uncaughtException', note);
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/early',
    payload: { answered: 'before it is read' },
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  process.off('uncaughtException', note);
  expect([statusCode, failed]).toEqual([401, []]);
});
