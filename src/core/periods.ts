import { addDays, DAY } from './durations.ts';

/** Plans run by calendar months or calendar quarters, in the organization's zone. */
export const PERIODS = ['month', 'quarter'] as const;
export type PeriodKind = (typeof PERIODS)[number];
export const PERIOD_NAMES: Readonly<Record<PeriodKind, string>> = { month: 'month', quarter: 'quarter' };

/** Both days are included; dates are YYYY-MM-DD. */
export interface Period {
  starts_on: string;
  ends_on: string;
}

const at = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const text = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Days from one date to another, both included; 0 where the second is before the first. */
export const daysIn = (from: string, until: string): number =>
  Math.max(0, Math.round((at(until) - at(from)) / DAY) + 1);

/** The period a date lies in. */
export function periodOf(kind: PeriodKind, date: string): Period {
  const day = new Date(at(date));
  const months = kind === 'month' ? 1 : 3;
  const first = Math.floor(day.getUTCMonth() / months) * months;
  return {
    starts_on: text(Date.UTC(day.getUTCFullYear(), first, 1)),
    ends_on: text(Date.UTC(day.getUTCFullYear(), first + months, 0)),
  };
}

export const nextPeriod = (kind: PeriodKind, period: Period): Period => periodOf(kind, addDays(period.ends_on, 1));

/** "Q4 2026" or "November 2026". */
export function periodName(kind: PeriodKind, startsOn: string): string {
  const day = new Date(at(startsOn));
  if (kind === 'quarter') return `Q${Math.floor(day.getUTCMonth() / 3) + 1} ${day.getUTCFullYear()}`;
  return `${day.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' })} ${day.getUTCFullYear()}`;
}
