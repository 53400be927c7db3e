import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { isStaff, isExpertSide } from '../../../core/actor.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { lazyPart } from '../../../ui/parts/lazy-part.tsx';
import { useReviewRoute } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { reportEndpoints, type ReportView } from '../contract.ts';
import styles from './read/read.module.css';
import { SignedView, StartView, StatePage, WaitingView } from './read/states.tsx';

/** The editor: for those who write, not for those who read. */
const CheckView = lazyPart(async () => ({ default: (await import('./read/check-view.tsx')).CheckView }));
const DeliveredView = lazyPart(async () => ({ default: (await import('./read/delivered-view.tsx')).DeliveredView }));
const WriteView = lazyPart(async () => ({ default: (await import('./write/write-view.tsx')).WriteView }));

const WHILE_PDF_IS_MADE_MS = 2000;

/** The report of a matter, as the reader's part in it needs it: to write, to check, to read, or to wait for. */
export function ReportPage() {
  const { kind, reviewId } = useReviewRoute();
  const { data, error, isPending, refetch } = useQuery({
    ...query(reportEndpoints.read, { kind, params: { id: reviewId } }),
    refetchInterval: ({ state }) =>
      state.data?.report?.signed_at && !state.data.report.pdf ? WHILE_PDF_IS_MADE_MS : false,
  });
  return (
    <div className={styles.page}>
      {isPending ? <Loading /> : null}
      {error && !data ? (
        <div className={styles.state}>
          {error.status === 404 ? (
            <EmptyState title="There is no report here">
              The matter does not exist, or you do not have access to it.
            </EmptyState>
          ) : (
            <Failure error={error} what="The report could not be loaded." onRetry={() => void refetch()} />
          )}
        </div>
      ) : null}
      {data ? <Shown view={data} /> : null}
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.skeleton}>
      <SkeletonRows rows={8} columns={[45, 0, 55]} height={52} label="Loading the report" />
    </div>
  );
}

function Shown({ view }: { view: ReportView }) {
  const viewer = useViewer();
  const { report, can } = view;
  const onExpertSide = isExpertSide(viewer.kind);
  if (report && can.write)
    return (
      <Suspense fallback={<Loading />}>
        <WriteView view={{ ...view, report }} />
      </Suspense>
    );
  if (can.start) return <StartView view={view} />;
  if (report && can.check)
    return (
      <Suspense fallback={<Loading />}>
        <CheckView view={view} report={report} />
      </Suspense>
    );
  if (report?.delivered_at)
    return (
      <Suspense fallback={<Loading />}>
        <DeliveredView view={view} report={report} />
      </Suspense>
    );
  if (report?.signed_at && onExpertSide) return <SignedView view={view} report={report} />;
  if (onExpertSide && report)
    return (
      <StatePage view={view}>
        <EmptyState title="The report rests">
          It cannot be written at the moment. Everything you wrote is kept; the page of the matter says why it waits.
        </EmptyState>
      </StatePage>
    );
  if (view.elsewhere !== null)
    return (
      <StatePage view={view}>
        <EmptyState title="The report is in your record system">{view.elsewhere}</EmptyState>
      </StatePage>
    );
  return <WaitingView view={view} forStaff={isStaff(viewer.kind)} />;
}
