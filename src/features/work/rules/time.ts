/** The step of the clock where time is recorded in tenths of an hour. */
export const STEP_MINUTES = 6;
/** The most one entry can be: a day. */
export const ENTRY_MOST = 24 * 60;

/** Minutes between two instants, a begun one whole; no more than an entry can hold. */
export const measured = (from: Date, to: Date): number =>
  Math.min(ENTRY_MOST, Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 60_000)));

/** "6.0 h", "0.4 h", "1.25 h": minutes as hours. */
export function hoursText(minutes: number): string {
  const hours = minutes / 60;
  return `${minutes % STEP_MINUTES === 0 ? hours.toFixed(1) : hours.toFixed(2)} h`;
}
