import { plural } from '../../../core/phrases.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askAgain } from '../../../ui/api/ask-again.ts';
import { queryKey } from '../../../ui/api/hooks.ts';
import { useLiveEvent, useLiveState, useRefreshSoon } from '../../../ui/live/hooks.ts';
import { conversationEndpoints, type MessageView } from '../contract.ts';
import { excerpt } from '../rules.ts';
import { chat } from './chat-connection.ts';
import { showNews } from './desktop-news.ts';
import { useChatNews } from './use-chat-news.ts';
import { addMessages, patchChannel, readUpTo, recover, setUnread } from './cache.ts';

const E = conversationEndpoints;
const GATHER_MS = 400;

/**
 * Keeps everything held of conversations fresh from the live connection: threads, lists, unread counts. Mounted once
 * for the signed-in person, so that the header's badge lives on every page.
 */
export function useConversationNews(me: number | null): void {
  const client = useQueryClient();
  const state = useLiveState();
  const refresh = useRefreshSoon(GATHER_MS);
  const refreshLists = (): void => refresh(E.channels, E.openChannels, E.channel);

  useEffect(() => {
    if (state !== 'connected' || me === null) return;
    const hear = async () => {
      await chat.connect(me).catch(() => undefined);
      // also the first connection comes after the first count: what arrived in between was not heard
      void askAgain(client, { queryKey: queryKey(E.unread) });
      // what fails here is asked for again by the threads themselves
      await recover(client).catch(() => undefined);
    };
    void hear();
  }, [client, me, state]);

  useChatNews('message.new', ({ channel_id, user, message }) => {
    addMessages(client, channel_id, [message]);
    const own = user.id === me;
    if (!own) {
      showNews(channel_id);
      setUnread(client, channel_id, (unread) => unread + 1);
    }
    // a count under way may have been taken before this message or after it
    if (client.isFetching({ queryKey: queryKey(E.unread) }) > 0) refresh(E.unread);
    const known = patchChannel(client, channel_id, (channel) =>
      message.seq <= channel.last_seq
        ? channel
        : {
            ...channel,
            last_seq: message.seq,
            unread: own || channel.last_read_seq === null ? channel.unread : channel.unread + 1,
            last_message: lastOf(message),
          },
    );
    // what became unread moves up, and what is new comes in
    if (!own || !known) refreshLists();
  });

  useChatNews('message.updated', ({ channel_id, message }) => {
    addMessages(client, channel_id, [message]);
    patchChannel(client, channel_id, (channel) =>
      channel.last_message?.seq === message.seq ? { ...channel, last_message: lastOf(message) } : channel,
    );
  });

  useChatNews('notification.mark_read', ({ channel_id, user, seq }) => {
    if (me === null) return;
    if (user.id === me) void askAgain(client, { queryKey: queryKey(E.unread) });
    patchChannel(client, channel_id, (channel) => readUpTo(channel, user.id, me, seq));
  });

  useLiveEvent<{ room: string }>('room.left', ({ room }) => {
    const id = /^channel:(.+)$/.exec(room)?.[1];
    if (!id) return;
    // what may be read no more leaves the screen; asking again says why
    void client.resetQueries({ predicate: ({ queryKey: [, , params] }) => isOf(params, id) });
    refreshLists();
  });

  useChatNews('channels.changed', ({ channel_ids }) => {
    refreshLists();
    void askAgain(client, { queryKey: queryKey(E.unread) });
    void recover(client, channel_ids).catch(() => undefined);
  });
}

const isOf = (params: unknown, channelId: string): boolean =>
  params !== null && typeof params === 'object' && 'channel_id' in params && params.channel_id === channelId;

function lastOf(message: MessageView) {
  return {
    seq: message.seq,
    sender: message.sender,
    excerpt:
      message.deleted_at !== null
        ? 'Message taken back'
        : message.body === ''
          ? plural(message.attachments.length, 'file')
          : excerpt(message.body),
    created_at: message.created_at,
  };
}
