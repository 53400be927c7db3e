import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../ui/api/client.ts';
import type { ChatToken, LiveNews } from '../contract.ts';
import { ChatConnection, type ChatService } from './chat-connection.ts';

const refusal = (code: unknown) =>
  new ApiError(401, {
    type: '',
    title: '',
    status: 401,
    detail: '',
    code: 'token_expired',
    errors: [],
    request_id: '',
    current: { code },
  });

/** Connects and brings nothing. */
const silent = { connectUser: async () => undefined, on: () => () => undefined };

/** A hosted service of which tokens hold as many acts as told, and what it was asked. */
function hosted(holds: (token: string) => number, tokens: readonly string[] = ['one', 'two', 'three', 'four']) {
  const asked: string[] = [];
  let had = 0;
  let current: { token: string; left: number } | null = null;
  const chat = new ChatConnection(
    {
      connectUser: async ({ id, name, email }, token) => {
        asked.push(`connect ${id} ${name} ${email} ${token}`);
        const left = holds(token);
        if (left === 0) throw refusal(40);
        current = { token, left };
      },
      request: async <T>(event: string) => {
        asked.push(event);
        if (!current || current.left === 0) throw refusal(40);
        current.left -= 1;
        return current.token as T;
      },
      on: silent.on,
    },
    async (): Promise<ChatToken> => ({
      user: { id: 7, name: 'Dana Whitlock', email: 'dana@example.test' },
      token: tokens[(had += 1) - 1] ?? '',
      expires_at: '2026-11-18T16:00:00Z',
    }),
  );
  return { chat, asked, had: () => had };
}

test('connects with id, name, e-mail and token', async () => {
  const { chat, asked } = hosted(() => 9);
  await chat.connect(7);
  expect(asked).toEqual(['connect 7 Dana Whitlock dana@example.test one']);
});

test('a token that has expired (code 40) is loaded anew, and what was asked is asked once more', async () => {
  // the first token holds for one act: connecting with it again is refused, too, and another one is had
  let first = 1;
  const { chat, asked } = hosted((token) => {
    if (token !== 'one') return 9;
    first -= 1;
    return first + 1;
  });
  await chat.connect(7);
  expect(await chat.request('typing', {})).toBe('one');
  expect(await chat.request('message.send', {})).toBe('two');
  expect(asked).toEqual([
    'connect 7 Dana Whitlock dana@example.test one',
    'typing',
    'message.send',
    'connect 7 Dana Whitlock dana@example.test one',
    'connect 7 Dana Whitlock dana@example.test two',
    'message.send',
  ]);
});

test('an empty token connects nobody, a fresh one that has expired is not had over and over', async () => {
  const empty = hosted(() => 9, ['']);
  await expect(empty.chat.connect(7)).rejects.toThrow('User token can not be empty');
  expect(empty.asked).toEqual([]);
  const never = hosted(() => 0);
  await expect(never.chat.connect(7)).rejects.toMatchObject({ status: 401 });
  expect(never.had()).toBe(1);
});

test('what another refusal says is thrown as it is, and without a connection the caller goes another way', async () => {
  const chat = new ChatConnection({
    ...silent,
    request: () => Promise.reject(new ApiError(404, null)),
  });
  await expect(chat.request('typing', {})).rejects.toMatchObject({ status: 404 });
  const unknown = hosted(() => 9);
  await expect(unknown.chat.request('typing', {})).rejects.toMatchObject({ status: 0 });
});

test('who takes over the page is not the one before', async () => {
  const { chat, had } = hosted(() => 9);
  await chat.connect(7);
  await chat.connect(7);
  expect(had()).toBe(1);
  await chat.connect(8);
  expect(had()).toBe(2);
});

test('nothing within six seconds is no connection', async () => {
  vi.useFakeTimers();
  try {
    const chat = new ChatConnection(
      { ...silent, request: () => Promise.reject(new Error('not asked')) },
      () => new Promise(() => undefined),
    );
    await Promise.all([
      expect(chat.connect(7)).rejects.toMatchObject({ status: 0 }),
      vi.advanceTimersByTimeAsync(6_000),
    ]);
  } finally {
    vi.useRealTimers();
  }
});

/** A hosted service that carries what it is told to. */
function carrier() {
  const hearing = new Set<(news: never) => void>();
  const service: ChatService = {
    ...silent,
    request: <T>() => Promise.resolve('carried' as T),
    on: (_event, hear) => {
      hearing.add(hear);
      return () => hearing.delete(hear);
    },
  };
  const carry = (news: LiveNews['typing']) => hearing.forEach((hear) => hear(news as never));
  return { service, carry };
}

test('what comes in is heard from whichever service carries it, also by who listened before it was put in', async () => {
  const [one, other] = [carrier(), carrier()];
  const chat = new ChatConnection(one.service);
  const heard: string[] = [];
  const off = chat.on('typing', ({ channel_id }) => heard.push(channel_id));
  const typing = (channel_id: string) => ({
    channel_id,
    user: { id: 7, name: 'Dana' },
    writing: true,
    expires_in_ms: 9,
  });
  one.carry(typing('a'));
  chat.use(other.service);
  one.carry(typing('b'));
  other.carry(typing('c'));
  expect(await chat.request('typing', {})).toBe('carried');
  off();
  other.carry(typing('d'));
  expect(heard).toEqual(['a', 'c']);
});
