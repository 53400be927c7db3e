import { useParams } from '@tanstack/react-router';
import { KINDS, type Kind } from '../../../../core/kinds.ts';
import { useReviewRoute as useReviewShown, useShownPath } from '../../../../ui/session/review-route.ts';

/** Which review the address means, and what of it: "/case/20418/step-three" → Case, 20418, "step-three". */
export function useReviewRoute(): { kind: Kind; reviewId: number; page: string; base: string } {
  const { kind, reviewId } = useReviewShown();
  const { reviewId: written = '' } = useParams({ strict: false }) as { reviewId?: string };
  const [page = ''] = useShownPath().split('/').filter(Boolean).slice(2);
  return { kind, reviewId, page, base: `/${KINDS[kind].slug}/${written}` };
}
