import { stateRow } from '../../../reviews/rules/kinds.ts';
import { plural } from '../../../../core/phrases.ts';
import { IconDownload, IconX } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Failure } from '../../../../ui/api/failure.tsx';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { TextArea } from '../../../../ui/form/text-field.tsx';
import { Fold } from '../../../../ui/parts/fold.tsx';
import { Button, ButtonLink } from '../../../../ui/parts/button.tsx';
import { TextLink } from '../../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { SplitView } from '../../../../ui/parts/split-view.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { Slot } from '../../../../ui/slots.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { readReview } from '../../../reviews/contract.ts';
import { reportEndpoints, type ReportView } from '../../contract.ts';
import { CitingProvider } from '../records/citing.tsx';
import { RecordsPane } from '../records/records-pane.tsx';
import { useRecords } from '../records/use-records.ts';
import { presented, ReportDocument } from './document.tsx';
import { HeaderStrip } from './header-strip.tsx';
import styles from './read.module.css';
import { pdfUrl } from './states.tsx';

type Report = NonNullable<ReportView['report']>;

/** The delivered report to read, its passages beside it, the PDF with its fingerprint, and the way to ask back. */
export function DeliveredView({ view, report }: { view: ReportView; report: Report }) {
  const viewer = useViewer();
  const now = useNow(60_000);
  const zone = viewer.time_zone;
  const [beside, setBeside] = useState(false);
  const [half, setHalf] = useState<'left' | 'right'>('right');
  const shown = useMemo(() => presented(report), [report]);
  const pressed = useRef(-1);
  const page = useRef<HTMLDivElement>(null);
  const {
    viewer: records,
    citing,
    others,
  } = useRecords(view.records, shown.citations, {
    marking: false,
    onShow: () => {
      // the document is set anew beside the records: come back to the chip that was pressed
      pressed.current = chips(page.current).indexOf(document.activeElement as HTMLElement);
      setBeside(true);
      setHalf('left');
    },
  });
  useLayoutEffect(() => {
    if (pressed.current < 0) return;
    const chip = chips(page.current)[pressed.current];
    pressed.current = -1;
    chip?.scrollIntoView({ block: 'center' });
    chip?.focus({ preventScroll: true });
  });

  const paper = (
    <div ref={page} className={styles.scroll}>
      <div className={styles.column}>
        <UnderWay view={view} />
        <Facts view={view} report={report} />
        <Slot name="ReportLinks" kind={view.kind} reviewId={view.review_id} waiting={null} />
        <Slot name="BoxReports" kind={view.kind} reviewId={view.review_id} waiting={null} />
        <ReportDocument
          report={shown}
          title={report.titled ?? report.definition.name}
          meta={[
            `${view.number}, ${view.subject}`,
            `Version ${report.version}${report.delivered_at ? `, delivered ${formatInstant(report.delivered_at, { zone, now })}` : ''}`,
            ...(view.confidentiality ? [view.confidentiality] : []),
            ...(view.cover ? [view.cover] : []),
          ]}
          signature={
            report.signature_name && report.signed_at
              ? { name: report.signature_name, signed_at: report.signed_at }
              : null
          }
          zone={zone}
          closed={report.sections}
        />
        <Clarify view={view} report={report} />
      </div>
    </div>
  );
  return (
    <CitingProvider value={citing}>
      <HeaderStrip
        view={view}
        actions={
          beside ? (
            <Button kind="quiet" icon={<IconX size={16} stroke={1.75} aria-hidden />} onClick={() => setBeside(false)}>
              Close the records
            </Button>
          ) : null
        }
      />
      <div className={styles.fill}>
        {beside ? (
          <SplitView
            storageKey="peritus:split:report"
            shown={half}
            onShow={setHalf}
            left={{ label: 'Records', content: <RecordsPane viewer={records} others={others} review={view} /> }}
            right={{ label: 'Report', content: paper }}
          />
        ) : (
          paper
        )}
      </div>
    </CitingProvider>
  );
}

const chips = (page: HTMLElement | null): HTMLElement[] => [
  ...(page?.querySelectorAll<HTMLElement>('article button') ?? []),
];

/** A newer version is being written: what is shown stays valid until then. */
function UnderWay({ view }: { view: ReportView }) {
  if (view.stage === null || view.stage === 'delivered') return null;
  return (
    <InlineNotice kind="info" title="A clarification is under way.">
      The expert answers it in a new version. This one stays valid until then.
    </InlineNotice>
  );
}

function Facts({ view, report }: { view: ReportView; report: Report }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const facts: [string, ReactNode][] = [
    [
      'Signed',
      report.signed_at ? `${report.signature_name}, ${formatInstant(report.signed_at, { zone, now })}` : 'Not signed',
    ],
  ];
  if (report.pdf) facts.push(['PDF', report.pdf.pages === null ? 'Signed PDF' : plural(report.pdf.pages, 'page')]);
  if (view.earlier.length > 0)
    facts.push([
      'Earlier',
      <span key="e" className={styles.bar}>
        {view.earlier.map((one) => (
          <a key={one.version} href={pdfUrl(view, { version: one.version })} target="_blank" rel="noreferrer">
            Version {one.version}
            {one.delivered_at ? `, ${formatInstant(one.delivered_at, { zone, now, bare: true })}` : ''}
          </a>
        ))}
      </span>,
    ]);
  return (
    <section className={styles.panel} aria-label="About this report">
      <div className={styles.bar}>
        <h2>Version {report.version}</h2>
        {view.can.download && report.pdf ? (
          <ButtonLink
            kind="primary"
            href={pdfUrl(view, { download: true })}
            icon={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            Download PDF
          </ButtonLink>
        ) : null}
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {report.verification_code ? (
        <Fold title="Check that it is genuine" className={styles.genuine}>
          <p>
            Anyone holding the PDF can compare it on the{' '}
            <TextLink href={`/report-verification/${report.verification_code}`}>page of this report</TextLink>. Nothing
            is sent: the file’s fingerprint is worked out on the device.
          </p>
          {report.pdf ? (
            <p>
              Its SHA-256 fingerprint is <span className={styles.code}>{report.pdf.sha256}</span>
            </p>
          ) : null}
        </Fold>
      ) : null}
    </section>
  );
}

/** Asking the expert back: a reason in place; the answer becomes the next version. */
function Clarify({ view, report }: { view: ReportView; report: Report }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const ask = useCommand(reportEndpoints.clarify, {
    refresh: [reportEndpoints.read, readReview],
    onSuccess: () => {
      setOpen(false);
      setReason('');
      toastDone('Asked. The expert answers in a new version.');
    },
  });
  if (!view.can.clarify) return null;
  if (!open)
    return (
      <div className={styles.buttons}>
        <Button onClick={() => setOpen(true)}>Ask for a clarification</Button>
        {stateRow(view.kind, view.review_status).closing?.warns ? (
          <span className={styles.stepText}>The matter closes automatically soon. A question keeps it open.</span>
        ) : null}
      </div>
    );
  return (
    <form
      className={styles.panel}
      aria-labelledby="clarify"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === '') return setMissing(true);
        ask.mutate({ kind: view.kind, params: { id: view.review_id }, body: { reason: reason.trim() } });
      }}
    >
      <h2 id="clarify">Ask for a clarification</h2>
      <p>The expert reads this and answers in version {report.version + 1}. This version stays valid and stays here.</p>
      <TextArea
        path="reason"
        label="What is unclear, and in which answer"
        value={reason}
        onChange={(text) => {
          setReason(text);
          setMissing(false);
        }}
        rows={4}
        max={4000}
        required
        error={missing ? 'Write what is unclear.' : null}
      />
      <Failure error={ask.error} what="The clarification could not be asked for." />
      <div className={styles.buttons}>
        <Button type="submit" busy={ask.isPending}>
          Ask the expert
        </Button>
        <Button kind="quiet" onClick={() => setOpen(false)}>
          Leave it
        </Button>
      </div>
    </form>
  );
}
