import { useQuery } from '@tanstack/react-query';
import { type CurrentUser, viewerOf } from '../../features/accounts/web/current-user.ts';
import { conversationEndpoints } from '../../features/conversations/contract.ts';
import { mayConverse } from '../../features/conversations/rules.ts';
import { query } from '../../ui/api/hooks.ts';

/** Conversations with something unread, for the badge; undefined for those who have no conversations. `useConversationNews` keeps the data fresh. */
export function useUnread(user: CurrentUser | null): number | undefined {
  const enabled = user !== null && mayConverse(viewerOf(user));
  const { data } = useQuery({ ...query(conversationEndpoints.unread, {}), enabled, retry: false });
  if (!enabled) return undefined;
  return Object.keys(data?.channels ?? {}).length;
}
