import { useMatches, useParams } from '@tanstack/react-router';
import type { Side } from '../../core/actor.ts';
import { KINDS, type Kind, kindOf } from '../../core/kinds.ts';

/** The address of the page that is shown; the window's may already be that of the page it goes to. */
export const useShownPath = (): string => useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });

/** Which review the address means: '/case/20418/experts' → Case, 20418. `href` is the review's own page. Id 0: none. */
export function useReviewRoute(): { kind: Kind; reviewId: number; href: string } {
  const params = useParams({ strict: false }) as { reviewId?: string; reviewType?: string };
  const first = useShownPath().split('/')[1] ?? '';
  const kind = kindOf(params.reviewType ?? first);
  if (!kind) throw new Error('This address is not one of a review.');
  const reviewId = /^\d{1,15}$/.test(params.reviewId ?? '') ? Number(params.reviewId) : 0;
  return { kind, reviewId, href: reviewHref(kind, reviewId) };
}

/** The page of a review, or one of its sub-pages. */
export const reviewHref = (kind: Kind, id: number, page?: string): string =>
  `/${KINDS[kind].slug}/${id}${page ? `/${page}` : ''}`;

/** Where the way to a review begins: the list of its kind, for experts what is up next. */
export const listCrumb = (kind: Kind, seat: Side | null): { label: string; href: string } =>
  seat === 'expert'
    ? { label: 'Up next', href: '/up-next' }
    : { label: KINDS[kind].label, href: KINDS[kind].list_path };
