import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import type { Out } from '../../../core/endpoint.ts';
import { ApiError, call } from '../../../ui/api/client.ts';
import { query, queryKey } from '../../../ui/api/hooks.ts';
import { chat } from './chat-connection.ts';
import {
  type ChannelView,
  conversationEndpoints,
  type MessagePage,
  type MessageView,
  type Recovered,
} from '../contract.ts';
import { mergeMessages, RECOVER_CHANNELS } from '../rules.ts';

const E = conversationEndpoints;
const PAGE = 50;

const newest = (channelId: string) => ({ params: { channel_id: channelId }, query: { limit: PAGE } });
const threadKey = (channelId: string) => queryKey(E.messages, newest(channelId));

/** Puts a fresh stretch to what is held, when the two touch; otherwise the fresh one replaces it. */
function joinPages(held: MessagePage | undefined, fresh: MessagePage): MessagePage {
  const last = held?.data.at(-1)?.seq;
  const first = fresh.data[0]?.seq;
  if (!held || last === undefined || first === undefined || first > last + 1) return fresh;
  return { data: mergeMessages(held.data, fresh.data), has_older: held.has_older, has_newer: false };
}

/** The messages of a conversation, from the newest backwards; what arrives live is added to the same data. */
export function threadQuery(client: QueryClient, channelId: string) {
  return queryOptions<MessagePage, ApiError>({
    ...query(E.messages, newest(channelId)),
    queryKey: threadKey(channelId),
    queryFn: async ({ signal }) => {
      const fresh = await call(E.messages, { ...newest(channelId), signal });
      return joinPages(client.getQueryData<MessagePage>(threadKey(channelId)), fresh);
    },
  });
}

/** Adds messages to a thread that is held; a gap before them is asked for. */
export function addMessages(client: QueryClient, channelId: string, messages: readonly MessageView[]): void {
  let gap = false;
  client.setQueryData<MessagePage>(threadKey(channelId), (held) => {
    if (!held || messages.length === 0) return held;
    const last = held.data.at(-1)?.seq ?? 0;
    gap = messages.some((m) => m.seq > last) && Math.min(...messages.map((m) => m.seq)) > last + 1;
    return gap ? held : { ...held, data: mergeMessages(held.data, messages) };
  });
  if (gap) void recover(client, [channelId]).catch(() => client.invalidateQueries({ queryKey: threadKey(channelId) }));
}

/** Loads what lies before the first message held. */
export async function loadOlder(client: QueryClient, channelId: string, limit = PAGE): Promise<void> {
  const first = client.getQueryData<MessagePage>(threadKey(channelId))?.data[0]?.seq;
  if (first === undefined) return;
  const page = await call(E.messages, { params: { channel_id: channelId }, query: { before_seq: first, limit } });
  client.setQueryData<MessagePage>(threadKey(channelId), (held) =>
    held ? { ...held, data: mergeMessages(page.data, held.data), has_older: page.has_older } : held,
  );
}

/**
 * Listens in conversations over the live connection and fills what is missing since the last message held. Without
 * names: in all that are held, as after a lost connection.
 */
export async function recover(client: QueryClient, channelIds?: readonly string[]): Promise<void> {
  const held = client.getQueriesData<MessagePage>({ queryKey: queryKey(E.messages) });
  const last = new Map<string, number>();
  for (const [key, page] of held) {
    const params = key[2] as { channel_id?: string } | null;
    const search = key[3] as { q?: string } | null;
    if (page && params?.channel_id && search?.q === undefined) last.set(params.channel_id, page.data.at(-1)?.seq ?? 0);
  }
  const ids = (channelIds ?? [...last.keys()]).slice(0, RECOVER_CHANNELS);
  if (ids.length === 0) return;
  const channels = Object.fromEntries(ids.map((id) => [id, last.get(id) ?? Number.MAX_SAFE_INTEGER]));
  const answer = await chat.request<Recovered>('channels.recover', { channels });
  for (const [id, found] of Object.entries(answer.channels)) {
    addMessages(client, id, found.messages);
    if (!found.complete) await client.invalidateQueries({ queryKey: threadKey(id) });
  }
}

type Listing = Out<typeof E.channels>;
type OfReview = Out<typeof E.openChannels>;

/** Changes a conversation wherever it is held: lists, the review's panel, its own page. Answers whether it was held. */
export function patchChannel(
  client: QueryClient,
  channelId: string,
  change: (channel: ChannelView) => ChannelView,
): boolean {
  let known = false;
  const each = (channel: ChannelView): ChannelView => {
    if (channel.channel_id !== channelId) return channel;
    known = true;
    return change(channel);
  };
  client.setQueriesData<InfiniteData<Listing>>({ queryKey: queryKey(E.channels) }, (held) =>
    held ? { ...held, pages: held.pages.map((page) => ({ ...page, data: page.data.map(each) })) } : held,
  );
  client.setQueriesData<OfReview>({ queryKey: queryKey(E.openChannels) }, (held) =>
    held ? { channels: held.channels.map(each) } : held,
  );
  client.setQueriesData<ChannelView>({ queryKey: queryKey(E.channel) }, (held) => (held ? each(held) : held));
  return known;
}

type Unread = Out<typeof E.unread>;

/** Sets, or changes, how much of one conversation is unread; the header's badge reads the same data. */
export function setUnread(client: QueryClient, channelId: string, next: (unread: number) => number): void {
  client.setQueryData<Unread>(queryKey(E.unread, {}), (held) => {
    if (!held) return held;
    const channels = { ...held.channels };
    const unread = next(channels[channelId] ?? 0);
    if (unread > 0) channels[channelId] = unread;
    else delete channels[channelId];
    return { channels };
  });
}

/** Says up to where the reader has read, here at once and to the server. */
export async function markRead(client: QueryClient, channelId: string, seq: number, userId: number): Promise<void> {
  setUnread(client, channelId, () => 0);
  countAsRead(client, channelId);
  patchChannel(client, channelId, (channel) => readUpTo(channel, userId, userId, seq));
  try {
    await chat.request('message.read', { channel_id: channelId, seq });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    await call(E.read, { params: { channel_id: channelId }, body: { seq } });
  }
}

/** One unread conversation less in the counts above the lists. */
function countAsRead(client: QueryClient, channelId: string): void {
  client.setQueriesData<InfiniteData<Listing>>({ queryKey: queryKey(E.channels) }, (held) => {
    const wasUnread = held?.pages.some((page) => page.data.some((c) => c.channel_id === channelId && c.unread > 0));
    if (!held || !wasUnread) return held;
    const pages = held.pages.map((page) => ({
      ...page,
      counts: { ...page.counts, unread: Math.max(page.counts.unread - 1, 0) },
    }));
    return { ...held, pages };
  });
}

/** The conversation after a member has read up to a message. */
export function readUpTo(channel: ChannelView, userId: number, me: number, seq: number): ChannelView {
  const members = channel.members.map((m) =>
    m.user_id === userId ? { ...m, last_read_seq: Math.max(m.last_read_seq, seq) } : m,
  );
  if (userId !== me) return { ...channel, members };
  const last = Math.max(channel.last_read_seq ?? 0, seq);
  return {
    ...channel,
    members,
    last_read_seq: channel.last_read_seq === null ? null : last,
    unread: Math.max(channel.last_seq - last, 0),
  };
}
