import { addDays } from '../../src/core/durations.ts';
import { DAY, MINUTE } from '../../src/core/time.ts';

/** How the times of a review become those of another that is made after it. */
export interface Move {
  /** The instant before which all of it happened. */
  present: number;
  /** The day it was begun: what lies before is what the records tell, and stays. */
  begun: string;
  /** So many days earlier, what is to come as well. */
  days: number;
  /** So many minutes earlier, only what has happened. */
  minutes: number;
}

/** An instant of it. */
export function movedInstant(at: Date, { present, days, minutes }: Move): Date {
  if (!Number.isFinite(at.getTime()) || at.getTime() > 8e15) return at;
  const earlier = at.getTime() - days * DAY;
  return new Date(at.getTime() <= present ? earlier - minutes * MINUTE : earlier);
}

/** A day of it, YYYY-MM-DD. */
export const movedDay = (day: string, { begun, days }: Move): string =>
  day < begun || days === 0 ? day : addDays(day, -days);

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** A text that is an instant or a day, moved as it was spelled; null where it is neither. */
export function movedText(text: string, move: Move): string | null {
  if (DATE.test(text)) return movedDay(text, move);
  if (!INSTANT.test(text)) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : movedInstant(at, move).toISOString();
}

/** A range of instants as PostgreSQL writes it, moved. */
export const movedRange = (range: string, move: Move): string =>
  range.replace(
    /"([^"]+)"/g,
    (_whole, at: string) => `"${movedInstant(new Date(at.replace(/([+-]\d\d)$/, '$1:00')), move).toISOString()}"`,
  );
