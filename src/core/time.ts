import { Temporal } from 'temporal-polyfill';
import { addBusinessDays, type IsHoliday } from './business-days.ts';

/** The only source of "now": injected, so that jobs, deadlines and tests agree on it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock shifted by a fixed offset: recovery drills and tests that need a later day. */
export const shiftedClock = (offsetMs: number): Clock => ({ now: () => new Date(Date.now() + offsetMs) });

export { DAY, HOUR, MINUTE } from './durations.ts';

/** The calendar date (YYYY-MM-DD) of an instant in a zone. */
export function dateIn(instant: Date, zone: string): string {
  return zoned(instant, zone).toPlainDate().toString();
}

export function zoned(instant: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
}

/** The first instant of a calendar date in a zone, or of the day so many later. */
export function startOfDay(date: string, zone: string, plus = 0): Date {
  return new Date(Temporal.PlainDate.from(date).add({ days: plus }).toZonedDateTime(zone).epochMilliseconds);
}

/** Whether a name is an IANA zone this runtime knows. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

/** The instant `days` business days after `from`, at the same wall-clock time in `zone`. */
export function addBusinessDaysInstant(from: Date, days: number, zone: string, isHoliday: IsHoliday): Date {
  const start = zoned(from, zone);
  const date = Temporal.PlainDate.from(addBusinessDays(start.toPlainDate().toString(), days, isHoliday));
  return new Date(
    date.toZonedDateTime({ timeZone: zone, plainTime: start.toPlainTime() }).toInstant().epochMilliseconds,
  );
}
