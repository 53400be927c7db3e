import { type Kysely, sql } from 'kysely';
import { plannedOnce } from '../../../platform/db/prepared.ts';
import type { DB } from '../../../platform/db/types.ts';

/** Names this alike are taken for the same: high enough that two hospitals of one city stay two. */
const ALIKE = 0.62;
const SAME_PERSON = 0.8;

/**
 * Experts who may not be asked for a review, over all organizations: a name of the matter is one of their affiliations
 * (present, or ended within five years), a conflict they declared, or themselves; or they were engaged on a matter of the
 * same claimant and day; or they, or somebody who shares an assistant with them, review or reviewed the same case for
 * another opinion on it; or they declined this very matter for conflict, or were released from it for one, whatever its
 * names have become since. Answers only who; what was found is never shown. Asked of some: comparing names with those of
 * every expert there is takes longer than all the rest.
 */
export async function conflictedExperts(
  db: Kysely<DB>,
  reviewId: number,
  now: Date,
  among: readonly number[],
): Promise<Set<number>> {
  if (among.length === 0) return new Set();
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - 5);
  const { rows } = await sql<{ id: number }>`
    ${plannedOnce}with among as materialized (select unnest(${[...among]}::bigint[]) as id),
    names as (select distinct normalized_name as name, role from review_parties where review_id = ${reviewId} and normalized_name <> ''),
    original as (select coalesce((select l.original_id from linked_reviews l where l.review_id = ${reviewId}), ${reviewId}) as id),
    family as (select id from original union select l.review_id from linked_reviews l join original o on l.original_id = o.id),
    engaged as (
      select r.expert_profile_id as profile_id from reviews r join family f on f.id = r.id
        where r.id <> ${reviewId} and r.expert_profile_id is not null
      union
      select i.expert_profile_id from invitations i join family f on f.id = i.review_id
        where i.review_id <> ${reviewId} and i.status in ('pending', 'opened', 'accepted')),
    incident as (select data ->> 'date_of_incident' as day from review_sections where review_id = ${reviewId} and section = 'step_one'),
    found as (
    select a.expert_profile_id as id from among join affiliations a on a.expert_profile_id = among.id join names n on similarity(a.normalized_name, n.name) >= ${ALIKE}
      where a.to_on is null or a.to_on >= ${since.toISOString().slice(0, 10)}::date
    union
    select d.expert_profile_id from among join declared_conflicts d on d.expert_profile_id = among.id join names n on similarity(d.normalized_name, n.name) >= ${ALIKE}
    union
    select p.id from among join profiles p on p.id = among.id join users u on u.id = p.user_id join names n
      on similarity(lower(u.first_name || ' ' || u.last_name), n.name) >= ${SAME_PERSON}
      where p.type in ('MedicalExpert', 'ExternalMedicalExpert')
    union
    select i.expert_profile_id from invitations i where i.review_id in (select id from family)
      and i.decline_reason = 'conflict'
    union
    select a.expert_profile_id from conflict_attestations a where a.review_id in (select id from family)
      and a.decision = 'hard'
    union
    select same.id from engaged e join profiles own on own.id = e.profile_id join profiles same on same.user_id = own.user_id
    union
    select other.expert_profile_id from engaged e join assistant_links l on l.expert_profile_id = e.profile_id
      join assistant_links other on other.assistant_profile_id = l.assistant_profile_id
    union
    select r.expert_profile_id from incident i
      join review_sections os on os.section = 'step_one' and os.data ->> 'date_of_incident' = i.day
      join reviews r on r.id = os.review_id
      join review_parties op on op.review_id = r.id and op.role = 'claimant'
      join names n on n.role = 'claimant' and similarity(op.normalized_name, n.name) >= ${SAME_PERSON}
      where r.id <> ${reviewId} and r.expert_profile_id is not null and r.bucket <> 'draft')
    select id from found join among using (id)`.execute(db);
  return new Set(rows.map((r) => r.id));
}
