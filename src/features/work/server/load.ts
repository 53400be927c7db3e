import { type Kysely, sql } from 'kysely';
import { type Actor, isExpertSide } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { isOn } from '../../../core/experts.ts';
import type { Kind } from '../../../core/kinds.ts';
import { cents } from '../../../core/money.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { expertsOf } from '../../../platform/db/experts.ts';
import type { DB } from '../../../platform/db/types.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import { formOf, storedFields, viewOf } from '../../reviews/rules.ts';
import { processOf } from '../../reviews/rules/kinds.ts';
import type { AgreedWork } from '../ports.ts';
import { isCounted, type MatterMeter, STEP_MINUTES, type TaskMeter, workTime } from '../rules.ts';

/** A matter as its work needs it, in the reader's scope. Refuses `not_found`, also to who is only asked, and where nobody works by the hour. */
export async function loadWorkReview(db: ActorDb, kind: Kind, id: number) {
  if (processOf(kind).by_the_hour === undefined) throw new Refusal('not_found');
  const review = await db
    .selectFrom('reviews')
    .innerJoin('organizations', 'organizations.id', 'reviews.organization_id')
    .select([
      'reviews.id',
      'reviews.kind',
      'reviews.status',
      'reviews.requester_id',
      'reviews.expert_profile_id',
      'reviews.organization_id',
      'reviews.closed_at',
      'organizations.time_zone',
      expertsOf('reviews.id').as('experts'),
      sql<number>`case when organization_flag(reviews.organization_id, 'record_time_in_six_minute_steps') then ${STEP_MINUTES}::int else 1 end`.as(
        'step_minutes',
      ),
    ])
    .where('reviews.id', '=', id)
    .where('reviews.kind', '=', kind)
    .executeTakeFirst();
  if (!review || viewOf(db.actor, { ...review, invitation: null }) !== 'full') throw new Refusal('not_found');
  if (isExpertSide(db.actor.kind) && !isOn(db.actor, review)) throw new Refusal('not_found');
  return review;
}
export type WorkReview = Awaited<ReturnType<typeof loadWorkReview>>;

/** Whether a task, and the time on it, is for a reader: an expert’s side sees its own, and nothing of who was there before it. */
export const seesTask = ({ kind, expert_profile_ids }: Actor, task: { expert_profile_id: number | null }): boolean =>
  !isExpertSide(kind) || task.expert_profile_id === null || expert_profile_ids.includes(task.expert_profile_id);

/** Whether a task was asked of somebody who is off the matter by now. */
export const isOfFormer = (review: WorkReview, task: { expert_profile_id: number | null }): boolean =>
  task.expert_profile_id !== null && task.expert_profile_id !== review.expert_profile_id;

/** The last day work can be of: today, or the day on which it ended. */
export async function lastDay(db: Kysely<DB>, review: WorkReview, now: Date): Promise<string> {
  if (workTime(review) === 'open') return dateIn(now, review.time_zone);
  const open = processOf(review.kind).by_the_hour?.open ?? [];
  const row = await db
    .selectFrom('audit_rows')
    .select((eb) => eb.fn.max('at').as('at'))
    .where('review_id', '=', review.id)
    .where('from_state', 'in', [...open])
    .where('to_state', 'not in', [...open])
    .executeTakeFirst();
  return dateIn((row?.at as Date | null) ?? review.closed_at ?? now, review.time_zone);
}

/** What was recorded on each task. */
export async function usedByTask(db: Kysely<DB>, reviewId: number) {
  const rows = await db
    .selectFrom('time_entries')
    .select(['task_id'])
    .select((eb) => [
      sql<number>`sum(${eb.ref('minutes')})::int`.as('minutes'),
      sql<number>`sum(${eb.ref('amount_cents')})::int`.as('cents'),
    ])
    .where('review_id', '=', reviewId)
    .groupBy('task_id')
    .execute();
  return new Map(rows.map(({ task_id, minutes, cents: spent }) => [task_id, { minutes, cents: spent }]));
}

/** What expenses take of a matter's budget, cents: what is held or questioned takes nothing. */
export async function expensesCounted(
  db: Kysely<DB>,
  reviewId: number,
  sees: (expense: { expert_profile_id: number }) => boolean = () => true,
): Promise<number> {
  const rows = await db
    .selectFrom('matter_expenses')
    .select(['state', 'amount_cents', 'expert_profile_id'])
    .where('review_id', '=', reviewId)
    .execute();
  return rows.reduce((sum, one) => (isCounted(one.state) && sees(one) ? sum + one.amount_cents : sum), 0);
}

/** What the order lets the matter cost in all; null: it does not say. */
export async function capOf(
  db: Kysely<DB>,
  { id, kind }: Pick<WorkReview, 'id' | 'kind'>,
  agreed: AgreedWork | null,
): Promise<number | null> {
  if (agreed) return agreed.budget_cents;
  const rows = await orderSections(db, id);
  const { budget_cap } = storedFields(formOf(kind), rows) as { budget_cap?: unknown };
  return typeof budget_cap === 'number' && budget_cap > 0 ? cents(budget_cap) : null;
}

/** A task with its meter and the matter's, for who holds the review's lock. Refuses `not_found`. */
export async function meters(
  db: Kysely<DB>,
  review: WorkReview,
  taskId: number,
  agreed: AgreedWork | null,
): Promise<{ task: TaskMeter; matter: MatterMeter }> {
  const used = await usedByTask(db, review.id);
  const row = await db
    .selectFrom('review_tasks')
    .select(['budget_minutes', 'budget_cents'])
    .where('id', '=', taskId)
    .where('review_id', '=', review.id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const own = used.get(taskId) ?? { minutes: 0, cents: 0 };
  return {
    task: {
      budget_minutes: row.budget_minutes ?? 0,
      budget_cents: row.budget_cents,
      used_minutes: own.minutes,
      used_cents: own.cents,
    },
    matter: {
      cap_cents: await capOf(db, review, agreed),
      used_cents: [...used.values()].reduce((sum, one) => sum + one.cents, 0) + (await expensesCounted(db, review.id)),
    },
  };
}
