import { inStates } from '../../../platform/db/in-states.ts';
import { statesWith } from '../../reviews/rules/kinds.ts';
import { type PeriodKind, periodName } from '../../../core/periods.ts';
import { storedCharts } from '../../reviews/rules.ts';
import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import type { Out } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import { reviewNumber, aheadKind } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { PreOrderView, readPreOrders } from '../contract.ts';
import { mayHandleFiles, shownAs } from '../rules.ts';
import { recordRulesOf } from './facts.ts';

/** As many as can be gathered for at once. */
const MOST = 500;

interface Row {
  review_id: number;
  subject: string;
  organization_id: number;
  requester_id: number;
  claim_number: string | null;
  due_on: string | null;
  seat_period: string | null;
  subscription_id: number | null;
  subscription: string | null;
  period_kind: PeriodKind | null;
  step_two: Record<string, unknown> | null;
  step_three: unknown;
  files: (PreOrderView['files'][number] & { damaged_at: string | null })[];
}

/**
 * The pre-orders in the actor's scope that wait for records and whose records the actor handles, of one subscription or
 * all. Refuses `not_found` for a subscription out of scope, `forbidden` for staff who handle no records.
 */
export async function listPreOrders(
  db: ActorDb,
  actor: Actor,
  subscriptionId: number | null,
): Promise<Out<typeof readPreOrders>> {
  if (subscriptionId !== null) {
    const found = await db
      .selectFrom('subscriptions')
      .select('subscriptions.id')
      .where('subscriptions.id', '=', subscriptionId)
      .executeTakeFirst();
    if (!found) throw new Refusal('not_found', 'This subscription is not there, or it is not your organization’s.');
  }
  if (!mayHandleFiles(actor, { requester_id: actor.user_id })) throw new Refusal('forbidden');
  let query = db
    .selectFrom('reviews')
    .leftJoin('review_seats as v', 'v.review_id', 'reviews.id')
    .leftJoin('subscription_seats as s', 's.id', 'v.seat_id')
    .leftJoin('subscriptions as p', 'p.id', 's.subscription_id')
    .select([
      'reviews.id as review_id',
      'reviews.subject',
      'reviews.organization_id',
      'reviews.requester_id',
      'reviews.claim_number',
      'v.due_on',
      'v.period as seat_period',
      'p.id as subscription_id',
      'p.name as subscription',
      'p.period as period_kind',
      sql<
        Row['step_two']
      >`(select x.data from review_sections x where x.review_id = reviews.id and x.section = 'step_two')`.as(
        'step_two',
      ),
      sql`(select x.data from review_sections x where x.review_id = reviews.id and x.section = 'step_three')`.as(
        'step_three',
      ),
      sql<
        Row['files']
      >`coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'chart_key', f.chart_key,
        'status', f.status, 'failure', f.failure, 'damaged_at', f.damaged_at) order by f.position) from files f
        where f.review_id = reviews.id and f.deleted_at is null), '[]')`.as('files'),
    ])
    .where('reviews.kind', '=', aheadKind())
    .where('reviews.bucket', '=', 'draft')
    .where(
      inStates(
        'reviews',
        statesWith((row) => row.ahead),
      ),
    )
    .orderBy('v.due_on')
    .orderBy('reviews.id')
    .limit(MOST + 1);
  if (subscriptionId !== null) query = query.where('p.id', '=', subscriptionId);
  const found = await query.execute();
  const rows = found.slice(0, MOST).filter((row) => mayHandleFiles(actor, row));
  const rules = await Promise.all(
    [...new Set(rows.map((row) => row.organization_id))].map(async (organization_id) => {
      const { categories, hides } = await recordRulesOf(db.executor, { kind: aheadKind(), organization_id });
      return { organization_id, categories: [...categories], hides };
    }),
  );
  return { data: rows.map(present), more: found.length > MOST, rules };
}

function present(row: Row): PreOrderView {
  const two = row.step_two ?? {};
  const text = (key: string): string | null => {
    const value = two[key];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    review_id: row.review_id,
    number: reviewNumber(aheadKind(), row.review_id),
    subject: row.subject,
    organization_id: row.organization_id,
    subscription: row.subscription_id === null ? null : { id: row.subscription_id, name: row.subscription ?? '' },
    period: row.period_kind === null || row.seat_period === null ? null : periodName(row.period_kind, row.seat_period),
    due_on: row.due_on,
    case_number: row.claim_number,
    provider_name: text('provider_name') ?? row.subject,
    npi: text('npi'),
    license_id: text('license_id'),
    charts: storedCharts(row.step_three),
    files: row.files.map((file) => ({ ...file, ...shownAs(file) })),
  };
}
