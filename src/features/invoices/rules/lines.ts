/** A line of the book that is not billed yet. */
export interface Unbilled {
  ledger_line_id: number;
  /** The review it was for, or the subscription whose period it was. */
  review_id: number | null;
  subscription_id: number | null;
  /** The day it happened in the organization's zone, YYYY-MM-DD. */
  happened_on: string;
  /** The customer's own number of the matter; empty where they gave none. */
  reference: string;
  /** The number of the purchase order it was approved on; empty for none. */
  purchase_order: string;
  label: string;
  /** Positive is charged, negative taken off, cents. */
  cents: number;
}

/** What would be on one invoice. */
export interface Draft {
  lines: readonly Unbilled[];
  total_cents: number;
}

/** What a line was for, so that lines of the same are together. */
const matterOf = ({ review_id, subscription_id }: Unbilled): string => `${review_id}/${subscription_id}`;

const draftOf = (lines: readonly Unbilled[]): Draft => ({
  lines,
  total_cents: lines.reduce((sum, { cents }) => sum + cents, 0),
});

/**
 * The invoices that these lines make: one for all of them, or one for each review and each subscription, in the order of what happened. A review
 * that comes to less than nothing is taken off the largest of the others that can bear it; what none can bear waits for
 * the next charge: nobody is sent an invoice of less than nothing.
 */
export function draftsOf(lines: readonly Unbilled[], by: 'month' | 'review'): Draft[] {
  const sorted = lines.toSorted(
    (a, b) => a.happened_on.localeCompare(b.happened_on) || a.ledger_line_id - b.ledger_line_id,
  );
  if (by === 'month') return sorted.length === 0 ? [] : [draftOf(sorted)].filter(({ total_cents }) => total_cents >= 0);
  const groups = [...Map.groupBy(sorted, matterOf).values()].map(draftOf);
  const drafts = groups.filter(({ total_cents }) => total_cents >= 0);
  for (const credit of groups.filter(({ total_cents }) => total_cents < 0)) {
    const bears = drafts.reduce(
      (most, one, at) => (one.total_cents > (drafts[most]?.total_cents ?? -1) ? at : most),
      -1,
    );
    const draft = drafts[bears];
    if (draft && draft.total_cents + credit.total_cents >= 0)
      drafts[bears] = draftOf([...draft.lines, ...credit.lines]);
  }
  return drafts;
}
