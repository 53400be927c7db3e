import { openBeside } from '../../../platform/db/scope.ts';
import { setImmediate } from 'node:timers/promises';
import { inStates } from '../../../platform/db/in-states.ts';
import { statesWith } from '../../reviews/rules/kinds.ts';
import { fullName } from '../../../core/names.ts';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import { DAY } from '../../../core/time.ts';
import { calendarBusyOfMany } from '../../../platform/db/busy-times.ts';
import { meetingRows, orderedMeetingOf } from '../../../platform/db/meeting-rows.ts';
import { plannedOnce } from '../../../platform/db/prepared.ts';
import type { DB } from '../../../platform/db/types.ts';
import { earliestFree, DEFAULT_HOURS, type Range } from '../../scheduling/rules.ts';
import { type ExpertNeed, formOf, meetingLength, type MeetingLength, rulesOf } from '../../reviews/rules.ts';
import { type CredentialFacts, allMeant, expertAskedFor, type ExpertFacts, type Need, soughtBy } from '../rules.ts';
import type { Opportunity } from '../../experts/rules/opportunities.ts';
import { adjacentTo } from '../../experts/rules.ts';
import { conflictedExperts } from './conflicts.ts';
import { plural } from '../../../core/phrases.ts';
import { isKnownZip, milesApart } from '../../../platform/zip/distance.ts';
import { LEADS } from '../rules/panel.ts';
import { amountsOf, loadOffer, type OfferBasis } from './amounts.ts';
import { reachedBy } from './narrow.ts';

export interface LoadedNeed extends Need, Pick<ExpertNeed, 'notes' | 'further_specialty_ids' | 'max_hourly_cents'> {
  review_id: number;
  organization_id: number;
  length: MeetingLength;
  specialty_id: number | null;
  /** Which place it is asked for; 1 leads. */
  panel_place: number;
  /** What the amounts of experts are worked out of; null where there is no price yet. */
  offer: OfferBasis | null;
}

/** What a review asks of an expert now, read from its sections: of its lead, or of who has another place of its panel. */
export async function loadNeed(db: Kysely<DB>, reviewId: number, now: Date, panelPlace = LEADS): Promise<LoadedNeed> {
  const asked = await needOfLead(db, reviewId);
  const offer = await loadOffer(db, reviewId, { ...asked, panel_place: panelPlace }, now);
  const need = { ...asked, price: offer?.scale ?? null, offer: offer?.basis ?? null };
  const on = await expertsOn(db, reviewId);
  const excluded_experts = [...need.excluded_experts, ...on];
  if (panelPlace === LEADS) return { ...need, excluded_experts };
  const place = await db
    .selectFrom('panel_places as o')
    .innerJoin('specialties as ordered', 'ordered.id', 'o.specialty_id')
    .innerJoin('specialties as s', (join) =>
      join.on('s.id', '=', sql<number>`coalesce(ordered.merged_into, ordered.id)`),
    )
    .select(['s.id', 's.name'])
    .where('o.review_id', '=', reviewId)
    .where('o.place', '=', panelPlace)
    .executeTakeFirst();
  if (!place) throw new Refusal('not_found', 'There is no such place of a panel.');
  return {
    ...need,
    panel_place: panelPlace,
    specialty: place.name,
    specialty_id: place.id,
    sub_specialty: null,
    neighbors: await neighborsOf(db, place.id),
    // who was asked for by name was asked for to lead
    preferred_experts: [],
    excluded_experts,
  };
}

/** Who is on a panel beside its lead: of no use for another place of it. */
async function expertsOn(db: Kysely<DB>, reviewId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select x.expert_profile_id as id from review_experts x join panel_places o on o.review_id = x.review_id
      where x.review_id = ${reviewId} and x.until is null
    union select i.expert_profile_id from invitations i
      where i.review_id = ${reviewId} and i.panel_place > 1 and i.status in ('pending', 'opened')
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

async function needOfLead(db: Kysely<DB>, reviewId: number): Promise<Omit<LoadedNeed, 'price' | 'offer'>> {
  const review = await db
    .selectFrom('reviews')
    // what was merged into another is looked for there: its experts are
    .leftJoin('specialties as ordered', 'ordered.id', 'reviews.specialty_id')
    .leftJoin('sub_specialties as ordered_sub', 'ordered_sub.id', 'reviews.sub_specialty_id')
    .leftJoin('specialties', (join) =>
      join.on('specialties.id', '=', sql<number>`coalesce(ordered.merged_into, ordered.id)`),
    )
    .leftJoin('sub_specialties', (join) =>
      join.on('sub_specialties.id', '=', sql<number>`coalesce(ordered_sub.merged_into, ordered_sub.id)`),
    )
    .select([
      'reviews.id',
      'reviews.kind',
      'reviews.organization_id',
      'reviews.expedited',
      'reviews.needed_by',
      'reviews.service',
      orderedMeetingOf('reviews.id').as('meeting'),
      'specialties.id as specialty_id',
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
  const rows = await meetingRows(db, review.organization_id, kind);
  return {
    ...asked,
    review_id: review.id,
    panel_place: LEADS,
    organization_id: review.organization_id,
    kind,
    specialty: review.specialty ?? '',
    neighbors: await neighborsOf(db, review.specialty_id),
    sub_specialty: review.sub_specialty,
    specialty_id: review.specialty_id,
    expedited: review.expedited,
    needed_by: review.needed_by === null ? null : new Date(`${review.needed_by}T23:59:59Z`),
    excluded_experts: await expertsNamed(db, asked.excluded_experts),
    preferred_experts: wished.meant,
    // where the data does not know it, nobody is nearer than another
    near: asked.near !== null && isKnownZip(asked.near.zip) ? asked.near : null,
    notes: [
      ...distanceNote(asked.near),
      ...(await furtherSpecialties(db, asked.further_specialty_ids)),
      ...asked.notes,
      ...wished.notes,
    ],
    // a CV is looked at where experts are presented to choose from
    needs_redacted_cv: rulesOf(kind).actions.includes('present_candidates'),
    length: meetingLength(form, review, rows),
  };
}

/**
 * What the specialties are called whose experts may stand in for this one's. What another was merged into has its
 * neighbors, and is the neighbor it was.
 */
async function neighborsOf(db: Kysely<DB>, id: number | null): Promise<string[]> {
  if (id === null) return [];
  const { rows: own } = await sql<{ shipped_key: string }>`
    select shipped_key from specialties where (id = ${id} or merged_into = ${id}) and shipped_key is not null`.execute(
    db,
  );
  const keys = own.flatMap(({ shipped_key }) => adjacentTo(shipped_key));
  if (keys.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select distinct s.name from specialties k join specialties s on s.id = coalesce(k.merged_into, k.id)
    where k.shipped_key = any(${keys}::text[]) and s.id <> ${id} order by s.name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Within how many miles, or that it cannot be told. */
const distanceNote = (near: ExpertNeed['near']): LoadedNeed['notes'] =>
  near === null
    ? []
    : [
        {
          label: 'Distance',
          value: isKnownZip(near.zip)
            ? `Within ${plural(near.miles, 'mile')} of ${near.zip}`
            : `ZIP code ${near.zip} is not in our data, so that distances are not known`,
        },
      ];

/** The specialties asked for beside the first, each a line for the matching desk. */
async function furtherSpecialties(db: Kysely<DB>, ids: readonly number[]): Promise<LoadedNeed['notes']> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('specialties')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return ids.flatMap((id, at) => {
    const name = rows.find((row) => row.id === id)?.name;
    return name === undefined ? [] : [{ label: `${at === 0 ? 'Second' : 'Third'} specialty`, value: name }];
  });
}

/** Everybody who may be meant by names or codes a requester wrote down: who is to be left out is not taken by mistake. */
async function expertsNamed(db: Kysely<DB>, names: readonly string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const experts = await fitting(db, names).execute();
  return [...new Set(names.flatMap((name) => allMeant(name, experts).map((expert) => expert.profile_id)))];
}

/** Those a requester asked for, where it is clear who is meant; where not, the matching desk reads who it may be. */
async function expertsWished(
  db: Kysely<DB>,
  organizationId: number,
  names: readonly string[],
): Promise<{ meant: number[]; notes: LoadedNeed['notes'] }> {
  if (names.length === 0) return { meant: [], notes: [] };
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

/** Experts who may be meant by one of these, and some who are not: the rule says which. */
function fitting(db: Kysely<DB>, names: readonly string[]) {
  const { codes, beginnings } = soughtBy(names);
  return db
    .selectFrom('expert_profiles')
    .innerJoin('profiles', 'profiles.id', 'expert_profiles.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['expert_profiles.profile_id', 'expert_profiles.code', 'users.first_name', 'users.last_name'])
    .where(
      // each way by its own index
      sql<boolean>`expert_profiles.profile_id in (
        select c.profile_id from expert_profiles c where lower(c.code) = any(${codes})
        union all
        select p.id from users u join profiles p on p.user_id = u.id
          where name_beginnings(u.first_name || ' ' || u.last_name) && ${beginnings}::text[])`,
    );
}

export interface NamedExpert extends ExpertFacts {
  name: string;
  city: string | null;
  summary: string;
  /** What the expert is open to beside reviews; whether anybody is told is the ordering organization's. */
  open_to: Opportunity[];
}

const CALENDARS_AT_ONCE = 100;

/** Facts of these experts, as far as they can be asked, computed from what really happened. */
export async function loadExperts(
  db: Kysely<DB>,
  need: LoadedNeed,
  now: Date,
  ids: readonly number[],
): Promise<NamedExpert[]> {
  if (ids.length === 0) return [];
  const query = db
    .selectFrom('expert_profiles as e')
    .innerJoinLateral(
      (q) =>
        q
          .selectFrom('profiles as p')
          .innerJoin('users as u', 'u.id', 'p.user_id')
          .whereRef('p.id', '=', 'e.profile_id')
          .where('u.suspended_at', 'is', null)
          .where(reachedBy(need.organization_id, { profile: 'p', user: 'u' }))
          .select([
            'u.first_name',
            'u.last_name',
            'u.time_zone',
            'u.working_hours',
            'u.working_hours_enabled',
            'u.blackout_dates',
          ])
          // one by one by their keys: beside a thousand of them all users would be read
          .offset(0)
          .as('u'),
      (join) => join.onTrue(),
    )
    // from an index alone
    .innerJoinLateral(
      (q) =>
        q
          .selectFrom('reviews as r')
          .whereRef('r.expert_profile_id', '=', 'e.profile_id')
          .select([
            sql<number>`count(*) filter (where r.bucket = 'active') + ${openBeside(sql`array[e.profile_id]`)}`.as(
              'open_reviews',
            ),
            sql<number>`count(*) filter (where ${inStates(
              'r',
              statesWith((row) => row.finished),
            )})`.as('finished'),
            sql<number>`count(*) filter (where r.organization_id = ${need.organization_id}
              and r.submitted_at >= date_trunc('quarter', ${now}::timestamptz))`.as('used_by_organization'),
          ])
          .as('done'),
      (join) => join.onTrue(),
    )
    .leftJoin('expert_standings as x', 'x.expert_profile_id', 'e.profile_id')
    .where(isAmong('e.profile_id', ids))
    .modifyFront(plannedOnce)
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
      // a certificate that ended does not count; where none is recorded, what was said does
      sql<boolean>`e.board_certified and not coalesce((select bool_and(coalesce(credential_end(b.expires_on, u.time_zone) <= ${now}, false))
        from certifications b where b.expert_profile_id = e.profile_id and b.sort = 'board' and b.ended_at is null), false)`.as(
        'board_certified',
      ),
      sql<boolean>`not coalesce((select bool_and(coalesce(credential_end(m.expires_on, u.time_zone) <= ${now}, false))
        from certifications m where m.expert_profile_id = e.profile_id and m.sort = 'malpractice' and m.ended_at is null), false)`.as(
        'covered',
      ),
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
      'done.open_reviews',
      'done.finished',
      'done.used_by_organization',
      sql<number>`coalesce(x.late, 0)`.as('late'),
      sql<number>`coalesce(x.missed, 0)`.as('missed'),
      sql<number>`coalesce(x.rating_n, 0)`.as('rating_n'),
      'x.rating_mean',
      'x.answer_hours',
      sql<{ on: string; reason: string | null } | null>`(select json_build_object('on',
          coalesce(i.answered_at, i.expires_at)::date, 'reason', i.decline_reason)
        from invitations i where i.expert_profile_id = e.profile_id and i.review_id = ${need.review_id}
          and i.status in ('declined', 'expired') order by i.id desc limit 1)`.as('turned_down'),
    ]);
  const [rows, miles, credentials, busy, conflicted, amountOf] = await Promise.all([
    query.execute(),
    need.near ? milesFrom(db, need.near.zip, ids) : new Map<number, number>(),
    credentialsOf(db, ids),
    busyRanges(db, ids, now),
    conflictedExperts(db, need.review_id, now, ids),
    amountsOf(db, need.offer, need.panel_place, ids),
  ]);
  const experts: NamedExpert[] = [];
  for (const [at, r] of rows.entries()) {
    // calendars are walked: thousands of them hold nobody else up
    if (at % CALENDARS_AT_ONCE === 0) await setImmediate();
    const hours = r.working_hours_enabled ? r.working_hours : DEFAULT_HOURS;
    const earliest = earliestFree(
      hours,
      r.time_zone,
      busy.get(r.profile_id) ?? [],
      now,
      need.length,
      30,
      r.blackout_dates,
    );
    experts.push({
      profile_id: r.profile_id,
      code: r.code,
      name: `Dr. ${fullName(r)}`,
      city: r.city,
      summary: r.summary,
      open_to: r.open_to as Opportunity[],
      status: r.status,
      accepts_kinds: r.accepts_kinds,
      accepts_expedited: r.accepts_expedited,
      credentials: credentials.get(r.profile_id) ?? [],
      state: r.state,
      setting: r.setting,
      years_in_practice: r.years_in_practice,
      board_certified: r.board_certified,
      covered: r.covered,
      time_zone: r.time_zone,
      last_clinical_on: r.last_clinical_on,
      has_redacted_cv: r.has_redacted_cv,
      open_reviews: r.open_reviews,
      max_open_reviews: r.max_open_reviews,
      earliest: earliest?.toISOString() ?? null,
      finished: r.finished,
      late: r.late,
      missed: r.missed,
      rating_mean: r.rating_mean,
      rating_n: r.rating_n,
      answer_hours: r.answer_hours,
      used_by_organization: r.used_by_organization,
      turned_down: r.turned_down,
      miles: miles.get(r.profile_id) ?? null,
      conflict: conflicted.has(r.profile_id),
      earns_cents: amountOf(r.profile_id),
    });
  }
  return experts;
}

/** One of these, in a text that does not change with how many. */
const isAmong = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`;

/** Miles from the middle of a ZIP code to the nearest verified site of each of these experts, where both are known. */
async function milesFrom(db: Kysely<DB>, zip: string, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('practice_sites')
    .select(['expert_profile_id', 'postal_code'])
    .where(isAmong('expert_profile_id', ids))
    .execute();
  const nearest = new Map<number, number>();
  for (const { expert_profile_id, postal_code } of rows) {
    const miles = milesApart(zip, postal_code);
    if (miles !== null) nearest.set(expert_profile_id, Math.min(miles, nearest.get(expert_profile_id) ?? miles));
  }
  return nearest;
}

/** The credentials of these experts, the primary one first. */
async function credentialsOf(db: Kysely<DB>, ids: readonly number[]): Promise<Map<number, CredentialFacts[]>> {
  const rows = await db
    .selectFrom('credentials as c')
    .innerJoin('specialties as s', 's.id', 'c.specialty_id')
    .leftJoin('sub_specialties as ss', 'ss.id', 'c.sub_specialty_id')
    .select([
      'c.expert_profile_id',
      's.name as specialty',
      'ss.name as sub_specialty',
      'c.license_key',
      'c.license_state',
      'c.expires_on',
      'c.availability',
    ])
    .where(isAmong('c.expert_profile_id', ids))
    .orderBy('c.is_primary', 'desc')
    .orderBy('c.id')
    .execute();
  const map = new Map<number, CredentialFacts[]>();
  for (const { expert_profile_id, ...one } of rows) {
    const own = map.get(expert_profile_id);
    if (own) own.push(one);
    else map.set(expert_profile_id, [one]);
  }
  return map;
}

async function busyRanges(db: Kysely<DB>, ids: readonly number[], now: Date): Promise<Map<number, Range[]>> {
  const map = new Map<number, Range[]>();
  const until = new Date(now.getTime() + 40 * DAY);
  const rows = await db
    .selectFrom('appointments')
    .select(['expert_profile_id', sql<Date>`lower(busy)`.as('start'), sql<Date>`upper(busy)`.as('end')])
    .where('status', 'in', ['scheduled', 'tentative'])
    .where(isAmong('expert_profile_id', ids))
    .where(sql<boolean>`busy && tstzrange(${now}, ${until})`)
    .execute();
  for (const row of [...rows, ...(await calendarBusyOfMany(db, ids, now, until))]) {
    const list = map.get(row.expert_profile_id) ?? [];
    list.push({ start: row.start, end: row.end });
    map.set(row.expert_profile_id, list);
  }
  return map;
}
