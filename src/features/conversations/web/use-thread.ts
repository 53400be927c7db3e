import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError, call } from '../../../ui/api/client.ts';
import { chat } from './chat-connection.ts';
import { useLiveState } from '../../../ui/live/hooks.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { serverClock } from '../../../ui/time/server-clock.ts';
import { type ChannelView, conversationEndpoints, type MessageView, type NewMessage } from '../contract.ts';
import { addMessages, loadOlder, markRead, patchChannel, recover, threadQuery } from './cache.ts';
import { draftStorage, unsentKey } from './drafts.ts';
import { Outbox } from './outbox.ts';
import { useChatNews } from './use-chat-news.ts';

const E = conversationEndpoints;
const RETRY_MS = 5_000;

/** One for each conversation of this page: sending goes on when the reader has gone elsewhere. */
const outboxes = new Map<string, Outbox>();

function outboxOf(client: QueryClient, userId: number, channelId: string): Outbox {
  const key = unsentKey(userId, channelId);
  const existing = outboxes.get(key);
  if (existing) return existing;
  const made = new Outbox({
    key,
    storage: draftStorage(),
    now: () => new Date(serverClock.now()).toISOString(),
    deliver: (message) => deliver(channelId, message),
    onStored: (message) => {
      addMessages(client, channelId, [message]);
      patchChannel(client, channelId, (channel) => ({
        ...channel,
        last_seq: Math.max(channel.last_seq, message.seq),
        // as the server does: who had read everything has read their own message
        last_read_seq: channel.last_read_seq === message.seq - 1 ? message.seq : channel.last_read_seq,
      }));
    },
  });
  outboxes.set(key, made);
  return made;
}

/** Over the live connection; where that is down, by an ordinary request. */
async function deliver(channelId: string, message: NewMessage): Promise<MessageView> {
  try {
    return await chat.request<MessageView>('message.send', { channel_id: channelId, ...message });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    return call(E.send, { params: { channel_id: channelId }, body: message });
  }
}

/** A conversation as a page shows it: messages, what is unsent, who writes, and what can be done. */
export function useThread(channel: ChannelView) {
  const client = useQueryClient();
  const viewer = useViewer();
  const state = useLiveState();
  const id = channel.channel_id;
  const thread = useQuery(threadQuery(client, id));
  const outbox = outboxOf(client, viewer.user_id, id);
  const unsent = useSyncExternalStore(outbox.watch, outbox.items);
  const [loadingOlder, setLoadingOlder] = useState(false);
  const loaded = thread.isSuccess;

  useEffect(() => {
    // stands in the room before anything can fall between what was read and what will be heard
    if (loaded && state === 'connected') void recover(client, [id]).catch(() => undefined);
  }, [client, id, loaded, state]);

  const waiting = unsent.some((item) => item.state !== 'failed');
  useEffect(() => {
    if (!waiting) return undefined;
    void outbox.run();
    const timer = setInterval(() => void outbox.run(), RETRY_MS);
    return () => clearInterval(timer);
  }, [outbox, waiting]);
  useEffect(() => {
    if (state === 'connected') void outbox.run();
  }, [outbox, state]);

  return {
    thread,
    messages: thread.data?.data ?? [],
    hasOlder: thread.data?.has_older ?? false,
    loadingOlder,
    unsent,
    outbox,
    writers: useWriters(id, viewer.user_id),
    async older(limit?: number) {
      setLoadingOlder(true);
      try {
        await loadOlder(client, id, limit);
      } finally {
        setLoadingOlder(false);
      }
    },
    read(seq: number) {
      if (channel.last_read_seq === null) return;
      // the mark is set again with the next message
      markRead(client, id, seq, viewer.user_id).catch(() => undefined);
    },
    send(message: Omit<NewMessage, 'client_id'>) {
      outbox.add({ client_id: crypto.randomUUID(), ...message });
    },
    async edit(messageId: number, body: string) {
      const stored = await call(E.edit, { params: { channel_id: id, message_id: messageId }, body: { body } });
      addMessages(client, id, [stored]);
    },
    async takeBack(messageId: number) {
      const stored = await call(E.remove, { params: { channel_id: id, message_id: messageId } });
      addMessages(client, id, [stored]);
    },
    writing(on: boolean) {
      chat.request('typing', { channel_id: id, writing: on }).catch(() => undefined);
    },
  };
}
export type ThreadState = ReturnType<typeof useThread>;

/** Names of those who write just now; each until their message comes or the sign of writing has expired. */
function useWriters(channelId: string, me: number): string[] {
  const [writers, setWriters] = useState<readonly { id: number; name: string; until: number }[]>([]);
  useChatNews('typing', ({ channel_id, user, writing, expires_in_ms }) => {
    if (channel_id !== channelId || user.id === me) return;
    setWriters((now) => [
      ...now.filter((w) => w.id !== user.id),
      ...(writing ? [{ ...user, until: performance.now() + expires_in_ms }] : []),
    ]);
  });
  useChatNews('message.new', ({ channel_id, user }) => {
    if (channel_id === channelId) setWriters((now) => now.filter((w) => w.id !== user.id));
  });
  useEffect(() => {
    if (writers.length === 0) return undefined;
    const soonest = Math.min(...writers.map((w) => w.until));
    const timer = setTimeout(
      () => setWriters((now) => now.filter((w) => w.until > performance.now())),
      Math.max(soonest - performance.now(), 0) + 5,
    );
    return () => clearTimeout(timer);
  }, [writers]);
  return writers.map((w) => w.name);
}
