import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { encodeCursor, idBefore } from '../../../core/cursor.ts';
import type { In, Out } from '../../../core/endpoint.ts';
import { reviewNumber } from '../../../core/kinds.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB } from '../../../platform/db/types.ts';
import { CUSTOMER_CAUSES, type Rule, RULES } from '../../ledger/rules.ts';
import type { billingOrderEndpoints, BillingOrderRow, BillingOrderView } from '../contract.ts';
import { actsOn, moverOf, type OrderAct, orderNumber, readOrderNumber } from '../rules.ts';
import { loadOrder, ORDERS, ownOrganizations, type StoredOrder } from './load.ts';

const PAGE = 40;

function presentRow(actor: Actor, row: StoredOrder): BillingOrderRow {
  return {
    id: row.id,
    number: orderNumber(row.id),
    state: row.state,
    written_off: row.written_off,
    organization: { id: row.organization_id, name: row.organization },
    review: { id: row.review_id, kind: row.kind, number: reviewNumber(row.kind, row.review_id) },
    reference: row.reference,
    what: CUSTOMER_CAUSES[row.cause],
    happened_on: row.happened_on,
    total_cents: row.total_cents,
    purchase_order:
      row.purchase_order_id === null || row.purchase_order === null
        ? null
        : { id: row.purchase_order_id, number: row.purchase_order },
    acts: actsOn(row, moverOf(actor.kind)),
  };
}

/** What of a number somebody typed is looked for: an order's, or a review's. */
function numbered(q: string) {
  const order = readOrderNumber(q);
  if (order !== null) return sql`b.id = ${order}`;
  const review = /^(?:[a-z]{2,3}-)?(\d{1,15})$/i.exec(q)?.[1];
  return review === undefined ? sql`false` : sql`b.review_id = ${Number(review)}`;
}

/** A page of orders, newest first. */
export async function listOrders(
  db: ActorDb,
  actor: Actor,
  query: In<typeof billingOrderEndpoints.list, 'query'>,
): Promise<Out<typeof billingOrderEndpoints.list>> {
  const before = idBefore(query.cursor);
  const own = await ownOrganizations(db, actor);
  const { rows } = await sql<StoredOrder>`${ORDERS} where true
    ${own === null ? sql`` : sql`and b.organization_id = any(${own}::bigint[])`}
    ${query.organization_id === undefined ? sql`` : sql`and b.organization_id = ${query.organization_id}`}
    ${query.state === undefined ? sql`` : sql`and b.state = ${query.state}`}
    ${query.disputed ? sql`and b.state = 'void' and b.written_off_at is null` : sql``}
    ${query.purchase_order_id === undefined ? sql`` : sql`and b.purchase_order_id = ${query.purchase_order_id}`}
    ${query.q ? sql`and ${numbered(query.q)}` : sql``}
    ${before === null ? sql`` : sql`and b.id < ${before}`}
    order by b.id desc limit ${PAGE + 1}`.execute(db.executor);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    data: page.map((row) => presentRow(actor, row)),
    next_cursor: rows.length > PAGE && last ? encodeCursor([last.id]) : null,
  };
}

/** An order down to what it comes from, with its invoice and what was decided. */
export async function readOrder(db: ActorDb, system: Kysely<DB>, actor: Actor, id: number): Promise<BillingOrderView> {
  const order = await loadOrder(db, actor, id);
  const [lines, invoice, history] = await Promise.all([
    sql<{ id: number; label: string; rule: Rule; part: number; happened_on: string; cents: number }>`
      select l.id, l.label, e.rule, e.part, (e.happened_at at time zone ${order.time_zone})::date::text as happened_on, l.cents
      from billing_order_lines x join ledger_lines l on l.id = x.ledger_line_id join ledger_entries e on e.id = l.entry_id
      where x.order_id = ${id} order by l.id`.execute(system),
    sql<{ id: number; number: string }>`
      select i.id, 'INV-' || i.organization_id || '-' || lpad(i.sequence::text, 5, '0') as number
      from invoices i where i.id = (select y.invoice_id from billing_order_lines x
        join invoice_lines y on y.ledger_line_id = x.ledger_line_id where x.order_id = ${id} limit 1)`.execute(system),
    system
      .selectFrom('billing_order_acts as a')
      .leftJoin('users as u', 'u.id', 'a.by_user_id')
      .select(['a.at', 'a.act', 'a.reason', 'a.purchase_order', 'a.by_user_id', fullNameOf('u').as('name')])
      .where('a.order_id', '=', id)
      .orderBy('a.id', 'desc')
      .execute(),
  ]);
  return {
    ...presentRow(actor, order),
    lines: lines.rows.map(({ rule, part, ...line }) => ({ ...line, rule: RULES[rule], corrects: part > 0 })),
    invoice: invoice.rows[0] ?? null,
    created_at: order.created_at.toISOString(),
    history: history.map(({ at, act, reason, purchase_order, by_user_id, name }) => ({
      at: at.toISOString(),
      by: by_user_id === null ? null : name,
      act: act satisfies OrderAct,
      reason,
      purchase_order,
    })),
  };
}

/** What waits for approvers, and what for the platform. */
export async function waitingOrders(db: ActorDb, actor: Actor): Promise<Out<typeof billingOrderEndpoints.waiting>> {
  const own = await ownOrganizations(db, actor);
  const of = (column: string) => (own === null ? sql`true` : sql`${sql.ref(column)} = any(${own}::bigint[])`);
  const { rows } = await sql<Out<typeof billingOrderEndpoints.waiting>>`
    select exists (select from organizations o where ${of('o.id')} and organization_flag(o.id, 'enable_billing_orders'))
        or exists (select from billing_orders b where ${of('b.organization_id')}) as used,
      w.orders, w.total_cents, (select count(*)::int from billing_orders b
        where b.state = 'void' and b.written_off_at is null and ${of('b.organization_id')}) as disputed
    from (select count(distinct b.id)::int as orders, coalesce(sum(l.cents), 0)::float8 as total_cents
      from billing_orders b join billing_order_lines x on x.order_id = b.id join ledger_lines l on l.id = x.ledger_line_id
      where b.state = 'draft' and ${of('b.organization_id')}) w`.execute(db.executor);
  const [row] = rows;
  if (!row) throw new Error('Nothing was counted.');
  return row;
}
