import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ExpertOfReview } from '../../core/experts.ts';
import type { DB } from './types.ts';

/** The experts of a review now, as a column of a query that has the review's number in `id`. */
export const expertsOf = (id: string): RawBuilder<ExpertOfReview[]> => sql<ExpertOfReview[]>`(
  select coalesce(json_agg(json_build_object('expert_profile_id', x.expert_profile_id, 'part', x.part)), '[]')
  from review_experts x where x.review_id = ${sql.ref(id)} and x.until is null)`;

/**
 * The users who are experts of a review now, with their assistants, as a query of their numbers: whom news of it goes to. What asks
 * for an act goes to who leads it.
 */
export const expertSideUsers = (reviewId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select p.user_id from review_experts x join profiles p on p.id = x.expert_profile_id
    where x.review_id = ${reviewId} and x.until is null
  union select p.user_id from review_experts x join assistant_links l on l.expert_profile_id = x.expert_profile_id
    join profiles p on p.id = l.assistant_profile_id where x.review_id = ${reviewId} and x.until is null`;

/** When one of these experts was invited to a review, the newest time; null: never. */
export async function invitedAt(db: Kysely<DB>, reviewId: number, profileIds: readonly number[]): Promise<Date | null> {
  if (profileIds.length === 0) return null;
  const row = await db
    .selectFrom('invitations')
    .select((eb) => eb.fn.max('created_at').as('at'))
    .where('review_id', '=', reviewId)
    .where('expert_profile_id', 'in', [...profileIds])
    .executeTakeFirst();
  return row?.at ?? null;
}
