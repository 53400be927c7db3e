import { useConversationNews } from '../../features/conversations/web/use-news.ts';

/** Keeps what is held of conversations fresh, the header's badge too; it draws nothing. */
export function ConversationNews({ me }: { me: number }) {
  useConversationNews(me);
  return null;
}
