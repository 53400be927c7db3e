import type { StatusName } from '../../platform/declarations.ts';
import type { Kind } from '../../core/kinds.ts';
import type { Rateable } from './rules.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    /** Asked of reviews: what their state means for rating. */
    ratingState: RatingState;
  }
}

/** Whether a review in this state leaves work to rate, and whether its records are deleted. */
export type RatingState = (review: { kind: Kind; status: StatusName }) => {
  rateable: Rateable | undefined;
  purged: boolean;
};
