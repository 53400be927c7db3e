import { addDays } from '../../src/core/durations.ts';
import { DAY, MINUTE } from '../../src/core/time.ts';

/** How the times of a review become those of another that is made after it. */
export interface Move {
  /** The day it was begun: what lies before is what the records tell, and stays. */
  begun: string;
  /** So many days earlier; later where it is negative. */
  days: number;
  /** So many minutes earlier beside, but for what is at a set hour. */
  minutes: number;
}

/** Whether it is at an hour somebody set, or a day ends with it, rather than when something happened to be done. */
const isSet = (at: Date): boolean =>
  (at.getUTCMinutes() % 30 === 0 && at.getUTCSeconds() === 0) ||
  (at.getUTCMinutes() === 59 && at.getUTCSeconds() === 59);

/** An instant of it. */
export function movedInstant(at: Date, { days, minutes }: Move): Date {
  if (!Number.isFinite(at.getTime()) || at.getTime() > 8e15) return at;
  return new Date(at.getTime() - days * DAY - (isSet(at) ? 0 : minutes * MINUTE));
}

/** A day of it, YYYY-MM-DD. */
export const movedDay = (day: string, { begun, days }: Move): string =>
  day < begun || days === 0 ? day : addDays(day, -days);

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** The instant a text is; null where it is none. */
export function instantIn(text: string): Date | null {
  const at = INSTANT.test(text) ? new Date(text) : null;
  return at === null || Number.isNaN(at.getTime()) ? null : at;
}

/** A text that is an instant or a day, moved as it was spelled; null where it is neither. */
export function movedText(text: string, move: Move): string | null {
  if (DATE.test(text)) return movedDay(text, move);
  const at = instantIn(text);
  return at === null ? null : movedInstant(at, move).toISOString();
}

/** A range of instants as PostgreSQL writes it, moved. */
export const movedRange = (range: string, move: Move): string =>
  range.replace(
    /"([^"]+)"/g,
    (_whole, at: string) => `"${movedInstant(new Date(at.replace(/([+-]\d\d)$/, '$1:00')), move).toISOString()}"`,
  );
