import { type IncomingHttpHeaders, type Server as HttpServer, createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer, type Socket as NetSocket } from 'node:net';
import { type Socket, io } from 'socket.io-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { someActor } from '../../tests/harness/platform.ts';
import { Refusal } from '../core/errors.ts';
import type { SessionFacts } from './http/mount.ts';
import { type LiveServer, createLiveServer, PINGS } from './live-server.ts';
import type { LiveConnection } from './live.ts';
import { createLogger } from './log.ts';

let http: HttpServer;
let live: LiveServer;
let url: string;
let sessions: Map<string, SessionFacts>;
let connections: LiveConnection[];
let seen: IncomingHttpHeaders[];
/** Rooms that are nobody's any more, and what asking for rooms waits for. */
let closed: Set<string>;
let asking: Promise<void>;
let looked: boolean;
const clients: Socket[] = [];
const QUICK_PINGS = { every_ms: 300, patience_ms: 1_000 };

/** Sessions by cookie: "a" and "a2" are user 1, "b" is user 2, "half" waits for its second factor. */
const facts = (user_id: number, session_id: number): SessionFacts => ({
  user_id,
  session_id,
  actor: someActor({ user_id, session_id }),
});

beforeEach(async () => {
  sessions = new Map([
    ['s=a', facts(1, 11)],
    ['s=a2', facts(1, 12)],
    ['s=b', facts(2, 21)],
    ['s=half', { user_id: 3, session_id: 31, actor: null }],
  ]);
  connections = [];
  seen = [];
  closed = new Set();
  asking = Promise.resolve();
  looked = false;
  http = createServer();
  live = createLiveServer('https://peritus.example', createLogger('silent'));
  live.attach(http, {
    session: async (headers) => {
      seen.push(headers);
      return sessions.get(headers.cookie ?? '') ?? null;
    },
    mayHear: async (actor, rooms) => {
      const may = rooms.filter((room) => room === `review:${actor.user_id}00` && !closed.has(room));
      looked = true;
      await asking;
      return new Set(may);
    },
    roomsOf: (review) => [`review:${review}`],
    recheck_ms: 200,
    pings: QUICK_PINGS,
    connections: [
      async (socket, actor) => {
        for (const run of connections) await run(socket, actor);
      },
    ],
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  await live.close();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

function client(cookie: string, more: { origin?: string; auth?: Record<string, string> } = {}): Socket {
  const extraHeaders = { cookie, ...(more.origin === undefined ? {} : { origin: more.origin }) };
  const socket = io(url, {
    path: '/live',
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders,
    auth: more.auth ?? {},
  });
  clients.push(socket);
  return socket;
}
const next = <T = unknown>(socket: Socket, event: string) => new Promise<T>((resolve) => socket.once(event, resolve));
const ready = async (cookie: string, more?: Parameters<typeof client>[1]) => {
  const socket = client(cookie, more);
  await next(socket, 'ready');
  return socket;
};
const refusal = async (socket: Socket) =>
  (await next<Error & { data?: { code?: string } }>(socket, 'connect_error')).data?.code ?? 'refused';

test('no session, and a session without its second factor, are refused', async () => {
  expect(await refusal(client('s=none'))).toBe('not_signed_in');
  expect(await refusal(client('s=half'))).toBe('second_factor_required');
});

test('a connection that is half open is noticed by both ends, within 30 s as the product is set', async () => {
  const through: NetSocket[] = [];
  const direct = url;
  const way = createNetServer((from) => {
    const to = connect(Number(new URL(direct).port), '127.0.0.1');
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      through.push(one);
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  let gone = false;
  connections.push(async (socket) => socket.onClose(() => (gone = true)));
  url = `http://127.0.0.1:${(way.address() as AddressInfo).port}`;
  const page = await ready('s=a');
  url = direct;
  const ended = next<string>(page, 'disconnect');
  // nothing is closed: what either side says is heard no more
  for (const socket of through) socket.pause();
  expect(await ended).toBe('ping timeout');
  await expect.poll(() => gone).toBe(true);
  for (const socket of through) socket.destroy();
  await new Promise((resolve) => way.close(resolve));
  // a page says so some seconds later, still within half a minute
  expect(PINGS.every_ms + PINGS.patience_ms).toBeLessThanOrEqual(20_000);
});

test.each(['https://evil.example', 'null', 'https://peritus.example.evil.example'])(
  'a page of %s is refused before its session is looked at',
  async (origin) => {
    expect(await refusal(client('s=a', { origin }))).toBe('refused');
    expect(seen).toEqual([]);
  },
);

test('a page of the public address, and one of the same host, are taken', async () => {
  const sockets = await Promise.all([
    ready('s=a', { origin: 'https://peritus.example' }),
    ready('s=a', { origin: url }),
  ]);
  expect(sockets.every((socket) => socket.connected)).toBe(true);
});

test('long polling is not served', async () => {
  const answer = await fetch(`${url}/live/?EIO=4&transport=polling`, { headers: { cookie: 's=a' } });
  expect(answer.status).toBe(400);
});

test('the active profile comes with the handshake', async () => {
  await ready('s=a', { auth: { profile_type: 'review_manager', profile_id: '7' } });
  expect(seen[0]).toMatchObject({ 'x-profile-type': 'review_manager', 'x-profile-id': '7' });
});

test('a message reaches its room and nobody else', async () => {
  const [a, a2, b] = await Promise.all([ready('s=a'), ready('s=a2'), ready('s=b')]);
  const heard: unknown[] = [];
  b.on('user.changed', (payload) => heard.push(payload));
  const both = Promise.all([next(a, 'user.changed'), next(a2, 'user.changed')]);
  live.emit({ room: 'user:1', event: 'user.changed', payload: { n: 1 } });
  expect(await both).toEqual([{ n: 1 }, { n: 1 }]);
  live.emit({ room: 'user:2', event: 'end', payload: null });
  await next(b, 'end');
  expect(heard).toEqual([]);
});

test('a room is joined only when the actor may, and left when access ends', async () => {
  const a = await ready('s=a');
  expect(await a.emitWithAck('room.join', { room: 'review:200' })).toMatchObject({
    ok: false,
    problem: { code: 'not_found' },
  });
  for (const room of ['everyone', 'user:2 ', 7, null, '__proto__'])
    expect(await a.emitWithAck('room.join', { room })).toMatchObject({ ok: false, problem: { code: 'malformed' } });
  expect(await a.emitWithAck('room.join', { room: 'user:2' })).toMatchObject({ ok: false });
  expect(await a.emitWithAck('room.join', { room: 'review:100' })).toEqual({
    ok: true,
    data: { room: 'review:100', recent: false },
  });
  const heard: unknown[] = [];
  a.on('review.changed', (payload) => heard.push(payload));
  const first = next(a, 'review.changed');
  live.emit({ room: 'review:100', event: 'review.changed', payload: 1 });
  live.emit({ room: 'review:200', event: 'review.changed', payload: 2 });
  await first;
  closed.add('review:100');
  const left = next(a, 'room.left');
  await live.recheck('review:100');
  expect(await left).toEqual({ room: 'review:100' });
  live.emit({ room: 'review:100', event: 'review.changed', payload: 3 });
  live.emit({ room: 'user:1', event: 'end', payload: null });
  await next(a, 'end');
  expect(heard).toEqual([1]);
  closed.clear();
  // who read the page before that and joins now learns that it may be older
  expect(await a.emitWithAck('room.join', { room: 'review:100' })).toMatchObject({ data: { recent: true } });
});

test('a page whose rights cannot be asked for after a change hears nothing more; one that is only looked at again stays', async () => {
  const [a, b] = await Promise.all([ready('s=a'), ready('s=b')]);
  await a.emitWithAck('room.join', { room: 'review:100' });
  await b.emitWithAck('room.join', { room: 'review:200' });
  asking = Promise.reject(new Error('the database is away'));
  const gone = next(a, 'disconnect');
  await live.recheck('review:100');
  await gone;
  await live.recheck();
  expect(b.connected).toBe(true);
});

test('ending a session, or a user, ends its sockets at once and no other', async () => {
  const [a, a2, b] = await Promise.all([ready('s=a'), ready('s=a2'), ready('s=b')]);
  const told = next(a, 'session.ended');
  const gone = next(a, 'disconnect');
  live.disconnect({ session_id: 11 });
  await Promise.all([told, gone]);
  expect([a2.connected, b.connected]).toEqual([true, true]);
  const suspended = next(a2, 'disconnect');
  live.disconnect({ user_id: 1 });
  await suspended;
  expect(b.connected).toBe(true);
});

test('a session that ended elsewhere is noticed', async () => {
  const [a, b] = await Promise.all([ready('s=a'), ready('s=b')]);
  const gone = next(a, 'disconnect');
  sessions.delete('s=a');
  await gone;
  expect(b.connected).toBe(true);
});

test('features answer events; refusals and faults are problem documents without inner words', async () => {
  connections.push((socket) => {
    socket.on('echo', async (payload, actor) => ({ payload, by: actor.user_id }));
    socket.on('no', async () => {
      throw new Refusal('wrong_state', 'The conversation is closed.');
    });
    socket.on('broken', async () => {
      throw new Error('inner words');
    });
  });
  const a = await ready('s=a');
  expect(await a.emitWithAck('echo', { x: 1 })).toEqual({ ok: true, data: { payload: { x: 1 }, by: 1 } });
  expect(await a.emitWithAck('no', {})).toMatchObject({
    ok: false,
    problem: { code: 'wrong_state', status: 409, detail: 'The conversation is closed.' },
  });
  const broken = await a.emitWithAck('broken', {});
  expect(broken).toMatchObject({ ok: false, problem: { code: 'internal' } });
  expect(JSON.stringify(broken)).not.toContain('inner words');
});

test('each event is answered with the rights of that moment, and a page without a person is ended', async () => {
  connections.push((socket) => socket.on('who', async (_, actor) => actor.kind));
  const a = await ready('s=a');
  const before = await a.emitWithAck('who', {});
  const now = facts(1, 11);
  sessions.set('s=a', { ...now, actor: someActor({ user_id: 1, session_id: 11, kind: 'nobody' }) });
  const told = next(a, 'user.changed');
  expect([before, await a.emitWithAck('who', {})]).toEqual([
    { ok: true, data: now.actor?.kind },
    { ok: true, data: 'nobody' },
  ]);
  await told;
  const gone = next(a, 'disconnect');
  sessions.set('s=a', { ...now, actor: null });
  expect(await a.emitWithAck('who', {})).toMatchObject({ ok: false, problem: { code: 'second_factor_required' } });
  await gone;
});

test('a room that closes while it is being joined is not heard in', async () => {
  const a = await ready('s=a');
  let answer = (): void => undefined;
  asking = new Promise((resolve) => (answer = resolve));
  const joined = a.emitWithAck('room.join', { room: 'review:100' });
  while (!looked) await a.emitWithAck('room.leave', { room: 'review:1' });
  closed.add('review:100');
  await live.recheck('review:100');
  const left = next(a, 'room.left');
  answer();
  await joined;
  expect(await left).toEqual({ room: 'review:100' });
});

test('a page that floods is slowed down, then cut off', async () => {
  connections.push((socket) => socket.on('n', async () => 1));
  const a = await ready('s=a');
  const gone = next(a, 'disconnect');
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => a.emitWithAck('n', {}) as Promise<{ ok: boolean; problem?: { code: string } }>),
  );
  expect(answers.slice(0, 60).every((answer) => answer.ok)).toBe(true);
  expect(answers.at(-1)).toMatchObject({ ok: false, problem: { code: 'throttled' } });
  for (let n = 0; n < 400; n += 1) a.emit('n', {});
  await gone;
});
