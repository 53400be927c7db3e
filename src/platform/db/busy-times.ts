import { type Kysely, sql } from 'kysely';
import type { DB } from './types.ts';

/** What is taken in an expert's calendar, with what stays free around each engagement. */
export async function busyOf(
  db: Kysely<DB>,
  profileId: number,
  from: Date,
  until: Date | null,
  exceptReview?: number,
): Promise<{ start: Date; end: Date }[]> {
  const rows = await db
    .selectFrom('appointments')
    .select([sql<Date>`lower(busy)`.as('start'), sql<Date>`upper(busy)`.as('end')])
    .where('expert_profile_id', '=', profileId)
    .where('status', 'in', ['scheduled', 'tentative'])
    // without an end: whatever is still to come
    .where(sql<boolean>`busy && tstzrange(${from}, ${until})`)
    .$if(exceptReview !== undefined, (q) => q.where('review_id', '!=', exceptReview ?? 0))
    .execute();
  return rows;
}
