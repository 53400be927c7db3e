import { type Kysely, type Selectable, sql } from 'kysely';
import type { CardCheckouts, DB } from '../../../../platform/db/types.ts';

export type Checkout = Selectable<CardCheckouts>;

/** Whether the card service told of a payment. */
export async function isOfCardService(db: Kysely<DB>, paymentId: number): Promise<boolean> {
  const row = await db
    .selectFrom('card_charges')
    .select('provider_id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The checkout of an invoice that is not over, held. */
export const liveCheckout = (db: Kysely<DB>, invoiceId: number): Promise<Checkout | undefined> =>
  db
    .selectFrom('card_checkouts')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Since when the bank has a payment of this invoice in hand, and has not said what came of it; null: it has none. */
export async function processingSince(db: Kysely<DB>, invoiceId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('card_checkouts')
    .select('processing_since')
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'processing')
    .executeTakeFirst();
  return row?.processing_since ?? null;
}

/** Checkouts of an organization that ask for something else than is open of their invoice by now, by id. */
export async function outdatedCheckouts(db: Kysely<DB>, organizationId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from card_checkouts c join invoices i on i.id = c.invoice_id
    where c.organization_id = ${organizationId} and c.state in ('asked', 'open') and c.cents <> i.total_cents - coalesce(
      (select sum(s.cents) from settlements s where s.invoice_id = i.id and s.undone_at is null), 0)
    order by c.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** What of a payment went back so far, cents. */
export async function returnedCents(db: Kysely<DB>, paymentId: number): Promise<{ cents: number; parts: number }> {
  const { rows } = await sql<{ cents: number; parts: number }>`
    select coalesce(sum(cents), 0)::float8 as cents, count(*)::int as parts
    from payment_returns where payment_id = ${paymentId}`.execute(db);
  return rows[0] ?? { cents: 0, parts: 0 };
}
