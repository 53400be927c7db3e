/** Lengths in milliseconds, apart from the calendar so that a page that only counts loads no calendar. */
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;
