import type { Selectable } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { Refusal } from '../../../core/errors.ts';
import { addDays } from '../../../core/durations.ts';
import type { IsHoliday } from '../../../core/business-days.ts';
import { dateIn, MINUTE, zoned } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Ports } from '../../../platform/ports.ts';
import { shareOf } from '../../billing/rules.ts';
import { stateName } from '../../reviews/rules.ts';
import {
  type Attendance,
  callOffBy,
  chargedPercent,
  confirmBy,
  feeDays,
  type Hindrance,
  type JurisdictionRule,
  noticeDue,
  takenBy,
  visitEnds,
} from '../rules.ts';
import type { PlaceView } from '../contract.ts';
import type { TakePart } from '../ports.ts';
import { freeRooms, rentOf, takeRoom } from './rooms.ts';
import {
  type ExamReview,
  type ExamRow,
  examsOf,
  heldOn,
  lawOf,
  licensedIn,
  orderOf,
  systemExamReview,
  zoneOf,
} from './load.ts';

/** The hour at which a day ends on which something can still be done, in the organization's zone. */
const END_OF_BUSINESS = 17;
/** Days before the last one for the notice on which staff are alarmed. */
const ALARM_DAYS = 2;

const instantOf = (day: string, hour: number, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds);

/** The end of business of a day. */
export const endOfDay = (day: string, zone: string): Date => instantOf(day, END_OF_BUSINESS, zone);

/** Whether a site is open for an exam of so many minutes; one whose hours nobody gave always is. */
export function isOpenAt(
  { hours, time_zone }: Pick<Selectable<DB['practice_sites']>, 'hours' | 'time_zone'>,
  start: Date,
  minutes: number,
): boolean {
  if (hours.length === 0) return true;
  const from = zoned(start, time_zone);
  const until = zoned(new Date(start.getTime() + minutes * MINUTE), time_zone);
  if (!from.toPlainDate().equals(until.toPlainDate())) return false;
  const clock = (at: Temporal.ZonedDateTime): string => at.toPlainTime().toString({ smallestUnit: 'minute' });
  return hours.some(
    ({ day, from: opens, until: closes }) =>
      day === from.dayOfWeek % 7 && opens <= clock(from) && clock(until) <= closes,
  );
}

/** Sets the exam for an appointment on offer, under the rule of this day. Refuses `slot_taken`. */
export async function bookExam(
  tx: Tx,
  ports: Ports,
  review: ExamReview,
  offer: Selectable<DB['exam_offers']>,
): Promise<void> {
  const { place, starts_at, minutes, parts } = offer;
  const held_on = heldOn(offer);
  const zone = await zoneOf(tx.system, review.organization_id);
  const law = await lawOf(tx.system, await orderOf(tx.system, review), held_on);
  const rent_cents = await rentOf(tx.system, place);
  const { id } = await ports.bookAppointment(tx, review.id, appointmentOf(offer));
  const { notice_by } = offer;
  const follows = underRule(law.rule, { starts_at, place, set_on: dateIn(tx.now, zone) }, law.isHoliday);
  await tx.system
    .insertInto('exams')
    .values({
      appointment_id: id,
      review_id: review.id,
      place: json(place),
      ...follows,
      rent_cents,
      notice_by,
      fee_steps: json(
        feeDays(held_on, law.isHoliday).map(({ from_on, percent }) => ({
          from: instantOf(from_on, 0, place.time_zone).toISOString(),
          percent,
        })),
      ),
    })
    .execute();
  await takeRoom(tx, id, place, starts_at, visitEnds(offer));
  for (const part of parts)
    await bookPart(tx, ports, {
      review_id: review.id,
      visit_id: id,
      ...part,
      starts_at: new Date(part.starts_at),
      minutes,
      place,
    });
  await tx.system.updateTable('exam_offers').set({ status: 'chosen' }).where('id', '=', offer.id).execute();
  // a room that is rented for it is part of the price
  if (rent_cents) await ports.settlePrice(tx, review.id);
  await setAlarm(tx, { review_id: review.id, appointment_id: id, notice_by, ...follows, zone });
}

/** What follows of a rule for an exam that stands under it, as it is kept beside its last day for the notice. */
export function underRule(
  rule: JurisdictionRule,
  { starts_at, place, set_on }: { starts_at: Date; place: PlaceView; set_on: string },
  isHoliday: IsHoliday,
) {
  const by = callOffBy(rule, { starts_at, held_on: heldOn({ starts_at, place }) }, isHoliday);
  return {
    rule: json(rule),
    confirm_by: confirmBy(rule, set_on, isHoliday),
    // to the last minute of that day
    call_off_until:
      by === null
        ? null
        : 'at' in by
          ? by.at
          : new Date(instantOf(addDays(by.on, 1), 0, place.time_zone).getTime() - MINUTE),
  };
}

/**
 * Staff are told in time that the notice of an exam is still to be served, or that it has to confirm what was agreed; an alarm
 * that stands is moved. `zone`: the organization's.
 */
export async function setAlarm(
  tx: Tx,
  {
    review_id,
    appointment_id,
    notice_by,
    confirm_by,
    zone,
  }: { review_id: number; appointment_id: number; notice_by: string; confirm_by: string | null; zone: string },
): Promise<void> {
  const days = new Set([noticeDue({ notice_by, confirm_by }), notice_by]);
  await tx.setDeadlines(
    [...days].map((by) => {
      const alarm = endOfDay(addDays(by, -ALARM_DAYS), zone);
      const confirms = by !== notice_by;
      return {
        review_id,
        kind: 'exam_notice_alarm',
        key: confirms ? `${appointment_id}:confirm` : String(appointment_id),
        due_at: alarm > tx.now ? alarm : tx.now,
        payload: { appointment_id, confirms },
      };
    }),
  );
}

/** An examiner's own appointment in a visit. */
const appointmentOf = ({
  expert_profile_id,
  starts_at,
  minutes,
  place,
}: {
  expert_profile_id: number;
  starts_at: Date;
  minutes: number;
  place: PlaceView;
}) =>
  ({
    sort: 'exam',
    status: 'scheduled',
    expert_profile_id,
    starts_at,
    duration_minutes: minutes,
    zone: place.time_zone,
    taken: takenBy(starts_at, minutes),
    location: [place.name, ...place.lines].join(', '),
  }) as const;

/** Books the part of an examiner beside the lead in a visit. Refuses `slot_taken`. */
async function bookPart(
  tx: Tx,
  { bookAppointment }: Pick<Ports, 'bookAppointment'>,
  part: {
    review_id: number;
    visit_id: number;
    panel_place: number;
    expert_profile_id: number;
    starts_at: Date;
    minutes: number;
    place: PlaceView;
  },
): Promise<void> {
  const { id } = await bookAppointment(tx, part.review_id, { ...appointmentOf(part), beside: true });
  await tx.system
    .insertInto('exam_parts')
    .values({ appointment_id: id, visit_id: part.visit_id, panel_place: part.panel_place })
    .execute();
}

/** See the port. */
export const partTaker =
  (ports: Pick<Ports, 'bookAppointment'>): TakePart =>
  async (tx, review_id, expert_profile_id, panel_place) => {
    const review = await systemExamReview(tx.system, review_id);
    if (!review) return;
    const [exam] = await examsOf(tx.system, review_id);
    if (exam?.status !== 'scheduled') return;
    const left = await tx.system
      .selectFrom('exam_parts')
      .innerJoin('appointments', 'appointments.id', 'exam_parts.appointment_id')
      .select(['appointments.starts_at', 'appointments.duration_minutes'])
      .where('exam_parts.visit_id', '=', exam.appointment_id)
      .where('exam_parts.panel_place', '=', panel_place)
      .orderBy('appointments.id', 'desc')
      .executeTakeFirst();
    if (!left) return;
    if (!(await licensedIn(tx.system, expert_profile_id, heldOn(exam))).has(exam.place.state))
      throw new Refusal('slot_taken', `The exam is held in ${stateName(exam.place.state)}, where you hold no license.`);
    await bookPart(tx, ports, {
      review_id,
      visit_id: exam.appointment_id,
      panel_place,
      expert_profile_id,
      starts_at: left.starts_at,
      minutes: left.duration_minutes,
      place: exam.place,
    });
  };

/** Ends the part of an examiner who left a panel; the visit stands, and its notice names somebody who will not come. */
export async function endPart(tx: Tx, ports: Ports, reviewId: number, expertProfileId: number): Promise<void> {
  await ports.endAppointment(tx, reviewId, 'exam', 'cancelled', expertProfileId);
  await tx.system
    .updateTable('exam_notices')
    .set({ superseded_at: tx.now })
    .where('review_id', '=', reviewId)
    .where('superseded_at', 'is', null)
    .execute();
}

/** Takes back what is on offer or proposed, except the one that was chosen; what is refused is kept as that. */
export async function withdrawOffers(
  tx: Tx,
  reviewId: number,
  except = 0,
  status: 'withdrawn' | 'refused' = 'withdrawn',
): Promise<void> {
  await tx.system
    .updateTable('exam_offers')
    .set({ status })
    .where('review_id', '=', reviewId)
    .where('status', 'in', ['open', 'proposed'])
    .where('id', '!=', except)
    .execute();
  await tx.cancelDeadlines(reviewId, ['exam_offer_lapse']);
}

/** Ends the exam that is set and frees its time, with what it was charged. */
export async function endExam(
  tx: Tx,
  ports: Ports,
  reviewId: number,
  status: 'held' | 'missed' | 'cancelled' | 'moved',
  fee_cents: number,
): Promise<void> {
  const [exam] = await examsOf(tx.system, reviewId);
  const ended = await ports.endAppointment(tx, reviewId, 'exam', status);
  await freeRooms(tx, reviewId);
  await tx.cancelDeadlines(reviewId, ['exam_notice_alarm']);
  if (ended && exam && fee_cents > 0)
    await tx.system.updateTable('exams').set({ fee_cents }).where('appointment_id', '=', exam.appointment_id).execute();
  // a room that is not needed is not paid for
  if (exam?.rent_cents) await ports.settlePrice(tx, reviewId);
}

/** What the requester is charged for what was recorded of an exam, cents: a share of what giving it up late costs in full. */
export async function chargeNow(
  tx: Tx,
  ports: Ports,
  review: ExamReview,
  exam: ExamRow,
  attendance: Attendance,
  hindrance: Hindrance | null,
): Promise<number> {
  const step = exam.fee_steps.findLast(({ from }) => new Date(from) <= tx.now)?.percent ?? 0;
  const percent = chargedPercent(attendance, hindrance, step);
  if (percent === 0) return 0;
  const { base_cents } = await ports.appointmentPrice(tx, review.id);
  return shareOf(base_cents, percent);
}
