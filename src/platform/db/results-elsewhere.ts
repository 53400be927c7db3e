import { type Kysely, sql } from 'kysely';
import type { DB } from './types.ts';

/**
 * The record systems a review's results go to where they go there in no other way, so that nothing of them is shown to who
 * ordered it; null where they are read here.
 */
export async function resultsElsewhere(db: Kysely<DB>, reviewId: number): Promise<string[] | null> {
  const { rows } = await sql<{ systems: string[] | null }>`
    select case when results_by_hl7_only(r.organization_id)
      then (select array_agg(c.name order by c.id) from hl7_receivers(r.organization_id) c where c.off_at is null) end as systems
    from reviews r where r.id = ${reviewId}`.execute(db);
  return rows[0]?.systems ?? null;
}
