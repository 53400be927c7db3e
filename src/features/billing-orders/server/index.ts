import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { rooms } from '../../../platform/live.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onAction, onEvent } from '../../../platform/workers.ts';
import { billingOrderEndpoints } from '../contract.ts';
import { BILLING_ORDERS_PLACE } from '../rules.ts';
import { decideOrder, decideOrders } from './decide.ts';
import { tellApprovers } from './digest.ts';
import { addPurchaseOrder, changePurchaseOrder, listPurchaseOrders } from './purchase-orders.ts';
import { listOrders, readOrder, waitingOrders } from './read.ts';

/** Billing orders: what is charged is approved before it is invoiced, on purchase orders where there are any. */
export function billingOrdersServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = billingOrderEndpoints;
  const { systemDb } = services.database;

  mount(app, services, e.list, ({ actor, db, query }) => listOrders(db, actor, query));
  mount(app, services, e.waiting, ({ actor, db }) => waitingOrders(db, actor));
  // the number beside the way here is another by then
  const decided = ({ user_id }: Actor) =>
    services.live.emit({ room: rooms.user(user_id), event: 'user.changed', payload: {} });
  mount(app, services, e.decideMany, async ({ actor, body }) => {
    const results = await decideOrders(services, ports, actor, body);
    decided(actor);
    return results;
  });
  mount(app, services, e.read, ({ actor, db, params }) => readOrder(db, systemDb, actor, params.id));
  mount(app, services, e.decide, async ({ actor, db, params, body }) => {
    await decideOrder(services, ports, actor, params.id, body);
    decided(actor);
    return readOrder(db, systemDb, actor, params.id);
  });
  mount(app, services, e.purchaseOrders, ({ actor, db, query }) =>
    listPurchaseOrders(db, actor, query, services.clock.now()),
  );
  mount(app, services, e.addPurchaseOrder, ({ actor, body }) => addPurchaseOrder(services, actor, body));
  mount(app, services, e.changePurchaseOrder, ({ actor, params, body }) =>
    changePurchaseOrder(services, actor, params.id, body),
  );

  return {
    timers: { billing_orders_waiting: (tx, { key }) => tellApprovers(tx, ports, Number(key)) },
    events: [
      onEvent({
        name: 'billing_orders.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, { review_id }) => {
          // what was decided stays; why is what somebody wrote
          await sql`update billing_order_acts set reason = '' where review_id = ${review_id} and reason <> ''`.execute(
            tx.system,
          );
        },
      }),
    ],
    // of the platform's own people it waits for what is disputed
    waiting: { [BILLING_ORDERS_PLACE.path]: async ({ actor, db }) => (await waitingOrders(db, actor)).disputed },
  } satisfies FeatureServer;
}
