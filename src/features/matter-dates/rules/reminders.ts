import { addDays } from '../../../core/durations.ts';

/** How many days before a date whoever has the ball is reminded. */
export const REMIND_DAYS = [30, 14, 7, 1] as const;

/** The days on which a date is reminded of, those after today alone. */
export const reminderDays = (day: string, today: string): { days: number; on: string }[] =>
  REMIND_DAYS.map((days) => ({ days, on: addDays(day, -days) })).filter(({ on }) => on > today);
