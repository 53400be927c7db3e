import { useParams } from '@tanstack/react-router';
import { KINDS, type Kind, kindOf } from '../../../../core/kinds.ts';
import { useShownPath } from '../../../../ui/session/review-place.ts';

/** Which review the address means: "/case/20418/step-three" → Case, 20418, "step-three". */
export function useReviewPlace(): { kind: Kind; reviewId: number; page: string; base: string } {
  const params = useParams({ strict: false }) as { reviewId?: string; reviewType?: string };
  const parts = useShownPath().split('/').filter(Boolean);
  const kind = kindOf(params.reviewType ?? parts[0] ?? '') ?? 'Case';
  const reviewId = /^\d{1,15}$/.test(params.reviewId ?? '') ? Number(params.reviewId) : 0;
  return { kind, reviewId, page: parts[2] ?? '', base: `/${KINDS[kind].slug}/${params.reviewId ?? ''}` };
}
