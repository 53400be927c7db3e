import type { Tx } from '../../platform/command.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    /** Puts what was posted of a review, and is on no invoice, on billing orders, where its organization has them; its caller holds the billing. */
    placeCharges: (tx: Tx, review: BilledReview) => Promise<void>;
    /** Lets the orders of these reviews, and how the reviews stand with their billing, follow their invoices. */
    followBilling: (tx: Tx, review_ids: readonly number[]) => Promise<void>;
  }
}

/** A review whose charges are placed. */
export interface BilledReview {
  id: number;
  organization_id: number;
}
