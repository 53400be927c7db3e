import { useQuery } from '@tanstack/react-query';
import { type CurrentUser, viewerOf } from '../../features/accounts/web/current-user.ts';
import { conversationEndpoints } from '../../features/conversations/contract.ts';
import { mayConverse } from '../../features/conversations/rules.ts';
import { query } from '../../ui/api/hooks.ts';

/** Whether somebody has conversations: all but applicants and attendees. */
export const converses = (user: CurrentUser): boolean => mayConverse(viewerOf(user));

/** Conversations with something unread, for the badge; undefined for those who have no conversations. `useConversationNews` keeps the data fresh. */
export function useUnread(user: CurrentUser | null): number | undefined {
  const enabled = user !== null && converses(user);
  const { data } = useQuery({ ...query(conversationEndpoints.unread, {}), enabled, retry: false });
  if (!enabled) return undefined;
  return Object.keys(data?.channels ?? {}).length;
}
