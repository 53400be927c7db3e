import type { Cents } from '../../../core/money.ts';

export type RatePer = 'hour' | 'day';
/** The step of the clock where time is recorded in tenths of an hour. */
export const STEP_MINUTES = 6;
/** What one day's rate pays for. */
const DAY_HOURS = 8;
/** The most one entry can be: a day. */
export const ENTRY_MOST = 24 * 60;

/** Minutes as they are recorded: rounded up to whole steps, never fewer than one. */
export const stepped = (minutes: number, step: number): number =>
  Math.ceil(Math.max(1, Math.ceil(minutes)) / step) * step;

/** What minutes come to at a rate, rounded half up to the cent. A day is eight hours. */
export function amountOf(minutes: number, rate: { cents: Cents; per: RatePer }): Cents {
  const unit = rate.per === 'hour' ? 60 : 60 * DAY_HOURS;
  return Math.floor((2 * minutes * rate.cents + unit) / (2 * unit));
}

/** Minutes between two instants, a begun one whole; no more than an entry can hold. */
export const measured = (from: Date, to: Date): number =>
  Math.min(ENTRY_MOST, Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 60_000)));

/** "6.0 h", "0.4 h", "1.25 h": minutes as hours. */
export function hoursText(minutes: number): string {
  const hours = minutes / 60;
  return `${minutes % STEP_MINUTES === 0 ? hours.toFixed(1) : hours.toFixed(2)} h`;
}
