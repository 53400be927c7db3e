import type { BillingStatus } from '../../reviews/rules.ts';
import { type OrderState, stepped } from './lifecycle.ts';

/** How an order stands after its invoice: `invoiced`: its lines are on one; `settled`: nothing of that one is open. */
export function followed(state: OrderState, invoice: { invoiced: boolean; settled: boolean }): OrderState {
  const at = invoice.invoiced ? stepped(state, 'invoice') : state;
  if (at === 'invoiced' && invoice.settled) return stepped(at, 'pay');
  if (at === 'paid' && !invoice.settled) return stepped(at, 'reopen');
  return at;
}

/** What a review's orders and invoices come to. */
export interface BillingFacts {
  /** Orders that wait for approval. */
  waiting: number;
  /** Voided orders that are neither credited nor restored. */
  disputed: number;
  /** Approved orders that are on no invoice. */
  ordered: number;
  /** Voided orders that were credited. */
  written_off: number;
  /** Invoices it is on, and of those how many are not settled. */
  invoices: number;
  open: number;
}

/** How a review stands with its billing: what somebody must still do about it comes first. */
export function billingOf(facts: BillingFacts): BillingStatus {
  if (facts.waiting + facts.disputed > 0) return 'awaiting_approval';
  if (facts.ordered > 0) return 'ordered';
  if (facts.open > 0) return 'invoiced';
  if (facts.invoices > 0) return 'paid';
  return facts.written_off > 0 ? 'written_off' : 'unbilled';
}
