import { useQuery } from '@tanstack/react-query';
import type { Kind } from '../../../core/kinds.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { readReview } from '../../reviews/contract.ts';
import { matchingEndpoints } from '../contract.ts';

/** Queries that a choice makes old. */
export const TOUCHED = [matchingEndpoints.candidates, readReview] as const;

/** The experts presented for a review. */
export const usePresentation = (kind: Kind, reviewId: number) =>
  useQuery({
    ...query(matchingEndpoints.candidates, { kind, params: { id: reviewId } }),
    enabled: reviewId > 0,
    refetchOnWindowFocus: true,
  });

/** Choosing one of them; `onSuccess` runs after the page's data is fresh. */
export const useSelect = (onSuccess: () => void) =>
  useCommand(matchingEndpoints.select, { refresh: TOUCHED, onSuccess });
