import type { Kind } from '../../../core/kinds.ts';
import { CASE_GUIDE } from '../kinds/case/guide.ts';
import type { FormGuide } from '../kinds/form.ts';
import { PEER_REVIEW_GUIDE } from '../kinds/peer-review/guide.ts';

const GUIDES: Partial<Record<Kind, FormGuide>> = { Case: CASE_GUIDE, PeerReview: PEER_REVIEW_GUIDE };

/** What pages need of the form a kind is ordered by. Throws for a kind that is not built. */
export function guideOf(kind: Kind): FormGuide {
  const guide = GUIDES[kind];
  if (!guide) throw new Error(`There is no form for ${kind}.`);
  return guide;
}
