import type { Kysely } from 'kysely';
import type { DB } from './types.ts';

/** What an expert was told they earn of a review: the last that was fixed, where they are shown amounts and there is one. */
export async function shownFee(db: Kysely<DB>, reviewId: number, expertProfileId: number) {
  const row = await db
    .selectFrom('expert_fees as f')
    .innerJoin('expert_profiles as e', 'e.profile_id', 'f.expert_profile_id')
    .select(['f.lines', 'f.total_cents', 'f.terms'])
    .where('f.review_id', '=', reviewId)
    .where('f.expert_profile_id', '=', expertProfileId)
    .where('e.display_earnings', '=', true)
    .orderBy('f.version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.lines.length === 0) return null;
  return {
    lines: row.lines.map(({ label, cents }) => ({ label, cents })),
    amount_cents: row.total_cents,
    /** By their own schedule. */
    own: row.terms.fee?.from === 'own',
  };
}
