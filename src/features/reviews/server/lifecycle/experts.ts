import type { Kysely } from 'kysely';
import type { DB } from '../../../../platform/db/types.ts';

/**
 * Makes an expert the review's lead from now on, or nobody: the one writer of `review_experts`. Who had the part until now
 * stays on record with its end. `reviews.expert_profile_id` follows by a trigger.
 */
export async function assignLead(
  db: Kysely<DB>,
  reviewId: number,
  expertProfileId: number | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('review_experts')
    .set({ until: now })
    .where('review_id', '=', reviewId)
    .where('part', '=', 'lead')
    .where('until', 'is', null)
    .where('expert_profile_id', 'is distinct from', expertProfileId)
    .execute();
  if (expertProfileId === null) return;
  await db
    .insertInto('review_experts')
    .values({ review_id: reviewId, expert_profile_id: expertProfileId, part: 'lead', since: now })
    .onConflict((oc) => oc.columns(['review_id', 'expert_profile_id']).where('until', 'is', null).doNothing())
    .execute();
}
