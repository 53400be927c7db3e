import { daysIn, type Period } from '../../../core/periods.ts';

/** When a seat counts: from its own first day, at the earliest the plan's, until the plan's last. */
export interface Running {
  seat_starts_on: string;
  plan_starts_on: string;
  plan_ends_on: string | null;
}

/**
 * How many reviews a seat has in a period. A seat or plan that begins or ends within it gets its share by days, rounded
 * to the nearest whole review, and at least one as long as it runs on any day of it.
 */
export function quotaFor(reviewsPerSeat: number, period: Period, running: Running): number {
  const from = [period.starts_on, running.seat_starts_on, running.plan_starts_on].reduce((a, b) => (a > b ? a : b));
  const until =
    running.plan_ends_on !== null && running.plan_ends_on < period.ends_on ? running.plan_ends_on : period.ends_on;
  const days = daysIn(from, until);
  if (days === 0) return 0;
  return Math.max(1, Math.round((reviewsPerSeat * days) / daysIn(period.starts_on, period.ends_on)));
}

/** What a seat has of a period whose plan ends within it: what it used or began, at least its share of the days, never more than it had. */
export const keptAtEnd = (
  { quota, used, begun }: { quota: number; used: number; begun: number },
  share: number,
): number => Math.min(quota, Math.max(used + begun, share));

/**
 * What is left of a period when one provider takes another's place: the new seat goes on with what the old one has
 * neither used nor begun, and the old one keeps those. The two together have what the one had.
 */
export function handOverQuota(quota: number, taken: number): { kept: number; handed_over: number } {
  const kept = Math.min(quota, taken);
  return { kept, handed_over: quota - kept };
}
