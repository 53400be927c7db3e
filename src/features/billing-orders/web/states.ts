import type { StatusDisplay } from '../../../ui/parts/status.tsx';
import { ORDER_STATE_WORDS, type OrderState } from '../rules.ts';

const DISPLAYS: Readonly<Record<OrderState, StatusDisplay>> = {
  draft: { label: ORDER_STATE_WORDS.draft, tone: 'warn', share: 0.2 },
  approved: { label: ORDER_STATE_WORDS.approved, tone: 'info', share: 0.4 },
  invoiced: { label: ORDER_STATE_WORDS.invoiced, tone: 'info', share: 0.7 },
  paid: { label: ORDER_STATE_WORDS.paid, tone: 'ok', share: 1 },
  void: { label: 'Voided, with us', tone: 'warn', share: 0.2, side: 'attention' },
};

/** How an order's state is shown. */
export const displayOf = ({ state, written_off }: { state: OrderState; written_off: boolean }): StatusDisplay =>
  written_off ? { label: 'Credited', tone: 'neutral', share: 1 } : DISPLAYS[state];
