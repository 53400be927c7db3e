import { type Kysely, sql } from 'kysely';
import type { DB } from './types.ts';

/** Whether a legal hold keeps a review: its own, or one of its organization or of any above that. */
export async function isOnLegalHold(db: Kysely<DB>, reviewId: number): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select r.legal_hold or exists (select from organization_path(r.organization_id) p join organizations o on o.id = p.id
      where o.legal_hold) as held
    from reviews r where r.id = ${reviewId}`.execute(db);
  return rows[0]?.held ?? false;
}
