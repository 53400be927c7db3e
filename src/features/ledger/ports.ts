import type { Tx } from '../../platform/command.ts';
import type { ChargeLine } from './rules.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    postToLedger: PostToLedger;
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

/**
 * Fixes what an expert earns of a review as they are invited to it, from the price that is fixed and the books of that day;
 * an expert who is on it already keeps what they were told.
 */
export type OfferExpertFee = (
  tx: Tx,
  of: { review_id: number; expert_profile_id: number; panel_place: number },
) => Promise<void>;
