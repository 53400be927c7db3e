/** Holiday test on a calendar date; which holidays count is the caller's jurisdiction. */
export type IsHoliday = (date: string) => boolean;

/** A day staff added to the public holidays: everywhere, or in one state. */
export interface ExtraHoliday {
  day: string;
  state: string | null;
}

/**
 * A date `days` business days (Monday to Friday, no holiday) after `from`, both YYYY-MM-DD. Zero days: `from` itself.
 * Calendar dates alone need no zones, so that pages have it without the library that knows them.
 */
export function addBusinessDays(from: string, days: number, isHoliday: IsHoliday): string {
  const date = new Date(`${from}T00:00:00Z`);
  const text = (): string => date.toISOString().slice(0, 10);
  let left = days;
  while (left > 0) {
    date.setUTCDate(date.getUTCDate() + 1);
    const isWeekend = date.getUTCDay() % 6 === 0;
    if (!isWeekend && !isHoliday(text())) left -= 1;
  }
  return text();
}
