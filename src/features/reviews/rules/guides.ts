import { byKind, type Kind } from '../../../core/kinds.ts';
import { CASE_GUIDE } from '../kinds/case/guide.ts';
import type { FormGuide } from '../kinds/form.ts';
import { IME_GUIDE } from '../kinds/ime/guide.ts';
import { LEGAL_GUIDE } from '../kinds/legal-case/guide.ts';
import { PEER_REVIEW_GUIDE } from '../kinds/peer-review/guide.ts';

export const GUIDES = /* @__PURE__ */ byKind<FormGuide>(
  'form',
  { Case: CASE_GUIDE, PeerReview: PEER_REVIEW_GUIDE, IME: IME_GUIDE, Generic: LEGAL_GUIDE },
  (guide) => guide,
);

/** What pages need of the form a kind is ordered by. Throws for a kind that is not built. */
export const guideOf = (kind: Kind): FormGuide => GUIDES.of(kind);
