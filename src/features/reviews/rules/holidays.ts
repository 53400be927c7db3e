import Holidays from 'date-holidays';
import { Temporal } from 'temporal-polyfill';
import type { IsHoliday } from '../../../core/business-days.ts';

const known = new Map<string, ReadonlySet<string>>();

/** Public holidays of the United States and of a state, by year: kept, for the calendar of a year never changes. */
function holidaysOf(year: number, state: string | null): ReadonlySet<string> {
  const key = `${state ?? ''}${year}`;
  let dates = known.get(key);
  if (!dates) {
    const calendar = state ? new Holidays('US', state) : new Holidays('US');
    dates = new Set(
      calendar
        .getHolidays(year)
        .filter((h) => h.type === 'public')
        .map((h) => h.date.slice(0, 10)),
    );
    known.set(key, dates);
  }
  return dates;
}

/** Holiday test for a state of the United States (two letters), federal holidays included; null: federal ones alone. */
export function holidaysIn(state: string | null): IsHoliday {
  return (date) => holidaysOf(Temporal.PlainDate.from(date).year, state).has(date);
}
