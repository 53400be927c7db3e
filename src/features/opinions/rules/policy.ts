import type { Judgment } from './levels.ts';

/** When an organization wants a second opinion without anybody asking. */
export interface OpinionPolicy {
  /** Of a hundred first reports so many get one, 0 to 100. */
  share_percent: number;
  /** Whenever the first opinion is not on its scale's best level. */
  below_best: boolean;
}

export const NO_POLICY: OpinionPolicy = { share_percent: 0, below_best: false };

/** What opened a second opinion or an adjudication. */
export const TRIGGERS = ['asked', 'sample', 'below_best', 'disagreement'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** What a trigger is called where the timeline and the card name it. */
export const TRIGGER_WORDS: Readonly<Record<Trigger, string>> = {
  asked: 'Asked for',
  sample: 'Drawn by your organization’s share',
  below_best: 'Opened because the first opinion is not on the best level',
  disagreement: 'Opened because the opinions are two levels or more apart',
};

/** A number from 0 to 99 that belongs to a review for good (FNV-1a), spread evenly. */
export function drawOf(reviewId: number): number {
  let hash = 0x811c9dc5;
  for (const char of `second opinion of ${reviewId}`) {
    hash ^= char.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  // the low bits of this hash are the weaker ones
  return Math.floor((hash / 2 ** 32) * 100);
}

/** What calls for a second opinion of a first report just delivered, or null. The better reason goes first. */
export function callsForSecond(
  policy: OpinionPolicy,
  reviewId: number,
  first: Pick<Judgment, 'level'>,
): Extract<Trigger, 'sample' | 'below_best'> | null {
  if (policy.below_best && first.level !== null && first.level > 1) return 'below_best';
  return drawOf(reviewId) < policy.share_percent ? 'sample' : null;
}
