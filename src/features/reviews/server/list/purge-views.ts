import { type Kysely, sql } from 'kysely';
import type { PartyRole } from '../../kinds/options.ts';
import { forgetAnswers } from '../../../../platform/idempotency.ts';
import { isOf } from '../../../../platform/db/organization.ts';
import type { DB } from '../../../../platform/db/types.ts';

/** Parties that are persons: a list saved under their last name is about them. Of the others the whole name counts. */
const PERSONS = [
  'claimant',
  'defendant',
  'subject_provider',
  'treating_provider',
] as const satisfies readonly PartyRole[];

/**
 * Saved lists that look for somebody of a purged review go, of its organization's people and of the staff: they would find
 * nothing, and name whom nothing else names any more. One that another review still names stays.
 */
export async function purgeViews(tx: Kysely<DB>, reviewId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with sought as (
      select distinct lower(case when p.role = any(${[...PERSONS]}::text[]) then regexp_replace(p.name, '^.*\\s', '')
          else p.name end) as word
      from review_parties p where p.review_id = ${reviewId}
        and not exists (select from review_parties o where o.review_id <> ${reviewId} and lower(o.name) = lower(p.name)))
    delete from list_views v using users u, reviews r
    where u.id = v.user_id and r.id = ${reviewId}
      and (u.role <> 'user' or ${isOf(sql`u.id`, sql`r.organization_id`)})
      and exists (select from sought s where length(s.word) >= 4
        and position(s.word in lower(v.name || ' ' || v.search::text)) > 0)
    returning v.id`.execute(tx);
  await forgetAnswers(
    tx,
    'list_views',
    rows.map(({ id }) => id),
  );
}
