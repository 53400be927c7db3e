import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countReviews, listReviews, readQuote, readReview, readTimeline, readUpNext } from '../../contract.ts';

const ON_REVIEW = [readReview, readTimeline, readQuote] as const;
const ON_LIST = [listReviews, countReviews, readUpNext] as const;

/**
 * Brings a review's page up to date when the page is shown again; live events refresh the same queries as they come
 * in (see the live client of the app).
 */
function useRefreshOnReturn(endpoints: readonly { id: string }[]): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState !== 'visible') return;
      for (const { id } of endpoints) void client.invalidateQueries({ queryKey: [id] });
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [client, endpoints]);
}

/** Keeps lists and what stands beside them fresh. */
export const useReviewsLive = (): void => useRefreshOnReturn(ON_LIST);
/** Keeps one review fresh. */
export const useReviewLive = (): void => useRefreshOnReturn(ON_REVIEW);
