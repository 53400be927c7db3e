/** Lengths in milliseconds, apart from the calendar so that a page that only counts loads no calendar. */
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** The first instant after `now` that is whole days after `from`: what comes again each day keeps its time of day. */
export const nextDaily = (from: Date, now: Date): Date =>
  new Date(from.getTime() + (Math.floor(Math.max(0, now.getTime() - from.getTime()) / DAY) + 1) * DAY);

/** A calendar date (YYYY-MM-DD) so many days later, or earlier. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
