import { useQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { reportEndpoints, type ReportView } from '../contract.ts';
import { Deliveries } from './deliveries.tsx';
import styles from './read/read.module.css';
import { pdfUrl } from './read/states.tsx';

/** The report in short, under the heading the page of its matter gives it; nothing while none is asked for. */
export function ReportCard({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const { time_zone: zone, side } = useViewer();
  const now = useNow(60_000);
  const { data, error, isPending, refetch } = useQuery(query(reportEndpoints.read, { kind, params: { id: reviewId } }));
  if (error && !data && (error.status === 404 || error.status === 403)) return null;
  const line = data ? lineOf(data, zone, now) : null;
  if (data && line === null) return null;
  return (
    <div className={styles.card}>
      {isPending ? <SkeletonRows rows={1} columns={[60]} height={28} label="Loading the report" /> : null}
      {error && !data ? (
        <Failure error={error} what="The report could not be loaded." onRetry={() => void refetch()} />
      ) : null}
      {data ? (
        <>
          <p>{line}</p>
          <div className={styles.buttons}>
            <ButtonLink href={reviewHref(kind, reviewId, 'report')}>{openWords(data)}</ButtonLink>
            {data.report?.delivered_at && data.report.pdf && data.can.download ? (
              <a className={styles.plainLink} href={pdfUrl(data, { download: true })} download>
                <IconDownload size={16} stroke={1.75} aria-hidden /> Download PDF
              </a>
            ) : null}
          </div>
          {data.report?.delivered_at && side !== 'expert' ? <Deliveries kind={kind} reviewId={reviewId} /> : null}
        </>
      ) : null}
    </div>
  );
}

function openWords(view: ReportView): string {
  if (view.can.start) return view.report ? 'Revise the report' : 'Begin the report';
  if (view.can.write) return 'Write the report';
  if (view.can.check) return 'Check the report';
  return view.report?.delivered_at ? 'Read the report' : 'See its status';
}

const LINES: Record<string, string> = {
  asked: 'Requested; the expert has not started.',
  writing: 'The expert is writing it.',
  returned: 'The expert is revising it.',
  signed: 'Signed, waiting for its check at Peritus.',
  checking: 'Signed, being checked at Peritus.',
};

/** One sentence on where the report stands; null where there is none and none is asked for. */
function lineOf(view: ReportView, zone: string, now: number): string | null {
  const { report, elsewhere } = view;
  if (elsewhere !== null) return `The report was delivered. ${elsewhere}`;
  if (report?.delivered_at)
    return `Version ${report.version}, signed by ${report.signature_name ?? 'the expert'}, delivered ${formatInstant(report.delivered_at, { zone, now })}.`;
  const line = view.report?.signed_at && !view.team_checked ? undefined : LINES[view.stage ?? ''];
  if (!line && report)
    return report.signed_at ? 'Signed, not delivered yet.' : 'Started, and paused for now. Everything written is kept.';
  if (!line) return null;
  return view.due_at ? `${line} Due ${formatInstant(view.due_at, { zone, now })}.` : line;
}
