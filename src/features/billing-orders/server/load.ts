import { type Kysely, sql } from 'kysely';
import { type Actor, isAdmin } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { CustomerCause } from '../../ledger/rules.ts';
import type { OrderState, OverLimit } from '../rules.ts';

/** An order as it is stored, with what its lines come to. */
export interface StoredOrder {
  id: number;
  organization_id: number;
  organization: string;
  time_zone: string;
  review_id: number;
  kind: Kind;
  reference: string;
  cause: CustomerCause;
  state: OrderState;
  written_off: boolean;
  purchase_order_id: number | null;
  purchase_order: string | null;
  created_at: Date;
  total_cents: number;
  happened_on: string;
}

export const ORDERS = sql`select b.id, b.organization_id, o.name as organization, o.time_zone, b.review_id, r.kind,
    coalesce(r.claim_number, '') as reference, b.cause, b.state, b.written_off_at is not null as written_off,
    b.purchase_order_id, p.number as purchase_order, b.created_at, a.total_cents,
    coalesce(a.happened_on, (b.created_at at time zone o.time_zone)::date::text) as happened_on
  from billing_orders b join organizations o on o.id = b.organization_id join reviews r on r.id = b.review_id
    left join purchase_orders p on p.id = b.purchase_order_id
    cross join lateral (select coalesce(sum(l.cents), 0)::float8 as total_cents,
        min((e.happened_at at time zone o.time_zone)::date)::text as happened_on
      from billing_order_lines x join ledger_lines l on l.id = x.ledger_line_id join ledger_entries e on e.id = l.entry_id
      where x.order_id = b.id) a`;

/** The organizations whose orders an actor sees; null: all of them. */
export async function ownOrganizations(db: ActorDb, actor: Actor): Promise<number[] | null> {
  if (isAdmin(actor.kind)) return null;
  return (await db.selectFrom('organizations').select('organizations.id').execute()).map(({ id }) => id);
}

/** An order of an actor's organizations. Refuses `not_found` for all others. */
export async function loadOrder(db: ActorDb, actor: Actor, id: number): Promise<StoredOrder> {
  const own = await ownOrganizations(db, actor);
  const { rows } = await sql<StoredOrder>`${ORDERS} where b.id = ${id}
    ${own === null ? sql`` : sql`and b.organization_id = any(${own}::bigint[])`}`.execute(db.executor);
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  return row;
}

/** A purchase order as it is stored, with what approved orders take of it, less what was credited of them. */
export interface StoredPurchaseOrder {
  id: number;
  organization_id: number;
  organization: string;
  time_zone: string;
  number: string;
  amount_cents: number;
  used_cents: number;
  valid_until: string | null;
  cost_center: string;
  over_limit: OverLimit;
  closed: boolean;
  orders: number;
  lock_version: number;
}

const PURCHASE_ORDERS = sql`select p.id, p.organization_id, o.name as organization, o.time_zone, p.number, p.amount_cents::float8,
    p.valid_until::text, p.cost_center, p.over_limit, p.closed_at is not null as closed, p.lock_version,
    u.orders, (u.taken + u.credited)::float8 as used_cents
  from purchase_orders p join organizations o on o.id = p.organization_id
    cross join lateral (select count(distinct b.id)::int as orders, coalesce(sum(l.cents), 0) as taken,
        coalesce(sum((select sum(c.cents) from invoice_lines y join invoice_lines c on c.credits_line_id = y.id
          where y.ledger_line_id = l.id)), 0) as credited
      from billing_orders b join billing_order_lines x on x.order_id = b.id join ledger_lines l on l.id = x.ledger_line_id
      where b.purchase_order_id = p.id and b.state in ('approved', 'invoiced', 'paid')) u`;

/** Purchase orders of these organizations, or of all; the open ones first, the newest first. */
export async function purchaseOrdersOf(
  db: Kysely<DB>,
  { own, id, organization_id }: { own: number[] | null; id?: number; organization_id?: number | undefined },
): Promise<StoredPurchaseOrder[]> {
  const { rows } = await sql<StoredPurchaseOrder>`${PURCHASE_ORDERS} where true
    ${own === null ? sql`` : sql`and p.organization_id = any(${own}::bigint[])`}
    ${id === undefined ? sql`` : sql`and p.id = ${id}`}
    ${organization_id === undefined ? sql`` : sql`and p.organization_id = ${organization_id}`}
    order by p.closed_at is not null, p.id desc limit 500`.execute(db);
  return rows;
}
