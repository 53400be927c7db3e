import type { StatusDisplay } from '../../../ui/parts/status.tsx';
import type { MessageState } from '../rules.ts';

/** What a state of a message looks like. */
export const STATE_DISPLAYS: Record<MessageState, StatusDisplay> = {
  waiting: { label: 'Waiting to be sent', tone: 'info', share: 0.5 },
  kept: { label: 'Kept here', tone: 'neutral', share: 0.5, side: 'pause' },
  sent: { label: 'Sent', tone: 'ok', share: 1 },
  suppressed: { label: 'Held back', tone: 'neutral', share: 0, side: 'cross' },
  failed: { label: 'Failed', tone: 'bad', share: 0, side: 'attention' },
};
