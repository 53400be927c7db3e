import { type Actor, isExpertSide } from '../../../core/actor.ts';
import { reviewNumber } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { LeftExpense } from '../contract.ts';

/**
 * The expenses of an expert's side on matters that expert is no longer on, the latest first: the matter itself is closed to them, and
 * its number and its firm are all that is told of it. What was taken back is left out.
 */
export async function leftExpensesOf(db: ActorDb, actor: Actor): Promise<LeftExpense[]> {
  if (!isExpertSide(actor.kind) || actor.expert_profile_ids.length === 0) return [];
  const rows = await db.executor
    .selectFrom('matter_expenses as e')
    .innerJoin('reviews as r', 'r.id', 'e.review_id')
    .innerJoin('organizations as o', 'o.id', 'r.organization_id')
    .leftJoin('users as a', 'a.id', 'e.answered_by')
    .select(['e.id', 'e.spent_on', 'e.sort', 'e.word', 'e.purpose', 'e.amount_cents', 'e.state', 'e.reason'])
    .select(['e.answered_at', 'e.outside_retainer', 'r.kind', 'r.id as review_id', 'o.name as firm'])
    .select(fullNameOf('a').as('answered_by'))
    .where('e.expert_profile_id', 'in', actor.expert_profile_ids)
    .where('e.reverses', 'is', null)
    .where('e.state', '!=', 'withdrawn')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('review_experts as x')
            .select('x.id')
            .whereRef('x.review_id', '=', 'e.review_id')
            .whereRef('x.expert_profile_id', '=', 'e.expert_profile_id')
            .where('x.until', 'is', null),
        ),
      ),
    )
    .orderBy('e.id', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ kind, review_id, answered_at, answered_by, ...one }) => ({
    ...one,
    number: reviewNumber(kind, review_id),
    answered_by: answered_at === null ? null : answered_by,
    answered_at: answered_at?.toISOString() ?? null,
  }));
}
