import { useEffect, useEffectEvent } from 'react';
import type { LiveNews } from '../contract.ts';
import { chat, type ChatNews } from './chat-connection.ts';

/** Calls the handler with each such event of conversations, whichever service carries them, while the component is mounted. */
export function useChatNews<N extends ChatNews>(event: N, handler: (news: LiveNews[N]) => void): void {
  const hear = useEffectEvent(handler);
  useEffect(() => chat.on(event, (news) => hear(news)), [event]);
}
