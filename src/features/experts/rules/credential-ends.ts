import { Temporal } from 'temporal-polyfill';
import { dateIn } from '../../../core/time.ts';

/** So many days before something ends everybody is reminded, and once it has. */
const REMINDER_DAYS = [90, 60, 30, 0] as const;
export type ReminderDays = (typeof REMINDER_DAYS)[number];

/** Reminders before the end come at this hour where the expert is. */
const HOUR_OF_REMINDER = 9;

const at = (day: Temporal.PlainDate, hour: number, zone: string): Date =>
  new Date(
    day.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(hour) }).toInstant().epochMilliseconds,
  );

/** The instant something ends whose last day this is, where the expert is: the first of the day after. */
export const endOf = (lastDay: string, zone: string): Date =>
  at(Temporal.PlainDate.from(lastDay).add({ days: 1 }), 0, zone);

/** Whether something whose last day this is still holds; null: it does not end. */
export const stillHolds = (lastDay: string | null, now: Date, zone: string): boolean =>
  lastDay === null || lastDay >= dateIn(now, zone);

/** When the reminder of so many days comes; of none, the end itself. */
const reminderAt = (lastDay: string, days: ReminderDays, zone: string): Date =>
  days === 0 ? endOf(lastDay, zone) : at(Temporal.PlainDate.from(lastDay).subtract({ days }), HOUR_OF_REMINDER, zone);

/** The reminder whose time it is: the latest that has come, or null before the first. */
export function reminderDue(lastDay: string, now: Date, zone: string): ReminderDays | null {
  const come = REMINDER_DAYS.filter((days) => reminderAt(lastDay, days, zone) <= now);
  return come.at(-1) ?? null;
}

/** When the next reminder comes, or null after the last. */
export function nextReminderAt(lastDay: string, now: Date, zone: string): Date | null {
  const next = REMINDER_DAYS.find((days) => reminderAt(lastDay, days, zone) > now);
  return next === undefined ? null : reminderAt(lastDay, next, zone);
}

/** What can end, as a sentence names it. */
export type EndingSort = 'license' | 'board' | 'malpractice';
export const endingWords = (sort: EndingSort, of: string): string =>
  ({ license: `license in ${of}`, board: `certification by ${of}`, malpractice: `malpractice cover with ${of}` })[sort];
