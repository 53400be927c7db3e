import { useLiveEvent, useLiveRoom, useRefreshSoon } from '../../../../ui/live/hooks.ts';
import { countAllReviews, countReviews, listAllReviews, listReviews, readUpNext } from '../../contract.ts';

const ON_LIST = [listReviews, listAllReviews, countReviews, countAllReviews, readUpNext] as const;
const GATHER_MS = 300;

/** Keeps lists and counts fresh: what changes on any of the reader's reviews may move a row. */
export function useReviewsLive(): void {
  const refresh = useRefreshSoon(GATHER_MS);
  useLiveEvent('review.changed', () => refresh(...ON_LIST));
}

/** Hears of one review while its page is open; the connection itself then refreshes what hangs on it. */
export function useReviewLive(reviewId: number): void {
  useLiveRoom(reviewId > 0 ? `review:${reviewId}` : null);
}
