/**
 * Prints public holidays of the United States and of its states as `src/features/reviews/rules/holiday-table.json` holds
 * them: days of each year (MMDD) of the federal calendar under "", under a state what its own has more (+) and less (-).
 * The library knows all countries and centuries and takes 25 MB for it; the server reads this table instead.
 * Run again when date-holidays is updated: `node scripts/holidays.ts > src/features/reviews/rules/holiday-table.json`.
 */
import Holidays from 'date-holidays';

const FIRST = 2015;
const LAST = 2065;

/** Public holidays of a year as MMDD, for a state or the federal ones alone. */
function daysOf(year: number, state: string | null): ReadonlySet<string> {
  const calendar = state ? new Holidays('US', state) : new Holidays('US');
  const days = calendar.getHolidays(year).filter((h) => h.type === 'public');
  return new Set(days.map((h) => h.date.slice(5, 10).replace('-', '')));
}

const table: Record<string, Record<string, string>> = {};
for (let year = FIRST; year <= LAST; year += 1) {
  const federal = daysOf(year, null);
  const of: Record<string, string> = { '': [...federal].join(' ') };
  for (const state of Object.keys(new Holidays().getStates('US'))) {
    const own = daysOf(year, state);
    const more = [...own].filter((day) => !federal.has(day)).map((day) => `+${day}`);
    const less = [...federal].filter((day) => !own.has(day)).map((day) => `-${day}`);
    if (more.length + less.length > 0) of[state] = [...more, ...less].join(' ');
  }
  table[year] = of;
}
process.stdout.write(`${JSON.stringify(table, null, 2)}\n`);
