import type { Kind } from '../../../core/kinds.ts';
import { matterDateEndpoints } from '../../matter-dates/contract.ts';
import { readReview } from '../../reviews/contract.ts';
import { workEndpoints } from '../../work/contract.ts';
import { type SessionsView, testimonyEndpoints } from '../contract.ts';

/** Queries that a change of sessions makes old: their tasks and time, and the date of the order. */
export const TOUCHED = [testimonyEndpoints.read, workEndpoints.read, matterDateEndpoints.read, readReview] as const;

/** The sessions of a matter, as their parts are handed them. */
export interface OfSessions {
  kind: Kind;
  view: SessionsView;
}
