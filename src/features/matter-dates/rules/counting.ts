import type { IsHoliday } from '../../../core/business-days.ts';
import { addDays } from '../../../core/durations.ts';

/** How a span runs from a day: towards the past or the future, and what is done where it ends on a closed day. */
export interface Counting {
  days: number;
  direction: 'before' | 'after';
  /** Goes on, the way it was counted, to the next day that is no Saturday, Sunday or holiday: as Rule 6(a)(1)(C) and (5) have it. */
  skips_closed: boolean;
}

/** Whether a court is closed on a day: Saturday, Sunday, a holiday. */
const isClosed = (day: string, isHoliday: IsHoliday): boolean =>
  new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0 || isHoliday(day);

/** The last day of a span, counted without the day it begins with: as it falls, and where it counts. */
export function countFrom(
  from: string,
  { days, direction, skips_closed }: Counting,
  isHoliday: IsHoliday,
): { falls: string; day: string } {
  const step = direction === 'before' ? -1 : 1;
  const falls = addDays(from, step * days);
  let day = falls;
  while (skips_closed && isClosed(day, isHoliday)) day = addDays(day, step);
  return { falls, day };
}
