import { Temporal } from 'temporal-polyfill';
import type { ExtraHoliday, IsHoliday } from '../../../core/business-days.ts';
import table from './holiday-table.json' with { type: 'json' };

const known = new Map<string, ReadonlySet<string>>();

/**
 * Public holidays of a year (YYYY-MM-DD) in a state of the United States, or the federal ones alone. Out of the table
 * that `scripts/holidays.ts` prints (the federal ones by statute, the states’ by date-holidays), which reaches from 2015 to
 * 2065; other years have none.
 */
export function holidaysOf(year: number, state: string | null): ReadonlySet<string> {
  const key = `${state ?? ''}${year}`;
  let dates = known.get(key);
  if (!dates) {
    const of = (table as Readonly<Record<string, Readonly<Record<string, string>>>>)[year] ?? {};
    const days = new Set(wordsOf(of['']));
    for (const word of wordsOf(state === null ? '' : of[state])) {
      if (word.startsWith('+')) days.add(word.slice(1));
      else days.delete(word.slice(1));
    }
    dates = new Set([...days].map((day) => `${year}-${day.slice(0, 2)}-${day.slice(2)}`));
    known.set(key, dates);
  }
  return dates;
}

const wordsOf = (text: string | undefined): string[] => (text ? text.split(' ') : []);

/**
 * Holiday test for a state of the United States (two letters), federal holidays included; null: federal ones alone. The
 * days that staff added count besides.
 */
export function holidaysIn(state: string | null, extra: readonly ExtraHoliday[]): IsHoliday {
  const added = new Set(extra.flatMap((one) => (one.state === null || one.state === state ? [one.day] : [])));
  return (date) => added.has(date) || holidaysOf(Temporal.PlainDate.from(date).year, state).has(date);
}
