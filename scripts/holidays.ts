/**
 * Prints public holidays of the United States and of its states as `src/features/reviews/rules/holiday-table.json` holds
 * them: days of each year (MMDD) of the federal calendar, by statute, under "", under a state what its own has more (+)
 * and less (-): by its statute where `state-holidays.ts` has it, else by date-holidays. That leaves out the day on which Veterans Day is observed when it falls on a weekend:
 * a state that keeps the day is taken to keep that one, too.
 * The library knows all countries and centuries and takes 25 MB for it; the server reads this table instead.
 * Run again when date-holidays is updated: `node scripts/holidays.ts > src/features/reviews/rules/holiday-table.json`.
 */
import Holidays from 'date-holidays';
import { federalHolidays } from '../src/features/reviews/rules/federal-holidays.ts';
import { statutoryHolidays } from '../src/features/reviews/rules/state-holidays.ts';

const FIRST = 2015;
const LAST = 2065;

const VETERANS = '1111';
const short = (date: string): string => date.slice(5, 10).replace('-', '');

/** Public holidays of a year in a state as MMDD. */
function daysOf(year: number, state: string, federal: ReadonlySet<string>): ReadonlySet<string> {
  const statutory = statutoryHolidays(year, state);
  if (statutory) return new Set(statutory.map(short));
  const days = new Holidays('US', state).getHolidays(year).filter((h) => h.type === 'public');
  const own = new Set(days.map((h) => short(h.date)));
  if (own.has(VETERANS)) for (const day of ['1110', '1112']) if (federal.has(day)) own.add(day);
  return own;
}

const table: Record<string, Record<string, string>> = {};
for (let year = FIRST; year <= LAST; year += 1) {
  const federal = new Set(federalHolidays(year).map(short));
  const of: Record<string, string> = { '': [...federal].join(' ') };
  for (const state of Object.keys(new Holidays().getStates('US'))) {
    const own = daysOf(year, state, federal);
    const more = [...own].filter((day) => !federal.has(day)).map((day) => `+${day}`);
    const less = [...federal].filter((day) => !own.has(day)).map((day) => `-${day}`);
    if (more.length + less.length > 0) of[state] = [...more, ...less].join(' ');
  }
  table[year] = of;
}
process.stdout.write(`${JSON.stringify(table, null, 2)}\n`);
