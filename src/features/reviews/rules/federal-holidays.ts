/** "nth" of a weekday (0 Sunday) in a month (1 January); from the end where negative. */
export function weekdayOf(year: number, month: number, weekday: number, nth: number): Date {
  if (nth > 0) {
    const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
    return new Date(Date.UTC(year, month - 1, 1 + ((weekday - first + 7) % 7) + (nth - 1) * 7));
  }
  const last = new Date(Date.UTC(year, month, 0));
  return new Date(Date.UTC(year, month - 1, last.getUTCDate() - ((last.getUTCDay() - weekday + 7) % 7)));
}

/** Juneteenth is a federal holiday since June 17, 2021 (Public Law 117-17). */
const JUNETEENTH_SINCE = 2021;

const text = (date: Date): string => date.toISOString().slice(0, 10);

/**
 * The public holidays of the United States in a year, as YYYY-MM-DD in order: 5 U.S.C. 6103(a), and the days on which
 * those that fall on a weekend are observed: of a Saturday the Friday before (6103(b)), of a Sunday the Monday after
 * (Executive Order 11582). New Year's Day of the year after may be observed on this year's last day. Inauguration Day is
 * of the District of Columbia's area alone and left out.
 */
export function federalHolidays(year: number): string[] {
  const fixed = [[1, 1], ...(year >= JUNETEENTH_SINCE ? [[6, 19]] : []), [7, 4], [11, 11], [12, 25]].map(
    ([month = 1, day = 1]) => new Date(Date.UTC(year, month - 1, day)),
  );
  const moving = [
    weekdayOf(year, 1, 1, 3), // Birthday of Martin Luther King, Jr.
    weekdayOf(year, 2, 1, 3), // Washington's Birthday
    weekdayOf(year, 5, 1, -1), // Memorial Day
    weekdayOf(year, 9, 1, 1), // Labor Day
    weekdayOf(year, 10, 1, 2), // Columbus Day
    weekdayOf(year, 11, 4, 4), // Thanksgiving Day
  ];
  const observed = [...fixed, new Date(Date.UTC(year + 1, 0, 1))].map((date) => {
    const shift = { 6: -1, 0: 1 }[date.getUTCDay()] ?? 0;
    return new Date(date.getTime() + shift * 86_400_000);
  });
  const days = new Set([...fixed, ...moving, ...observed].filter((d) => d.getUTCFullYear() === year).map(text));
  return [...days].toSorted();
}

const FIXED_NAMES: Readonly<Record<string, string>> = {
  '01-01': 'New Year’s Day',
  '06-19': 'Juneteenth',
  '07-04': 'Independence Day',
  '11-11': 'Veterans Day',
  '12-25': 'Christmas Day',
};
const MONTH_NAMES: Readonly<Record<string, string>> = {
  '01': 'Birthday of Martin Luther King, Jr.',
  '02': 'Washington’s Birthday',
  '05': 'Memorial Day',
  '09': 'Labor Day',
  '10': 'Columbus Day',
  '11': 'Thanksgiving Day',
};

/** What a federal holiday is called, of one of the days `federalHolidays` answers. */
export function federalName(date: string): string {
  const beside = (days: number): string => text(new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000)).slice(5);
  const fixed = FIXED_NAMES[date.slice(5)];
  if (fixed !== undefined) return fixed;
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  const kept = weekday === 5 ? FIXED_NAMES[beside(1)] : weekday === 1 ? FIXED_NAMES[beside(-1)] : undefined;
  return kept === undefined ? (MONTH_NAMES[date.slice(5, 7)] ?? 'Federal holiday') : `${kept}, observed`;
}
