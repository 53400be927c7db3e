import { zoned } from '../../../core/time.ts';

export const LONGEST_ANSWER = 1000;
/** The examinee is reminded so many days before the exam, the same time of day. */
export const REMINDER_DAYS = [7, 3, 1] as const;
/** The ways an examinee can agree to be reminded. */
export const REMINDERS = ['none', 'email', 'text'] as const;
export type Reminders = (typeof REMINDERS)[number];

/** What an examinee answered, as far as rules ask. */
export interface AnswerFacts {
  confirmed_at: Date | null;
  other_date_asked_at: Date | null;
  other_date_settled_at: Date | null;
}

/** Whether another date is asked for and nobody has answered yet: then it is the move of whoever arranges the exam. */
export const waitsForAnswer = ({ other_date_asked_at, other_date_settled_at }: AnswerFacts): boolean =>
  other_date_asked_at !== null && other_date_settled_at === null;

/**
 * The reminders of an exam that are still to come, each with the days it comes before: at the time of day at which it
 * begins where it is held (`zone`), also where clocks change in between.
 */
export const remindersAhead = (starts_at: Date, zone: string, now: Date): { days: number; due_at: Date }[] =>
  REMINDER_DAYS.map((days) => ({
    days,
    due_at: new Date(zoned(starts_at, zone).subtract({ days }).epochMilliseconds),
  })).filter(({ due_at }) => due_at > now);

/** The last moment before giving the exam up costs anything; null where that is past, or it never does. */
export const freeUntil = (fee_steps: readonly { from: string }[], now: Date): Date | null => {
  const [first] = fee_steps;
  const at = first ? new Date(first.from) : null;
  return at !== null && at > now ? at : null;
};
