import { sql } from 'kysely';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import { billingOf, type BillingFacts, followed, type OrderState } from '../rules.ts';

/** See the port. */
export async function followBilling(
  tx: Tx,
  ports: Pick<Ports, 'billingStatus'>,
  reviewIds: readonly number[],
): Promise<void> {
  if (reviewIds.length === 0) return;
  await followInvoices(tx, reviewIds);
  for (const { review_id, ...facts } of await billingFacts(tx, reviewIds))
    await ports.billingStatus(tx, review_id, billingOf(facts));
}

/** What of an invoice is not settled. */
const OPEN = sql`(i.sort = 'invoice' and i.total_cents > coalesce(
  (select sum(s.cents) from settlements s where s.invoice_id = i.id and s.undone_at is null), 0))`;

/** Orders become invoiced, paid, and open again with the invoice they are on. */
async function followInvoices(tx: Tx, reviewIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; state: OrderState; settled: boolean }>`
    select b.id, b.state, bool_and(not ${OPEN}) as settled
    from billing_orders b join billing_order_lines x on x.order_id = b.id
      join invoice_lines y on y.ledger_line_id = x.ledger_line_id join invoices i on i.id = y.invoice_id
    where b.review_id = any(${[...reviewIds]}::bigint[]) and b.state in ('approved', 'invoiced', 'paid')
    group by b.id order by b.id`.execute(tx.system);
  const moved = rows
    .map(({ id, state, settled }) => ({ id, state, to: followed(state, { invoiced: true, settled }) }))
    .filter(({ state, to }) => to !== state);
  for (const [state, of] of Map.groupBy(moved, ({ to }) => to))
    await tx.system
      .updateTable('billing_orders')
      .set({ state })
      .where(
        'id',
        'in',
        of.map(({ id }) => id),
      )
      .execute();
}

async function billingFacts(tx: Tx, reviewIds: readonly number[]): Promise<(BillingFacts & { review_id: number })[]> {
  const { rows } = await sql<BillingFacts & { review_id: number }>`
    select r.id as review_id, coalesce(o.waiting, 0)::int as waiting, coalesce(o.disputed, 0)::int as disputed,
      coalesce(o.ordered, 0)::int as ordered, coalesce(o.written_off, 0)::int as written_off,
      coalesce(n.invoices, 0)::int as invoices, coalesce(n.open, 0)::int as open
    from unnest(${[...reviewIds]}::bigint[]) as r (id)
      left join lateral (
        select count(*) filter (where b.state = 'draft') as waiting,
          count(*) filter (where b.state = 'void' and b.written_off_at is null and c.cents <> 0) as disputed,
          count(*) filter (where b.state = 'approved' and c.cents > 0) as ordered,
          count(*) filter (where b.written_off_at is not null) as written_off
        from billing_orders b cross join lateral (select coalesce(sum(l.cents), 0) as cents
          from billing_order_lines x join ledger_lines l on l.id = x.ledger_line_id where x.order_id = b.id) c
        where b.review_id = r.id) o on true
      left join lateral (
        select count(*) as invoices, count(*) filter (where ${OPEN}) as open
        from invoices i where i.id in (select l.invoice_id from invoice_lines l where l.review_id = r.id)) n on true
    order by r.id`.execute(tx.system);
  return rows;
}
