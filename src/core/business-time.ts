import { Temporal } from 'temporal-polyfill';
import type { IsHoliday } from './business-days.ts';
import { DAY } from './durations.ts';
import { zoned } from './time.ts';

/*
 * Time that passes on business days alone: each Monday to Friday that is no holiday has its 24 hours on the clock of the
 * zone, from midnight to midnight, all other days have none. An hour that a switch of the clocks skips or doubles counts
 * as the clock on the wall shows it.
 */

const SATURDAY = 6;

/** Milliseconds of business time from one instant to a later one in `zone`; 0 where it is not later. */
export function businessTimeBetween(from: Date, to: Date, zone: string, isHoliday: IsHoliday): number {
  if (to <= from) return 0;
  const [start, end] = [zoned(from, zone).toPlainDateTime(), zoned(to, zone).toPlainDateTime()];
  let sum = 0;
  let date = start.toPlainDate();
  const last = end.toPlainDate();
  while (Temporal.PlainDate.compare(date, last) <= 0) {
    if (isBusinessDay(date, isHoliday)) {
      const begins = date.equals(start.toPlainDate()) ? timeOfDay(start) : 0;
      const ends = date.equals(last) ? timeOfDay(end) : DAY;
      sum += ends - begins;
    }
    date = date.add({ days: 1 });
  }
  // over a switch back within one hour the wall clock may show less than before
  return Math.max(0, sum);
}

/**
 * The instant at which `ms` of business time have passed since `from` in `zone`: always on a business day, at its first
 * moment where the last one is just over. No time at all: `from` itself.
 */
export function addBusinessTime(from: Date, ms: number, zone: string, isHoliday: IsHoliday): Date {
  if (ms <= 0) return from;
  const start = zoned(from, zone).toPlainDateTime();
  let date = start.toPlainDate();
  let at = isBusinessDay(date, isHoliday) ? timeOfDay(start) : DAY;
  let left = ms;
  while (left >= DAY - at) {
    left -= DAY - at;
    at = 0;
    do date = date.add({ days: 1 });
    while (!isBusinessDay(date, isHoliday));
  }
  return new Date(
    date
      .toPlainDateTime()
      .add({ milliseconds: at + left })
      .toZonedDateTime(zone).epochMilliseconds,
  );
}

const isBusinessDay = (date: Temporal.PlainDate, isHoliday: IsHoliday): boolean =>
  date.dayOfWeek < SATURDAY && !isHoliday(date.toString());

/** Milliseconds since midnight as the clock shows them. */
const timeOfDay = (at: Temporal.PlainDateTime): number =>
  at.toPlainTime().since(Temporal.PlainTime.from('00:00')).total('milliseconds');
