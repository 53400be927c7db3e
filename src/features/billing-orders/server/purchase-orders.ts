import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import type { In, Out } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { formatCents } from '../../../core/money.ts';
import { dateIn } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { holdBilling } from '../../../platform/db/hold-billing.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { Services } from '../../../platform/services.ts';
import type { billingOrderEndpoints, PurchaseOrderView } from '../contract.ts';
import { isOpen, leftOn } from '../rules.ts';
import { ownOrganizations, purchaseOrdersOf, type StoredPurchaseOrder } from './load.ts';

const present = (row: StoredPurchaseOrder, now: Date): PurchaseOrderView => ({
  id: row.id,
  organization: { id: row.organization_id, name: row.organization },
  number: row.number,
  amount_cents: row.amount_cents,
  used_cents: row.used_cents,
  left_cents: leftOn(row),
  valid_until: row.valid_until,
  cost_center: row.cost_center,
  over_limit: row.over_limit,
  closed: row.closed,
  open: isOpen(row, dateIn(now, row.time_zone)),
  orders: row.orders,
  lock_version: row.lock_version,
});

/** Purchase orders of the reader's organizations, and whose can be added. */
export async function listPurchaseOrders(
  db: ActorDb,
  actor: Actor,
  { organization_id }: { organization_id?: number | undefined },
  now: Date,
): Promise<Out<typeof billingOrderEndpoints.purchaseOrders>> {
  const own = await ownOrganizations(db, actor);
  const { rows: organizations } = await sql<{ id: number; name: string }>`
    select o.id, o.name from organizations o where organization_flag(o.id, 'enable_billing_orders')
      ${own === null ? sql`` : sql`and o.id = any(${own}::bigint[])`} order by o.name, o.id limit 500`.execute(
    db.executor,
  );
  const rows = await purchaseOrdersOf(db.executor, { own, organization_id });
  return { data: rows.map((row) => present(row, now)), organizations };
}

type Terms = Omit<In<typeof billingOrderEndpoints.addPurchaseOrder, 'body'>, 'organization_id'>;

/** Another of the organization's with the same number is a mistake. */
async function numberFaults(tx: Tx<Actor>, organization_id: number, number: string, but: number | null) {
  const other = await tx.system
    .selectFrom('purchase_orders')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('number', '=', number)
    .where('id', '<>', but ?? 0)
    .executeTakeFirst();
  return other ? [{ path: 'number', message: 'There is a purchase order with this number.' }] : [];
}

const load = async (tx: Tx<Actor>, id: number): Promise<PurchaseOrderView> => {
  const [row] = await purchaseOrdersOf(tx.system, { own: null, id });
  if (!row) throw new Error('A purchase order that was written is not there.');
  return present(row, tx.now);
};

/** Adds a purchase order of an organization of the actor's. Refuses `not_found` for others, `invalid` for a number it has. */
export function addPurchaseOrder(
  services: Services,
  actor: Actor,
  { organization_id, ...terms }: Terms & { organization_id: number },
): Promise<PurchaseOrderView> {
  return command(services, actor, async (tx) => {
    const own = await ownOrganizations(tx.db, actor);
    const found = await tx.system
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organization_id)
      .executeTakeFirst();
    if (!found || (own !== null && !own.includes(organization_id))) throw new Refusal('not_found');
    await holdBilling(tx.system, organization_id);
    refuseFields(await numberFaults(tx, organization_id, terms.number, null));
    const { id } = await tx.system
      .insertInto('purchase_orders')
      .values({ ...terms, organization_id, created_at: tx.now, created_by: actor.user_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.audit({
      action: 'purchase_order.added',
      organization_id,
      subject: `purchase_order:${id}`,
      data: { amount_cents: terms.amount_cents, over_limit: terms.over_limit },
    });
    return load(tx, id);
  });
}

/**
 * Changes a purchase order. Refuses `not_found` for another organization's, `stale` where somebody changed it meanwhile, `invalid` for less than
 * approved orders take of it.
 */
export function changePurchaseOrder(
  services: Services,
  actor: Actor,
  id: number,
  { closed, lock_version, ...terms }: Terms & { closed: boolean; lock_version: number },
): Promise<PurchaseOrderView> {
  return command(services, actor, async (tx) => {
    const own = await ownOrganizations(tx.db, actor);
    const [seen] = await purchaseOrdersOf(tx.system, { own, id });
    if (!seen) throw new Refusal('not_found');
    await holdBilling(tx.system, seen.organization_id);
    const [now] = await purchaseOrdersOf(tx.system, { own, id });
    if (!now || now.lock_version !== lock_version) throw new Refusal('stale');
    const under = terms.amount_cents < now.used_cents && terms.over_limit === 'refuse';
    refuseFields([
      ...(await numberFaults(tx, now.organization_id, terms.number, id)),
      ...(under
        ? [{ path: 'amount_cents', message: `Approved orders take ${formatCents(now.used_cents)} of it already.` }]
        : []),
    ]);
    await tx.system
      .updateTable('purchase_orders')
      .set({ ...terms, closed_at: closed ? sql`coalesce(closed_at, ${tx.now})` : null, lock_version: lock_version + 1 })
      .where('id', '=', id)
      .execute();
    await tx.audit({
      action: 'purchase_order.changed',
      organization_id: now.organization_id,
      subject: `purchase_order:${id}`,
      data: { amount_cents: terms.amount_cents, over_limit: terms.over_limit, closed },
    });
    return load(tx, id);
  });
}
