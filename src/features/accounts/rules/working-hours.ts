import type { FieldError } from '../../../core/errors.ts';

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Wall-clock hours of one weekday in the person's own zone; "24:00" ends the day. */
export interface DayHours {
  active: boolean;
  startTime: string;
  endTime: string;
}
export type WeekHours = Record<Weekday, DayHours>;

/** Days off, both ends included; the note is for oneself. */
export interface Blackout {
  from: string;
  until: string;
  note: string;
}

export const BLACKOUTS_MAX = 50;
const BLACKOUT_DAYS_MAX = 366;
const NOTE_MAX = 100;

/** Minutes after midnight of a time on the quarter hour, "08:15"; null when it is none. "24:00" is the day's end. */
export function minutesOf(time: string): number | null {
  const found = /^(\d{2}):(00|15|30|45)$/.exec(time);
  if (!found) return null;
  const hours = Number(found[1]);
  const minutes = Number(found[2]);
  return hours < 24 || (hours === 24 && minutes === 0) ? hours * 60 + minutes : null;
}

/** What is wrong with a week of hours, at the day's field. A day that is off may say anything that is a time. */
export function hoursFaults(week: WeekHours): FieldError[] {
  const faults: FieldError[] = [];
  for (const day of WEEKDAYS) {
    const { active, startTime, endTime } = week[day];
    const start = minutesOf(startTime);
    const end = minutesOf(endTime);
    const at = `working_hours.${day}`;
    if (start === null || start === 24 * 60) faults.push({ path: `${at}.startTime`, message: 'Choose a time.' });
    else if (end === null || end === 0) faults.push({ path: `${at}.endTime`, message: 'Choose a time.' });
    else if (active && end <= start) faults.push({ path: `${at}.endTime`, message: 'The end is before the start.' });
  }
  if (WEEKDAYS.every((day) => !week[day].active))
    faults.push({ path: 'working_hours', message: 'Choose at least one day, or switch your own hours off.' });
  return faults;
}

/** What is wrong with the days off. `today` is the date in the person's zone. */
export function blackoutFaults(rows: readonly Blackout[], today: string): FieldError[] {
  return rows.flatMap(({ from, until, note }, at): FieldError[] => {
    const path = `blackout_dates.${at}`;
    if (!isDate(from)) return [{ path: `${path}.from`, message: 'Choose the first day.' }];
    if (!isDate(until)) return [{ path: `${path}.until`, message: 'Choose the last day.' }];
    if (until < from) return [{ path: `${path}.until`, message: 'The last day is before the first.' }];
    if (until < today) return [{ path: `${path}.until`, message: 'These days have passed. Remove the row.' }];
    if (Date.parse(until) - Date.parse(from) > BLACKOUT_DAYS_MAX * 86_400_000)
      return [{ path: `${path}.until`, message: 'More than a year. Split it, or ask us to pause your profile.' }];
    if (note.length > NOTE_MAX) return [{ path: `${path}.note`, message: `Shorten it to ${NOTE_MAX} characters.` }];
    return [];
  });
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}
