import { type ExpertOfReview, leads } from '../../core/experts.ts';
import { type Actor, isExpert, isRequesterOf, isRequesterSide } from '../../core/actor.ts';
import { DAY } from '../../core/time.ts';

export type Direction = 'medical_expert' | 'claim_requester';

export interface RatingItem {
  key: string;
  label: string;
  /** What the two ends of the scale mean; absent for a yes-or-no item. */
  low?: string;
  high?: string;
  type: 'scale' | 'yes_no';
}

/** What each side is asked about the other: scales run from 1 to 5, once per side and review. */
export const RATING_ITEMS: Record<Direction, readonly RatingItem[]> = {
  medical_expert: [
    {
      key: 'knowledge',
      label: 'Knowledge and fit',
      low: 'Not my field of question',
      high: 'Exactly the right expert',
      type: 'scale',
    },
    {
      key: 'preparation',
      label: 'Preparation',
      low: 'Had not read the records',
      high: 'Knew every page',
      type: 'scale',
    },
    { key: 'clarity', label: 'Clarity', low: 'Hard to follow', high: 'Clear to a lay reader', type: 'scale' },
    { key: 'responsiveness', label: 'Responsiveness', low: 'Hard to reach', high: 'Answered at once', type: 'scale' },
    { key: 'would_use_again', label: 'Would you use this expert again?', type: 'yes_no' },
  ],
  claim_requester: [
    {
      key: 'records',
      label: 'Records organized',
      low: 'Hard to find anything',
      high: 'In perfect order',
      type: 'scale',
    },
    {
      key: 'questions',
      label: 'Questions clear',
      low: 'Unclear what was asked',
      high: 'Precise and answerable',
      type: 'scale',
    },
    { key: 'punctuality', label: 'Punctual', low: 'Late or absent', high: 'On time', type: 'scale' },
    { key: 'overall', label: 'Overall', low: 'Difficult', high: 'A pleasure', type: 'scale' },
    { key: 'would_work_again', label: 'Would you work with this requester again?', type: 'yes_no' },
  ],
};

export type Scores = Record<string, number | boolean>;

/** Faults of a set of scores for a direction, by item: missing, out of range or unknown. Empty when complete. */
export function scoreFaults(direction: Direction, scores: Scores): { path: string; message: string }[] {
  const items = RATING_ITEMS[direction];
  const faults: { path: string; message: string }[] = [];
  for (const item of items) {
    const value = scores[item.key];
    const path = `scores.${item.key}`;
    if (value === undefined)
      faults.push({ path, message: item.type === 'scale' ? `Choose 1 to 5 for “${item.label}”` : 'Choose yes or no' });
    else if (item.type === 'yes_no' ? typeof value !== 'boolean' : !isScale(value))
      faults.push({ path, message: item.type === 'scale' ? 'Choose a whole number from 1 to 5' : 'Choose yes or no' });
  }
  for (const key of Object.keys(scores)) {
    if (!items.some((i) => i.key === key)) faults.push({ path: `scores.${key}`, message: 'This is not asked here' });
  }
  return faults;
}

const isScale = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5;

/**
 * Whether a state leaves work to rate: what was ordered is done (the call held where there is no report to come, the report
 * delivered where there is), or more is being done, which is rateable where a report was delivered before.
 */
export type Rateable = 'done' | 'once_delivered';

/** The newest version of a review's report. */
export interface NewestReport {
  version: number;
  delivered_at: Date | null;
}

/** Whether a report was delivered: the newest version, or one before it, for a second exists only of what was delivered. */
export const wasDelivered = (report: NewestReport | null): boolean =>
  report !== null && (report.delivered_at !== null || report.version > 1);

/** Whether there is work to rate: it is done, or a report was delivered and something more was asked. */
export function isRateable(rateable: Rateable | undefined, report: NewestReport | null): boolean {
  return rateable === 'done' || (rateable === 'once_delivered' && wasDelivered(report));
}

/** Whether this actor may ever rate in this direction; whose review it is, is scope's matter. */
export function mayRate(
  actor: Pick<Actor, 'kind' | 'user_id' | 'expert_profile_ids'>,
  direction: Direction,
  review: { requester_id: number; experts: readonly ExpertOfReview[] },
): boolean {
  if (direction === 'medical_expert') return isRequesterSide(actor.kind) && isRequesterOf(actor, review);
  return isExpert(actor.kind) && leads(actor, review);
}

/** A rating can be changed for seven days. */
export const EDITABLE_MS = 7 * DAY;
export const isEditable = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() < EDITABLE_MS;

/** An expert sees the mean of scales over all ratings, from three on; fewer would show who said what. */
export const AGGREGATE_FROM = 3;
export function aggregate(all: readonly Scores[]): { mean: number | null; n: number } {
  const n = all.length;
  if (n < AGGREGATE_FROM) return { mean: null, n };
  const means = all.map((scores) => {
    const scales = Object.values(scores).filter((v): v is number => typeof v === 'number');
    return scales.reduce((a, b) => a + b, 0) / Math.max(1, scales.length);
  });
  return { mean: Math.round((means.reduce((a, b) => a + b, 0) / n) * 100) / 100, n };
}
