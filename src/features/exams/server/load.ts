import { type Kysely, type Selectable, sql } from 'kysely';
import type { Kind } from '../../../core/kinds.ts';
import { KINDS } from '../../../core/kinds.ts';
import type { IsHoliday } from '../../../core/business-days.ts';
import { Refusal } from '../../../core/errors.ts';
import { dateIn } from '../../../core/time.ts';
import { organizationFlag } from '../../../platform/db/organization.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { loadReviewRow, type ReviewRowBeside, systemReviewRow } from '../../../platform/db/review-row.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { examinersOf, openPlacesOf, visitMinutes } from '../../../platform/db/visits.ts';
import { extraHolidays } from '../../../platform/db/extra-holidays.ts';
import type { DB } from '../../../platform/db/types.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import { formOf, storedFields } from '../../reviews/rules.ts';
import { holidaysIn } from '../../reviews/rules/holidays.ts';
import type { ImeFields } from '../../reviews/kinds/ime/fields.ts';
import type { PlaceView } from '../contract.ts';
import { hasRules, type JurisdictionRule, ruleFor, type SiteOf } from '../rules.ts';
import { ruleBook } from './rule-book.ts';

/** A review as exams need it, in the reader's scope. Refuses `not_found`, also for a kind nobody is examined for. */
export async function loadExamReview(db: ActorDb, kind: Kind, id: number): Promise<ExamReview> {
  if (!KINDS[kind].has_exam) throw new Refusal('not_found');
  return loadReviewRow(db, kind, id);
}
export type ExamReview = ReviewRowBeside;

/** The same as the system sees it; undefined for a review nobody is examined for. */
export async function systemExamReview(db: Kysely<DB>, id: number): Promise<ExamReview | undefined> {
  const review = await systemReviewRow(db, id);
  return review && KINDS[review.kind].has_exam ? review : undefined;
}

/** The order of an exam, as far as exams read it. */
export async function orderOf(
  db: Kysely<DB>,
  { id, kind }: Pick<ExamReview, 'id' | 'kind'>,
): Promise<Partial<ImeFields>> {
  const rows = await orderSections(db, id, ['step_one', 'step_two', 'step_three']);
  return storedFields(formOf(kind), rows) as Partial<ImeFields>;
}

/** The law an exam stands under, and the days that do not count there. */
export interface Law {
  /** The rule of the day that was asked for. */
  rule: JurisdictionRule;
  /** That of any day. */
  ruleOn: (day: string) => JurisdictionRule;
  state: string | null;
  /** Whether its state has rules, for this line of insurance or another. */
  hasRules: boolean;
  isHoliday: IsHoliday;
}

/** The rule of an order's jurisdiction for an exam on a day, with the business days of its state. */
export async function lawOf(db: Kysely<DB>, order: Partial<ImeFields>, on: string): Promise<Law> {
  const state = order.jurisdiction_state ?? null;
  const book = await ruleBook(db);
  const ruleOn = (day: string) => ruleFor({ state, coverage: order.coverage ?? null, on: day }, book);
  return {
    state,
    rule: ruleOn(on),
    ruleOn,
    hasRules: state !== null && hasRules(state, on, book),
    isHoliday: holidaysIn(state, await extraHolidays(db)),
  };
}

/** The zone dates of an organization are meant in. */
export async function zoneOf(db: Kysely<DB>, organizationId: number): Promise<string> {
  const row = await db
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return row.time_zone;
}

/** Whether an organization has its people propose appointments where the examiner has offered none. */
export async function mayPropose(
  db: Kysely<DB>,
  { kind, organization_id }: Pick<ExamReview, 'kind' | 'organization_id'>,
): Promise<boolean> {
  const { propose_flag } = KINDS[kind];
  return propose_flag !== null && organizationFlag(db, organization_id, propose_flag);
}

type Site = Selectable<DB['practice_sites']>;

type Address = Pick<Site, 'address_line1' | 'address_line2' | 'city' | 'state' | 'postal_code'>;

/** An address as it is written, line by line. */
export const addressLines = (at: Address): string[] => [
  [at.address_line1, at.address_line2].filter(Boolean).join(', '),
  `${at.city}, ${at.state} ${at.postal_code}`,
];

/** A site as it is written down with an appointment. */
const placeOf = (
  site: Omit<Site, 'expert_profile_id' | 'access' | 'hours' | 'rooms' | 'map_id' | 'verified_at' | 'verified_by'>,
  site_of: SiteOf,
): PlaceView => ({
  site_of,
  site_id: site.id,
  postal_code: site.postal_code,
  name: site.name,
  lines: addressLines(site),
  state: site.state,
  time_zone: site.time_zone,
  phone: site.phone,
  access: site.access_note,
});

/** A place an exam can be offered at, with its hours; empty hours: whenever one likes. */
export interface OfferedPlace {
  place: PlaceView;
  time_zone: string;
  hours: Site['hours'];
}

/** The place of an exam by video: where the examinee is, whose state it is held in. Null where the order does not say. */
export const videoPlace = (
  { examinee_state }: Partial<ImeFields>,
  { time_zone, link }: { time_zone: string; link: string },
): PlaceView | null =>
  examinee_state
    ? {
        site_of: 'video',
        site_id: 0,
        link,
        name: 'By video',
        lines: [],
        state: examinee_state,
        time_zone,
        phone: '',
        access: '',
      }
    : null;

/** Where an exam can be held: the sites of those who examine, which staff verified, and rented rooms in its state. */
export async function placesFor(
  db: Kysely<DB>,
  panel: readonly Panelist[],
  examState: string | null | undefined,
): Promise<OfferedPlace[]> {
  const rented = await db
    .selectFrom('rented_sites')
    .selectAll()
    .where('ended_at', 'is', null)
    .$if(Boolean(examState), (q) => q.where('state', '=', examState ?? ''))
    .orderBy('id')
    .execute();
  return [
    ...(await sitesOfPanel(db, panel)).map((site) => ({
      place: placeOf(site, 'examiner'),
      time_zone: site.time_zone,
      hours: site.hours,
    })),
    ...rented.map((site) => ({ place: placeOf(site, 'rented'), time_zone: site.time_zone, hours: [] })),
  ];
}

const sitesOfPanel = (db: Kysely<DB>, panel: readonly Panelist[]): Promise<Site[]> =>
  db
    .selectFrom('practice_sites')
    .selectAll()
    .where('expert_profile_id', 'in', [0, ...panel.map((one) => one.expert_profile_id)])
    .orderBy('id')
    .execute();

/** The states an examiner holds a license in on a day. */
export async function licensedIn(db: Kysely<DB>, profileId: number, on: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('credentials')
    .select('license_state')
    .where('expert_profile_id', '=', profileId)
    .where((e) => e.or([e('expires_on', 'is', null), e('expires_on', '>=', on)]))
    .execute();
  return new Set(rows.flatMap(({ license_state }) => (license_state === null ? [] : [license_state])));
}

/** An examiner who is on an exam, as offers and pages name them. */
export interface Panelist {
  panel_place: number;
  expert_profile_id: number;
  name: string;
}

/** Who examines in an exam as it stands: its lead, and who has a place beside them. */
export async function panelOf(db: Kysely<DB>, { id, expert_profile_id: lead }: ExamReview): Promise<Panelist[]> {
  const { rows } = await sql<Panelist>`
    select case when x.part = 'lead' then 1 else i.panel_place end as panel_place, x.expert_profile_id,
      concat_ws(', ', u.first_name || ' ' || u.last_name, nullif(e.credentials_suffix, '')) as name
    from review_experts x join profiles p on p.id = x.expert_profile_id join users u on u.id = p.user_id
      join expert_profiles e on e.profile_id = x.expert_profile_id
      left join invitations i on i.review_id = x.review_id and i.expert_profile_id = x.expert_profile_id
        and i.status = 'accepted'
    where x.review_id = ${id} and x.until is null and (x.part = 'lead' or i.panel_place > 1)
    order by 1`.execute(db);
  return lead === null ? [] : rows;
}

/** How many places of its panel nobody has, and nobody gave up. */
export async function openPlaces(db: Kysely<DB>, reviewId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${openPlacesOf(sql`${reviewId}::bigint`)} as n`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Appointments on offer, soonest first; or those the requester proposed. */
export const openOffers = (db: Kysely<DB>, reviewId: number, status: 'open' | 'proposed' = 'open') =>
  db
    .selectFrom('exam_offers')
    .selectAll()
    .where('review_id', '=', reviewId)
    .where('status', '=', status)
    .orderBy('starts_at')
    .execute();
export type OfferRow = Awaited<ReturnType<typeof openOffers>>[number];

/** The exams of a review with their appointments: the one that is set first, then the newest. */
export const examsOf = (db: Kysely<DB>, reviewId: number) =>
  db
    .selectFrom('exams')
    .innerJoin('appointments', 'appointments.id', 'exams.appointment_id')
    .leftJoin('users as c', 'c.id', 'exams.checked_in_by')
    .selectAll('exams')
    .innerJoin('reviews', 'reviews.id', 'exams.review_id')
    .select([
      'appointments.status',
      'appointments.starts_at',
      'appointments.expert_profile_id',
      'appointments.created_at as set_at',
      fullNameOf('c').as('checked_in'),
    ])
    .select(visitMinutes('appointments').as('duration_minutes'))
    .select(examinersOf('appointments', 'reviews').as('examiners'))
    .where('exams.review_id', '=', reviewId)
    .orderBy(sql`appointments.status = 'scheduled'`, 'desc')
    .orderBy('exams.appointment_id', 'desc')
    .execute();
export type ExamRow = Awaited<ReturnType<typeof examsOf>>[number];

/** The day an exam is held on, where it is held. */
export const heldOn = ({ starts_at, place }: { starts_at: Date; place: PlaceView }): string =>
  dateIn(starts_at, place.time_zone);
