import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onAction, onEvent } from '../../../platform/workers.ts';
import { budgetEndpoints } from '../contract.ts';
import { BUDGETS_MAY_MOVE } from './declarations.ts';
import { addBudget, changeBudget, endBudget } from './keep.ts';
import { tellKeepers } from './tell.ts';
import { listBudgets, readBudget } from './view.ts';

export { budgetNotes, holdToBudgets } from './within.ts';

/** Budgets: what an organization, a requester, a matter or a cost center may come to, and what each is used by. */
export function budgetsServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = budgetEndpoints;
  const now = (): Date => services.clock.now();
  mount(app, services, e.list, ({ actor, db, query }) => listBudgets(db, actor, query, now()));
  mount(app, services, e.read, ({ actor, db, params }) => readBudget(db, actor, params.id, now()));
  mount(app, services, e.add, ({ actor, body }) => addBudget(services, actor, body));
  mount(app, services, e.change, ({ actor, params, body }) => changeBudget(services, actor, params.id, body));
  mount(app, services, e.end, ({ actor, params, body }) => endBudget(services, actor, params.id, body.reason));
  return {
    events: [
      onEvent({
        name: 'budgets.tell',
        topics: [BUDGETS_MAY_MOVE],
        tells: true,
        run: (tx, { review_id, payload }) => tellKeepers(tx, ports, { ...payload, review_id }),
      }),
      onEvent({
        name: 'budgets.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, { review_id }) => {
          // what was let through stays; why is what somebody wrote
          await sql`update spend_budget_acts set reason = '' where review_id = ${review_id} and reason <> ''`.execute(
            tx.system,
          );
        },
      }),
    ],
  } satisfies FeatureServer;
}
