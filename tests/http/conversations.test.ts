import { type Cast, castFor, writeRecord, inApp } from '../harness/review-driver.ts';
import type { AddressInfo } from 'node:net';
import { type Socket, io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  ChannelView,
  conversationEndpoints,
  LiveNews,
  MessagePage,
  MessageView,
  Recovered,
  ChatToken,
} from '../../src/features/conversations/contract.ts';
import type { Out } from '../../src/core/endpoint.ts';
import type { Problem } from '../../src/core/errors.ts';
import { channelId } from '../../src/features/conversations/rules.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { converse } from '../harness/conversing.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let cast: Cast;
let url: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  t = await testApp();
  await t.app.http.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(t.app.http.server.address() as AddressInfo).port}`;
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

const drive = (): CaseDriver => new CaseDriver(inApp(t, cast));
const ordered = async (): Promise<CaseDriver> => {
  const d = await drive().draft();
  return d.submitted();
};
const accepted = async (): Promise<CaseDriver> => {
  const d = await ordered();
  await d.to('selected');
  return d.accepted();
};

const open = async (who: Person, id: number): Promise<ChannelView[]> =>
  (await t.request<{ channels: ChannelView[] }>(who, 'POST', `/api/v1/cases/${id}/chat/channels`)).body.channels;
const at = (id: number, audience: 'requester_expert' | 'requester_staff' | 'expert_staff') =>
  channelId('Case', id, audience);
const path = (channel: string, rest = '') => `/api/v1/chat/channels/${channel}${rest}`;
let serial = 0;
const clientId = (): string => `client-${(serial += 1)}-${'x'.repeat(8)}`;
const say = (who: Person, channel: string, body: string, more: Record<string, unknown> = {}) =>
  t.request<MessageView>(who, 'POST', path(channel, '/messages'), { client_id: clientId(), body, ...more });
const read = async (who: Person, channel: string, query = ''): Promise<MessagePage> =>
  (await t.request<MessagePage>(who, 'GET', path(channel, `/messages${query}`))).body;
const list = async (who: Person, query = '') =>
  (await t.request<Out<typeof conversationEndpoints.channels>>(who, 'GET', `/api/v1/chat/channels${query}`)).body;

const next = <T = unknown>(socket: Socket, event: string) =>
  new Promise<T>((resolve) => void socket.once(event, resolve));
type Acked<T> = { ok: true; data: T } | { ok: false; problem: Problem };
const ask = <T>(socket: Socket, event: string, payload: unknown): Promise<Acked<T>> =>
  socket.emitWithAck(event, payload) as Promise<Acked<T>>;

/** An open page of somebody, known to the messaging service unless it is left out. */
async function page(who: Person, { known = true } = {}): Promise<Socket> {
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
  await next(socket, 'ready');
  if (known) await converse(t, who, socket);
  return socket;
}

describe('which conversations there are', () => {
  test('with the platform once ordered, with the expert once accepted; a draft has none', async () => {
    const d = await drive().draft();
    expect(await open(cast.requester, d.id)).toEqual([]);
    await d.submitted();
    expect((await open(cast.requester, d.id)).map((c) => [c.audience, c.name, c.can_send])).toEqual([
      ['requester_staff', 'Peritus', true],
    ]);
    await d.to('selected');
    expect((await open(cast.requester, d.id)).map((c) => c.audience)).toEqual(['requester_staff']);
    expect(await open(cast.expert, d.id)).toEqual([]);
    await d.accepted();
    const mine = await open(cast.requester, d.id);
    expect(mine.map((c) => c.channel_id)).toEqual([at(d.id, 'requester_expert'), at(d.id, 'requester_staff')]);
    expect(mine[0]?.name).toMatch(/^Dr\. /);
    expect(mine[0]?.members.map((m) => m.seat).toSorted()).toEqual(['expert', 'requester']);
    expect((await open(cast.expert, d.id)).map((c) => c.audience)).toEqual(['requester_expert', 'expert_staff']);
    expect((await open(cast.matching, d.id)).map((c) => c.audience)).toEqual(['requester_staff', 'expert_staff']);
    expect((await open(cast.clinOps, d.id)).map((c) => [c.audience, c.can_send])).toEqual([
      ['requester_expert', false],
      ['requester_staff', true],
      ['expert_staff', true],
    ]);
  });

  test('an assistant sits with the expert, a watcher reads only, a manager joins by writing', async () => {
    const d = await accepted();
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    expect((await open(assistant, d.id)).map((c) => [c.audience, c.own_seat, c.can_send])).toEqual([
      ['requester_expert', 'expert', true],
      ['expert_staff', 'expert', true],
    ]);
    const watcher = await t.world.consultant(cast.organization_id);
    const channel = at(d.id, 'requester_expert');
    expect((await t.request(watcher, 'GET', path(channel))).status).toBe(404);
    await t.request(cast.requester, 'PUT', `/api/v1/cases/${d.id}/watchers/${watcher.user_id}`);
    await t.settle();
    const [seen] = await open(watcher, d.id);
    expect(seen).toMatchObject({ can_send: false, own_seat: 'requester' });
    expect(seen?.members.find((m) => m.user_id === watcher.user_id)?.reads_along).toBe(true);
    expect((await say(watcher, channel, 'May I')).status).toBe(403);

    const manager = await t.world.manager(cast.organization_id);
    expect((await open(manager, d.id))[0]).toMatchObject({ can_send: true, last_read_seq: null, unread: 0 });
    expect((await say(manager, channel, 'I take over today.')).status).toBe(201);
    expect((await open(manager, d.id))[0]?.members.map((m) => m.user_id)).toContain(manager.user_id);
  });

  test('foreign people get 404 and hear nothing', async () => {
    const d = await accepted();
    const channel = at(d.id, 'requester_expert');
    await say(cast.requester, channel, 'planted-marker-77');
    const elsewhere = await t.world.organization();
    const strangers = [
      await t.world.consultant(elsewhere),
      await t.world.manager(elsewhere),
      await t.world.consultant(cast.organization_id),
      cast.others[0] as Person,
      await t.world.person({ profile: 'ApplicantMedicalExpert' }),
      await t.world.person({ profile: 'Attendee' }),
    ];
    for (const who of strangers) {
      const answers = [
        await t.request(who, 'POST', `/api/v1/cases/${d.id}/chat/channels`),
        await t.request(who, 'GET', path(channel)),
        await t.request(who, 'GET', path(channel, '/messages')),
        await say(who, channel, 'Hello'),
        await t.request(who, 'POST', path(channel, '/read'), { seq: 1 }),
        await t.request(who, 'PATCH', path(channel, '/messages/1'), { body: 'x' }),
        await t.request(who, 'DELETE', path(channel, '/messages/1')),
        await t.request(who, 'GET', '/api/v1/chat/channels?q=planted-marker'),
      ];
      for (const [i, answer] of answers.entries()) {
        if (i < 7) expect([403, 404]).toContain(answer.status);
        if (who.headers['x-profile-type'] !== 'applicant_medical_expert' && i < 7) expect(answer.status).toBe(404);
        expect(JSON.stringify(answer.body ?? {})).not.toContain('planted-marker-77');
      }
      const socket = await page(who);
      const heard: unknown[] = [];
      socket.onAny((event: string) => heard.push(event));
      expect(await ask(socket, 'room.join', { room: `channel:${channel}` })).toMatchObject({ ok: false });
      const recovered = await ask(socket, 'channels.recover', { channels: { [channel]: 0 } });
      // who has no conversations gets no token for them
      if (who.headers['x-profile-type'] === 'applicant_medical_expert')
        expect(recovered).toMatchObject({ ok: false, problem: { current: { code: 40 } } });
      else expect(recovered).toEqual({ ok: true, data: { channels: {} } });
      await say(cast.requester, channel, 'Still private');
      await ask(socket, 'room.leave', { room: `channel:${channel}` });
      expect(heard).not.toContain('message.new');
    }
    expect((await t.request(cast.matching, 'GET', path(channel, '/messages'))).status).toBe(403);
  });
});

describe('messages', () => {
  test('a hundred at once by several people get the numbers 1 to 100, each once', async () => {
    const d = await accepted();
    const channel = at(d.id, 'requester_expert');
    const sent = await Promise.all(
      Array.from({ length: 100 }, (_, i) => say(i % 2 ? cast.requester : cast.expert, channel, `Message ${i}`)),
    );
    expect(sent.map((a) => a.status)).toEqual(Array.from({ length: 100 }, () => 201));
    expect(sent.map((a) => a.body.seq).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    const all = await read(cast.requester, channel, '?limit=200');
    expect(all.data.map((m) => m.seq)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(all.has_older).toBe(false);
    const older = await read(cast.expert, channel, '?before_seq=41&limit=20');
    expect([older.data[0]?.seq, older.data.at(-1)?.seq, older.has_older]).toEqual([21, 40, true]);
    const newer = await read(cast.expert, channel, '?after_seq=95');
    expect([newer.data.map((m) => m.seq), newer.has_newer]).toEqual([[96, 97, 98, 99, 100], false]);
  });

  test('the same client_id, also twenty at once, is one message and one announcement', async () => {
    const d = await accepted();
    const channel = at(d.id, 'requester_expert');
    const socket = await page(cast.expert);
    const heard: LiveNews['message.new'][] = [];
    socket.on('message.new', (news: LiveNews['message.new']) => heard.push(news));
    const client_id = clientId();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => say(cast.requester, channel, 'Once', { client_id })),
    );
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((a) => a.body.id)).size).toBe(1);
    const after = await say(cast.requester, channel, 'Twice');
    expect(after.body.seq).toBe(2);
    while (heard.length < 2) await next(socket, 'message.new');
    expect(heard.map((n) => [n.message.body, n.user.id, n.type])).toEqual([
      ['Once', cast.requester.user_id, 'hoot-case'],
      ['Twice', cast.requester.user_id, 'hoot-case'],
    ]);
  });

  test('what a message must be', async () => {
    const d = await accepted();
    const channel = at(d.id, 'requester_expert');
    const hidden = await writeRecord(t.world, d.id, 'Internal.pdf', 9, false);
    const { fileId: other } = await drive().draft();
    expect((await say(cast.requester, channel, '   ')).problem.errors).toEqual([
      { path: 'body', message: 'Write something first' },
    ]);
    expect((await say(cast.requester, channel, 'x'.repeat(4001))).status).toBe(400);
    expect((await say(cast.requester, channel, 'x', { client_id: 'short' })).status).toBe(400);
    for (const file_id of [hidden, other]) {
      const refused = await say(cast.requester, channel, 'See', { attachments: [{ file_id }] });
      expect([refused.status, refused.problem.errors[0]?.path]).toEqual([422, 'attachments.0.file_id']);
    }
    const far = await say(cast.requester, channel, 'See', { attachments: [{ file_id: d.fileId, page: 41 }] });
    expect(far.problem.errors).toEqual([{ path: 'attachments.0.page', message: 'This file has 40 pages' }]);
    const first = await say(cast.requester, channel, '', { attachments: [{ file_id: d.fileId, page: 12 }] });
    expect(first.body.attachments).toEqual([
      { file_id: d.fileId, name: 'Chart.pdf', content_type: 'application/pdf', page: 12, pages: 40 },
    ]);
    expect((await say(cast.expert, channel, 'Yes', { reply_to: 999_999 })).status).toBe(422);
    const reply = await say(cast.expert, channel, 'Found it', { reply_to: first.body.id });
    expect(reply.body.reply_to).toMatchObject({ id: first.body.id, seq: 1, deleted: false });
    expect((await list(cast.requester)).data[0]?.last_message).toMatchObject({ excerpt: 'Found it', seq: 2 });
  });

  test('edit and delete: own, within 15 minutes, kept in the audit', async () => {
    const d = await accepted();
    const channel = at(d.id, 'requester_expert');
    const { body: message } = await say(cast.requester, channel, 'First version');
    const one = path(channel, `/messages/${message.id}`);
    expect((await t.request(cast.expert, 'PATCH', one, { body: 'Mine now' })).status).toBe(403);
    expect((await t.request(cast.requester, 'PATCH', one, { body: ' ' })).status).toBe(422);
    const socket = await page(cast.expert);
    const updated = next<LiveNews['message.updated']>(socket, 'message.updated');
    t.clock.advance({ minutes: 15 });
    const edited = await t.request<MessageView>(cast.requester, 'PATCH', one, { body: 'Second version' });
    expect(edited.body).toMatchObject({ body: 'Second version', seq: 1, edited_at: t.clock.now().toISOString() });
    expect((await updated).message.body).toBe('Second version');
    t.clock.advance({ ms: 1 });
    for (const late of [
      await t.request(cast.requester, 'PATCH', one, { body: 'Third' }),
      await t.request(cast.requester, 'DELETE', one),
    ])
      expect(late.status).toBe(409);
    const { body: second } = await say(cast.requester, channel, 'Take this back');
    const gone = await t.request<MessageView>(cast.requester, 'DELETE', path(channel, `/messages/${second.id}`));
    expect(gone.body).toMatchObject({ body: '', deleted_at: t.clock.now().toISOString() });
    expect((await t.request(cast.requester, 'DELETE', path(channel, `/messages/${second.id}`))).status).toBe(409);
    expect((await read(cast.expert, channel)).data.map((m) => m.body)).toEqual(['Second version', '']);
    const kept = await t.world.db
      .selectFrom('audit_rows')
      .innerJoin('audit_details', 'audit_details.audit_id', 'audit_rows.id')
      .select(['action', 'subject', 'old_value', 'new_value'])
      .where('review_id', '=', d.id)
      .where('action', 'in', ['message.edited', 'message.deleted'])
      .orderBy('audit_rows.id')
      .execute();
    expect(kept).toEqual([
      {
        action: 'message.edited',
        subject: `message:${message.id}`,
        old_value: 'First version',
        new_value: 'Second version',
      },
      { action: 'message.deleted', subject: `message:${second.id}`, old_value: 'Take this back', new_value: null },
    ]);
  });

  test('read marks move forward only and are told; own messages are never unread', async () => {
    const d = await accepted();
    const channel = at(d.id, 'requester_expert');
    for (const body of ['One', 'Two', 'Three']) await say(cast.expert, channel, body);
    const unread = async (who: Person) =>
      (await t.request<{ channels: Record<string, number> }>(who, 'GET', '/api/v1/chat/unread')).body.channels;
    expect(await unread(cast.requester)).toEqual({ [channel]: 3 });
    expect(await unread(cast.expert)).toEqual({});
    const socket = await page(cast.expert);
    const told = next<LiveNews['notification.mark_read']>(socket, 'notification.mark_read');
    expect((await t.request(cast.requester, 'POST', path(channel, '/read'), { seq: 2 })).status).toBe(204);
    expect(await told).toEqual({
      channel_id: channel,
      type: 'hoot-case',
      user: { id: cast.requester.user_id },
      seq: 2,
    });
    expect(await unread(cast.requester)).toEqual({ [channel]: 1 });
    await t.request(cast.requester, 'POST', path(channel, '/read'), { seq: 1 });
    expect(await unread(cast.requester)).toEqual({ [channel]: 1 });
    await t.request(cast.requester, 'POST', path(channel, '/read'), { seq: 900 });
    expect(await unread(cast.requester)).toEqual({});
    expect((await list(cast.requester)).data[0]?.last_read_seq).toBe(3);
  });

  test('lists: unread first, then newest created; filters, words, pages', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) {
      t.clock.advance({ minutes: 1 });
      const d = await ordered();
      await say(cast.requester, at(d.id, 'requester_staff'), `Question ${i} about ${i === 1 ? 'the zebra' : 'fees'}`);
      ids.push(d.id);
    }
    await say(cast.clinOps, at(ids[0] ?? 0, 'requester_staff'), 'An answer');
    const numbers = (l: { data: ChannelView[] }) => l.data.map((c) => c.review.id);
    const all = await list(cast.requester);
    expect(numbers(all)).toEqual([ids[0], ids[2], ids[1]]);
    expect(all.counts).toEqual({ open: 3, unread: 1, closed: 0 });
    expect(numbers(await list(cast.requester, '?filter=unread'))).toEqual([ids[0]]);
    expect(numbers(await list(cast.requester, '?q=zebra'))).toEqual([ids[1]]);
    expect(numbers(await list(cast.requester, `?q=CR-${ids[2]}`))).toEqual([ids[2]]);
    const first = await list(cast.requester, '?limit=2');
    expect(numbers(first)).toEqual([ids[0], ids[2]]);
    const second = await list(cast.requester, `?limit=2&cursor=${first.next_cursor}`);
    expect([numbers(second), second.next_cursor]).toEqual([[ids[1]], null]);
    expect((await t.request(cast.requester, 'GET', '/api/v1/chat/channels?cursor=zz')).status).toBe(400);
  });
});

test('of 200 messages at once those of a minute are stored, the rest are told to wait, and others write on', async () => {
  const d = await ordered();
  await open(cast.requester, d.id);
  const channel = at(d.id, 'requester_staff');
  const most = t.app.services.env.MAX_MESSAGES_A_MINUTE;
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => say(cast.requester, channel, `No. ${n}`)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(most);
  expect(statuses.filter((status) => status === 429)).toHaveLength(200 - most);
  const held = answers.find(({ status }) => status === 429)?.body as unknown as { code: string; retry_after: number };
  expect(held).toMatchObject({ code: 'throttled', retry_after: 60 });
  expect((await say(cast.clinOps, channel, 'One at a time, please.')).status).toBe(201);
  t.clock.advance({ minutes: 1 });
  expect((await say(cast.requester, channel, 'The rest.')).status).toBe(201);
});

test('conversations by their ids: those one is a member of, unread first, then the newest; no ids, no conversations', async () => {
  const first = await accepted();
  const second = await ordered();
  const ids = [at(first.id, 'requester_expert'), at(second.id, 'requester_staff')] as const;
  await say(cast.expert, ids[0], 'Unread');
  await say(cast.requester, ids[1], 'Read by who wrote it');
  const foreign = await t.world.consultant(await t.world.organization());
  const listed = async (who: Person, asked: readonly string[]) =>
    (await list(who, `?ids=${asked.join(',')}`)).data.map(({ channel_id }) => channel_id);
  expect(await listed(cast.requester, ids)).toEqual(ids);
  expect(await listed(cast.requester, ids.slice(1))).toEqual([ids[1]]);
  expect(await listed(cast.requester, [])).toEqual([]);
  expect(await listed(cast.expert, ids)).toEqual([ids[0]]);
  expect(await listed(foreign, ids)).toEqual([]);
  await t.request(cast.requester, 'POST', path(ids[0], '/read'), { seq: 1 });
  expect(await listed(cast.requester, ids)).toEqual(ids.toReversed());
});

describe('who is mentioned', () => {
  const told = async (id: number) =>
    (
      await t.app.services.database.systemDb
        .selectFrom('mails')
        .select(['to_user_id', 'subject', 'text'])
        .where('review_id', '=', id)
        .where('template', '=', 'chat_mention')
        .orderBy('id')
        .execute()
    ).map(({ to_user_id, subject, text }) => ({ to_user_id, subject, text }));

  test('and has not read it is told soon, once, without a word of it; nobody else is', async () => {
    const d = await accepted();
    const channel = at(d.id, 'requester_expert');
    const [view] = await open(cast.requester, d.id);
    const name = view?.members.find((m) => m.user_id === cast.expert.user_id)?.name ?? '';
    expect(name).toMatch(/^Dr\. /);
    await say(cast.requester, channel, `secret-words, @${name}, and a@b.example, @Nobody Here`);
    await say(cast.requester, channel, 'Nobody in this one');
    await t.settle();
    expect(await told(d.id)).toEqual([]);
    t.clock.advance({ minutes: 1 });
    await t.settle();
    const mails = await told(d.id);
    expect(mails.map((mail) => mail.to_user_id)).toEqual([cast.expert.user_id]);
    expect(JSON.stringify(mails)).not.toContain('secret-words');
    const bell = await t.request<{ data: { event: string; text: string }[] }>(
      cast.expert,
      'GET',
      '/api/v1/notifications?unread=true',
    );
    expect(bell.body.data.filter((one) => one.event === 'chat_mention')).toHaveLength(1);

    // read in time, taken back, oneself, and the other side's own people: nothing
    await say(cast.requester, channel, `@${name} again`);
    const last = (await read(cast.expert, channel)).data.at(-1)?.seq ?? 0;
    await t.request(cast.expert, 'POST', path(channel, '/read'), { seq: last });
    const back = (await say(cast.requester, channel, `@${name} no`)).body;
    await t.request(cast.requester, 'DELETE', path(channel, `/messages/${back.id}`));
    await say(cast.expert, channel, `@${name} it is I`);
    t.clock.advance({ minutes: 1 });
    await t.settle();
    expect(await told(d.id)).toHaveLength(1);
  });
});

describe('over the live connection', () => {
  test('send, typing and read; malformed events are refused', async () => {
    const d = await accepted();
    const channel = at(d.id, 'requester_expert');
    const [a, b] = [await page(cast.requester), await page(cast.expert)];
    const writing = next<LiveNews['typing']>(b, 'typing');
    expect(await ask(a, 'typing', { channel_id: channel })).toMatchObject({ ok: true });
    expect(await writing).toMatchObject({ user: { id: cast.requester.user_id }, writing: true, expires_in_ms: 7000 });
    const news = next<LiveNews['message.new']>(b, 'message.new');
    const acked = await ask<MessageView>(a, 'message.send', {
      channel_id: channel,
      client_id: clientId(),
      body: 'Live',
    });
    expect(acked).toMatchObject({ ok: true, data: { seq: 1, body: 'Live' } });
    expect((await news).message).toEqual(acked.ok ? acked.data : null);
    const mark = next<LiveNews['notification.mark_read']>(a, 'notification.mark_read');
    await ask(b, 'message.read', { channel_id: channel, seq: 1 });
    expect((await mark).seq).toBe(1);
    for (const [event, payload] of [
      ['message.send', null],
      ['message.send', { channel_id: 'a:b', client_id: clientId(), body: 'x' }],
      ['message.read', { channel_id: channel, seq: 'all' }],
      ['channels.recover', { channels: Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`c-${i}`, 0])) }],
    ] as const)
      expect(await ask(a, event, payload)).toMatchObject({ ok: false, problem: { code: 'malformed' } });
    expect(await ask(a, 'channels.recover', { channels: {} })).toEqual({ ok: true, data: { channels: {} } });
  });

  test('a page says with a token who converses; an empty, a foreign and an expired one open nothing', async () => {
    const d = await accepted();
    const channel_id = at(d.id, 'requester_expert');
    const socket = await page(cast.requester, { known: false });
    const token = async (who: Person) => (await t.request<ChatToken>(who, 'POST', '/api/v1/chat/token')).body;
    const mine = await token(cast.requester);
    const { email } = cast.requester;
    expect(mine.user).toEqual({ id: cast.requester.user_id, name: expect.any(String), email });
    expect(mine.user.name).not.toBe('');
    const asks = [
      ['message.send', { channel_id, client_id: clientId(), body: 'Too early' }],
      ['typing', { channel_id }],
      ['message.read', { channel_id, seq: 1 }],
      ['channels.recover', { channels: { [channel_id]: 0 } }],
    ] as const;
    const refused = { ok: false, problem: { status: 401, code: 'token_expired', current: { code: 40 } } };
    for (const [event, payload] of asks) expect(await ask(socket, event, payload)).toMatchObject(refused);
    const heard: unknown[] = [];
    socket.on('message.new', (news) => heard.push(news));
    await say(cast.expert, channel_id, 'Heard by nobody yet');

    const connect = (who: object) => ask(socket, 'chat.connect', { ...mine.user, token: mine.token, ...who });
    expect(await connect({ token: '' })).toMatchObject({
      ok: false,
      problem: { status: 400, detail: 'User token can not be empty' },
    });
    const theirs = await token(cast.expert);
    const [head, payload, signature] = mine.token.split('.');
    for (const foreign of [
      theirs,
      { ...theirs.user, token: mine.token },
      { token: theirs.token },
      { token: `${head}.${payload}.${signature}x` },
      { token: `${head}.${Buffer.from('{"user_id":"1"}').toString('base64url')}.${signature}` },
      { token: 'not a token' },
    ])
      expect(await connect(foreign)).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
    for (const [event, payload] of asks) expect(await ask(socket, event, payload)).toMatchObject(refused);
    expect(heard).toEqual([]);

    expect(await connect({})).toEqual({
      ok: true,
      data: { user_id: cast.requester.user_id, expires_at: mine.expires_at },
    });
    const news = next<LiveNews['message.new']>(socket, 'message.new');
    await say(cast.expert, channel_id, 'Heard');
    expect((await news).message.body).toBe('Heard');

    // after an hour the token is over, and another one is had
    t.clock.advance({ minutes: 60 });
    for (const [event, payload] of asks) expect(await ask(socket, event, payload)).toMatchObject(refused);
    expect(await connect({})).toMatchObject(refused);
    const again = await token(cast.requester);
    expect(await connect({ token: again.token })).toMatchObject({ ok: true });
    expect(await ask(socket, 'channels.recover', { channels: { [channel_id]: 0 } })).toMatchObject({ ok: true });
    const applicant = await t.world.person({ profile: 'ApplicantMedicalExpert' });
    expect((await t.request(applicant, 'POST', '/api/v1/chat/token')).status).toBe(403);
  });

  test('recovery after a broken connection fills the gap, in order, without a double', async () => {
    const d = await accepted();
    const channel = at(d.id, 'requester_expert');
    const held: MessageView[] = [];
    const first = await page(cast.expert);
    first.on('message.new', (n: LiveNews['message.new']) => held.push(n.message));
    await say(cast.requester, channel, '1');
    await say(cast.requester, channel, '2');
    while (held.length < 2) await next(first, 'message.new');
    first.disconnect();
    for (let i = 3; i <= 9; i++) await say(cast.requester, channel, String(i));
    const again = await page(cast.expert);
    again.on('message.new', (n: LiveNews['message.new']) => held.push(n.message));
    const answer = await ask<Recovered>(again, 'channels.recover', { channels: { [channel]: 2 } });
    if (!answer.ok) throw new Error('not recovered');
    expect(answer.data.channels[channel]).toMatchObject({ last_seq: 9, complete: true });
    held.push(...(answer.data.channels[channel]?.messages ?? []));
    const live = next(again, 'message.new');
    await say(cast.requester, channel, '10');
    await live;
    expect(held.map((m) => m.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('an expert who loses the review hears nothing more and can do nothing more', async () => {
    const d = await accepted();
    const channel = at(d.id, 'requester_expert');
    await say(cast.requester, channel, 'Before');
    const socket = await page(cast.expert);
    const heard: string[] = [];
    socket.on('message.new', (n: LiveNews['message.new']) => heard.push(n.message.body));
    const first = next(socket, 'message.new');
    await say(cast.requester, channel, 'While there');
    await first;
    // the review goes to another expert
    const other = cast.others[0] as Person & { profile_id: number };
    const changed = next(socket, 'channels.changed');
    await t.world.assign(d.id, other.profile_id);
    const refused = await ask(socket, 'message.send', { channel_id: channel, client_id: clientId(), body: 'Me again' });
    expect(refused).toMatchObject({ ok: false, problem: { code: 'not_found' } });
    expect((await open(other, d.id)).map((c) => [c.audience, c.unread])).toEqual([
      ['requester_expert', 0],
      ['expert_staff', 0],
    ]);
    await changed;
    await say(cast.requester, channel, 'For the new expert');
    expect(await ask(socket, 'channels.recover', { channels: { [channel]: 0 } })).toEqual({
      ok: true,
      data: { channels: {} },
    });
    expect(heard).toEqual(['While there']);
    expect((await t.request(cast.expert, 'GET', path(channel, '/messages'))).status).toBe(404);
    // and the new one does not read what was said to the former
    expect((await read(other, channel)).data.map((m) => m.body)).toEqual(['For the new expert']);
    const quoting = await say(cast.requester, channel, 'As I said', {
      reply_to: (await read(cast.requester, channel)).data[0]?.id,
    });
    expect(quoting.body.reply_to?.excerpt).toBe('Before');
    expect((await read(other, channel)).data.at(-1)?.reply_to).toMatchObject({ excerpt: '', sender: null });
  });

  test('a cancelled review closes its conversations; they stay readable', async () => {
    const d = await ordered();
    const channel = at(d.id, 'requester_staff');
    await say(cast.requester, channel, 'One question');
    await d.must(cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled', confirmed_fee_cents: 0 });
    await t.settle();
    const late = await say(cast.requester, channel, 'Another');
    expect([late.status, late.problem.code]).toEqual([409, 'wrong_state']);
    expect((await read(cast.requester, channel)).data).toHaveLength(1);
    expect((await list(cast.requester)).data).toEqual([]);
    expect((await list(cast.requester, '?filter=closed')).data.map((c) => c.can_send)).toEqual([false]);
  });
});

describe('the digest', () => {
  const digests = (id: number) =>
    t.world.db
      .selectFrom('mails')
      .select(['to_user_id', 'subject', 'text'])
      .where('review_id', '=', id)
      .where('template', '=', 'chat_digest')
      .orderBy('id')
      .execute();

  test('once for each unread stretch, after 15 minutes, without a word of the messages', async () => {
    const d = await accepted();
    const channel = at(d.id, 'requester_expert');
    await say(cast.expert, channel, 'secret-words one');
    t.clock.advance({ minutes: 14 });
    await t.settle();
    await say(cast.expert, channel, 'secret-words two');
    expect(await digests(d.id)).toEqual([]);
    t.clock.advance({ minutes: 1 });
    await t.settle();
    const [mail] = await digests(d.id);
    expect(mail).toMatchObject({
      to_user_id: cast.requester.user_id,
      subject: expect.stringContaining('2 unread messages from the expert') as string,
    });
    expect(mail?.text).toContain(`/chat/${channel}`);
    expect(mail?.text).not.toContain('secret-words');
    await say(cast.expert, channel, 'three');
    t.clock.advance({ hours: 5 });
    await t.settle();
    expect(await digests(d.id)).toHaveLength(1);
    await t.request(cast.requester, 'POST', path(channel, '/read'), { seq: 3 });
    await say(cast.expert, channel, 'four');
    t.clock.advance({ minutes: 15 });
    await t.settle();
    expect(await digests(d.id)).toHaveLength(2);
    // the bell counts the later one alone
    const told = await t.world.db
      .selectFrom('notifications')
      .select(['read_at', 'data'])
      .where('review_id', '=', d.id)
      .where('event', '=', 'chat_digest')
      .where('user_id', '=', cast.requester.user_id)
      .orderBy('id')
      .execute();
    expect(told.map((one) => [one.read_at === null, one.data])).toEqual([
      [false, { count: 2, from: 'expert' }],
      [true, { count: 1, from: 'expert' }],
    ]);
    // until all is read where it leads
    const bell = async () =>
      (
        await t.request<{ data: { event: string; review: { id: number } | null }[] }>(
          cast.requester,
          'GET',
          '/api/v1/notifications?unread=true',
        )
      ).body.data.filter((n) => n.event === 'chat_digest' && n.review?.id === d.id).length;
    await say(cast.expert, channel, 'five');
    await t.request(cast.requester, 'POST', path(channel, '/read'), { seq: 4 });
    expect(await bell()).toBe(1);
    await t.request(cast.requester, 'POST', path(channel, '/read'), { seq: 5 });
    expect(await bell()).toBe(0);
  });

  test('what was read in time brings none; of the staff nobody once one has answered', async () => {
    const d = await ordered();
    const channel = at(d.id, 'requester_staff');
    await say(cast.requester, channel, 'A question');
    await say(cast.clinOps, channel, 'An answer');
    await t.request(cast.requester, 'POST', path(channel, '/read'), { seq: 2 });
    t.clock.advance({ minutes: 20 });
    await t.settle();
    expect(await digests(d.id)).toEqual([]);
    await say(cast.requester, channel, 'Another question');
    t.clock.advance({ minutes: 20 });
    await t.settle();
    const told = (await digests(d.id)).map((m) => m.to_user_id);
    expect(told).toContain(cast.clinOps.user_id);
    expect(told).not.toContain(cast.requester.user_id);
  });
});
