import { federalHolidays, weekdayOf } from './federal-holidays.ts';

/** Where a state's list of holidays is from. */
export interface HolidaySource {
  /** The state's law that names its legal holidays. */
  statute: string;
  /** Whether the days were worked out from that text, or are those of date-holidays, which names none. */
  days: 'statute' | 'date-holidays';
}

const text = (date: Date): string => date.toISOString().slice(0, 10);
const on = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month - 1, day));
const later = (date: Date, days: number): Date => new Date(date.getTime() + days * 86_400_000);

/** Easter Sunday of the Gregorian calendar (the anonymous algorithm of 1876). */
export function easterOf(year: number): Date {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return on(year, Math.floor(n / 31), (n % 31) + 1);
}

/** The day and, of a weekend, the one on which it is kept as well: Friday of a Saturday, Monday of a Sunday. */
const observed = (date: Date): Date[] => {
  const shift = { 6: -1, 0: 1 }[date.getUTCDay()] ?? 0;
  return shift === 0 ? [date] : [date, later(date, shift)];
};
/** The Tuesday after the first Monday in November of an even year. */
const generalElection = (year: number): Date[] => (year % 2 === 0 ? [later(weekdayOf(year, 11, 1, 1), 1)] : []);

/** What a state's own law adds to the federal days, and leaves out of them, in a year. */
const BY_STATUTE: Readonly<Record<string, (year: number) => { more: Date[]; less: Date[] }>> = {
  // Seward's Day and Alaska Day; no Columbus Day. A holiday of a Sunday is kept on Monday, of a Saturday on Friday, too.
  AK: (year) => ({
    more: [weekdayOf(year, 3, 1, -1), ...observed(on(year, 10, 18))],
    less: [weekdayOf(year, 10, 1, 2)],
  }),
  // Lincoln, Pulaski, Good Friday, the general election; Juneteenth of a weekend is kept on no other day (5 ILCS 490/63).
  IL: (year) => ({
    more: [on(year, 2, 12), weekdayOf(year, 3, 1, 1), later(easterOf(year), -2), ...generalElection(year)],
    less: observed(on(year, 6, 19)).slice(1),
  }),
  // Patriots' Day; Evacuation Day and Bunker Hill Day are of Suffolk County alone.
  MA: (year) => ({ more: [weekdayOf(year, 4, 1, 3)], less: [] }),
  // The partisan primary (since 2012 the second Tuesday in August of an even year) and the general election.
  WI: (year) => ({
    more: [...(year % 2 === 0 ? [weekdayOf(year, 8, 2, 2)] : []), ...generalElection(year)],
    less: [],
  }),
};

/** The holidays of a state as its statute has them, as YYYY-MM-DD in order; null where date-holidays is asked. */
export function statutoryHolidays(year: number, state: string): string[] | null {
  const of = BY_STATUTE[state]?.(year);
  if (!of) return null;
  const less = new Set(of.less.map(text));
  const days = new Set([...federalHolidays(year), ...of.more.map(text)].filter((day) => !less.has(day)));
  return [...days].toSorted();
}

const STATUTES: Readonly<Record<string, string>> = {
  AL: 'Ala. Code 1-3-8',
  AK: 'Alaska Stat. 44.12.010 to 44.12.025',
  AZ: 'Ariz. Rev. Stat. 1-301',
  AR: 'Ark. Code 1-5-101',
  CA: 'Cal. Gov. Code 6700',
  CO: 'Colo. Rev. Stat. 24-11-101',
  CT: 'Conn. Gen. Stat. 1-4',
  DE: '1 Del. Code 501',
  DC: 'D.C. Code 28-2701',
  FL: 'Fla. Stat. 683.01',
  GA: 'Ga. Code 1-4-1',
  HI: 'Haw. Rev. Stat. 8-1',
  ID: 'Idaho Code 73-108',
  IL: '205 ILCS 630/17',
  IN: 'Ind. Code 1-1-9-1',
  IA: 'Iowa Code 1C.1',
  KS: 'Kan. Stat. 35-107',
  KY: 'Ky. Rev. Stat. 2.110',
  LA: 'La. Rev. Stat. 1:55',
  ME: '4 Me. Rev. Stat. 1051',
  MD: 'Md. Code, Gen. Prov. 1-111',
  MA: 'Mass. Gen. Laws ch. 4, sec. 7, cl. 18',
  MI: 'Mich. Comp. Laws 435.101',
  MN: 'Minn. Stat. 645.44, subd. 5',
  MS: 'Miss. Code 3-3-7',
  MO: 'Mo. Rev. Stat. 9.010',
  MT: 'Mont. Code 1-1-216',
  NE: 'Neb. Rev. Stat. 62-301',
  NV: 'Nev. Rev. Stat. 236.015',
  NH: 'N.H. Rev. Stat. 288:1',
  NJ: 'N.J. Stat. 36:1-1',
  NM: 'N.M. Stat. 12-5-2',
  NY: 'N.Y. Gen. Constr. Law 24',
  NC: 'N.C. Gen. Stat. 103-4',
  ND: 'N.D. Cent. Code 1-03-01',
  OH: 'Ohio Rev. Code 1.14',
  OK: '25 Okla. Stat. 82.1',
  OR: 'Or. Rev. Stat. 187.010',
  PA: '44 Pa. Stat. 11',
  RI: 'R.I. Gen. Laws 25-1-1',
  SC: 'S.C. Code 53-5-10',
  SD: 'S.D. Codified Laws 1-5-1',
  TN: 'Tenn. Code 15-1-101',
  TX: 'Tex. Gov. Code 662.003',
  UT: 'Utah Code 63G-1-301',
  VT: '1 Vt. Stat. 371',
  VA: 'Va. Code 2.2-3300',
  WA: 'Wash. Rev. Code 1.16.050',
  WV: 'W. Va. Code 2-2-1',
  WI: 'Wis. Stat. 995.20',
  WY: 'Wyo. Stat. 8-4-101',
};

/** Where each state's list is from, by its two letters. */
export const HOLIDAY_SOURCES: Readonly<Record<string, HolidaySource>> = Object.fromEntries(
  Object.entries(STATUTES).map(([state, statute]) => [
    state,
    { statute, days: state in BY_STATUTE ? 'statute' : 'date-holidays' },
  ]),
);
