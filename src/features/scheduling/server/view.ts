import type { ReviewStatus } from '../../reviews/rules.ts';
import type { ReviewAction } from '../../reviews/rules.ts';
import { leads } from '../../../core/experts.ts';
import { expertsOf } from '../../../platform/db/experts.ts';
import { fullName } from '../../../core/names.ts';
import { type Kysely, sql } from 'kysely';
import { type Actor, isRequesterOf, isExpertSide, isAttendee } from '../../../core/actor.ts';
import type { IsHoliday } from '../../../core/business-days.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { DAY, MINUTE } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { minutesTold } from '../../../platform/db/minutes-told.ts';
import { organizationFlag } from '../../../platform/db/organization.ts';
import type { DB } from '../../../platform/db/types.ts';
import {
  formOf,
  isOpenTo,
  knowsExpertSide,
  meetingLength,
  type MeetingLength,
  orderedLength,
  stateRow,
} from '../../reviews/rules.ts';
import { meetingRows, orderedMeetingOf } from '../../../platform/db/meeting-rows.ts';
import { calendarBusyOf, engagedOf } from '../../../platform/db/busy-times.ts';
import { extraHolidays } from '../../../platform/db/extra-holidays.ts';
import { holidaysIn } from '../../reviews/rules/holidays.ts';
import { orderers } from '../../reviews/contract/who.ts';
import type { ScheduleView } from '../contract.ts';
import { missedCallsOf } from './missed-view.ts';
import {
  DEFAULT_HOURS,
  holidaysBetween,
  isFree,
  LEAD_MS,
  officeRanges,
  outsideBusinessHours,
  type BusinessHours,
  dayAt,
  type Range,
  type WorkingHours,
  type DaysOff,
  workingRanges,
} from '../rules.ts';

const HORIZON_DAYS = 28;

/** A review as scheduling needs it, in the reader's scope. */
export async function loadScheduleReview(db: ActorDb, kind: Kind, id: number) {
  const review = await db
    .selectFrom('reviews')
    .select([
      'reviews.id',
      'reviews.kind',
      'reviews.status',
      'reviews.subject',
      'reviews.service',
      orderedMeetingOf('reviews.id').as('meeting'),
      'reviews.needed_by',
      'reviews.lock_version',
      'reviews.organization_id',
      'reviews.requester_id',
      'reviews.expert_profile_id',
      expertsOf('reviews.id').as('experts'),
    ])
    .where('reviews.id', '=', id)
    .where('reviews.kind', '=', kind)
    .executeTakeFirst();
  if (!review) throw new Refusal('not_found');
  return review;
}
export type ScheduleReview = Awaited<ReturnType<typeof loadScheduleReview>>;

/** How long the call of a review is, and what stays free around it. */
export async function lengthOf(
  db: Kysely<DB>,
  review: Pick<ScheduleReview, 'kind' | 'service' | 'meeting' | 'organization_id'>,
): Promise<MeetingLength> {
  // only a review that keeps no call of its own follows what the organization's types say now
  const kept = orderedLength(review);
  if (kept) return kept;
  const rows = await meetingRows(db, review.organization_id, review.kind);
  return meetingLength(formOf(review.kind), review, rows);
}

export interface ExpertClock {
  user_id: number;
  profile_id: number;
  label: string;
  name: string;
  zone: string;
  city: string | null;
  hours: WorkingHours;
  off: DaysOff[];
}

/** The hours somebody set, else those assumed. */
const hoursOf = (user: { working_hours: WorkingHours; working_hours_enabled: boolean }): WorkingHours =>
  user.working_hours_enabled ? user.working_hours : DEFAULT_HOURS;

/** The days on which offices are closed, whoever's. */
export const officeHolidays = async (db: Kysely<DB>): Promise<IsHoliday> => holidaysIn(null, await extraHolidays(db));

export async function expertOf(db: Kysely<DB>, profileId: number): Promise<ExpertClock> {
  const row = await db
    .selectFrom('expert_profiles as e')
    .innerJoin('profiles as p', 'p.id', 'e.profile_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select([
      'u.id',
      'u.first_name',
      'u.last_name',
      'u.time_zone',
      'u.working_hours',
      'u.working_hours_enabled',
      'u.blackout_dates',
      'e.city',
    ])
    .where('e.profile_id', '=', profileId)
    .executeTakeFirstOrThrow();
  return {
    user_id: row.id,
    profile_id: profileId,
    label: `Dr. ${row.last_name}`,
    name: `Dr. ${fullName(row)}`,
    zone: row.time_zone,
    city: row.city,
    hours: hoursOf(row),
    off: row.blackout_dates,
  };
}

/** The organization's office hours, when it keeps any: strict ones refuse, others warn. */
export async function businessHoursOf(
  db: Kysely<DB>,
  organizationId: number,
): Promise<{ hours: BusinessHours; strict: boolean } | null> {
  if (!(await organizationFlag(db, organizationId, 'business_hours_enabled'))) return null;
  const { rows } = await sql<{ hours: Partial<BusinessHours> | null; zone: string }>`
    select o.business_hours as hours, (select time_zone from organizations where id = ${organizationId}) as zone
    from organization_path(${organizationId}) p join organizations o on o.id = p.id
    where o.business_hours is not null order by p.depth limit 1`.execute(db);
  const found = rows[0];
  return {
    hours: {
      start_time: found?.hours?.start_time ?? '08:00',
      end_time: found?.hours?.end_time ?? '17:00',
      time_zone: found?.hours?.time_zone ?? found?.zone ?? 'America/Chicago',
    },
    strict: await organizationFlag(db, organizationId, 'business_hours_strict'),
  };
}

/** Whether people beside requester and expert may be asked to a review's call. */
export async function mayJoin(
  db: Kysely<DB>,
  review: Pick<ScheduleReview, 'kind' | 'organization_id'>,
): Promise<boolean> {
  const { subscribers_flag } = KINDS[review.kind];
  return subscribers_flag !== null && organizationFlag(db, review.organization_id, subscribers_flag);
}

/** Whether this actor decides who joins the call. */
export const mayInvite = isRequesterOf;

/** Whether people can still be asked to a review's call. */
export const isUnderWay = (kind: Kind, status: ReviewStatus): boolean => {
  const { bucket } = stateRow(kind, status);
  return bucket === 'draft' || bucket === 'active';
};

/** The schedule of a review as one reader sees it. Times are theirs to show in their own zone. */
export async function scheduleOf(db: ActorDb, actor: Actor, kind: Kind, id: number, now: Date): Promise<ScheduleView> {
  const review = await loadScheduleReview(db, kind, id);
  const system = db.executor;
  const length = await lengthOf(system, review);
  const assigned = review.expert_profile_id;
  const expert = assigned === null ? null : await expertOf(system, assigned);
  const onExpertSide = isExpertSide(actor.kind);
  // where the expert stays unknown, not even the zone is told
  const knows = knowsExpertSide(actor.kind, kind);
  // the times are the lead's; an expert who is only invited sees nothing of them yet, one who led it their missed calls
  const leading = !onExpertSide || leads(actor, review);
  const missed = isAttendee(actor.kind) ? [] : await missedCallsOf(db, actor, { ...review, kind }, now);
  if (!leading && missed.length === 0) throw new Refusal('not_found');
  const requester = await system
    .selectFrom('users')
    .select(['first_name', 'last_name', 'time_zone', 'working_hours', 'working_hours_enabled'])
    .where('id', '=', review.requester_id)
    .executeTakeFirstOrThrow();
  const offers = await system
    .selectFrom('time_offers')
    .selectAll()
    .where('review_id', '=', id)
    .where('status', 'in', ['open', 'chosen'])
    .orderBy('starts_at')
    .execute();
  const until = new Date(now.getTime() + HORIZON_DAYS * DAY);
  const far = new Date(until.getTime() + 60 * DAY);
  const engaged = assigned === null ? [] : await engagedOf(system, assigned, now, far, id);
  const byCalendar = assigned === null ? [] : await calendarBusyOf(system, assigned, now, far);
  const office = await businessHoursOf(system, review.organization_id);
  const isHoliday = await officeHolidays(system);
  const call = await system
    .selectFrom('appointments')
    .selectAll()
    .where('review_id', '=', id)
    .where('sort', '=', 'call')
    .where('status', 'in', ['scheduled', 'tentative', 'held'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const attendees = await system
    .selectFrom('appointment_attendees')
    .select(['id', 'name', 'email', 'role'])
    .where('review_id', '=', id)
    .orderBy('id')
    .execute();
  const may = (action: ReviewAction): boolean => isOpenTo(actor, { ...review, kind }, action);
  const mayMove = may('reschedule') || may('ask_new_times');
  const allowed = await mayJoin(system, review);
  const { propose_flag } = KINDS[kind];
  const mayPropose = propose_flag !== null && (await organizationFlag(system, review.organization_id, propose_flag));
  const callOnly = isAttendee(actor.kind);
  const mayRecord = may('call_held') && call?.status === 'scheduled' && call.starts_at <= now;
  return {
    review_id: id,
    kind,
    number: reviewNumber(kind, id),
    subject: callOnly ? '' : review.subject,
    status: review.status,
    lock_version: review.lock_version,
    duration_minutes: length.minutes,
    buffer_before: length.buffer_before,
    buffer_after: length.buffer_after,
    needed_by: callOnly ? null : review.needed_by,
    expert:
      expert && knows && leading
        ? { label: expert.label, name: expert.name, zone: expert.zone, city: expert.city }
        : null,
    requester: { label: fullName(requester), zone: requester.time_zone },
    offers:
      callOnly || !leading
        ? []
        : offers.map((o) => {
            const outside = office && outsideBusinessHours(office.hours, o.starts_at, o.ends_at, isHoliday);
            const calendarBusy = !isFree(o.starts_at, length, byCalendar);
            const lapsed = o.starts_at.getTime() - now.getTime() < LEAD_MS;
            return {
              id: o.id,
              starts_at: o.starts_at.toISOString(),
              ends_at: o.ends_at.toISOString(),
              status:
                o.status === 'open' && lapsed
                  ? 'lapsed'
                  : o.status === 'open' && (!isFree(o.starts_at, length, engaged) || (o.by_hours && calendarBusy))
                    ? 'taken'
                    : (o.status as 'open' | 'chosen'),
              outside_hours: outside ? (office.strict ? 'refuse' : 'warn') : null,
              holiday: isHoliday(dayAt(o.starts_at, requester.time_zone).toString()),
              calendar_busy: onExpertSide && o.status === 'open' && calendarBusy,
            };
          }),
    call:
      call && leading
        ? {
            id: call.id,
            starts_at: call.starts_at.toISOString(),
            ends_at: new Date(call.starts_at.getTime() + call.duration_minutes * MINUTE).toISOString(),
            duration_minutes: call.duration_minutes,
            zone: call.zone,
            status: call.status as 'scheduled',
            dial_in: call.location,
            minutes_held: call.minutes_held,
            minutes_told: mayRecord ? await minutesTold(system, call) : null,
          }
        : null,
    missed,
    attendees: (leading ? attendees : []).map((one) => ({ ...one, email: orderers(actor) ? one.email : null })),
    attendees_allowed: allowed,
    calendar:
      onExpertSide && leading && expert
        ? {
            until: until.toISOString(),
            working: workingRanges(expert.hours, expert.zone, now, until, expert.off).map(wire),
            busy: [...engaged, ...byCalendar].filter((b) => b.start < until).map(wire),
            office: {
              strict: office?.strict ?? false,
              open: (office
                ? officeRanges(office.hours, now, until, isHoliday)
                : workingRanges(hoursOf(requester), requester.time_zone, now, until)
              ).map(wire),
            },
            holidays: holidaysBetween(now, until, requester.time_zone, isHoliday),
          }
        : null,
    can: {
      offer: may('offer_times'),
      choose: may('choose_time'),
      propose: may('propose_time') && mayPropose,
      confirm: may('confirm_time') && call?.status === 'tentative',
      move: mayMove && call !== undefined,
      record: mayRecord,
      invite: mayInvite(actor, review) && allowed && isUnderWay(kind, review.status),
    },
  };
}

const wire = (r: Range) => ({ start: r.start.toISOString(), end: r.end.toISOString() });
