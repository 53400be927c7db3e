import type { Tx } from '../../platform/command.ts';
import type { ChargeLine, PayoutCause } from './rules.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    postToLedger: PostToLedger;
    postPayout: PostPayout;
    offerExpertFee: OfferExpertFee;
  }
}

/** What is posted of an organization, and belongs to no review: an invoice, a credit note, a payment; once for each. */
interface OrganizationEntry {
  cause: 'invoice' | 'credit_note' | 'payment';
  cause_id: number;
  /** Which entry of its cause it is, from 0 on; the first where nothing is said. */
  part?: number;
  organization_id: number;
  happened_at: Date;
  /** As the cause's accounts take them: of a credit note less than nothing. */
  lines: readonly ChargeLine[];
}

/** Writes entries of organizations to the book, in the transaction of what they come from. Of nothing, nothing is written. */
export type PostToLedger = (tx: Tx, entries: OrganizationEntry | readonly OrganizationEntry[]) => Promise<void>;

/** What a payout paid an expert, or what of it came back: for each organization whose reviews it was earned with an entry of its own. */
interface PayoutEntry {
  cause: PayoutCause;
  payout_id: number;
  expert_profile_id: number;
  happened_at: Date;
  /** Lines of a return less than nothing. */
  organizations: readonly { organization_id: number; lines: readonly ChargeLine[] }[];
}

/** Writes a payout, or its return, to the book, in the transaction that says it was paid, or came back; once for each. */
export type PostPayout = (tx: Tx, entry: PayoutEntry) => Promise<void>;

/**
 * Fixes what an expert earns of a review as they are invited to it, from the price that is fixed and the books of that day;
 * an expert who is on it already keeps what they were told.
 */
export type OfferExpertFee = (
  tx: Tx,
  of: { review_id: number; expert_profile_id: number; panel_place: number },
) => Promise<void>;
