import { type Kysely, sql } from 'kysely';
import { DAY } from '../../../core/time.ts';
import { plannedOnce } from '../../../platform/db/prepared.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Need, Ranking } from '../rules.ts';

/** An organization's own experts are its own, and those of whoever stands below it, where that uses such. */
export const reachedBy = (organizationId: number, at: { profile: string; user: string }) =>
  sql<boolean>`(${sql.ref(`${at.profile}.type`)} <> 'ExternalMedicalExpert'
    or (organization_flag(${organizationId}, 'enable_external_expert')
      and coalesce(${sql.ref(`${at.profile}.organization_id`)}, ${sql.ref(`${at.user}.organization_id`)})
        in (select o.id from organization_path(${organizationId}) o)))`;

/** Who may still be a candidate, and how many there were on the way. */
export interface Narrowed {
  /** All experts who can be reached. */
  total: number;
  /** How many the first two filters leave of them, as the rules would. */
  active: number;
  specialty: number;
  /** Everybody the rules could admit, and perhaps some they do not; by their number. */
  profile_ids: number[];
}

/**
 * Narrows all experts to those the rules could admit, and counts what the rules would count on the way. What is asked
 * here holds for everybody the rules keep: state, specialty and license as they ask it, practice as far as a date can
 * be compared. Conflicts, load and calendars are the rules' alone.
 */
export async function narrow(db: Kysely<DB>, need: Need & { organization_id: number }, now: Date): Promise<Narrowed> {
  const specialties = [need.specialty, ...need.neighbors];
  // a day more than the rules ask: they count in milliseconds
  const practiced =
    need.active_within_years === null
      ? null
      : new Date(now.getTime() - need.active_within_years * 365.25 * DAY - DAY).toISOString().slice(0, 10);
  const { rows } = await sql<Narrowed>`
    ${plannedOnce}with fitting as materialized (select distinct c.expert_profile_id as id from credentials c
      join specialties s on s.id = c.specialty_id
      where s.name = any(${specialties}::text[]) and c.availability <> 'none'
        -- two days on it holds in every zone; before, its expert's own is asked
        and (c.expires_on is null or c.expires_on > ${now.toISOString().slice(0, 10)}::date + 1
          or credential_end(c.expires_on, (select u.time_zone from profiles p join users u on u.id = p.user_id
            where p.id = c.expert_profile_id)) > ${now})
        and (cardinality(${[...need.license_keys]}::text[]) = 0 or c.license_key = any(${[...need.license_keys]}::text[]))
        and (cardinality(${[...need.licensed_in]}::text[]) = 0 or c.license_state = any(${[...need.licensed_in]}::text[]))),
    hidden as materialized (
      select p.id from users u join profiles p on p.user_id = u.id where u.suspended_at is not null
      union all
      select p.id from profiles p join users u on u.id = p.user_id
        where p.type = 'ExternalMedicalExpert' and not coalesce(${reachedBy(need.organization_id, { profile: 'p', user: 'u' })}, false)),
    reached as (select e.profile_id, e.profile_id in (select id from fitting) as fits,
        e.status = 'active' and ${need.kind}::text = any(e.accepts_kinds)
          and (not ${need.expedited}::boolean or e.accepts_expedited)
          and e.profile_id <> all(${[...need.excluded_experts]}::bigint[]) as active,
        (not ${need.board_certified}::boolean or e.board_certified)
          and (${practiced}::date is null or coalesce(e.last_clinical_on >= ${practiced}::date, false))
          and (not ${need.needs_redacted_cv}::boolean or e.has_redacted_cv)
          and coalesce(e.state <> all(${[...need.excluded_states]}::text[]), true) as qualified
      from expert_profiles e where e.profile_id not in (select id from hidden))
    select count(*)::int as total, (count(*) filter (where active))::int as active,
      (count(*) filter (where active and fits))::int as specialty,
      coalesce(json_agg(profile_id) filter (where active and fits and qualified), '[]') as profile_ids
    from reached`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A count has a row.');
  return { ...row, profile_ids: row.profile_ids.toSorted((a, b) => a - b) };
}

/** The ranking of whoever was left, with the counts of those who were not looked at one by one. */
export function withCounts(ranking: Ranking, { total, active, specialty }: Narrowed): Ranking {
  const counted: Partial<Record<string, number>> = { active, specialty };
  return {
    ...ranking,
    total,
    funnel: ranking.funnel.map(({ key, left }) => ({ key, left: counted[key] ?? left })),
  };
}
