import { useQuery, useQueryClient } from '@tanstack/react-query';
import { hasConversations } from '../../features/accounts/rules.ts';
import { type CurrentUser, standingOf } from '../../features/accounts/web/current-user.ts';
import { conversationEndpoints, type LiveNews } from '../../features/conversations/contract.ts';
import { query, queryKey } from '../../ui/api/hooks.ts';
import { useLiveEvent } from '../../ui/live/hooks.ts';

/** Conversations with something unread, for the badge; undefined for those who have no conversations. */
export function useUnread(user: CurrentUser | null): number | undefined {
  const enabled = user !== null && hasConversations(standingOf(user));
  const { data } = useQuery({ ...query(conversationEndpoints.unread, {}), enabled, retry: false });
  const client = useQueryClient();
  const count = () => void client.invalidateQueries({ queryKey: queryKey(conversationEndpoints.unread) });
  useLiveEvent<LiveNews['message.new']>('message.new', ({ user: sender }) => {
    // one's own messages are read
    if (sender.id !== user?.id) count();
  });
  useLiveEvent('notification.mark_read', count);
  useLiveEvent('channels.changed', count);
  if (!enabled) return undefined;
  return Object.keys(data?.channels ?? {}).length;
}
