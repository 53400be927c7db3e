import type { IsHoliday } from '../../../core/business-days.ts';
import { addDays } from '../../../core/durations.ts';
import { lastDayBefore } from './jurisdictions.ts';

/** Fewer than so many business days before the exam giving it up costs such a share; soonest first. */
const TIERS = [
  { fewer_than: 10, percent: 25 },
  { fewer_than: 5, percent: 50 },
  { fewer_than: 2, percent: 100 },
] as const;

/** From which day on giving up an exam held on this day costs which share of it, in percent. */
export const feeDays = (held_on: string, isHoliday: IsHoliday): { from_on: string; percent: number }[] =>
  TIERS.map(({ fewer_than, percent }) => ({
    from_on: addDays(lastDayBefore(held_on, { days: fewer_than, of: 'business' }, isHoliday), 1),
    percent,
  }));

/** What can come of the day of an exam. */
export const ATTENDANCES = ['attended', 'no_show', 'late_cancelled', 'left_early', 'not_examined'] as const;
export type Attendance = (typeof ATTENDANCES)[number];

/** Why an exam could not be held. */
export const HINDRANCES = [
  'interpreter_missing',
  'examinee_late',
  'no_identification',
  'companion',
  'examiner_unavailable',
  'other',
] as const;
export type Hindrance = (typeof HINDRANCES)[number];

/** The same where there is little room. */
export const ATTENDANCE_SHORT: Readonly<Record<Attendance, string>> = {
  attended: 'Examined',
  no_show: 'No-show',
  late_cancelled: 'Canceled late',
  left_early: 'Left early',
  not_examined: 'Not examined',
};

export const ATTENDANCE_WORDS: Readonly<Record<Attendance, string>> = {
  attended: 'Attended and was examined',
  no_show: 'No-show',
  late_cancelled: 'Canceled late',
  left_early: 'Left before the exam was over',
  not_examined: 'Could not be examined',
};

export const HINDRANCE_WORDS: Readonly<Record<Hindrance, string>> = {
  interpreter_missing: 'The interpreter was missing',
  examinee_late: 'The examinee came more than 30 minutes late',
  no_identification: 'The examinee had no identification',
  companion: 'A companion made it impossible',
  examiner_unavailable: 'The examiner could not hold it',
  other: 'Something else',
};

/** Those whose fault it is not: nobody is charged for what the examiner or the interpreter missed. */
const FREE: ReadonlySet<Hindrance> = new Set(['examiner_unavailable', 'interpreter_missing']);

/**
 * The share of an exam, in percent, that is charged once this is recorded of it. `step`: what giving it up costs at that
 * moment. One that was held is charged with the review, and not by this.
 */
export function chargedPercent(attendance: Attendance, hindrance: Hindrance | null, step: number): number {
  switch (attendance) {
    case 'attended':
      return 0;
    case 'late_cancelled':
      return step;
    case 'not_examined':
      return hindrance !== null && FREE.has(hindrance) ? 0 : 100;
    default:
      return 100;
  }
}
