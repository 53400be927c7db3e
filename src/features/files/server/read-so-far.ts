import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { pagesSeen } from '../../../platform/db/pages-seen.ts';
import type { DB } from '../../../platform/db/types.ts';

/** What the actor has seen of a review's files, and when one of the actor's experts took the review on. */
export async function readOf(
  db: Kysely<DB>,
  actor: Actor,
  reviewId: number,
): Promise<{ seen: Map<number, number>; accepted_at: Date | null }> {
  const files = await db
    .selectFrom('files')
    .select(['id', pagesSeen('files', sql`${actor.user_id}`).as('seen')])
    .where('review_id', '=', reviewId)
    .execute();
  const accepted = await db
    .selectFrom('invitations')
    .select('answered_at')
    .where('review_id', '=', reviewId)
    .where('status', '=', 'accepted')
    .where('expert_profile_id', 'in', [...actor.expert_profile_ids, 0])
    .executeTakeFirst();
  return { seen: new Map(files.map((f) => [f.id, f.seen])), accepted_at: accepted?.answered_at ?? null };
}
