import { type Kysely, sql } from 'kysely';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import type { DB } from '../../../platform/db/types.ts';
import { subscriptionNumber } from '../rules.ts';

interface StoredInvoiceLine {
  id: number;
  review_id: number | null;
  kind: Kind | null;
  subscription_id: number | null;
  reference: string;
  purchase_order: string;
  happened_on: string;
  label: string;
  cents: number;
  entry_id: number | null;
  /** Of the book's line; null on a credit note. */
  line_key: string | null;
  /** What of it can be taken back, cents. */
  left_cents: number;
}

/** What a line was for, as an invoice names it. */
export const matterOf = ({
  review_id,
  kind,
  subscription_id,
}: Pick<StoredInvoiceLine, 'review_id' | 'kind' | 'subscription_id'>): string =>
  review_id !== null && kind !== null ? reviewNumber(kind, review_id) : subscriptionNumber(subscription_id ?? 0);

/** Where in the book a line was posted: lines of one place are taken back together. */
interface Place {
  cause: string | null;
  cause_id: number | null;
  account: string | null;
  line_key: string | null;
  book_label: string | null;
}
const placeOf = ({ cause, cause_id, account, line_key, book_label }: Place): string =>
  JSON.stringify([cause, cause_id, account, line_key, book_label]);

/** What neither the book nor a credit note has taken back, by its place; each line of the book is read once, however many an invoice has. */
async function leftInBook(db: Kysely<DB>, places: readonly Place[]): Promise<Map<string, number>> {
  const causes = new Map(places.map(({ cause, cause_id }) => [JSON.stringify([cause, cause_id]), { cause, cause_id }]));
  const { rows } = await sql<Place & { cents: number }>`
    with y as materialized (
      select x.cause, x.cause_id, y.id, y.account, y.line_key, y.label as book_label, y.cents
      from unnest(${[...causes.values()].map(({ cause }) => cause)}::text[],
          ${[...causes.values()].map(({ cause_id }) => cause_id)}::bigint[]) m (cause, cause_id)
        join ledger_entries x on x.cause = m.cause and x.cause_id = m.cause_id
        join ledger_lines y on y.entry_id = x.id)
    select cause, cause_id, account, line_key, book_label, sum(cents)::float8 as cents from (
      select cause, cause_id, account, line_key, book_label, cents from y
      union all
      select y.cause, y.cause_id, y.account, y.line_key, y.book_label, c.cents
      from y join invoice_lines d on d.ledger_line_id = y.id join invoice_lines c on c.credits_line_id = d.id) z
    group by cause, cause_id, account, line_key, book_label`.execute(db);
  return new Map(rows.map((row) => [placeOf(row), row.cents]));
}

/** The lines of an invoice. What is left of one is what neither a credit note nor the book has taken back. */
export async function linesOf(db: Kysely<DB>, invoiceId: number): Promise<StoredInvoiceLine[]> {
  const { rows } = await sql<Omit<StoredInvoiceLine, 'left_cents'> & Place & { own_left_cents: number }>`
    select l.id, l.review_id, r.kind, l.subscription_id, l.reference, l.purchase_order, l.happened_on::text, l.label, l.cents,
      b.entry_id, b.line_key, b.account, b.label as book_label, e.cause, e.cause_id,
      (l.cents + coalesce((select sum(c.cents) from invoice_lines c where c.credits_line_id = l.id), 0))::float8 as own_left_cents
    from invoice_lines l left join reviews r on r.id = l.review_id left join ledger_lines b on b.id = l.ledger_line_id
      left join ledger_entries e on e.id = b.entry_id
    where l.invoice_id = ${invoiceId} order by l.review_id nulls last, l.subscription_id, l.happened_on, l.id`.execute(
    db,
  );
  const inBook = await leftInBook(db, rows);
  return rows.map(({ own_left_cents, account, book_label, cause, cause_id, ...line }) => ({
    ...line,
    left_cents: Math.max(
      0,
      Math.min(
        own_left_cents,
        inBook.get(placeOf({ account, book_label, cause, cause_id, line_key: line.line_key })) ?? own_left_cents,
      ),
    ),
  }));
}
