import { DAY } from '../../../core/time.ts';

/** A page of the card service is open so long: long enough to find a card, short enough that what it asks is still owed. */
export const CHECKOUT_MS = 2 * 60 * 60 * 1000;
/** With less than this left, one is closed and another begun. */
export const CHECKOUT_LEAST_MS = 10 * 60 * 1000;

/**
 * After so long without the bank's word on a payment the card service is asked, and after as long again: cards are answered at once,
 * and a page of the service ends within a day.
 */
export const PROCESSING_ASK_MS = DAY;
/** So long a payment keeps its invoice from another one: banks answer a debit within a few business days. What comes later is taken all the same. */
export const PROCESSING_MOST_MS = 14 * DAY;

/** A page as the card service tells of it when it is asked, as far as is read. */
export interface ToldPage {
  status: string;
  payment_status: string;
  /** How its payment stands; null: there is none. */
  intent_status: string | null;
}

/** What becomes of a payment that the bank has in hand: it arrived, is over, or is waited for. `page` null: the service knows none. */
export function payingOutcome(page: ToldPage | null, waitedMs: number): 'paid' | 'over' | 'waits' {
  if (page === null) return 'over';
  if (page.payment_status === 'paid') return 'paid';
  const isOver =
    page.status === 'expired' ||
    page.intent_status === 'requires_payment_method' ||
    page.intent_status === 'canceled' ||
    waitedMs >= PROCESSING_MOST_MS;
  return isOver ? 'over' : 'waits';
}

/** How a dispute stands: the bank asks only and took nothing; it took the money for now; it came back; it stays taken. */
export const DISPUTE_STATES = ['asked_about', 'open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A dispute's state as the card service names it. */
export function disputeState(status: string): DisputeState {
  if (status === 'won' || status === 'lost') return status;
  return status === 'needs_response' || status === 'under_review' ? 'open' : 'asked_about';
}

const RANK: Readonly<Record<DisputeState, number>> = { asked_about: 0, open: 1, won: 2, lost: 2 };
/** Which of two states holds, whichever was told first: what is decided stays so. */
export const laterDispute = (was: DisputeState, told: DisputeState): DisputeState =>
  RANK[told] > RANK[was] ? told : was;

/** What is known of money that was paid by card, cents. */
export interface ChargeFacts {
  paid_cents: number;
  /** In all, as the card service told last. */
  refunded_cents: number;
  /** Refunds staff began and the card service said yes to. */
  own_refunds_cents: number;
  disputes: readonly { state: DisputeState; cents: number }[];
}

/** What of a payment went back, by what it went back for, cents. */
export interface Returned {
  refund: number;
  dispute: number;
}

/**
 * What of a payment is back with who paid it: refunded, whoever told of it first, or taken by a bank for a dispute that is
 * open or was lost. Never more than was paid.
 */
export function returnedOf({ paid_cents, refunded_cents, own_refunds_cents, disputes }: ChargeFacts): Returned {
  const refund = Math.min(paid_cents, Math.max(refunded_cents, own_refunds_cents));
  const disputed = disputes.reduce(
    (sum, { state, cents }) => sum + (state === 'open' || state === 'lost' ? cents : 0),
    0,
  );
  return { refund, dispute: Math.min(paid_cents - refund, disputed) };
}

/** What is to be written down so that what is on record is what went back: nothing where both agree. */
export function returnsToRecord(
  due: Returned,
  recorded_cents: number,
): { cents: number; why: 'refund' | 'dispute' | 'came_again' } | null {
  const cents = due.refund + due.dispute - recorded_cents;
  if (cents === 0) return null;
  if (cents < 0) return { cents, why: 'came_again' };
  return { cents, why: due.dispute > 0 ? 'dispute' : 'refund' };
}
