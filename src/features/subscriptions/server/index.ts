import { onEvent } from '../../../platform/workers.ts';
import { mayOrderFromSeat, whyClosed, WHO_ORDERS_FROM_SEAT } from '../../reviews/rules.ts';
import { periodName, type PeriodKind } from '../../../core/periods.ts';
import { coverage } from '../../billing/rules.ts';
import { subscribedKind } from '../../../core/kinds.ts';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { type Actor, isStaff, seesPrices } from '../../../core/actor.ts';
import { decodeCursor, encodeCursor } from '../../../core/cursor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { ownTypeNames } from '../../../platform/db/review-type-rows.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onAction } from '../../../platform/workers.ts';
import { subscriptionEndpoints } from '../contract.ts';
import { mayManage, WHO_MAY } from '../rules.ts';
import { addSeat, changePlan, createPlan, endPlan, pauseSeat, replaceSeat, resumeSeat } from './commands.ts';
import { correctSeat } from './correct.ts';
import { organizationOf, type Plan, planById, planOfSeat, refuseForeignPlan } from './load.ts';
import { presentPlan, presentRow } from './present.ts';
import { ROUND, runRound, wakeRound } from './round.ts';
import { usageOf } from './usage.ts';

/** Peer-review subscriptions: plans, seats, the periods that open by themselves, and what is used of them. */
export function subscriptionsServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = subscriptionEndpoints;
  mount(app, services, e.list, ({ db, actor, query }) => listPlans(db, actor, query));
  mount(app, services, e.read, async ({ db, actor, params }) =>
    presentPlan(db.executor, actor, await planInScope(db, params.id)),
  );
  mount(app, services, e.create, ({ actor, body }) => createPlan(services, actor, body));
  mount(app, services, e.change, ({ actor, params, body }) => changePlan(services, ports, actor, params.id, body));
  mount(app, services, e.end, ({ actor, params, body }) => endPlan(services, actor, params.id, body.reason));
  mount(app, services, e.addSeat, ({ actor, params, body }) => addSeat(services, actor, params.id, body));
  mount(app, services, e.readSeat, ({ db, actor, params }) => readSeat(db, actor, params.id));
  mount(app, services, e.pauseSeat, ({ actor, params, body }) => pauseSeat(services, actor, params.id, body.reason));
  mount(app, services, e.resumeSeat, ({ actor, params }) => resumeSeat(services, actor, params.id));
  mount(app, services, e.correctSeat, ({ actor, params, body }) =>
    correctSeat(services, ports, actor, params.id, body),
  );
  mount(app, services, e.replaceSeat, ({ actor, params, body }) => replaceSeat(services, actor, params.id, body));
  return {
    timers: { [ROUND]: (tx, { key }) => runRound(tx, ports, Number(key)) },
    events: [
      onEvent({
        name: 'subscriptions.order_moved',
        topics: ['review.transitioned'],
        // an order from a seat takes a pre-order's place; one given up early leaves it free again
        when: (event) => event.payload.kind === subscribedKind() && onAction('submit', 'cancel')(event),
        async run(tx, event) {
          if (event.review_id === null) return;
          const { rows } = await sql<{ subscription_id: number }>`
            select s.subscription_id from review_seats v join subscription_seats s on s.id = v.seat_id
            where v.review_id = ${event.review_id}`.execute(tx.system);
          if (rows[0]) await wakeRound(tx, rows[0].subscription_id);
        },
      }),
    ],
  } satisfies FeatureServer;
}

async function planInScope(db: ActorDb, id: number): Promise<Plan> {
  await refuseForeignPlan(db, id);
  const plan = await planById(db.executor, id);
  if (!plan) throw new Refusal('not_found');
  return plan;
}

async function listPlans(
  db: ActorDb,
  actor: Actor,
  query: { status?: 'active' | 'ended' | undefined; limit: number; cursor?: string | undefined },
) {
  let found = db
    .selectFrom('subscriptions')
    .innerJoin('organizations', 'organizations.id', 'subscriptions.organization_id')
    .selectAll('subscriptions')
    .select('organizations.name as organization')
    .orderBy('subscriptions.id', 'desc')
    .limit(query.limit + 1);
  if (query.status) found = found.where('subscriptions.status', '=', query.status);
  if (query.cursor !== undefined) {
    const [before] = decodeCursor(query.cursor) ?? [];
    if (typeof before !== 'number') throw new Refusal('malformed', 'This cursor does not belong to this list.');
    found = found.where('subscriptions.id', '<', before);
  }
  const rows = (await found.execute()) as (Plan & { organization: string })[];
  const page = rows.slice(0, query.limit);
  const ids = page.map((row) => row.id);
  const usage = await usageOf(db.executor, ids);
  const { rows: counts } = await sql<{ id: number; seats: number }>`
    select subscription_id as id, count(*)::int as seats from subscription_seats
    where subscription_id = any(${ids}::bigint[]) and status <> 'replaced' group by subscription_id`.execute(
    db.executor,
  );
  const ownTypes = await ownTypeNames(
    db.executor,
    page.map((row) => row.review_type),
  );
  const last = page.at(-1);
  const own = actor.organization_id === null ? null : await organizationOf(db.executor, actor.organization_id);
  const organizations = await db.selectFrom('organizations').select('organizations.id').limit(2).execute();
  return {
    data: page.map((row) =>
      presentRow(
        row,
        counts.find((one) => one.id === row.id)?.seats ?? 0,
        usage.filter((one) => one.subscription_id === row.id),
        ownTypes,
        seesPrices(actor.kind),
      ),
    ),
    next_cursor: rows.length > query.limit && last ? encodeCursor([last.id]) : null,
    create: mayManage(actor.kind) ? { allowed: true, reason: null } : { allowed: false, reason: WHO_MAY.begin },
    limited: own ? own.flags.allow_limited_peer_review_pricing : isStaff(actor.kind),
    of_several: organizations.length > 1,
  };
}

/** A seat for an order: where it belongs, and who would pay for the next review of it. */
async function readSeat(db: ActorDb, actor: Actor, id: number) {
  const planId = await planOfSeat(db, id);
  const { rows } = await sql<{
    provider_name: string;
    status: 'active' | 'paused' | 'replaced';
    organization_id: number;
    organization: string;
    subscription: string;
    plan_status: string;
    kind: PeriodKind;
    period: string | null;
  }>`
    select s.provider_name, s.status, o.id as organization_id, o.name as organization,
      b.name as subscription, b.status as plan_status, b.period as kind, b.current_period::text as period
    from subscription_seats s join subscriptions b on b.id = s.subscription_id
      join organizations o on o.id = s.organization_id where s.id = ${id}`.execute(db.executor);
  const seat = rows[0];
  if (!seat) throw new Refusal('not_found');
  const used = (await usageOf(db.executor, [planId])).find((row) => row.seat_id === id && row.current);
  const cover = coverage({
    seat_id: id,
    seat_status: seat.status,
    subscription: seat.subscription,
    period: seat.period === null ? null : periodName(seat.kind, seat.period),
    quota: used?.quota ?? null,
    used: used?.used ?? 0,
    pre_ordered: false,
    force_one_off: false,
    charge: null,
  });
  const reason = whyClosed(seat)?.says ?? (mayOrderFromSeat(actor.kind) ? null : WHO_ORDERS_FROM_SEAT);
  return {
    id,
    subscription: { id: planId, name: seat.subscription },
    organization: { id: seat.organization_id, name: seat.organization },
    provider_name: seat.provider_name,
    status: seat.status,
    ...cover,
    order: { allowed: reason === null, reason },
  };
}
