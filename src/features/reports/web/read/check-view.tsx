import { plural } from '../../../../core/phrases.ts';
import { IconArrowBackUp, IconCheck, IconNote, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { ApiError, call } from '../../../../ui/api/client.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { queryKey, useCommand } from '../../../../ui/api/hooks.ts';
import { TextArea } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { SplitView } from '../../../../ui/parts/split-view.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { useQueryClient } from '@tanstack/react-query';
import { readReview } from '../../../reviews/contract.ts';
import { reportEndpoints, type ReportView } from '../../contract.ts';
import { CitingProvider } from '../records/citing.tsx';
import { RecordsPane } from '../records/records-pane.tsx';
import { useRecords } from '../records/use-records.ts';
import { presented, ReportDocument } from './document.tsx';
import { DictationSlot } from './dictation-slot.tsx';
import { HeaderStrip } from './header-strip.tsx';
import styles from './read.module.css';
import { pdfUrl } from './states.tsx';

type Report = NonNullable<ReportView['report']>;

/** The check before delivery: the signed report beside the records, notes per section, deliver or return. */
export function CheckView({ view, report }: { view: ReportView; report: Report }) {
  const viewer = useViewer();
  const now = useNow(60_000);
  const client = useQueryClient();
  const zone = viewer.time_zone;
  const kind = view.kind;
  const [half, setHalf] = useState<'left' | 'right'>('right');
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(new Map());
  const [returning, setReturning] = useState(false);
  const shown = useMemo(() => presented(report), [report]);
  const {
    viewer: records,
    citing,
    others,
  } = useRecords(view.records, shown.citations, {
    marking: false,
    onShow: () => setHalf('left'),
  });
  const approve = useCommand(reportEndpoints.approve, {
    refresh: [reportEndpoints.read, readReview],
    onSuccess: () => toastDone('Delivered. The requester has been notified.'),
  });
  const written = [...notes].filter(([, note]) => note.trim() !== '');
  const titles = new Map(shown.sections.map((section) => [section.key, section.title]));

  const setNote = (section: string, note: string | null) => {
    const next = new Map(notes);
    if (note === null) next.delete(section);
    else next.set(section, note);
    setNotes(next);
  };
  const sendBack = async (reason: string) => {
    try {
      await call(reportEndpoints.sendBack, {
        kind,
        params: { id: view.review_id },
        body: { reason, sections: written.map(([section, note]) => ({ section, note: note.trim() })) },
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        await client.invalidateQueries({ queryKey: queryKey(reportEndpoints.read) });
      throw error;
    }
    setReturning(false);
    toastDone('Returned. The expert has been notified.');
    await Promise.all(
      [reportEndpoints.read, readReview].map((e) => client.invalidateQueries({ queryKey: queryKey(e) })),
    );
  };

  return (
    <CitingProvider value={citing}>
      <HeaderStrip view={view} />
      <div className={styles.fill}>
        <SplitView
          storageKey="peritus:split:report"
          first="right"
          shown={half}
          onShow={setHalf}
          left={{ label: 'Records', content: <RecordsPane viewer={records} others={others} review={view} /> }}
          right={{
            label: 'Report',
            content: (
              <div className={styles.half}>
                <DictationSlot view={view} />
                <div className={styles.scroll}>
                  <div className={styles.column}>
                    {report.pdf ? null : (
                      <InlineNotice kind="info" title="The signed PDF is being made.">
                        It takes a few seconds. Delivering opens then.
                      </InlineNotice>
                    )}
                    {report.clarification ? (
                      <InlineNotice kind="info" title="This version answers a clarification.">
                        “{report.clarification}”
                      </InlineNotice>
                    ) : null}
                    <ReportDocument
                      report={shown}
                      title={report.titled ?? report.definition.name}
                      meta={[
                        `${view.number}, ${view.subject}`,
                        `Version ${report.version}, signed ${report.signed_at ? formatInstant(report.signed_at, { zone, now }) : ''}`,
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
                      renderAfter={(section, title) => (
                        <SectionNote
                          title={title}
                          path={`note.${section}`}
                          note={notes.get(section)}
                          onChange={(note) => setNote(section, note)}
                        />
                      )}
                    />
                  </div>
                </div>
                {approve.error ? (
                  <div className={styles.footNotice}>
                    <Failure
                      error={approve.error}
                      what="The report could not be delivered."
                      onRetry={() => approve.reset()}
                    />
                  </div>
                ) : null}
                <footer className={styles.foot}>
                  <span className={styles.footWords}>
                    {written.length === 0 ? 'No notes yet' : `${plural(written.length, 'section')} with a note`}
                  </span>
                  {report.pdf ? (
                    <Button kind="quiet" onClick={() => window.open(pdfUrl(view), '_blank', 'noopener')}>
                      Read the PDF
                    </Button>
                  ) : null}
                  <Button
                    kind={written.length > 0 ? 'primary' : 'default'}
                    icon={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
                    onClick={() => setReturning(true)}
                  >
                    Return with reasons
                  </Button>
                  <Button
                    kind={written.length > 0 ? 'default' : 'primary'}
                    icon={<IconCheck size={16} stroke={1.75} aria-hidden />}
                    busy={approve.isPending}
                    disabled={report.pdf === null}
                    onClick={() => approve.mutate({ kind, params: { id: view.review_id }, body: {} })}
                  >
                    Deliver
                  </Button>
                </footer>
              </div>
            ),
          }}
        />
      </div>
      <ConfirmDialog
        open={returning}
        onClose={() => setReturning(false)}
        title="Return the report to the expert?"
        confirmLabel="Return it"
        cancelLabel="Keep checking"
        danger={false}
        reason={{ label: 'What has to change', note: 'The expert reads this', required: true, max: 4000 }}
        onConfirm={sendBack}
      >
        <p>The signature becomes void. The expert corrects it and signs again; the requester sees nothing of this.</p>
        {written.length > 0 ? (
          <>
            <p>Your notes go along:</p>
            <ul className={styles.notes}>
              {written.map(([section, note]) => (
                <li key={section}>
                  <b>{titles.get(section)}:</b> {note}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </ConfirmDialog>
    </CitingProvider>
  );
}

/** A note on one section, kept until the report is returned or delivered. */
function SectionNote({
  title,
  path,
  note,
  onChange,
}: {
  title: string;
  path: string;
  note: string | undefined;
  onChange: (note: string | null) => void;
}) {
  return (
    <div className={styles.note}>
      <div className={styles.noteBox}>
        {note === undefined ? (
          <Button
            size="sm"
            kind="quiet"
            icon={<IconNote size={15} stroke={1.75} aria-hidden />}
            onClick={() => onChange('')}
            aria-label={`Add a note on ${title}`}
          >
            Add a note
          </Button>
        ) : (
          <>
            <TextArea path={path} label={`Note on ${title}`} value={note} onChange={onChange} rows={2} max={2000} />
            <div className={styles.noteLine}>
              <Button
                size="sm"
                kind="quiet"
                icon={<IconTrash size={15} stroke={1.75} aria-hidden />}
                onClick={() => onChange(null)}
                aria-label={`Remove the note on ${title}`}
              >
                Remove
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
