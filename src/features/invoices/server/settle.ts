import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import { divide, openCents } from '../rules.ts';
import { creditOf, openOf } from './load.ts';

/**
 * Lets what an organization paid, or was credited, settle what is open: the invoices named first, then the oldest. What
 * they bill follows in the same transaction. Its caller holds the organization's billing.
 */
export async function settleOpen(
  tx: Tx,
  ports: Pick<Ports, 'billingStatus'>,
  organizationId: number,
  first: readonly number[] = [],
): Promise<void> {
  for (const { payment_id, credit_note_id, cents } of await creditOf(tx.system, organizationId)) {
    const open = (await openOf(tx.system, organizationId)).map((one) => ({ id: one.id, open_cents: openCents(one) }));
    const named = open.filter(({ id }) => first.includes(id));
    const parts = divide(cents, [...named, ...open.filter(({ id }) => !first.includes(id))]);
    if (parts.length === 0) continue;
    await tx.system
      .insertInto('settlements')
      .values(
        parts.map((part) => ({
          organization_id: organizationId,
          invoice_id: part.id,
          payment_id,
          credit_note_id,
          cents: part.cents,
          settled_at: tx.now,
        })),
      )
      .execute();
    await followReviews(
      tx,
      ports,
      parts.map(({ id }) => id),
    );
  }
}

/** Writes how the reviews on these invoices stand with their billing: invoiced, or paid once all of their invoices are. */
export async function followReviews(
  tx: Tx,
  ports: Pick<Ports, 'billingStatus'>,
  invoiceIds: readonly number[],
): Promise<void> {
  const rows = await tx.system
    .selectFrom('invoice_lines as l')
    .innerJoin('invoice_lines as all', 'all.review_id', 'l.review_id')
    .innerJoin('invoices as i', 'i.id', 'all.invoice_id')
    .select(['l.review_id', 'i.id', 'i.sort', 'i.total_cents'])
    .select((eb) =>
      eb
        .selectFrom('settlements as s')
        .select((inner) => inner.fn.coalesce(inner.fn.sum<number>('s.cents'), inner.lit(0)).as('cents'))
        .whereRef('s.invoice_id', '=', 'i.id')
        .where('s.undone_at', 'is', null)
        .as('settled_cents'),
    )
    .where('l.invoice_id', 'in', [...invoiceIds])
    .distinct()
    .execute();
  for (const [review_id, of] of Map.groupBy(rows, (row) => row.review_id)) {
    const paid = of.every(
      ({ sort, total_cents, settled_cents }) => sort === 'credit_note' || Number(settled_cents) >= total_cents,
    );
    await ports.billingStatus(tx, review_id, paid ? 'paid' : 'invoiced');
  }
}
