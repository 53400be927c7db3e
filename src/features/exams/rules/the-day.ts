import type { FieldError } from '../../../core/errors.ts';
import { HOUR, MINUTE } from '../../../core/durations.ts';

/** So long before it begins the examinee can be checked in. */
const OPENS_BEFORE = 3 * HOUR;
/** Coming later than this counts as missing the exam in more than one state. */
const LATE_MINUTES = 30;

/** Whether somebody can be checked in for an exam that begins then. */
export const checksIn = (starts_at: Date, now: Date): boolean => now.getTime() >= starts_at.getTime() - OPENS_BEFORE;

/** How many minutes after the beginning somebody came who came too late; null for who did not. */
export function minutesLate(starts_at: Date, arrived_at: Date): number | null {
  const minutes = Math.round((arrived_at.getTime() - starts_at.getTime()) / MINUTE);
  return minutes > LATE_MINUTES ? minutes : null;
}

/** What is wrong with the times of a day, each by its field. `isDay`: whether an instant is of the day of the exam. */
export function dayFaults(
  { arrived_at, started_at }: { arrived_at: Date; started_at: Date | null },
  { now, isDay }: { now: Date; isDay: (at: Date) => boolean },
): FieldError[] {
  const of = (path: string, at: Date): FieldError[] => [
    ...(at > now ? [{ path, message: 'This time has not come yet.' }] : []),
    ...(isDay(at) ? [] : [{ path, message: 'This is another day than that of the exam.' }]),
  ];
  return [
    ...of('arrived_at', arrived_at),
    ...(started_at === null ? [] : of('started_at', started_at)),
    ...(started_at !== null && started_at < arrived_at
      ? [{ path: 'started_at', message: 'The exam cannot have begun before the examinee came.' }]
      : []),
  ];
}
