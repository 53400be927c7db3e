import { useQuery } from '@tanstack/react-query';
import type { Kind } from '../../../core/kinds.ts';
import { query } from '../../../ui/api/hooks.ts';
import { readReview } from '../../reviews/contract.ts';
import { engagementEndpoints } from '../contract.ts';

/** Queries that a change of the agreement or its retainer makes old. */
export const TOUCHED = [engagementEndpoints.read, readReview] as const;

/** The agreement of a matter. */
export const useEngagement = (kind: Kind, reviewId: number) =>
  useQuery({ ...query(engagementEndpoints.read, { kind, params: { id: reviewId } }), refetchOnWindowFocus: true });
