import { addDays } from '../../../core/durations.ts';
import { MINUTE } from '../../../core/time.ts';

/** Exams begin on this grid, and stay apart from other engagements by this much on both sides, minutes. */
export const GRID_MINUTES = 15;
const BUFFER_MINUTES = 10;
/** How long an exam takes where nobody says otherwise, minutes, and how long it may. */
export const USUAL_MINUTES = 60;
export const LONGEST_MINUTES = 480;
/** So many appointments can be on offer at once. */
export const OFFERS_MAX = 12;

interface Range {
  start: Date;
  end: Date;
}

/** The time an exam takes of its examiner, what stays free around it included. */
export const takenBy = (start: Date, minutes: number): Range => ({
  start: new Date(start.getTime() - BUFFER_MINUTES * MINUTE),
  end: new Date(start.getTime() + (minutes + BUFFER_MINUTES) * MINUTE),
});

/**
 * Why an exam cannot be offered for this time, or null. `today`, `held_on` and `notice_by` are calendar dates where it would be
 * held.
 */
export function offerFault(
  start: Date,
  { now, notice_by, today }: { now: Date; notice_by: string; today: string },
): string | null {
  if (start.getTime() % (GRID_MINUTES * MINUTE) !== 0) return 'Exams begin on the quarter hour.';
  if (start <= now) return 'This time has passed.';
  if (notice_by < today) return 'This is too soon: the notice could no longer be served in time.';
  return null;
}

/** Whether an exam of so many minutes meets something an examiner has besides. */
export function isTaken(start: Date, minutes: number, busy: readonly Range[]): boolean {
  const own = takenBy(start, minutes);
  return busy.some((one) => one.start < own.end && own.start < one.end);
}

/** The seven days of the week a day is in, Sunday first; all YYYY-MM-DD. */
export function weekOf(day: string): string[] {
  const sunday = addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
  return Array.from({ length: 7 }, (_, at) => addDays(sunday, at));
}
