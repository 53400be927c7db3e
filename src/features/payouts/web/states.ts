import type { StatusDisplay } from '../../../ui/parts/status.tsx';
import { PAYOUT_STATE_WORDS, type PayoutState, RUN_STATE_WORDS, type RunState } from '../rules.ts';

/** How each state of a run is shown. */
export const RUN_DISPLAYS: Readonly<Record<RunState, StatusDisplay>> = {
  proposed: { label: RUN_STATE_WORDS.proposed, tone: 'info', share: 0.25 },
  released: { label: RUN_STATE_WORDS.released, tone: 'info', share: 0.6 },
  paid: { label: RUN_STATE_WORDS.paid, tone: 'ok', share: 1 },
  discarded: { label: RUN_STATE_WORDS.discarded, tone: 'neutral', share: 0, side: 'cross' },
};

/** How each state of a payout is shown. */
export const PAYOUT_DISPLAYS: Readonly<Record<PayoutState, StatusDisplay>> = {
  proposed: { label: PAYOUT_STATE_WORDS.proposed, tone: 'info', share: 0.25 },
  released: { label: PAYOUT_STATE_WORDS.released, tone: 'info', share: 0.6 },
  paid: { label: PAYOUT_STATE_WORDS.paid, tone: 'ok', share: 1 },
  returned: { label: PAYOUT_STATE_WORDS.returned, tone: 'warn', share: 0.5, side: 'attention' },
  discarded: { label: PAYOUT_STATE_WORDS.discarded, tone: 'neutral', share: 0, side: 'cross' },
};
