import { readReview } from '../../reviews/contract.ts';
import { continuationEndpoints } from '../contract.ts';

/** Queries that a change of it makes old. */
export const TOUCHED = [continuationEndpoints.read, readReview] as const;
