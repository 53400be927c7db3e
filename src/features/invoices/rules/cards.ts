/** A page of the card service is open so long: long enough to find a card, short enough that what it asks is still owed. */
export const CHECKOUT_MS = 2 * 60 * 60 * 1000;
/** With less than this left, one is closed and another begun. */
export const CHECKOUT_LEAST_MS = 10 * 60 * 1000;

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
