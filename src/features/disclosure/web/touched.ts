import type { Kind } from '../../../core/kinds.ts';
import { disclosureEndpoints, type DisclosureView } from '../contract.ts';

/** Queries that a change of the disclosure makes old. */
export const TOUCHED = [disclosureEndpoints.read] as const;

/** The disclosure of a matter, as its parts are handed it. */
export interface OfDisclosure {
  kind: Kind;
  view: DisclosureView;
}
