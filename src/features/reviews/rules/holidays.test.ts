import Holidays from 'date-holidays';
import { expect, it } from 'vitest';
import { holidaysIn } from './holidays.ts';

const STATES = [null, ...Object.keys(new Holidays().getStates('US'))];
const YEARS = [2015, 2024, 2025, 2026, 2027, 2028, 2029, 2030, 2031, 2032, 2040, 2048, 2056, 2065];

it('the table says what the library works out, for every day and every state', () => {
  for (const year of YEARS) {
    for (const state of STATES) {
      const calendar = state ? new Holidays('US', state) : new Holidays('US');
      const expected = new Set(
        calendar.getHolidays(year).flatMap((h) => (h.type === 'public' ? [h.date.slice(0, 10)] : [])),
      );
      const isHoliday = holidaysIn(state);
      const said: string[] = [];
      for (let day = new Date(Date.UTC(year, 0)); day.getUTCFullYear() === year; day = new Date(+day + 86_400_000)) {
        const date = day.toISOString().slice(0, 10);
        if (isHoliday(date)) said.push(date);
      }
      expect(said, `${year} ${state}`).toEqual([...expected].toSorted());
    }
  }
});

it.each([
  ['2026-07-03', null, true],
  ['2026-07-06', null, false],
  ['2026-11-27', 'TX', true],
  ['2026-11-27', 'OH', false],
  ['2026-10-12', 'CA', false],
  ['2026-10-12', null, true],
  // after the years of the table
  ['2099-12-25', 'OH', false],
])('%s in %s: %s', (date, state, expected) => {
  expect(holidaysIn(state)(date)).toBe(expected);
});
