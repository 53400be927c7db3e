import type { QueryKey } from '@tanstack/react-query';

/** Live events that make the data of a review old, besides the review itself its files. */
export const ABOUT_A_REVIEW = ['review.changed', 'files.changed'] as const;

/** The review an event names; null where it names none. */
export function reviewIn(payload: unknown): number | null {
  const id = payload !== null && typeof payload === 'object' && 'review_id' in payload ? payload.review_id : null;
  return typeof id === 'number' ? id : null;
}

/** Whether a query is about one of these reviews: keys are [endpoint, kind, params, query], and its id is in params. */
export function isAbout([, kind, params]: QueryKey, reviews: ReadonlySet<number>): boolean {
  if (typeof kind !== 'string' || typeof params !== 'object' || params === null || !('id' in params)) return false;
  return reviews.has(Number(params.id));
}
