import { sql } from 'kysely';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import { divide, openCents } from '../rules.ts';
import { outdatedCheckouts } from './cards/load.ts';
import { settleHold } from './holds.ts';
import { creditOf, invoicesBy, openOf } from './load.ts';
import { tellOf } from './telling.ts';

/**
 * Lets what an organization paid, or was credited, settle what is open: `first` the invoices named, then the oldest. What
 * they bill follows in the same transaction, as does a hold for what is overdue, and that one is paid is `told`; pages to pay on that ask
 * for what is not owed by now are closed after it. Its caller holds the organization's billing.
 */
export async function settleOpen(
  tx: Tx,
  ports: Pick<Ports, 'followBilling' | 'mail'>,
  organizationId: number,
  { first = [], told = true }: { first?: readonly number[]; told?: boolean } = {},
): Promise<void> {
  const isNamed = new Set(first);
  for (const { payment_id, credit_note_id, cents } of await creditOf(tx.system, organizationId)) {
    const open = (await openOf(tx.system, organizationId)).map((one) => ({ id: one.id, open_cents: openCents(one) }));
    const named = open.filter(({ id }) => isNamed.has(id));
    const parts = divide(cents, [...named, ...open.filter(({ id }) => !isNamed.has(id))]);
    if (parts.length === 0) continue;
    const ids = parts.map(({ id }) => id);
    // one value each, however many they are: a statement takes 65,535
    await sql`insert into settlements (organization_id, invoice_id, payment_id, credit_note_id, cents, settled_at)
      select ${organizationId}, p.id, ${payment_id}::bigint, ${credit_note_id}::bigint, p.cents, ${tx.now}
      from unnest(${ids}::bigint[], ${parts.map((part) => part.cents)}::bigint[]) as p (id, cents)`.execute(tx.system);
    await followReviews(tx, ports, ids);
    if (!told || payment_id === null) continue;
    const paid = (await invoicesBy(tx.system, ids)).filter((one) => openCents(one) === 0);
    await tellOf(tx, ports, paid, 'paid', String(payment_id));
  }
  for (const checkout_id of await outdatedCheckouts(tx.system, organizationId))
    await tx.emit('card.outdated', { checkout_id });
  await settleHold(tx, ports, organizationId);
}

/** Lets the reviews on these invoices, and their billing orders, follow them in the same transaction. */
export async function followReviews(
  tx: Tx,
  ports: Pick<Ports, 'followBilling'>,
  invoiceIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ review_id: number }>`
    select distinct review_id from invoice_lines where invoice_id = any(${[...invoiceIds]}::bigint[])
      and review_id is not null order by review_id`.execute(tx.system);
  await ports.followBilling(
    tx,
    rows.map(({ review_id }) => review_id),
  );
}

/** Opens again what a payment settled; answers the invoices. Its caller settles anew, and lets their reviews follow. */
export async function undoSettlements(tx: Tx, paymentId: number): Promise<number[]> {
  const undone = await tx.system
    .updateTable('settlements')
    .set({ undone_at: tx.now })
    .where('payment_id', '=', paymentId)
    .where('undone_at', 'is', null)
    .returning('invoice_id')
    .execute();
  return undone.map(({ invoice_id }) => invoice_id);
}
