import { fullName } from '../../../../core/names.ts';
import { useQuery } from '@tanstack/react-query';
import { isExpert } from '../../../../core/actor.ts';
import { query } from '../../../../ui/api/hooks.ts';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { readReview } from '../../../reviews/contract.ts';
import type { ReportView } from '../../contract.ts';

/** Who signs, by name: the reader, or for an assistant the expert of the review. */
export function useExpertName(view: Pick<ReportView, 'kind' | 'review_id'>): string {
  const viewer = useViewer();
  const own = isExpert(viewer.kind);
  const review = useQuery({
    ...query(readReview, { kind: view.kind, params: { id: view.review_id } }),
    enabled: !own,
  });
  if (own) return `Dr. ${fullName(viewer)}`;
  return review.data?.expert?.name ?? 'the expert';
}
