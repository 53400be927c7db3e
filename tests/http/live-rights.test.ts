import type { AddressInfo } from 'node:net';
import { type Socket, io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { channelId } from '../../src/features/conversations/rules.ts';
import { converse } from '../harness/conversing.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { limit } from '../harness/limit.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/** What an open page may still do once a right was taken from its person: whichever right, whichever event. */

let t: TestApp;
let url: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  t = await testApp();
  await t.app.http.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(t.app.http.server.address() as AddressInfo).port}`;
});
afterAll(() => t.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

interface Scene {
  cast: Cast;
  d: CaseDriver;
  manager: Person;
}
async function scene(): Promise<Scene> {
  const cast = await castFor(t.world);
  const manager = await t.world.manager(cast.organization_id);
  const d = await new CaseDriver(inApp(t, cast)).draft();
  await d.submitted();
  await d.to('selected');
  await d.accepted();
  await t.settle();
  return { cast, d, manager };
}

const next = <T>(socket: Socket, event: string) => new Promise<T>((resolve) => void socket.once(event, resolve));
async function page(who: Person): Promise<Socket> {
  const { cookie, 'x-profile-type': profile_type, 'x-profile-id': profile_id } = who.headers;
  const socket = io(url, {
    path: '/live',
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { cookie: cookie ?? '' },
    auth: profile_type === undefined ? {} : { profile_type, profile_id },
  });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('ready', () => resolve());
    socket.once('connect_error', reject);
  });
  await converse(t, who, socket);
  return socket;
}

let serial = 0;
/** Everything a page can ask about a conversation, with what is no answer to it. */
const events = (channel: string, review: number) => {
  const channel_id = channel;
  return [
    ['room.join', { room: `review:${review}` }],
    ['room.join', { room: `channel:${channel}` }],
    ['channels.recover', { channels: { [channel]: 0 } }],
    ['message.send', { channel_id, client_id: `socket-${(serial += 1)}-xxxxxxxx`, body: 'I am still here' }],
    ['typing', { channel_id }],
    ['message.read', { channel_id, seq: 1 }],
  ] as const;
};
/** What each event is answered; of a page that is cut off: nothing. */
async function answers(socket: Socket | null, channel: string, review: number): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const [event, payload] of events(channel, review))
    all.push(
      socket?.connected ? await (socket.emitWithAck(event, payload) as Promise<unknown>).catch(() => null) : null,
    );
  return all;
}
const isNothing = (answer: unknown): boolean =>
  answer === null ||
  !(answer as { ok: boolean }).ok ||
  JSON.stringify(answer) === JSON.stringify({ ok: true, data: { channels: {} } });

const sql = (text: string, ...values: unknown[]) => t.app.services.database.pool.query(text, values);
const assistant = ({ cast }: Scene) => t.world.assistantOf(cast.expert.profile_id);

/** Whose right, in which conversation, and how it is taken. */
const WAYS: Record<
  string,
  {
    who(s: Scene): Person | Promise<Person>;
    in?: 'requester_staff' | 'expert_staff';
    /** Who talks there afterwards; the requester where nothing is said. */
    speaker?(s: Scene): Person;
    /** Only reads, also before. */
    reads?: true;
    take(s: Scene, who: Person): Promise<unknown>;
  }
> = {
  'an assistant is removed': {
    who: assistant,
    take: (_, who) => sql('delete from assistant_links where assistant_profile_id = $1', who.profile_id),
  },
  'an assistant goes over to another expert': {
    who: assistant,
    in: 'expert_staff',
    speaker: ({ cast }) => cast.matching,
    take: ({ cast }, who) =>
      sql(
        'update assistant_links set expert_profile_id = $2 where assistant_profile_id = $1',
        who.profile_id,
        cast.others[0]?.profile_id,
      ),
  },
  'a manager loses the office': {
    who: (s) => s.manager,
    take: (_, who) => sql('update profiles set is_review_manager = false where id = $1', who.profile_id),
  },
  'a profile is unlinked': {
    who: (s) => s.manager,
    take: (_, who) => sql('delete from profiles where id = $1', who.profile_id),
  },
  'a role of staff is taken': {
    who: ({ cast }) => cast.clinOps,
    in: 'requester_staff',
    take: (_, who) => sql(`update users set role = 'user' where id = $1`, who.user_id),
  },
  'an admin leaves the organization': {
    who: ({ cast }) => t.world.person({ role: 'org_admin', organization_id: cast.organization_id }),
    take: async (_, who) =>
      sql('update users set organization_id = $2 where id = $1', who.user_id, await t.world.organization()),
  },
  'a manager goes over to another organization': {
    who: (s) => s.manager,
    take: async (_, who) =>
      sql('update profiles set organization_id = $2 where id = $1', who.profile_id, await t.world.organization()),
  },
  'an office is taken out of the tree its admin is above': {
    async who({ cast }) {
      const parent = await t.world.organization();
      await sql('update organizations set parent_id = $2 where id = $1', cast.organization_id, parent);
      return t.world.person({ role: 'customer_admin', organization_id: parent });
    },
    take: ({ cast }) => sql('update organizations set parent_id = null where id = $1', cast.organization_id),
  },
  'a person is suspended by another process': {
    who: ({ cast }) => cast.expert,
    take: (_, who) => sql('update users set suspended_at = now() where id = $1', who.user_id),
  },
  'a session is ended by another process': {
    who: ({ cast }) => cast.requester,
    speaker: (s) => s.manager,
    take: (_, who) => sql('update sessions set ended_at = now() where user_id = $1', who.user_id),
  },
  'a person signs out elsewhere in the same session': {
    who: ({ cast }) => cast.requester,
    speaker: (s) => s.manager,
    take: (_, who) => t.request(who, 'DELETE', '/api/v1/user/logout'),
  },
  'a review is handed to a colleague': {
    who: ({ cast }) => cast.requester,
    speaker: (s) => s.manager,
    async take({ cast, d, manager }) {
      const colleague = await t.world.consultant(cast.organization_id);
      const done = await t.request<{ results?: unknown }>(manager, 'POST', '/api/v1/reviews/reassign', {
        ids: [d.id],
        requester_id: colleague.user_id,
      });
      expect(done.status).toBe(200);
    },
  },
  'a follower is removed': {
    reads: true,
    async who({ cast, d }) {
      const follower = await t.world.consultant(cast.organization_id);
      await t.request(cast.requester, 'PUT', `/api/v1/cases/${d.id}/watchers/${follower.user_id}`);
      await t.settle();
      return follower;
    },
    take: ({ cast, d }, who) => t.request(cast.requester, 'DELETE', `/api/v1/cases/${d.id}/watchers/${who.user_id}`),
  },
  'the expert is replaced': {
    who: ({ cast }) => cast.expert,
    async take({ cast, d }) {
      await t.world.assign(d.id, cast.others[0]?.profile_id ?? null);
      await sql(`update invitations set status = 'withdrawn' where review_id = $1`, d.id);
    },
  },
};

test.each(Object.keys(WAYS))(
  '%s: the page is told within two seconds, and no event serves it any more',
  async (name) => {
    const way = WAYS[name];
    if (!way) throw new Error(`Nobody takes a right by "${name}".`);
    const s = await scene();
    const { cast, d } = s;
    const channel = channelId('Case', d.id, way.in ?? 'requester_expert');
    const who = await way.who(s);
    await t.request(who, 'POST', `/api/v1/cases/${d.id}/chat/channels`);
    const socket = await page(who);
    // while the right holds, everything is answered; who only follows does not write
    const before = await answers(socket, channel, d.id);
    expect(before.filter(isNothing).length).toBe(way.reads ? 2 : 0);
    const heard: unknown[] = [];
    socket.on('message.new', (news) => heard.push(news));
    const stored = async (): Promise<unknown> =>
      (await sql('select count(*)::int as n from messages where sender_user_id = $1', who.user_id)).rows[0];
    const had = await stored();

    const promised = await limit(2_000, 20, () => page(cast.admin));
    const left = new Promise<void>((resolve) => {
      socket.on('room.left', ({ room }: { room: string }) => (room === `review:${d.id}` ? resolve() : undefined));
      socket.once('disconnect', () => resolve());
    });
    const began = performance.now();
    await way.take(s, who);
    await left;
    expect(performance.now() - began).toBeLessThan(promised);

    const again = socket.connected ? socket : await page(who).catch(() => null);
    const after = await answers(again, channel, d.id);
    expect(after.filter((answer) => !isNothing(answer))).toEqual([]);
    expect(await stored()).toEqual(had);
    // what is said now reaches who is there, and not this page
    const admin = await page(cast.admin);
    await admin.emitWithAck('channels.recover', { channels: { [channel]: 0 } });
    again?.on('message.new', (news) => heard.push(news));
    const news = next(admin, 'message.new');
    heard.length = 0;
    const speaker = way.speaker?.(s) ?? cast.requester;
    await admin.emitWithAck('room.join', { room: `channel:${channel}` });
    const said = await t.request(speaker, 'POST', `/api/v1/chat/channels/${channel}/messages`, {
      client_id: `speaker-${(serial += 1)}-xxxxxxxx`,
      body: 'Among ourselves',
    });
    expect(said.status).toBe(201);
    await news;
    if (again?.connected) await again.emitWithAck('room.leave', { room: 'review:1' });
    expect(heard).toEqual([]);
  },
);

test('a foreign organization is refused each event, and stores and hears nothing', async () => {
  const { cast, d } = await scene();
  const channel = channelId('Case', d.id, 'requester_expert');
  const elsewhere = await t.world.organization();
  for (const who of [await t.world.manager(elsewhere), await t.world.consultant(elsewhere), cast.others[0] as Person]) {
    const all = await answers(await page(who), channel, d.id);
    expect(all.filter((answer) => !isNothing(answer))).toEqual([]);
    expect(all.filter((answer) => !(answer as { ok: boolean }).ok)).toEqual(
      Array.from({ length: 5 }, () =>
        expect.objectContaining({ problem: expect.objectContaining({ code: 'not_found' }) }),
      ),
    );
  }
});
