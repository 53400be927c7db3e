import { Temporal } from 'temporal-polyfill';
import type { IsHoliday } from '../../core/business-days.ts';
import { DAY, HOUR, MINUTE, zoned } from '../../core/time.ts';
import type { MeetingLength } from '../reviews/rules.ts';
import { type DayHours, WEEKDAYS, type WeekHours } from '../accounts/rules.ts';

/** Times are offered and chosen on this grid. */
export const GRID_MINUTES = 15;
/** An offered time must lie at least this far ahead, and lapses when it no longer does. */
export const LEAD_MS = 24 * HOUR;
export const MIN_OFFERS = 3;

/** A week's working hours; a day that is left out is off. */
export type WorkingHours = Partial<WeekHours>;

/** Half-open range of instants. */
export interface Range {
  start: Date;
  end: Date;
}

const OFFICE: DayHours = { active: true, startTime: '08:00', endTime: '17:00' };
/** Hours assumed for people who set none: Monday to Friday, eight to five. */
export const DEFAULT_HOURS: WorkingHours = {
  monday: OFFICE,
  tuesday: OFFICE,
  wednesday: OFFICE,
  thursday: OFFICE,
  friday: OFFICE,
};

/** Calendar days somebody does not work, both ends included, in their own zone. */
export interface DaysOff {
  from: string;
  until: string;
}

/**
 * The working time between two instants as ranges of instants, hours read on the wall clock of `zone`, without days
 * off. On the days clocks change, an hour that does not exist is left out and one that occurs twice counts twice.
 */
export function workingRanges(
  hours: WorkingHours,
  zone: string,
  from: Date,
  until: Date,
  off: readonly DaysOff[] = [],
): Range[] {
  return [...eachWorkingRange(hours, zone, from, until, off)];
}

/** The same, one after the other: who needs only the first does not wait for a month of calendar to be worked out. */
function* eachWorkingRange(
  hours: WorkingHours,
  zone: string,
  from: Date,
  until: Date,
  off: readonly DaysOff[] = [],
): Generator<Range> {
  let day = dayAt(from, zone);
  const last = dayAt(until, zone);
  while (Temporal.PlainDate.compare(day, last) <= 0) {
    const name = WEEKDAYS[day.dayOfWeek % 7];
    const set = name ? hours[name] : undefined;
    const date = day.toString();
    if (set?.active && !off.some((days) => days.from <= date && date <= days.until)) {
      const start = at(day, set.startTime, zone);
      const end = set.endTime === '24:00' ? at(day.add({ days: 1 }), '00:00', zone) : at(day, set.endTime, zone);
      const clipped = { start: start < from ? from : start, end: end > until ? until : end };
      if (clipped.start < clipped.end) yield clipped;
    }
    day = day.add({ days: 1 });
  }
}

/**
 * Looked up once: a ranking asks for the same days and hours of thousands of experts, and each answer walks a zone's
 * history. The same question always has the same answer; what is kept is bounded.
 */
function remembered<T>(most: number, work: (...asked: readonly string[]) => T): (...asked: readonly string[]) => T {
  const known = new Map<string, { of: T }>();
  return (...asked) => {
    const key = asked.join(' ');
    let found = known.get(key);
    if (!found) {
      found = { of: work(...asked) };
      if (known.size >= most) known.clear();
      known.set(key, found);
    }
    return found.of;
  };
}

const dayOf = remembered(500, (ms = '', zone = '') => zoned(new Date(Number(ms)), zone).toPlainDate());
/** The calendar day of an instant in a zone. */
export const dayAt = (instant: Date, zone: string): Temporal.PlainDate => dayOf(String(instant.getTime()), zone);

const instantOf = remembered(20_000, (day = '', time = '', zone = '') => {
  const plainTime = Temporal.PlainTime.from(time);
  const onWall = Temporal.PlainDate.from(day).toPlainDateTime(plainTime);
  const found = onWall.toZonedDateTime(zone);
  if (found.toPlainTime().equals(plainTime)) return found.epochMilliseconds;
  // a time that a switch skips is the moment of the switch, looked for from before it: what follows it may be that moment
  const before = onWall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  return (before.getTimeZoneTransition('next') ?? found).epochMilliseconds;
});
const at = (day: Temporal.PlainDate, time: string, zone: string): Date =>
  new Date(instantOf(day.toString(), time, zone));

/** The time an engagement takes of its expert, what stays free around it included. */
export function takenBy(start: Date, { minutes, buffer_before, buffer_after }: MeetingLength): Range {
  return {
    start: new Date(start.getTime() - buffer_before * MINUTE),
    end: new Date(start.getTime() + (minutes + buffer_after) * MINUTE),
  };
}

/** Whether an engagement from `start`, with what stays free around it, touches none of the ranges that are taken. */
export function isFree(start: Date, length: MeetingLength, busy: readonly Range[]): boolean {
  const own = takenBy(start, length);
  return busy.every((b) => b.end <= own.start || b.start >= own.end);
}

/** Instants on the grid at which an engagement fits wholly into a working range and touches nothing busy. */
export function* freeStarts(ranges: Iterable<Range>, length: MeetingLength, busy: readonly Range[]): Generator<Date> {
  const step = GRID_MINUTES * MINUTE;
  for (const range of ranges) {
    for (
      let t = Math.ceil(range.start.getTime() / step) * step;
      t + length.minutes * MINUTE <= range.end.getTime();
      t += step
    ) {
      const start = new Date(t);
      if (isFree(start, length, busy)) yield start;
    }
  }
}

/** The first time an expert could take a call, at least the lead time ahead and within `horizonDays`; null when none. */
export function earliestFree(
  hours: WorkingHours,
  zone: string,
  busy: readonly Range[],
  now: Date,
  length: MeetingLength,
  horizonDays = 30,
  off: readonly DaysOff[] = [],
): Date | null {
  const from = new Date(now.getTime() + LEAD_MS);
  const ranges = eachWorkingRange(hours, zone, from, new Date(from.getTime() + horizonDays * DAY), off);
  for (const start of freeStarts(ranges, length, busy)) return start;
  return null;
}

/** Adds time that only counts inside working ranges of days that are no holidays: "8 business hours" from an instant, in a zone. */
export function addWorkingHours(
  from: Date,
  hours: number,
  zone: string,
  isHoliday: IsHoliday,
  set: WorkingHours = DEFAULT_HOURS,
): Date {
  let left = hours * HOUR;
  for (const range of eachWorkingRange(set, zone, from, new Date(from.getTime() + 30 * DAY))) {
    if (isHoliday(dayAt(range.start, zone).toString())) continue;
    const length = range.end.getTime() - range.start.getTime();
    if (length >= left) return new Date(range.start.getTime() + left);
    left -= length;
  }
  return new Date(from.getTime() + 30 * DAY);
}

/** Wall-clock office hours of an organization, Monday to Friday less holidays. */
export interface BusinessHours {
  start_time: string;
  end_time: string;
  time_zone: string;
}

const MIDNIGHT = '24:00';
const isOverMidnight = (hours: BusinessHours): boolean =>
  hours.end_time !== MIDNIGHT && hours.end_time <= hours.start_time;

/** When an office that opened on a day closes: the same day, at its end, or after midnight. */
function closing(day: Temporal.PlainDate, hours: BusinessHours): Date {
  if (hours.end_time === MIDNIGHT) return at(day.add({ days: 1 }), '00:00', hours.time_zone);
  return at(isOverMidnight(hours) ? day.add({ days: 1 }) : day, hours.end_time, hours.time_zone);
}

/** Whether an engagement lies, even in part, outside office hours. Which days are holidays is the caller's to say. */
export function outsideBusinessHours(
  hours: BusinessHours,
  start: Date,
  end: Date,
  isHoliday: IsHoliday = () => false,
): boolean {
  const first = dayAt(start, hours.time_zone);
  // hours over midnight belong to the day on which they begin
  for (const day of isOverMidnight(hours) ? [first.subtract({ days: 1 }), first] : [first]) {
    if (day.dayOfWeek > 5 || isHoliday(day.toString())) continue;
    const opens = at(day, hours.start_time, hours.time_zone);
    const closes = closing(day, hours);
    if (start >= opens && end <= closes) return false;
  }
  return true;
}

/** When an office is open between two instants: Monday to Friday less holidays, hours read on its own wall clock. */
export function officeRanges(
  hours: BusinessHours,
  from: Date,
  until: Date,
  isHoliday: IsHoliday = () => false,
): Range[] {
  const ranges: Range[] = [];
  // hours over midnight may have begun the day before
  let day = dayAt(from, hours.time_zone).subtract({ days: 1 });
  const last = dayAt(until, hours.time_zone);
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    if (day.dayOfWeek > 5 || isHoliday(day.toString())) continue;
    const [opens, closes] = [at(day, hours.start_time, hours.time_zone), closing(day, hours)];
    const clipped = { start: opens < from ? from : opens, end: closes > until ? until : closes };
    if (clipped.start < clipped.end) ranges.push(clipped);
  }
  return ranges;
}

/** The days from one instant to another, read in a zone, that are holidays: YYYY-MM-DD. */
export function holidaysBetween(from: Date, until: Date, zone: string, isHoliday: IsHoliday): string[] {
  const days: string[] = [];
  const last = dayAt(until, zone);
  for (let day = dayAt(from, zone); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
    if (isHoliday(day.toString())) days.push(day.toString());
  return days;
}

/** What an expert is told of a time that is taken. */
export const OTHERWISE_ENGAGED = 'You have another engagement then, or too close to it.';

/** Why a time cannot be offered, as a sentence; null when it can. */
export function offerFault(
  start: Date,
  length: MeetingLength,
  facts: { now: Date; working: readonly Range[]; busy: readonly Range[]; outside_working_hours: boolean },
): string | null {
  if (start.getTime() % (GRID_MINUTES * MINUTE) !== 0) return 'Times start on the quarter hour.';
  if (start.getTime() - facts.now.getTime() < LEAD_MS) return 'This is less than 24 hours away.';
  if (start.getTime() - facts.now.getTime() > 60 * DAY) return 'This is more than 60 days away.';
  if (!isFree(start, length, facts.busy)) return OTHERWISE_ENGAGED;
  const end = start.getTime() + length.minutes * MINUTE;
  const inside = facts.working.some((r) => r.start <= start && r.end.getTime() >= end);
  if (!inside && !facts.outside_working_hours) return 'This is outside your working hours.';
  return null;
}

/** Up to `most` hourly starts among the free ones: "any free working hour". */
export function anyFreeHour(
  working: readonly Range[],
  length: MeetingLength,
  busy: readonly Range[],
  now: Date,
  most = 40,
): Date[] {
  const starts: Date[] = [];
  const from = now.getTime() + LEAD_MS;
  for (const start of freeStarts(working, length, busy)) {
    if (start.getTime() < from || start.getTime() % HOUR !== 0) continue;
    starts.push(start);
    if (starts.length === most) break;
  }
  return starts;
}
