import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { formatCents } from '../../../core/money.ts';
import { dateIn } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { holdBilling } from '../../../platform/db/hold-billing.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import {
  moveOf,
  moverOf,
  needsReason,
  ORDER_LIFECYCLE,
  ORDER_STATE_WORDS,
  type OrderAct,
  orderNumber,
  purchaseOrderFault,
} from '../rules.ts';
import { writeAct } from './acts.ts';
import { followBilling } from './follow.ts';
import { loadOrder, purchaseOrdersOf, type StoredOrder, type StoredPurchaseOrder } from './load.ts';
import { tellSoon } from './place.ts';

/** What somebody decided of an order, as they looked at it. */
interface Decision {
  act: OrderAct;
  reason: string;
  purchase_order_id: number | null;
  exceeds: boolean;
  total_cents: number;
}

/**
 * Decides on an order as it was looked at. Refuses `not_found` for another organization's, `forbidden` for what is staff's,
 * `wrong_state` for what the order's way does not have, `stale` where it comes to something else by now, `invalid` where a reason is
 * missing or the purchase order does not take it. Whoever decides for an organization comes one after the other, so that no purchase order
 * is overdrawn by two at once.
 */
export function decideOrder(
  services: Services,
  ports: Pick<Ports, 'billingStatus'>,
  actor: Actor,
  id: number,
  decision: Decision,
): Promise<void> {
  return command(services, actor, async (tx) => {
    const seen = await loadOrder(tx.db, actor, id);
    await holdBilling(tx.system, seen.organization_id);
    const order = await loadOrder(tx.db, actor, id);
    const { act } = decision;
    const mover = moverOf(actor.kind);
    if (mover === null || !ORDER_LIFECYCLE.transitions.some((one) => one.action === act && one.who.includes(mover)))
      throw new Refusal('forbidden');
    const move = moveOf(order, act, mover);
    if (!move)
      throw new Refusal(
        'wrong_state',
        `${orderNumber(id)} is ${order.written_off ? 'credited' : ORDER_STATE_WORDS[order.state].toLowerCase()}.`,
        { current: { state: order.state } },
      );
    if (order.total_cents !== decision.total_cents)
      throw new Refusal(
        'stale',
        `${orderNumber(id)} comes to ${formatCents(order.total_cents)} now, not ${formatCents(decision.total_cents)}. Look at it once more.`,
        { current: { total_cents: order.total_cents } },
      );
    const purchase = act === 'approve' ? await purchaseOrderOf(tx, order, decision.purchase_order_id) : null;
    const fault =
      purchase === null || purchase === 'none'
        ? null
        : purchaseOrderFault(purchase, order.total_cents, dateIn(tx.now, order.time_zone), decision.exceeds);
    refuseFields([
      ...(decision.reason === '' && needsReason(act, mover)
        ? [{ path: 'reason', message: 'Write a sentence or two.' }]
        : []),
      ...(purchase === 'none'
        ? [{ path: 'purchase_order_id', message: 'Choose a purchase order of this organization.' }]
        : []),
      ...(fault ? [{ path: fault.code === 'exceeds' ? 'exceeds' : 'purchase_order_id', message: fault.message }] : []),
    ]);
    await carryOut(tx, ports, order, { ...decision, to: move.to, purchase: purchase === 'none' ? null : purchase });
  });
}

/** The purchase order that was named; `none` where the order's organization has no such one. */
async function purchaseOrderOf(
  tx: Tx<Actor>,
  { organization_id }: StoredOrder,
  id: number | null,
): Promise<StoredPurchaseOrder | 'none' | null> {
  if (id === null) return null;
  const [found] = await purchaseOrdersOf(tx.system, { own: [organization_id], id });
  return found ?? 'none';
}

async function carryOut(
  tx: Tx<Actor>,
  ports: Pick<Ports, 'billingStatus'>,
  order: StoredOrder,
  {
    act,
    reason,
    to,
    purchase,
  }: Decision & { to: StoredOrder['state'] | 'return'; purchase: StoredPurchaseOrder | null },
): Promise<void> {
  const { id: order_id, review_id, organization_id } = order;
  const state = to === 'return' ? order.state : to;
  await tx.system
    .updateTable('billing_orders')
    .set({
      state,
      purchase_order_id: purchase?.id ?? null,
      ...(act === 'write_off' ? { written_off_at: tx.now } : {}),
    })
    .where('id', '=', order_id)
    .execute();
  await writeAct(tx, {
    order_id,
    review_id,
    act,
    by_user_id: tx.actor.user_id,
    reason,
    purchase_order: purchase?.number ?? '',
  });
  await tx.audit({
    action: `billing_order.${act}`,
    review_id,
    organization_id,
    subject: `billing_order:${order_id}`,
    from_state: order.state,
    to_state: state,
    ...(reason === '' ? {} : { reason }),
    data: { total_cents: order.total_cents },
  });
  if (state === 'draft') await tellSoon(tx, organization_id);
  await followBilling(tx, ports, [review_id]);
}

/** The same for several, each with its own result: what is refused stays as it was, and says why. */
export async function decideOrders(
  services: Services,
  ports: Pick<Ports, 'billingStatus'>,
  actor: Actor,
  { orders, ...decision }: Omit<Decision, 'total_cents'> & { orders: readonly { id: number; total_cents: number }[] },
): Promise<{ data: { id: number; done: boolean; reason: string | null }[] }> {
  const data: { id: number; done: boolean; reason: string | null }[] = [];
  for (const { id, total_cents } of new Map(orders.map((one) => [one.id, one])).values()) {
    try {
      await decideOrder(services, ports, actor, id, { ...decision, total_cents });
      data.push({ id, done: true, reason: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      data.push({ id, done: false, reason: error.errors[0]?.message ?? error.message });
    }
  }
  return { data };
}
