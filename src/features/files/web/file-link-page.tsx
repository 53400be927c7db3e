import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { query } from '../../../ui/api/hooks.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { RedirectSkeleton } from '../../../ui/parts/empty.tsx';
import { InlineError } from '../../../ui/parts/notice.tsx';
import { fileEndpoints } from '../contract.ts';
import { previewPath } from './paths.ts';
import { fileTexts } from './file-texts.ts';
import styles from './preview.module.css';

/**
 * A link to a file, as mails and messages carry it: looks whether the reader may see it now, then goes to the viewer
 * with what is true of the file, whatever the link said. A link that names another review than the file's leads nowhere.
 */
export function FileLinkPage() {
  const { fileId } = useParams({ strict: false }) as { fileId?: string };
  const search = useSearch({ strict: false }) as { reviewId?: unknown; reviewProductType?: unknown };
  const router = useRouter();
  const isNumber = /^[1-9]\d{0,14}$/.test(fileId ?? '');
  const found = useQuery({
    ...query(fileEndpoints.read, { params: { fileId: isNumber ? Number(fileId) : 0 } }),
    enabled: isNumber,
  });
  const target = found.data && fits(search, found.data.review) ? found.data : null;
  const to = target && previewPath(target.file, target.review.kind);
  useEffect(() => {
    if (to) router.history.replace(to);
  }, [router, to]);
  if (found.isError && found.error.status !== 404 && found.error.status !== 403) {
    return (
      <div className={styles.card}>
        <InlineError
          title="The file could not be looked up"
          {...(found.error.reference ? { reference: found.error.reference } : {})}
          onRetry={() => void found.refetch()}
        />
      </div>
    );
  }
  if (!isNumber || found.isError || (found.data && !target)) {
    return (
      <div className={styles.card}>
        <h1 tabIndex={-1}>{fileTexts.gone}</h1>
        <p>{fileTexts.goneHelp}</p>
        <ButtonLink href="/">Go to your start page</ButtonLink>
      </div>
    );
  }
  return <RedirectSkeleton />;
}

/** Whether what the link says of the review is true of the file's. What it does not say is. */
function fits(
  said: { reviewId?: unknown; reviewProductType?: unknown },
  review: { id: number; kind: string },
): boolean {
  return (
    (said.reviewId === undefined || said.reviewId === review.id || said.reviewId === String(review.id)) &&
    (said.reviewProductType === undefined || said.reviewProductType === review.kind)
  );
}
