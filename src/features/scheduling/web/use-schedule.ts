import { useQuery } from '@tanstack/react-query';
import type { Kind } from '../../../core/kinds.ts';
import { query } from '../../../ui/api/hooks.ts';
import { readReview } from '../../reviews/contract.ts';
import { schedulingEndpoints } from '../contract.ts';

const LOOK_AGAIN_MS = 20_000;

/** Queries that a change of the schedule makes old. */
export const TOUCHED = [schedulingEndpoints.read, readReview] as const;

/** The schedule of a review. `watch`: times others may take are looked at again while the page is in view. */
export function useSchedule(kind: Kind, reviewId: number, watch = false) {
  return useQuery({
    ...query(schedulingEndpoints.read, { kind, params: { id: reviewId } }),
    refetchOnWindowFocus: true,
    refetchInterval: watch ? LOOK_AGAIN_MS : false,
  });
}
