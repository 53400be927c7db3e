import type { StatusDisplay } from '../../../ui/parts/status.tsx';
import { type InvoiceState, STATE_WORDS } from '../rules.ts';

/** How each state of an invoice is shown. */
export const STATE_DISPLAYS: Readonly<Record<InvoiceState, StatusDisplay>> = {
  open: { label: STATE_WORDS.open, tone: 'info', share: 0.5 },
  overdue: { label: STATE_WORDS.overdue, tone: 'warn', share: 0.5, side: 'attention' },
  paid: { label: STATE_WORDS.paid, tone: 'ok', share: 1 },
  credit: { label: STATE_WORDS.credit, tone: 'neutral', share: 1 },
};
