import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { KINDS } from '../../core/kinds.ts';
import { RedirectSkeleton } from '../../ui/parts/empty.tsx';

/** The address a case had before: on to the present one, with everything that came along. */
export function OldCasePage() {
  const { reviewId = '' } = useParams({ strict: false }) as { reviewId?: string };
  const router = useRouter();
  useEffect(() => {
    const { searchStr, hash } = router.state.location;
    router.history.replace(`/${KINDS.Case.slug}/${encodeURIComponent(reviewId)}${searchStr}${hash ? `#${hash}` : ''}`);
  }, [router, reviewId]);
  return <RedirectSkeleton />;
}
