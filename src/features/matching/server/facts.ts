import { inStates } from '../../../platform/db/in-states.ts';
import { statesWith } from '../../reviews/rules/kinds.ts';
import { fullName } from '../../../core/names.ts';
import { type Kysely, sql } from 'kysely';
import { DAY } from '../../../core/time.ts';
import { plannedOnce } from '../../../platform/db/prepared.ts';
import type { DB } from '../../../platform/db/types.ts';
import { earliestFree, DEFAULT_HOURS, type Range } from '../../scheduling/rules.ts';
import { type ExpertNeed, formOf, rulesOf } from '../../reviews/rules.ts';
import { type CredentialFacts, expertAskedFor, type ExpertFacts, type Need, plainName } from '../rules.ts';
import type { Opportunity } from '../../experts/rules/opportunities.ts';
import { conflictedExperts } from './conflicts.ts';

export interface LoadedNeed extends Need, Pick<ExpertNeed, 'notes'> {
  review_id: number;
  organization_id: number;
  minutes: number;
  specialty_id: number | null;
}

/** What a review asks of an expert, read from its sections. */
export async function loadNeed(db: Kysely<DB>, reviewId: number): Promise<LoadedNeed> {
  const review = await db
    .selectFrom('reviews')
    .leftJoin('specialties', 'specialties.id', 'reviews.specialty_id')
    .leftJoin('sub_specialties', 'sub_specialties.id', 'reviews.sub_specialty_id')
    .select([
      'reviews.id',
      'reviews.kind',
      'reviews.organization_id',
      'reviews.expedited',
      'reviews.needed_by',
      'reviews.service',
      'reviews.specialty_id',
      'specialties.name as specialty',
      'sub_specialties.name as sub_specialty',
    ])
    .where('reviews.id', '=', reviewId)
    .executeTakeFirstOrThrow();
  const sections = await db.selectFrom('review_sections').select('data').where('review_id', '=', reviewId).execute();
  const kind = review.kind;
  const form = formOf(kind);
  const asked = form.expert_need(Object.assign({}, ...sections.map((s) => s.data)) as Record<string, unknown>);
  const wished = await expertsWished(db, review.organization_id, asked.preferred_experts);
  const service = form.services.find((s) => s.value === review.service);
  return {
    ...asked,
    review_id: review.id,
    organization_id: review.organization_id,
    kind,
    specialty: review.specialty ?? '',
    sub_specialty: review.sub_specialty,
    specialty_id: review.specialty_id,
    expedited: review.expedited,
    needed_by: review.needed_by === null ? null : new Date(`${review.needed_by}T23:59:59Z`),
    excluded_experts: await expertsNamed(db, asked.excluded_experts),
    preferred_experts: wished.meant,
    notes: [...(await secondSpecialty(db, asked.second_specialty_id)), ...asked.notes, ...wished.notes],
    // a CV is looked at where experts are presented to choose from
    needs_redacted_cv: rulesOf(kind).actions.includes('present_candidates'),
    minutes: service?.minutes ?? 45,
  };
}

/** A second specialty asked for, as a line for the matching desk. */
async function secondSpecialty(db: Kysely<DB>, id: number | null): Promise<LoadedNeed['notes']> {
  if (id === null) return [];
  const row = await db.selectFrom('specialties').select('name').where('id', '=', id).executeTakeFirst();
  return row ? [{ label: 'Second specialty', value: row.name }] : [];
}

/** Everybody who may be meant by names or codes a requester wrote down: who is to be left out is not taken by mistake. */
async function expertsNamed(db: Kysely<DB>, names: readonly string[]): Promise<number[]> {
  return (await fitting(db, names).execute()).map((row) => row.profile_id);
}

/** Those a requester asked for, where it is clear who is meant; where not, the matching desk reads who it may be. */
async function expertsWished(
  db: Kysely<DB>,
  organizationId: number,
  names: readonly string[],
): Promise<{ meant: number[]; notes: LoadedNeed['notes'] }> {
  const experts = await fitting(db, names)
    .where('expert_profiles.status', '=', 'active')
    .where('users.suspended_at', 'is', null)
    .where(reachedBy(organizationId, { profile: 'profiles', user: 'users' }))
    .orderBy('expert_profiles.profile_id')
    .execute();
  const found = names.map((name) => expertAskedFor(name, experts));
  return {
    meant: found.flatMap(({ expert }) => expert?.profile_id ?? []),
    notes: found.flatMap(({ unclear }) => (unclear === null ? [] : [{ label: 'Not clear', value: unclear }])),
  };
}

/** Experts whose code, whole name or surname is one of these. */
function fitting(db: Kysely<DB>, names: readonly string[]) {
  const wanted = names.map(plainName).filter((name) => name !== '');
  return db
    .selectFrom('expert_profiles')
    .innerJoin('profiles', 'profiles.id', 'expert_profiles.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['expert_profiles.profile_id', 'expert_profiles.code', 'users.first_name', 'users.last_name'])
    .where((e) =>
      e.or([
        sql<boolean>`lower(expert_profiles.code) = any(${wanted})`,
        sql<boolean>`lower(users.first_name || ' ' || users.last_name) = any(${wanted})`,
        sql<boolean>`lower(users.last_name) = any(${wanted})`,
      ]),
    );
}

/** An organization's own experts are its own, and those of whoever stands below it, where that uses such. */
const reachedBy = (organizationId: number, at: { profile: string; user: string }) =>
  sql<boolean>`(${sql.ref(`${at.profile}.type`)} <> 'ExternalMedicalExpert'
    or (organization_flag(${organizationId}, 'enable_external_expert')
      and coalesce(${sql.ref(`${at.profile}.organization_id`)}, ${sql.ref(`${at.user}.organization_id`)})
        in (select o.id from organization_path(${organizationId}) o)))`;

export interface NamedExpert extends ExpertFacts {
  name: string;
  city: string | null;
  summary: string;
  /** What the expert is open to beside reviews; whether anybody is told is the ordering organization's. */
  open_to: Opportunity[];
}

/** Facts of all experts who could be asked, computed from what really happened. `only` narrows to some. */
export async function loadExperts(
  db: Kysely<DB>,
  need: LoadedNeed,
  now: Date,
  only?: readonly number[],
): Promise<NamedExpert[]> {
  let query = db
    .selectFrom('expert_profiles as e')
    .innerJoin('profiles as p', 'p.id', 'e.profile_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('u.suspended_at', 'is', null)
    .where(reachedBy(need.organization_id, { profile: 'p', user: 'u' }))
    .select([
      'e.profile_id',
      'e.code',
      'e.status',
      'e.accepts_kinds',
      'e.accepts_expedited',
      'e.city',
      'e.state',
      'e.setting',
      'e.summary',
      'e.years_in_practice',
      'e.board_certified',
      'e.last_clinical_on',
      'e.has_redacted_cv',
      'e.max_open_reviews',
      'e.open_to',
      'u.first_name',
      'u.last_name',
      'u.time_zone',
      'u.working_hours',
      'u.working_hours_enabled',
      'u.blackout_dates',
      sql<number>`(select count(*) from reviews r where r.expert_profile_id = e.profile_id and r.bucket = 'active')`.as(
        'open_reviews',
      ),
      sql<number>`(select count(*) from reviews r where r.expert_profile_id = e.profile_id and ${inStates(
        'r',
        statesWith((row) => row.finished),
      )})`.as('finished'),
      sql<number>`(select count(*) from reports rp join reviews r on r.id = rp.review_id where r.expert_profile_id = e.profile_id and rp.signed_at > r.report_due_at)`.as(
        'late',
      ),
      sql<number>`(select count(*) from ratings x where x.expert_profile_id = e.profile_id and x.direction = 'medical_expert')`.as(
        'rating_n',
      ),
      sql<number | null>`(select avg(v.value::numeric) from ratings x, lateral jsonb_each(x.scores) v(key, value)
        where x.expert_profile_id = e.profile_id and x.direction = 'medical_expert' and jsonb_typeof(v.value) = 'number')`.as(
        'rating_mean',
      ),
      sql<number | null>`(select avg(extract(epoch from i.answered_at - i.created_at) / 3600)::float8 from invitations i
        where i.expert_profile_id = e.profile_id and i.answered_at is not null)`.as('answer_hours'),
      sql<number>`(select count(*) from reviews r where r.expert_profile_id = e.profile_id and r.organization_id = ${need.organization_id}
        and r.submitted_at >= date_trunc('quarter', ${now}::timestamptz))`.as('used_by_organization'),
      sql<
        CredentialFacts[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('specialty', s.name, 'sub_specialty', ss.name, 'license_key', c.license_key,
        'license_state', c.license_state, 'expires_on', c.expires_on, 'availability', c.availability) order by c.is_primary desc, c.id), '[]')
        from credentials c join specialties s on s.id = c.specialty_id left join sub_specialties ss on ss.id = c.sub_specialty_id
        where c.expert_profile_id = e.profile_id)`.as('credentials'),
    ]);
  // of some, the text differs by how many
  query = only ? query.where('e.profile_id', 'in', [...only]) : query.modifyFront(plannedOnce);
  const rows = await query.execute();
  const ids = rows.map((r) => r.profile_id);
  const [busy, conflicted] = await Promise.all([busyRanges(db, ids, now), conflictedExperts(db, need.review_id, now)]);
  return rows.map((r) => {
    const hours = r.working_hours_enabled ? r.working_hours : DEFAULT_HOURS;
    const earliest = earliestFree(
      hours,
      r.time_zone,
      busy.get(r.profile_id) ?? [],
      now,
      need.minutes,
      30,
      r.blackout_dates,
    );
    return {
      profile_id: r.profile_id,
      code: r.code,
      name: `Dr. ${fullName(r)}`,
      city: r.city,
      summary: r.summary,
      open_to: r.open_to as Opportunity[],
      status: r.status,
      accepts_kinds: r.accepts_kinds,
      accepts_expedited: r.accepts_expedited,
      credentials: r.credentials,
      state: r.state,
      setting: r.setting,
      years_in_practice: r.years_in_practice,
      board_certified: r.board_certified,
      last_clinical_on: r.last_clinical_on,
      has_redacted_cv: r.has_redacted_cv,
      open_reviews: r.open_reviews,
      max_open_reviews: r.max_open_reviews,
      earliest: earliest?.toISOString() ?? null,
      finished: r.finished,
      late: r.late,
      rating_mean: r.rating_mean,
      rating_n: r.rating_n,
      answer_hours: r.answer_hours,
      used_by_organization: r.used_by_organization,
      conflict: conflicted.has(r.profile_id),
    };
  });
}

async function busyRanges(db: Kysely<DB>, ids: readonly number[], now: Date): Promise<Map<number, Range[]>> {
  const map = new Map<number, Range[]>();
  if (ids.length === 0) return map;
  const until = new Date(now.getTime() + 40 * DAY);
  const rows = await db
    .selectFrom('appointments')
    .select(['expert_profile_id', sql<Date>`lower(busy)`.as('start'), sql<Date>`upper(busy)`.as('end')])
    .where('status', 'in', ['scheduled', 'tentative'])
    .where('expert_profile_id', 'in', [...ids])
    .where(sql<boolean>`busy && tstzrange(${now}, ${until})`)
    .execute();
  for (const row of rows) {
    const list = map.get(row.expert_profile_id) ?? [];
    list.push({ start: row.start, end: row.end });
    map.set(row.expert_profile_id, list);
  }
  return map;
}
