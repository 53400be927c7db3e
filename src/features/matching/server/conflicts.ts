import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { plannedOnce } from '../../../platform/db/prepared.ts';
import type { DB } from '../../../platform/db/types.ts';
import { areSame, Name } from '../../experts/rules/same-name.ts';

/**
 * Experts who may not be asked for a review, over all organizations: a name of the matter is one of their affiliations
 * (present, or ended within five years, from the moment the expert says it, verified or not), a conflict they declared, or themselves; or they were engaged on a matter of the
 * same claimant and day; or they, or somebody who shares an assistant with them, review or reviewed the same case for
 * another opinion on it; or they are on another legal case of the same matter; or they declined it, there or here, for conflict, or were released from it for one, whatever its
 * names have become since. Answers only who; what was found is never shown.
 *
 * Which names are the same is asked of the one rule there is (`areSame`); the database leaves out none by its name.
 */
export async function conflictedExperts(
  db: Kysely<DB>,
  reviewId: number,
  now: Date,
  among: readonly number[],
): Promise<Set<number>> {
  if (among.length === 0) return new Set();
  const [related, parties, names] = await Promise.all([
    relatedExperts(db, reviewId, among),
    db.selectFrom('review_parties').select(['name', 'role']).where('review_id', '=', reviewId).execute(),
    namesAround(db, reviewId, now, among),
  ]);
  const all = parties.map(({ name }) => new Name(name));
  const claimants = parties.flatMap(({ role, name }) => (role === 'claimant' ? [new Name(name)] : []));
  for (const [at, { id, written, of_claimant, of_patient }] of names.entries()) {
    // thousands of names hold nobody else up
    if (at % EXPERTS_AT_ONCE === 0) await setImmediate();
    if (related.has(id)) continue;
    const theirs = of_patient ? read(written) : known(written);
    const sought = of_claimant ? claimants : all;
    if (theirs.some((name) => sought.some((party) => areSame(party, name)))) related.add(id);
  }
  return related;
}

const EXPERTS_AT_ONCE = 50;
/** Stands between names that come as one text, and in none. */
const BETWEEN = '\u001f';
const read = (written: string): Name[] => written.split(BETWEEN).map((name) => new Name(name));

const MOST_KNOWN = 25_000;
const kept = new Map<string, Name[]>();
/** The names of an expert and their houses, read once while they are asked for again: one matter after the other does. */
function known(written: string): Name[] {
  const found = kept.get(written) ?? read(written);
  if (kept.size >= MOST_KNOWN) kept.clear();
  kept.set(written, found);
  return found;
}

interface NamesAround {
  id: number;
  /** One or several, with a sign between. */
  written: string;
  /** Of another matter they led. */
  of_claimant: boolean;
  /** Of somebody a matter is or was about, perhaps: it is not kept in memory. */
  of_patient: boolean;
}

/** The names that make an expert one of a matter's parties, where it has them; an expert's own and those of their houses at once. */
async function namesAround(
  db: Kysely<DB>,
  reviewId: number,
  now: Date,
  among: readonly number[],
): Promise<NamesAround[]> {
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - 5);
  const { rows } = await sql<NamesAround>`
    ${plannedOnce}with among as materialized (select unnest(${[...among]}::bigint[]) as id),
    incident as (select data ->> 'date_of_incident' as day from review_sections where review_id = ${reviewId} and section = 'step_one'),
    houses as (select h.id, string_agg(h.name, ${BETWEEN} order by h.name) as names from (
        select a.expert_profile_id as id, a.name, a.to_on from among join affiliations a on a.expert_profile_id = among.id
        union all
        select c.expert_profile_id, c.data ->> 'name', (c.data ->> 'until_on')::date
          from among join expert_changes c on c.expert_profile_id = among.id
          where c.part = 'affiliation' and c.status in ('to_verify', 'returned') and c.data is not null) h
      where h.to_on is null or h.to_on >= ${since.toISOString().slice(0, 10)}::date
      group by h.id)
    select p.id, concat_ws(${BETWEEN}, case when p.type in ('MedicalExpert', 'ExternalMedicalExpert')
        then concat_ws(' ', u.first_name, u.last_name) end, h.names) as written, false as of_claimant, false as of_patient
      from among join profiles p on p.id = among.id join users u on u.id = p.user_id left join houses h on h.id = p.id
    union all
    select d.expert_profile_id, d.name, false, true from among join declared_conflicts d on d.expert_profile_id = among.id
    union all
    select r.expert_profile_id, op.name, true, true from incident i
      join review_sections os on os.section = 'step_one' and os.data ->> 'date_of_incident' = i.day
      join reviews r on r.id = os.review_id
      join among on among.id = r.expert_profile_id
      join review_parties op on op.review_id = r.id and op.role = 'claimant'
      where r.id <> ${reviewId} and r.bucket <> 'draft'`.execute(db);
  return rows;
}

/** Those of them whom the matter's history rules out, whatever anybody is called. */
async function relatedExperts(db: Kysely<DB>, reviewId: number, among: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    ${plannedOnce}with among as materialized (select unnest(${[...among]}::bigint[]) as id),
    original as (select coalesce((select l.original_id from linked_reviews l where l.review_id = ${reviewId}), ${reviewId}) as id),
    family as (select id from original union select l.review_id from linked_reviews l join original o on l.original_id = o.id),
    matter as (select m.review_id as id from matter_experts own join matter_experts m on m.matter_id = own.matter_id
      where own.review_id = ${reviewId} and m.review_id <> ${reviewId}),
    engaged as (
      select x.expert_profile_id as profile_id from review_experts x join matter on matter.id = x.review_id where x.until is null
      union
      select i.expert_profile_id from invitations i join matter on matter.id = i.review_id
        where i.status in ('pending', 'opened', 'accepted')
      union
      select x.expert_profile_id as profile_id from review_experts x join family f on f.id = x.review_id
        where x.until is null and (x.review_id <> ${reviewId} or x.part <> 'lead')
      union
      select i.expert_profile_id from invitations i join family f on f.id = i.review_id
        where i.review_id <> ${reviewId} and i.status in ('pending', 'opened', 'accepted')),
    same as (select id from family union select id from matter),
    found as (
    select i.expert_profile_id as id from invitations i where i.review_id in (select id from same)
      and i.decline_reason = 'conflict'
    union
    select a.expert_profile_id from conflict_attestations a where a.review_id in (select id from same)
      and a.decision = 'hard'
    union
    select twin.id from engaged e join profiles own on own.id = e.profile_id join profiles twin on twin.user_id = own.user_id
    union
    select other.expert_profile_id from engaged e join assistant_links l on l.expert_profile_id = e.profile_id
      join assistant_links other on other.assistant_profile_id = l.assistant_profile_id)
    select id from found join among using (id)`.execute(db);
  return new Set(rows.map((r) => r.id));
}
