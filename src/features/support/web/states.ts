import type { StatusDisplay } from '../../../ui/parts/status.tsx';
import { type MessageState, STATE_WORDS } from '../rules/inbox.ts';

/** What a state of a message looks like. */
export const STATE_DISPLAYS: Record<MessageState, StatusDisplay> = {
  open: { label: STATE_WORDS.open, tone: 'info', share: 0.1 },
  replied: { label: STATE_WORDS.replied, tone: 'ok', share: 0.75 },
  closed: { label: STATE_WORDS.closed, tone: 'neutral', share: 1 },
};
