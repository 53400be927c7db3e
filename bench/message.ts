import { castFor } from '../tests/harness/review-driver.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { ChatToken } from '../src/features/conversations/contract.ts';
import type { Person } from '../tests/harness/world.ts';
import { sender } from '../tests/harness/sender.ts';
import { crowd } from './lib/crowd.ts';
import { driver } from './lib/cast.ts';
import { atMost, type Benchmark, ms, throughput, times } from './lib/figures.ts';
import { type BenchApp, startApp, startBare } from './lib/ground.ts';
import { median, percentile } from './lib/load.ts';

const SENDERS = 50;
/** Open pages of each sender: a page is held to 20 events a second, so fifty pages could not reach the bar. */
const PAGES = 4;
const MEMBERS = 10;
/** Between two messages of one sender when delivery is measured, ms: within what a page may send. */
const PACE = 60;

async function connect(url: string, who?: Person): Promise<Socket> {
  const socket = io(url, {
    path: '/live',
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...(who
      ? {
          extraHeaders: { cookie: who.headers['cookie'] ?? '' },
          auth: { profile_type: who.headers['x-profile-type'], profile_id: who.headers['x-profile-id'] },
        }
      : {}),
  });
  await new Promise<void>((resolve, reject) => {
    socket.once(who ? 'ready' : 'connect', resolve);
    socket.once('connect_error', reject);
  });
  if (who) {
    const { user, token } = (await sender(url)(who, 'POST', '/api/v1/chat/token')).body as ChatToken;
    await socket.emitWithAck('chat.connect', { ...user, token });
  }
  return socket;
}

/** Reviews ordered by fifty people, and the conversation each has with Peritus. */
async function conversations(app: BenchApp): Promise<{ who: Person; channel_id: string }[]> {
  const cast = await castFor(app.world);
  const made: { who: Person; channel_id: string }[] = [];
  for (let n = 0; n < SENDERS; n += 1) {
    const who = await app.world.consultant(cast.organization_id);
    const one = await driver(app, { ...cast, requester: who });
    await one.to('submitted');
    const { channels } = await one.must<{ channels: { channel_id: string }[] }>(who, 'POST', one.url('/chat/channels'));
    const channel = channels[0];
    if (!channel) throw new Error('An ordered review has no conversation.');
    made.push({ who, channel_id: channel.channel_id });
  }
  return made;
}

const body = 'The operative note is complete now; the imaging follows tomorrow morning by courier.';

/** From sending to the arrival at each of the ten, one message after the other, ms. */
async function delivery<P>(
  receivers: Socket[],
  event: string,
  count: number,
  keyOf: (payload: P) => string,
  send: (key: string) => void,
): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const key = randomUUID();
    const began = performance.now();
    const arrived = receivers.map(
      (socket) =>
        new Promise<void>((resolve) => {
          const hear = (payload: P): void => {
            if (keyOf(payload) !== key) return;
            socket.off(event, hear);
            took.push(performance.now() - began);
            resolve();
          };
          socket.on(event, hear);
        }),
    );
    send(key);
    await Promise.all(arrived);
    await pause(Math.max(0, PACE - (performance.now() - began)));
  }
  return took;
}

/** Messages over sockets: membership and permission, the number, the insert, the commit, the room. */
export const message: Benchmark = async ({ ground, quick, say }) => {
  const connection = await ground.database('bench_message');
  const app = await startApp(ground, connection);
  const bare = await startBare(connection, ground.folder);
  const open: Socket[] = [];
  try {
    const made = await conversations(app);
    const writers: { socket: Socket; channel_id: string }[] = [];
    for (const { who, channel_id } of made)
      for (let page = 0; page < PAGES; page += 1) writers.push({ socket: await connect(app.url, who), channel_id });
    const plain: Socket[] = [];
    for (let n = 0; n < SENDERS; n += 1) plain.push(await connect(bare.url));
    open.push(...writers.map((w) => w.socket), ...plain);
    say(`${SENDERS} senders with ${PAGES} pages each`);

    const rounds = quick ? 1 : 3;
    // sixty at once and then twenty a second are what a page may send; this stays within
    const each = quick ? 30 : 50;
    const limits = [];
    const ours = [];
    for (let round = -1; round < rounds; round += 1) {
      const count = round < 0 ? 5 : each;
      const limit = await crowd(
        Array.from({ length: count * SENDERS * PAGES }, (_, n) => plain[n % SENDERS]),
        SENDERS,
        async (socket) => socket?.emitWithAck('message', body),
      );
      const seen = await crowd(
        Array.from({ length: count * writers.length }, (_, n) => writers[n % writers.length]),
        SENDERS,
        async (writer) => {
          const answer = (await writer?.socket.emitWithAck('message.send', {
            channel_id: writer.channel_id,
            client_id: randomUUID(),
            body,
          })) as { ok: boolean; problem?: unknown };
          if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
        },
      );
      if (round >= 0) {
        limits.push(limit);
        ours.push(seen);
      }
      await app.settle();
    }
    const limit = median(limits, (l) => l.rps);
    const seen = median(ours, (l) => l.rps);
    for (const socket of open.splice(0)) socket.disconnect();

    // one conversation with ten members, and a bare room with as many
    const first = made[0];
    if (!first) throw new Error('There is no conversation.');
    const members = [first.who];
    while (members.length < MEMBERS) {
      const one = await app.world.staff('clin_ops');
      await app.database.pool.query(
        `insert into channel_members (channel_id, user_id, seat, joined_at) values ($1, $2, 'staff', now())`,
        [first.channel_id, one.user_id],
      );
      members.push(one);
    }
    const hearing: Socket[] = [];
    for (const who of members) hearing.push(await connect(app.url, who));
    const room: Socket[] = [];
    for (let n = 0; n < MEMBERS; n += 1) room.push(await connect(bare.url));
    open.push(...hearing, ...room);
    const count = quick ? 40 : 200;
    const echoed = (n: number) =>
      delivery(
        room,
        'echo',
        n,
        (payload: { key: string }) => payload.key,
        (key) => room[0]?.emit('echo', { key, body }),
      );
    const delivered = (n: number) =>
      delivery(
        hearing,
        'message.new',
        n,
        (payload: { message: { client_id: string } }) => payload.message.client_id,
        (key) =>
          hearing[0]?.emit('message.send', { channel_id: first.channel_id, client_id: key, body }, () => undefined),
      );
    await echoed(10);
    await delivered(10);
    const echoes = [...(await echoed(count / 2)), ...(await echoed(count / 2))];
    const news = [...(await delivered(count / 2)), ...(await delivered(count / 2))];
    const bare99 = percentile(echoes, 0.99);
    const ours99 = percentile(news, 0.99);
    return [
      { ...throughput('send a message, 50 at once', limit.rps, seen.rps, 0), bar: '≥2,000/s', met: seen.rps >= 2_000 },
      atMost('send a message, p99', seen.p99, 50, ms, ms(limit.p99)),
      {
        name: `a message at all ${MEMBERS} members, p99`,
        limit: ms(bare99),
        ours: ms(ours99),
        ratio: times(ours99 / bare99),
        bar: '≤2.00×',
        met: ours99 <= 2 * bare99,
      },
      {
        name: `a message at all ${MEMBERS} members, p50`,
        limit: ms(percentile(echoes, 0.5)),
        ours: ms(percentile(news, 0.5)),
        ratio: times(percentile(news, 0.5) / percentile(echoes, 0.5)),
        bar: '–',
        met: null,
      },
    ];
  } finally {
    for (const socket of open) socket.disconnect();
    await app.stop();
    await bare.stop();
  }
};
