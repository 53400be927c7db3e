import { readReview } from '../../reviews/contract.ts';
import { matterDateEndpoints } from '../contract.ts';

/** Queries that a change of the dates makes old. */
export const TOUCHED = [matterDateEndpoints.read, readReview] as const;
