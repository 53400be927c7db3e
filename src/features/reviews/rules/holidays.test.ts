import Holidays from 'date-holidays';
import { expect, it } from 'vitest';
import { federalHolidays } from './federal-holidays.ts';
import { holidaysIn } from './holidays.ts';
import { easterOf, HOLIDAY_SOURCES, statutoryHolidays } from './state-holidays.ts';

const STATES = Object.keys(new Holidays().getStates('US'));
const YEARS = [2015, 2023, 2024, 2025, 2026, 2027, 2028, 2029, 2030, 2031, 2032, 2040, 2048, 2056, 2065];

function saidOf(year: number, state: string | null): string[] {
  const isHoliday = holidaysIn(state, []);
  const said: string[] = [];
  for (let day = new Date(Date.UTC(year, 0)); day.getUTCFullYear() === year; day = new Date(+day + 86_400_000)) {
    const date = day.toISOString().slice(0, 10);
    if (isHoliday(date)) said.push(date);
  }
  return said;
}

it('the table says the federal days as the statute has them, for every day from 2015 to 2065', () => {
  for (let year = 2015; year <= 2065; year += 1)
    expect(saidOf(year, null), String(year)).toEqual(federalHolidays(year));
});

it('those of states are what the library works out, and Veterans Day observed where the day is kept', () => {
  for (const year of YEARS) {
    const observed = federalHolidays(year).filter((date) => /-11-1[02]$/.test(date));
    for (const state of STATES) {
      if (HOLIDAY_SOURCES[state]?.days === 'statute') continue;
      const found = new Holidays('US', state)
        .getHolidays(year)
        .flatMap((h) => (h.type === 'public' ? [h.date.slice(0, 10)] : []));
      const expected = new Set([...found, ...(found.includes(`${year}-11-11`) ? observed : [])]);
      expect(saidOf(year, state), `${year} ${state}`).toEqual([...expected].toSorted());
    }
  }
});

it('each state’s list names the law it is from, and the doubtful ones follow its text', () => {
  expect(Object.keys(HOLIDAY_SOURCES).toSorted()).toEqual(STATES.toSorted());
  for (const { statute } of Object.values(HOLIDAY_SOURCES)) expect(statute).toMatch(/\d/);
  for (const state of ['AK', 'IL', 'MA', 'WI']) {
    expect(HOLIDAY_SOURCES[state]?.days).toBe('statute');
    for (let year = 2015; year <= 2065; year += 1) expect(saidOf(year, state)).toEqual(statutoryHolidays(year, state));
  }
});

it('Easter is the Sunday calendars say, for every year of the table', () => {
  for (let year = 2015; year <= 2065; year += 1) {
    const said = new Holidays('DE').getHolidays(year).find((h) => h.name === 'Ostersonntag');
    expect(easterOf(year).toISOString().slice(0, 10)).toBe(said?.date.slice(0, 10));
  }
});

// by the text of each statute and a calendar
it.each([
  ['AK', '2026-03-30', true], // Seward's Day
  ['AK', '2026-10-18', true], // Alaska Day, a Sunday
  ['AK', '2026-10-19', true], // kept on Monday, too
  ['AK', '2025-10-17', true], // of a Saturday on Friday
  ['AK', '2026-10-12', false], // no Columbus Day
  ['IL', '2026-02-12', true],
  ['IL', '2026-03-02', true], // Pulaski
  ['IL', '2026-04-03', true], // Good Friday
  ['IL', '2026-11-03', true], // the general election
  ['IL', '2025-11-04', false], // none in an odd year
  ['IL', '2026-05-19', false], // Malcolm X Day is kept by no closing
  ['IL', '2027-06-18', false], // Juneteenth of a Saturday
  ['WI', '2026-08-11', true], // the partisan primary
  ['WI', '2026-11-03', true],
  ['WI', '2027-11-02', false],
  ['WI', '2026-09-08', false], // was the primary's month until 2012
  ['WI', '2026-02-15', false],
  ['MA', '2026-04-20', true], // Patriots' Day
  ['MA', '2026-03-17', false], // of Suffolk County alone
  ['MA', '2026-06-17', false],
])('%s on %s: %s', (state, date, expected) => {
  expect(holidaysIn(state, [])(date)).toBe(expected);
});

// counted on calendars by hand
it.each([
  [
    2017,
    [
      '2017-01-01',
      '2017-01-02',
      '2017-01-16',
      '2017-02-20',
      '2017-05-29',
      '2017-07-04',
      '2017-09-04',
      '2017-10-09',
      '2017-11-10',
      '2017-11-11',
      '2017-11-23',
      '2017-12-25',
    ],
  ],
  [
    2021,
    [
      '2021-01-01',
      '2021-01-18',
      '2021-02-15',
      '2021-05-31',
      '2021-06-18',
      '2021-06-19',
      '2021-07-04',
      '2021-07-05',
      '2021-09-06',
      '2021-10-11',
      '2021-11-11',
      '2021-11-25',
      '2021-12-24',
      '2021-12-25',
      '2021-12-31',
    ],
  ],
  [
    2026,
    [
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-03',
      '2026-07-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ],
  ],
])('the federal holidays of %i', (year, days) => expect(federalHolidays(year)).toEqual(days));

it.each([
  ['2026-07-03', null, true],
  ['2026-07-06', null, false],
  ['2018-11-12', null, true],
  ['2018-11-12', 'OH', true],
  ['2026-11-27', 'TX', true],
  ['2026-11-27', 'OH', false],
  ['2026-10-12', 'CA', false],
  ['2026-10-12', null, true],
  // after the years of the table
  ['2099-12-25', 'OH', false],
])('%s in %s: %s', (date, state, expected) => {
  expect(holidaysIn(state, [])(date)).toBe(expected);
});
