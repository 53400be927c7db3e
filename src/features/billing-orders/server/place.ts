import { sql } from 'kysely';
import { addDays } from '../../../core/durations.ts';
import { dateIn, startOfDay } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { organizationFlag, organizationOf } from '../../../platform/db/organization.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type EntryToPlace, type OrderState, type PlacedOrder, placings } from '../rules.ts';
import type { BilledReview } from '../ports.ts';
import { writeAct } from './acts.ts';
import { followBilling } from './follow.ts';

interface StoredEntry extends EntryToPlace {
  lines: number[];
}

/** What of a review is on no invoice and no order, by what it is for: what takes work back is for that work. What happened before it was billed here is not. */
async function toPlace(tx: Tx, reviewId: number): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select e.id as entry_id, case v.cause when 'time_entry' then 'time' when 'expense' then 'expense' else e.cause end as cause,
      coalesce(case when v.cause in ('time_entry', 'expense') then v.cause_id end, t.reverses, x.reverses, e.cause_id) as cause_id,
      e.cause = 'retainer' as of_retainer, sum(l.cents)::float8 as cents, json_agg(l.id order by l.id) as lines
    from ledger_entries e left join retainer_movements v on e.cause = 'retainer' and v.id = e.cause_id
      left join time_entries t on e.cause = 'time' and t.id = e.cause_id
      left join matter_expenses x on e.cause = 'expense' and x.id = e.cause_id
      join ledger_lines l on l.entry_id = e.id and l.account = 'unbilled'
      join organizations o on o.id = e.organization_id left join billing_terms m on m.organization_id = e.organization_id
    where e.review_id = ${reviewId}
      and not exists (select from invoice_lines i where i.ledger_line_id = l.id)
      and not exists (select from billing_order_lines b where b.ledger_line_id = l.id)
      and (m.bills_from is null or (e.happened_at at time zone o.time_zone)::date >= m.bills_from)
    group by e.id, v.id, t.id, x.id order by e.id`.execute(tx.system);
  return rows;
}

interface StoredOrder extends PlacedOrder {
  purchase_order_id: number | null;
}

const ordersOf = async (tx: Tx, reviewId: number): Promise<StoredOrder[]> =>
  (
    await sql<StoredOrder>`
      select b.id, b.cause, b.cause_id, b.state, b.written_off_at is not null as written_off, b.purchase_order_id,
        coalesce((select sum(l.cents) from billing_order_lines x join ledger_lines l on l.id = x.ledger_line_id
          where x.order_id = b.id), 0)::float8 as cents
      from billing_orders b where b.review_id = ${reviewId} order by b.id`.execute(tx.system)
  ).rows;

/** See the port. Done twice it places nothing: a line is on one order. */
export async function placeCharges(tx: Tx, ports: Pick<Ports, 'billingStatus'>, review: BilledReview): Promise<void> {
  const hasOrders = await organizationFlag(tx.system, review.organization_id, 'enable_billing_orders');
  const changed = hasOrders ? await place(tx, review) : await letPass(tx, review.id);
  if (changed) await followBilling(tx, ports, [review.id]);
}

/** Where orders are turned off, what waits needs no approval. */
async function letPass(tx: Tx, reviewId: number): Promise<boolean> {
  const passed = await tx.system
    .updateTable('billing_orders')
    .set({ state: 'approved' })
    .where('review_id', '=', reviewId)
    .where('state', '=', 'draft')
    .returning('id')
    .execute();
  for (const { id } of passed) await writeAct(tx, { order_id: id, review_id: reviewId, act: 'approve' });
  return passed.length > 0;
}

async function place(tx: Tx, { id: review_id, organization_id }: BilledReview) {
  const entries = await toPlace(tx, review_id);
  if (entries.length === 0) return false;
  const orders = await ordersOf(tx, review_id);
  const lines = new Map(entries.map((one) => [one.entry_id, one.lines]));
  let waits = false;
  for (const { order_id, cause, cause_id, entry_ids, passes } of placings(entries, orders)) {
    const of = order_id === null ? undefined : orders.find(({ id }) => id === order_id);
    const state: OrderState = passes ? 'approved' : (of?.state ?? 'draft');
    waits ||= state === 'draft';
    const id = of
      ? of.id
      : (
          await tx.system
            .insertInto('billing_orders')
            .values({
              organization_id,
              review_id,
              cause,
              cause_id,
              created_at: tx.now,
              state,
              // what is taken off goes back to where it was taken from
              purchase_order_id: passes ? lastPurchaseOrder(orders, cause, cause_id) : null,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id;
    if (passes) {
      if (of)
        await tx.system
          .updateTable('billing_orders')
          .set({ state, written_off_at: null })
          .where('id', '=', id)
          .execute();
      await writeAct(tx, { order_id: id, review_id, act: 'approve' });
    }
    await tx.system
      .insertInto('billing_order_lines')
      .values(
        entry_ids.flatMap((entry) =>
          (lines.get(entry) ?? []).map((ledger_line_id) => ({ ledger_line_id, order_id: id, review_id })),
        ),
      )
      .execute();
  }
  if (waits) await tellSoon(tx, organization_id);
  return true;
}

const lastPurchaseOrder = (orders: readonly StoredOrder[], cause: string, cause_id: number): number | null =>
  orders.findLast((one) => one.cause === cause && one.cause_id === cause_id && one.purchase_order_id !== null)
    ?.purchase_order_id ?? null;

/** The hour at which approvers are told, where their organization is. */
const TOLD_AT_HOUR = 8;

/** Has approvers told the next morning what waits: once a day at most, however much there is. */
export async function tellSoon(tx: Tx, organizationId: number): Promise<void> {
  const { time_zone } = await organizationOf(tx.system, organizationId);
  const today = dateIn(tx.now, time_zone);
  const morning = (day: string): Date => new Date(startOfDay(day, time_zone).getTime() + TOLD_AT_HOUR * 3_600_000);
  const due_at = morning(today) > tx.now ? morning(today) : morning(addDays(today, 1));
  await tx.setTimer({ kind: 'billing_orders_waiting', key: String(organizationId), due_at });
}
