/** A line of the book that is not billed yet. */
export interface Unbilled {
  ledger_line_id: number;
  review_id: number;
  /** The day it happened in the organization's zone, YYYY-MM-DD. */
  happened_on: string;
  label: string;
  /** Positive is charged, negative taken off, cents. */
  cents: number;
}

/** What would be on one invoice. */
export interface Draft {
  lines: readonly Unbilled[];
  total_cents: number;
}

const draftOf = (lines: readonly Unbilled[]): Draft => ({
  lines,
  total_cents: lines.reduce((sum, { cents }) => sum + cents, 0),
});

/**
 * The invoices that these lines make: one for all of them, or one for each review, in the order of what happened. Lines that
 * sum to less than nothing wait until something is charged that they are taken off from: nobody is sent an invoice of less
 * than nothing.
 */
export function draftsOf(lines: readonly Unbilled[], by: 'month' | 'review'): Draft[] {
  const sorted = lines.toSorted(
    (a, b) => a.happened_on.localeCompare(b.happened_on) || a.ledger_line_id - b.ledger_line_id,
  );
  const groups = by === 'month' ? [sorted] : [...Map.groupBy(sorted, ({ review_id }) => review_id).values()];
  return groups
    .filter((group) => group.length > 0)
    .map(draftOf)
    .filter(({ total_cents }) => total_cents >= 0);
}
