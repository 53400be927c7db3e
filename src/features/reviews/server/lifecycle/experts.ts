import type { Kysely } from 'kysely';
import type { DB } from '../../../../platform/db/types.ts';

/**
 * Makes an expert the review's lead from now on, or nobody: with the two below the writer of `review_experts`. Who had the part until now
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

/** Puts an expert on the review beside its lead from now on. */
export async function joinBeside(db: Kysely<DB>, reviewId: number, expertProfileId: number, now: Date): Promise<void> {
  await db
    .insertInto('review_experts')
    .values({ review_id: reviewId, expert_profile_id: expertProfileId, part: 'member', since: now })
    .onConflict((oc) => oc.columns(['review_id', 'expert_profile_id']).where('until', 'is', null).doNothing())
    .execute();
}

/** Takes an expert beside the lead off the review; that they were on it stays on record. */
export async function leaveBeside(db: Kysely<DB>, reviewId: number, expertProfileId: number, now: Date): Promise<void> {
  await db
    .updateTable('review_experts')
    .set({ until: now })
    .where('review_id', '=', reviewId)
    .where('expert_profile_id', '=', expertProfileId)
    .where('part', '=', 'member')
    .where('until', 'is', null)
    .execute();
}
