/** The days of a month's page: whole weeks from Sunday on, as "2026-11-01". */
export function daysOfMonth(month: string): string[] {
  const first = new Date(`${month}-01T12:00:00Z`);
  const start = first.getTime() - first.getUTCDay() * 86_400_000;
  const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1, 12)).getTime();
  const weeks = Math.ceil((next - start) / (7 * 86_400_000));
  return Array.from({ length: weeks * 7 }, (_, at) => new Date(start + at * 86_400_000).toISOString().slice(0, 10));
}

/** The month some months from a month. */
export function monthFrom(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}
