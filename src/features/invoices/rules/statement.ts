/** What moved what an organization owes: an invoice, a credit note, a payment, or one that was taken back. */
export interface AccountMove {
  /** YYYY-MM-DD in the organization's zone. */
  on: string;
  label: string;
  /** Positive is owed more, negative less, cents. */
  cents: number;
  /** The invoice or credit note; null of a payment. */
  invoice_id: number | null;
}

export interface Statement {
  opening_cents: number;
  /** Each with what was owed after it. */
  moves: readonly (AccountMove & { balance_cents: number })[];
  closing_cents: number;
}

/** What an organization owed before a day, what moved it from that day to another one, both included, and what it owed then. */
export function statementOf(all: readonly AccountMove[], from: string, until: string): Statement {
  const opening_cents = all.reduce((sum, { on, cents }) => (on < from ? sum + cents : sum), 0);
  let balance_cents = opening_cents;
  const moves = all
    .filter(({ on }) => on >= from && on <= until)
    .toSorted((a, b) => a.on.localeCompare(b.on))
    .map((move) => {
      balance_cents += move.cents;
      return { ...move, balance_cents };
    });
  return { opening_cents, moves, closing_cents: balance_cents };
}
