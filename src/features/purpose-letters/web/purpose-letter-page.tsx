import { useQuery } from '@tanstack/react-query';
import { query } from '../../../ui/api/hooks.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { listCrumb, reviewHref, useReviewRoute } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { purposeLetterEndpoints } from '../contract.ts';
import { LetterWork } from './letter-work.tsx';
import { Versions } from './versions.tsx';
import styles from './purpose-letter.module.css';

const TITLE = 'Purpose letter';
const LEAD = 'It tells the examiner what to answer. Every party to the claim can read it.';

/** The letter that tells the examiner what to answer: written, proposed, sent, and every version of it. */
export function PurposeLetterPage() {
  const { kind, reviewId } = useReviewRoute();
  const asked = query(purposeLetterEndpoints.read, { kind, params: { id: reviewId } });
  const { data: letter, error, refetch } = useQuery(asked);
  const list = listCrumb(kind, useViewer().side);
  if (!letter && (error?.status === 404 || error?.status === 403 || reviewId === 0))
    return (
      <Page width="form">
        <EmptyState
          title="There is no purpose letter to show here"
          action={<ButtonLink href={list.href}>Go to {list.label}</ButtonLink>}
        >
          The review does not exist, has no exam, or you do not have access to its letter.
        </EmptyState>
      </Page>
    );
  if (!letter)
    return (
      <Page width="wide">
        <div className={styles.page}>
          <PageHeader crumbs={[list, { label: TITLE }]} title={TITLE} lead={LEAD} />
          {error ? (
            <Failure error={error} what="The letter could not be loaded." onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={5} columns={[40, 60]} height={56} label="Loading the letter" />
          )}
        </div>
      </Page>
    );
  return (
    <Page width="wide">
      <div className={styles.page}>
        <PageHeader
          crumbs={[list, { label: letter.number, href: reviewHref(kind, reviewId) }, { label: TITLE }]}
          title={TITLE}
          lead={LEAD}
        />
        <LetterWork key={letter.state} kind={kind} letter={letter} />
        {letter.versions.length > 0 ? <Versions kind={kind} letter={letter} /> : null}
      </div>
    </Page>
  );
}
