import { type Kysely, sql } from 'kysely';
import type { DB } from './types.ts';

/** Holds a review's row to the end of the transaction: two who act on what belongs to it come one after the other. */
export async function holdReview(db: Kysely<DB>, reviewId: number): Promise<void> {
  await sql`select id from reviews where id = ${reviewId} for update`.execute(db);
}
