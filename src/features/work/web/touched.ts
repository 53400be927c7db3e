import type { Kind } from '../../../core/kinds.ts';
import { workEndpoints, type WorkView } from '../contract.ts';

/** Queries that a change of the work makes old. */
export const TOUCHED = [workEndpoints.read] as const;

/** The work of a matter, as its parts are handed it. */
export interface OfWork {
  kind: Kind;
  work: WorkView;
}
