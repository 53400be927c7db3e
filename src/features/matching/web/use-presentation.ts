import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Kind } from '../../../core/kinds.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { readReview } from '../../reviews/contract.ts';
import { matchingEndpoints, type presentation } from '../contract.ts';

/** Queries that a choice makes old. */
export const TOUCHED = [matchingEndpoints.candidates, readReview] as const;

/** The matching team looks on: choosing is the requester's. */
const lookingOn = (data: z.output<typeof presentation>) =>
  data.can_select ? { ...data, can_select: false, cannot_because: 'The requester chooses.' } : data;

/** The experts presented for a review. */
export function usePresentation(kind: Kind, reviewId: number) {
  const { side: seat } = useViewer();
  return useQuery({
    ...query(matchingEndpoints.candidates, { kind, params: { id: reviewId } }),
    enabled: reviewId > 0,
    refetchOnWindowFocus: true,
    ...(seat === 'requester' ? {} : { select: lookingOn }),
  });
}

/** Choosing one of them; `onSuccess` runs after the page's data is fresh. */
export const useSelect = (onSuccess: () => void) =>
  useCommand(matchingEndpoints.select, { refresh: TOUCHED, onSuccess });
