/** What was spent: by what, in which months. Pure, for both sides. */
import { addDays } from '../../core/durations.ts';
import { isDate } from '../../core/dates.ts';

/** By what spend is told apart. */
export const SPEND_BY = ['kind', 'specialty', 'requester', 'organization', 'month'] as const;
export type SpendBy = (typeof SPEND_BY)[number];
export const SPEND_BY_WORDS: Readonly<Record<SpendBy, string>> = {
  kind: 'Kind',
  specialty: 'Specialty',
  requester: 'Requester',
  organization: 'Organization',
  month: 'Month',
};

/** Months that are looked at at once, at most. */
export const MONTHS_MOST = 36;
/** Where nothing is said: a year. */
const MONTHS_USUAL = 12;

/** A month as an address and the wire have it, YYYY-MM. */
export const isMonth = (value: unknown): value is string => typeof value === 'string' && isDate(`${value}-01`);

/** The month so many after (or before) a month. */
export function monthPlus(month: string, months: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number);
  const at = year * 12 + (of - 1) + months;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** The months from one to another, both included, in their order. */
export function monthsBetween(from: string, until: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= until && months.length < MONTHS_MOST; month = monthPlus(month, 1)) months.push(month);
  return months;
}

/** The months that are looked at: what was asked for, else the year that ends with `today`'s month; YYYY-MM. */
export function monthsAsked(
  asked: { from?: string | undefined; until?: string | undefined },
  today: string,
): { from: string; until: string } {
  const until = asked.until ?? today.slice(0, 7);
  return { from: asked.from ?? monthPlus(until, 1 - MONTHS_USUAL), until };
}

/** The last day of a month, YYYY-MM-DD. */
export const lastDayOf = (month: string): string => addDays(`${monthPlus(month, 1)}-01`, -1);

/** A round number of cents that an axis ends at, so that `most` is within it. */
export function axisEnd(most: number): number {
  if (most <= 0) return 10_000;
  const step = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 2.5, 5, 10].map((one) => one * step).find((one) => one >= most) ?? most;
}
