import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { askAgain } from '../../../../ui/api/ask-again.ts';
import { queryKey } from '../../../../ui/api/hooks.ts';
import { useLiveEvent, useLiveRoom } from '../../../../ui/live/hooks.ts';
import { countAllReviews, countReviews, listAllReviews, listReviews, readUpNext } from '../../contract.ts';

const ON_LIST = [listReviews, listAllReviews, countReviews, countAllReviews, readUpNext] as const;
const GATHER_MS = 300;

/** Keeps lists and counts fresh: what changes on any of the reader's reviews may move a row. */
export function useReviewsLive(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useLiveEvent('review.changed', () => {
    // several changes of one act are one refresh
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      for (const endpoint of ON_LIST) void askAgain(client, { queryKey: queryKey(endpoint) });
    }, GATHER_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Hears of one review while its page is open; the connection itself then refreshes what hangs on it. */
export function useReviewLive(reviewId: number): void {
  useLiveRoom(reviewId > 0 ? `review:${reviewId}` : null);
}
