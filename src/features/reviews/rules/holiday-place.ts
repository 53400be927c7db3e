import { type ActorKind, isAdmin, isStaff } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

/** Who looks at the calendar of holidays. */
export const readsHolidays = (kind: ActorKind): boolean => isStaff(kind);

/** Who adds a day to it or takes one back. */
export const keepsHolidays = (kind: ActorKind): boolean => isAdmin(kind);

export const HOLIDAYS_PLACE: ConsolePlace = {
  group: 'Content',
  label: 'Holidays',
  about: 'See which days are no business days, and add one.',
  path: '/admin/holidays',
  glyph: 'holidays',
  admits: readsHolidays,
  words: 'calendar business days closed',
};

/** The years the calendar knows. */
export const HOLIDAY_YEARS = { first: 2015, last: 2065 } as const;

/** The longest reason for a day. */
export const HOLIDAY_REASON_MAX = 200;

/** Why a day cannot be added, or null. `counts`: it is a holiday there already. */
export function dayFault(day: string, { today, counts }: { today: string; counts: boolean }): string | null {
  if (day < today) return 'This day has passed. Choose today or a later one.';
  if (Number(day.slice(0, 4)) > HOLIDAY_YEARS.last) return `The calendar reaches to ${HOLIDAY_YEARS.last}.`;
  if (new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0) return 'A day of a weekend is no business day already.';
  return counts ? 'This day is a holiday there already.' : null;
}
