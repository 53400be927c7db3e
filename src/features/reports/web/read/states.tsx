import { plural } from '../../../../core/phrases.ts';
import { isInterrupted } from '../../../reviews/rules/kinds.ts';
import { IconCircle, IconCircleCheck, IconCircleDot, IconPencil, IconSignature } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { urlOf } from '../../../../core/url-of.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { Button, ButtonLink } from '../../../../ui/parts/button.tsx';
import { EmptyState } from '../../../../ui/parts/empty.tsx';
import { SplitView } from '../../../../ui/parts/split-view.tsx';
import { reviewHref } from '../../../../ui/session/review-route.ts';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant, formatNear } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { readReview } from '../../../reviews/contract.ts';
import { reportEndpoints, type ReportView } from '../../contract.ts';
import { RecordsPane } from '../records/records-pane.tsx';
import { useRecords } from '../records/use-records.ts';
import { DictationSlot } from './dictation-slot.tsx';
import { HeaderStrip } from './header-strip.tsx';
import styles from './read.module.css';

type Report = NonNullable<ReportView['report']>;

/** Where the PDF is; `version` an earlier one, `download` to keep it. */
export const pdfUrl = (view: ReportView, options: { version?: number; download?: boolean } = {}): string =>
  urlOf(reportEndpoints.pdf, {
    kind: view.kind,
    params: { id: view.review_id },
    query: { version: options.version, download: options.download ? '1' : undefined },
  });

/** Something to read alone on the page, under the line with the matter. */
export function StatePage({ view, children }: { view: ReportView; children: ReactNode }) {
  return (
    <>
      <HeaderStrip view={view} />
      <div className={styles.fill}>
        <div className={styles.scroll}>
          <DictationSlot view={view} />
          {children}
        </div>
      </div>
    </>
  );
}

/** Asked for, not begun: the records to look into, and the button that begins. */
export function StartView({ view }: { view: ReportView }) {
  const viewer = useViewer();
  const now = useNow(60_000);
  const { viewer: records, others } = useRecords(view.records, NONE, { marking: false });
  const start = useCommand(reportEndpoints.start, { refresh: [reportEndpoints.read, readReview] });
  return (
    <>
      <HeaderStrip view={view} due />
      <div className={styles.fill}>
        <SplitView
          storageKey="peritus:split:report"
          first="right"
          left={{ label: 'Records', content: <RecordsPane viewer={records} others={others} review={view} /> }}
          right={{
            label: 'Report',
            content: (
              <div className={styles.scroll}>
                <DictationSlot view={view} />
                <div className={styles.state}>
                  <h2>{view.stage === 'returned' ? 'The report came back' : 'The written report was requested'}</h2>
                  <p>
                    You write it here, beside the records. Mark a passage on the left and cite it in your answer with
                    one press. Everything is saved as you write, and you can stop and come back on any device.
                  </p>
                  <p>
                    {view.report?.returned_note
                      ? `The quality check wrote: “${view.report.returned_note}”`
                      : 'The form asks what the order asks, and the requester’s own questions.'}
                    {view.due_at ? ` It is due ${formatNear(view.due_at, { zone: viewer.time_zone, now })}.` : ''}
                  </p>
                  <Failure error={start.error} what="The report could not be begun." onRetry={() => start.reset()} />
                  <div className={styles.buttons}>
                    <Button
                      kind="primary"
                      size="lg"
                      icon={<IconPencil size={18} stroke={1.75} aria-hidden />}
                      busy={start.isPending}
                      onClick={() => start.mutate({ kind: view.kind, params: { id: view.review_id }, body: {} })}
                    >
                      {view.report ? 'Take it up again' : 'Begin the report'}
                    </Button>
                  </div>
                </div>
              </div>
            ),
          }}
        />
      </div>
    </>
  );
}

const NONE: never[] = [];

/** Signed and in check: what happens now, for the side that wrote it. */
export function SignedView({ view, report }: { view: ReportView; report: Report }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  return (
    <StatePage view={view}>
      <div className={styles.state} role="status">
        <span className={styles.seal}>
          <IconSignature size={24} stroke={1.75} aria-hidden />
        </span>
        <h2>{view.team_checked ? 'Signed. In check at Peritus.' : 'Signed. Being delivered.'}</h2>
        <p>
          {report.signature_name} signed version {report.version}
          {report.signed_at ? ` on ${formatInstant(report.signed_at, { zone, now })}` : ''}.{' '}
          {view.team_checked
            ? 'Clinical operations check it for completeness, usually the same day, and deliver it. If something is missing, it comes back here with the reasons.'
            : 'It is delivered as soon as its PDF is ready.'}
        </p>
        {report.pdf ? (
          <p>
            The signed PDF has {report.pdf.pages === null ? 'its pages' : plural(report.pdf.pages, 'page')}. Its
            fingerprint begins with <span className={styles.code}>{report.pdf.sha256.slice(0, 16)}</span>.
          </p>
        ) : (
          <p>The signed PDF is being made. It takes a few seconds.</p>
        )}
        <div className={styles.buttons}>
          <ButtonLink kind="primary" href="/up-next">
            Up next
          </ButtonLink>
          {report.pdf ? (
            <Button onClick={() => window.open(pdfUrl(view), '_blank', 'noopener')}>Read the signed PDF</Button>
          ) : null}
        </div>
      </div>
    </StatePage>
  );
}

const CHECKED_BY_TEAM = 'Clinical operations at Peritus check it for completeness, usually the same day.';
const STEPS = [
  ['asked', 'Requested', 'The expert has been notified and starts within the agreed time.'],
  ['writing', 'Being written', 'The expert answers every question of the order and cites the records.'],
  ['checking', 'Signed, in check', CHECKED_BY_TEAM],
  ['delivered', 'Delivered', 'You’ll get an e-mail, read it here and download the signed PDF.'],
] as const;

/** A report sent back is still being written, a signed one waits for its check. */
const STAND: Readonly<Record<string, string>> = { returned: 'writing', signed: 'checking' };

/** Before delivery: where the report stands and when it comes. */
export function WaitingView({ view, forStaff }: { view: ReportView; forStaff: boolean }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const stage = STAND[view.stage ?? ''] ?? view.stage;
  const at = STEPS.findIndex(([one]) => one === stage);
  if (at < 0)
    return (
      <StatePage view={view}>
        <EmptyState
          title={forStaff ? 'No report yet' : 'No report has been requested'}
          action={<ButtonLink href={reviewHref(view.kind, view.review_id)}>Go to {view.number}</ButtonLink>}
        >
          {isInterrupted(view.kind, view.review_status)
            ? 'The matter is on hold right now. Its page says why and who can lift the hold.'
            : 'A written report appears here once it is ordered and delivered.'}
        </EmptyState>
      </StatePage>
    );
  return (
    <StatePage view={view}>
      <div className={styles.state}>
        <h2>{TITLES[at]}</h2>
        <p>
          {view.due_at
            ? `Due by ${formatInstant(view.due_at, { zone, now })}. `
            : 'The date is set when the expert takes it on. '}
          {forStaff ? 'The draft stays with the expert until it is signed.' : 'There is nothing for you to do.'}
        </p>
        <ol>
          {STEPS.map(([one, title, text], step) => {
            const Icon = step < at ? IconCircleCheck : step === at ? IconCircleDot : IconCircle;
            return (
              <li key={one} data-done={step < at || undefined} data-now={step === at || undefined}>
                <Icon size={18} stroke={1.75} aria-hidden />
                <span>
                  {title}
                  {step < at ? ', done' : ''}
                  <span className={styles.stepText}>
                    {text === CHECKED_BY_TEAM && !view.team_checked ? 'It is delivered once it is complete.' : text}
                  </span>
                </span>
              </li>
            );
          })}
        </ol>
        <div className={styles.buttons}>
          <ButtonLink href={reviewHref(view.kind, view.review_id)}>Go to {view.number}</ButtonLink>
        </div>
      </div>
    </StatePage>
  );
}

const TITLES = [
  'The report was requested',
  'The expert is writing the report',
  'The report is signed and being checked',
  'The report is delivered',
];
