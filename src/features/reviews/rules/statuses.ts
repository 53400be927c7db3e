import type { StatePath } from '../../../core/machine.ts';

/** The states of reviews, by name; each kind's table of states adds its own. */
// oxlint-disable-next-line typescript/no-empty-object-type -- kinds add to it
export interface ReviewStates {}
export type ReviewStatus = keyof ReviewStates;
/** States to go back to, the nearest first: "needs_information/matching". */
export type ReturnPath = StatePath<ReviewStatus>;

/** The states of a path, the nearest first. */
export const statesOfPath = (path: ReturnPath | null): ReviewStatus[] =>
  path === null ? [] : (path.split('/') as ReviewStatus[]);

/** The path of states to go back to, the nearest first; null where there is none. */
export const pathOf = (states: readonly ReviewStatus[]): ReturnPath | null =>
  states.length === 0 ? null : (states.join('/') as ReturnPath);
