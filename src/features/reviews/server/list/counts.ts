import type { ReviewStatus } from '../../rules/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { isRequesterSide, isStaff, overseesOrganizations } from '../../../../core/actor.ts';
import type { Out } from '../../../../core/endpoint.ts';
import { KINDS, type Kind } from '../../../../core/kinds.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import type { Services } from '../../../../platform/services.ts';
import type { reviewsEndpoints } from '../../contract.ts';
import { type Ball, ballOf, bucketOf, LIST_TABS, type ListTab, rulesOf } from '../../rules.ts';
import { processOf } from '../../rules/kinds.ts';
import type { SplitFor } from './split-words.ts';
import { type ListFilter, type ListPlan, listPlanOf } from './parameters.ts';
import { ordersForAnother } from '../order/orderable.ts';
import { PARAMETERS, foundOf, rowsOf } from './statement.ts';
import { prepared } from '../../../../platform/db/prepared.ts';

/** Counting stops here; pages show "999+". */
const COUNT_CAP = 1_000;
const BALLS = ['requester', 'staff', 'expert', 'nobody'] as const;

const counted = (shape: ListPlan, as: string, also: RawBuilder<boolean> | null = null): RawBuilder<unknown> =>
  sql`(select count(*)::int from (select 1 from (${rowsOf(shape, also)}) all_rows limit ${sql.lit(COUNT_CAP)}) c)
    as ${sql.ref(as)}`;

/** How many stand in each tab and with each seat, and with `by_status` in each active status; each count stops at the cap. */
export async function countReviews(
  services: Services,
  splitFor: SplitFor,
  db: ActorDb,
  kinds: readonly Kind[],
  query: ListFilter & { by_status?: boolean | undefined },
): Promise<Out<typeof reviewsEndpoints.counts>> {
  const { actor } = db;
  const { by_status, ...filter } = query;
  const { shape, asked } = listPlanOf(
    actor,
    kinds,
    { ...filter, tab: 'active', sort: 'due', limit: 25 },
    services.clock.now(),
    filter.q ? await splitFor('count') : undefined,
  );
  // what rests is counted for those who have a page of it
  const tabs = LIST_TABS.filter((tab) =>
    tab === 'pre_orders'
      ? kinds.some((kind) => KINDS[kind].ahead_path !== null)
      : tab !== 'inactive' || overseesOrganizations(actor.kind),
  );
  const statuses = by_status ? activeStatuses(kinds) : [];
  const found = foundOf(shape);
  const [row] = await prepared<Record<string, number>>(
    services.database,
    sql`with asked as (select * from json_to_recordset(${JSON.stringify([asked])}) as ${PARAMETERS})
      ${found ? sql`, reviews as materialized (${found})` : sql``}
      select ${sql.join([
        ...tabs.map((tab) => counted({ ...shape, tab }, `tab_${tab}`)),
        ...BALLS.map((ball) => counted(shape, `ball_${ball}`, heldBy(ball, shape))),
        ...statuses.map((status) =>
          counted(shape, `status_${status}`, sql<boolean>`reviews.status = ${sql.lit(status)}`),
        ),
      ])} from asked`,
  );
  const read = (name: string): number => row?.[name] ?? 0;
  return {
    tabs: Object.fromEntries(LIST_TABS.map((tab) => [tab, read(`tab_${tab}`)])) as Record<ListTab, number>,
    balls: Object.fromEntries(BALLS.map((ball) => [ball, read(`ball_${ball}`)])) as Record<Ball, number>,
    statuses: by_status ? Object.fromEntries(statuses.map((status) => [status, read(`status_${status}`)])) : null,
    capped_at: COUNT_CAP,
    create: await mayCreate(db, kinds),
  };
}

/** The active statuses of the kinds, each once, in the order of their lifecycles; of one seat's move where it is named. */
function activeStatuses(kinds: readonly Kind[], of?: Ball): ReviewStatus[] {
  return [
    ...new Set(
      kinds.flatMap((kind) =>
        rulesOf(kind).lifecycle.states.filter(
          (status) => bucketOf(kind, status) === 'active' && (of === undefined || holders(kind, status).includes(of)),
        ),
      ),
    ),
  ];
}

/** Whose move it can be in a status. */
const holders = (kind: Kind, status: ReviewStatus): Ball[] => [
  ...[false, true].map((transfer_requested) => ballOf({ kind, status, transfer_requested })),
  ballOf({ kind, status, approval: { state: 'waiting', sort: 'order' } }),
  ...(processOf(kind).continues_as === undefined
    ? []
    : [ballOf({ kind, status, transfer_requested: true, transfer_continues: 'asked' })]),
];

/** By status rare moves are found without looking at all others, where nothing narrower leads to them. */
function heldBy(ball: Ball, { group, kinds }: ListPlan): RawBuilder<boolean> {
  const held = sql<boolean>`reviews.ball = ${sql.lit(ball)}`;
  if (group !== 'all') return held;
  const statuses = activeStatuses(kinds, ball).map((status) => sql.lit(status));
  return statuses.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${held} and reviews.status in (${sql.join(statuses)}))`;
}

/** Whether the actor may start a review of the kind for its own organization or one below it. */
async function mayCreate(db: ActorDb, kinds: readonly Kind[]): Promise<{ allowed: boolean; reason: string | null }> {
  const { actor } = db;
  // over all kinds the first is the one that is started
  const [kind] = kinds;
  if (kind === undefined) return { allowed: false, reason: null };
  if (!isRequesterSide(actor.kind) && !isStaff(actor.kind)) {
    return { allowed: false, reason: 'Only those who order start reviews.' };
  }
  if (actor.organization_id === null) {
    return isStaff(actor.kind)
      ? { allowed: true, reason: null }
      : { allowed: false, reason: 'You belong to no organization yet.' };
  }
  if (await ordersForAnother(db, kind, null)) return { allowed: true, reason: null };
  const { rows } = await sql<{ enabled: boolean; accepts: boolean }>`
    select organization_flag(${actor.organization_id}::bigint, ${KINDS[kind].enabled_flag}) as enabled,
      organization_flag(${actor.organization_id}::bigint, ${KINDS[kind].accepts_flag}) as accepts`.execute(db.executor);
  const row = rows[0];
  if (!row?.enabled)
    return { allowed: false, reason: `Your organization does not use ${KINDS[kind].label.toLowerCase()}.` };
  return row.accepts
    ? { allowed: false, reason: `Your organization does not order ${KINDS[kind].singular}s.` }
    : { allowed: false, reason: 'Your organization is not accepting new reviews of this kind.' };
}
