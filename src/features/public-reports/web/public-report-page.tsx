import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { IconDownload } from '@tabler/icons-react';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import type { Out } from '../../../core/endpoint.ts';
import { plural } from '../../../core/phrases.ts';
import { urlOf } from '../../../core/url-of.ts';
import { ApiError, call } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Fold } from '../../../ui/parts/fold.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { Slot } from '../../../ui/slots.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { type SharedReport, sharedReportEndpoints } from '../contract/shared-report.ts';
import styles from './public-report.module.css';

type Opened = Out<typeof sharedReportEndpoints.open>;

/** How often an open page asks whether its link still opens. */
const LOOKS_EACH_MS = 60_000;
const zone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
const asApi = (error: unknown): ApiError => (error instanceof ApiError ? error : new ApiError(0, null));

/**
 * A report for whoever has its link. The token goes in bodies alone; what is loaded afterwards is loaded by a cookie of this
 * link. Opening it counts once, however long it is read.
 */
export function PublicReportPage() {
  const { id: token = '' } = useParams({ strict: false }) as { id?: string };
  const client = useQueryClient();
  const key = ['public_report', token];
  // once it was opened, asking again must not open it anew
  const begun = useRef(client.getQueryData(key) !== undefined);
  const { data, error, refetch } = useQuery<Opened>({
    queryKey: key,
    queryFn: async () => {
      const opened = await call(sharedReportEndpoints.open, { body: { token, begin: !begun.current } });
      if (opened.state === 'open') begun.current = true;
      return opened;
    },
    retry: false,
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? LOOKS_EACH_MS : false),
  });
  const open = (opened: Opened): void => {
    begun.current = true;
    client.setQueryData(key, opened);
  };
  const refused = error instanceof ApiError && (error.code === 'gone' || error.status === 404) ? error : null;
  if (refused)
    return (
      <div className={styles.state}>
        <h1 tabIndex={-1}>
          {refused.code === 'gone' ? 'This link is no longer open' : 'No report is found by this link'}
        </h1>
        <p>
          {refused.code === 'gone'
            ? 'Ask who sent it to you for another.'
            : 'Copy the whole address from the message it came with, or ask who sent it to you.'}
        </p>
        <div className={styles.acts}>
          <ButtonLink href="/contact?reason=review">Write to us</ButtonLink>
        </div>
      </div>
    );
  if (!data)
    return (
      <div className={styles.state}>
        {error ? (
          <Failure error={asApi(error)} what="The report could not be opened." onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={3} columns={[60, 30]} height={44} label="Opening the report" />
        )}
      </div>
    );
  if (data.state === 'over')
    return (
      <div className={styles.state}>
        <h1 tabIndex={-1}>The report was closed</h1>
        <p>A shared report is open for an hour at a time.</p>
        <div className={styles.acts}>
          <Button
            kind="primary"
            onClick={() => {
              begun.current = false;
              void refetch();
            }}
          >
            Open it again
          </Button>
        </div>
      </div>
    );
  if (data.report) return <Reader report={data.report} />;
  return <AskPasscode token={token} organization={data.organization} onOpened={open} />;
}

/** Asks for the passcode of a link. */
function AskPasscode({
  token,
  organization,
  onOpened,
}: {
  token: string;
  organization: string;
  onOpened: (opened: Opened) => void;
}) {
  const [passcode, setPasscode] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<ApiError | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFault(null);
    try {
      onOpened(await call(sharedReportEndpoints.open, { body: { token, passcode } }));
    } catch (error) {
      setFault(asApi(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.state}>
      <h1 tabIndex={-1}>A report shared with you</h1>
      <p>{organization} shares a signed report by this link. It opens with its passcode.</p>
      <form className={styles.ask} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          path="passcode"
          label="Passcode"
          help="Who sent you the link has it."
          autoComplete="off"
          value={passcode}
          onChange={setPasscode}
          error={fault?.errors[0]?.message}
        />
        {fault && fault.errors.length === 0 ? <Failure error={fault} what="The report could not be opened." /> : null}
        <div className={styles.acts}>
          <Button kind="primary" type="submit" busy={busy} disabled={passcode.trim() === ''}>
            Open the report
          </Button>
        </div>
      </form>
    </div>
  );
}

/** The pages of the report, with who it is for across them, and the signed PDF to save. */
function Reader({ report }: { report: SharedReport }) {
  const here = zone();
  const params = { link_id: report.link_id };
  const files = useMemo(
    () => [
      {
        id: 'report',
        name: `${report.number} report`,
        pages: report.pages,
        url: urlOf(sharedReportEndpoints.pdf, { params: { link_id: report.link_id } }),
      },
    ],
    [report.link_id, report.number, report.pages],
  );
  const facts = [
    report.signature_name && report.signed_at
      ? `Signed by ${report.signature_name}, ${formatInstant(report.signed_at, { zone: here })}`
      : null,
    `version ${report.version}`,
    report.pages === null ? null : plural(report.pages, 'page'),
  ];
  return (
    <>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1 tabIndex={-1}>
            {report.title} {report.number}
          </h1>
          <p className={styles.facts}>{facts.filter((one) => one !== null).join(', ')}</p>
          <p className={styles.facts}>
            Shared by {report.organization} with {report.audience}, until{' '}
            {formatInstant(report.expires_at, { zone: here })}
          </p>
        </div>
        <div className={styles.acts}>
          <ButtonLink
            kind="primary"
            href={urlOf(sharedReportEndpoints.pdf, { params, query: { download: '1' } })}
            icon={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            Save the PDF
          </ButtonLink>
        </div>
      </header>
      {report.superseded || report.confidentiality ? (
        <div className={styles.notes}>
          {report.superseded ? (
            <InlineNotice kind="warn" title="A newer version of this report was delivered.">
              This link shows version {report.version}. Ask who sent it to you for the newest one.
            </InlineNotice>
          ) : null}
          {report.confidentiality ? <p className={styles.facts}>{report.confidentiality}</p> : null}
        </div>
      ) : null}
      <p className={styles.printed}>
        This page is not the report. Save the PDF and print that: it is the report as it was signed.
      </p>
      <div className={styles.reader}>
        <Slot
          name="RecordsViewer"
          files={files}
          fileId="report"
          onFileChange={() => undefined}
          marks={[]}
          over={<Watermark words={`${report.audience}\nopened ${formatInstant(report.opened_at, { zone: here })}`} />}
        />
      </div>
      <Fold title="Check that it is genuine" className={styles.genuine}>
        <p>
          The PDF you save is the file that was signed, byte for byte; what stands across the pages here is not in it.
          Its SHA-256 fingerprint is <span className={styles.code}>{report.sha256}</span>
        </p>
        {report.verification_code ? (
          <p>
            Compare a file with it on the{' '}
            <TextLink href={`/report-verification/${report.verification_code}`}>page of this report</TextLink>. Nothing
            is sent: the fingerprint is worked out on your device.
          </p>
        ) : null}
      </Fold>
    </>
  );
}

/** Enough of them for the largest screen. */
const MARKS = Array.from({ length: 160 }, (_, at) => at);

/** Whose copy this is and when it was opened, across the screen. */
function Watermark({ words }: { words: string }) {
  return (
    <div className={styles.mark} aria-hidden>
      {MARKS.map((at) => (
        <span key={at} data-words={words} />
      ))}
    </div>
  );
}
