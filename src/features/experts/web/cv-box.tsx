import { plural } from '../../../core/phrases.ts';
import { IconEye, IconFileTypePdf, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { query, queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineError, InlineNotice } from '../../../ui/parts/notice.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Slot } from '../../../ui/slots.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { StatusText } from '../../../ui/parts/status.tsx';
import { type CvView, expertEndpoints } from '../contract.ts';
import { CV_BYTES_MAX, CV_FAULTS, type CvVersion } from '../rules/cvs.ts';
import styles from './cv.module.css';

const NAMES: Record<CvVersion, string> = { full: 'CV', redacted: 'redacted CV' };

/** One version of the reader's CV: what is kept, sending another, reading and removing it. */
export function CvBox({ version }: { version: CvVersion }) {
  const { time_zone } = useViewer();
  const now = useNow(60_000);
  const client = useQueryClient();
  const cvs = useQuery(query(expertEndpoints.cvs, {}));
  const file = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const [over, setOver] = useState(false);
  const [removing, setRemoving] = useState(false);
  const kept = cvs.data?.[version] ?? null;
  const options = {
    refresh: [expertEndpoints.application],
    onSuccess: (answer: NonNullable<typeof cvs.data>) => {
      setFault(null);
      setReading(false);
      client.setQueryData(queryKey(expertEndpoints.cvs, {}), answer);
    },
  };
  const save = useCommand(expertEndpoints.saveCv, {
    ...options,
    onError: (error) =>
      setFault(
        error.status === 413
          ? CV_FAULTS.large
          : (error.errors[0]?.message ??
              (error.status === 0
                ? 'The server could not be reached. Nothing was sent; try again.'
                : `The file could not be kept. Try again.${error.reference ? ` Reference ${error.reference}` : ''}`)),
      ),
  });
  const remove = useCommand(expertEndpoints.removeCv, options);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [chosen] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    take(chosen);
  }

  function take(chosen: File | undefined) {
    setFault(null);
    if (!chosen || save.isPending) return;
    if (chosen.size > CV_BYTES_MAX) setFault(CV_FAULTS.large);
    else if (chosen.type !== 'application/pdf') setFault(CV_FAULTS.kind);
    else save.mutate({ params: { version }, query: { name: chosen.name.slice(0, 200) || 'CV.pdf' }, content: chosen });
  }

  if (cvs.isPending) return <SkeletonRows rows={1} columns={[60, 0, 25]} height={56} label="Loading your CV" />;
  if (cvs.isError && !cvs.data)
    return <InlineError title="Your CV could not be loaded." onRetry={() => void cvs.refetch()} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button beside it does the same
    <div
      className={cx(styles.box, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <div className={styles.line}>
        {kept ? (
          <div className={styles.kept}>
            <IconFileTypePdf size={22} stroke={1.5} aria-hidden />
            <div className={styles.words}>
              <strong>{kept.name}</strong>
              <span>
                {kept.pages === null ? '' : `${plural(kept.pages, 'page')}, `}
                sent {formatInstant(kept.created_at, { zone: time_zone, now })}
              </span>
              {kept.state ? <CvState cv={kept} /> : null}
            </div>
          </div>
        ) : null}
        <div className={kept ? styles.acts : styles.drop}>
          {kept ? null : (
            <p>
              <IconFileTypePdf size={22} stroke={1.5} aria-hidden />
              Drop a PDF of up to 10 MB here, or choose it.
            </p>
          )}
          <input
            ref={file}
            type="file"
            accept="application/pdf,.pdf"
            aria-label={`File of your ${NAMES[version]}`}
            className={styles.file}
            tabIndex={-1}
            onChange={choose}
          />
          <Button
            icon={<IconUpload stroke={1.75} />}
            busy={save.isPending}
            data-path={version === 'full' ? 'cv.file' : undefined}
            onClick={() => file.current?.click()}
          >
            {kept ? 'Send another' : `Send your ${NAMES[version]}`}
          </Button>
          {kept ? (
            <>
              <Button icon={<IconEye stroke={1.75} />} aria-expanded={reading} onClick={() => setReading(!reading)}>
                {reading ? 'Close it' : 'Read it'}
              </Button>
              <Button kind="quiet" icon={<IconTrash stroke={1.75} />} onClick={() => setRemoving(true)}>
                Remove
              </Button>
            </>
          ) : null}
        </div>
      </div>
      {fault ? (
        <InlineNotice kind="bad" live>
          {fault}
        </InlineNotice>
      ) : null}
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={`Remove your ${NAMES[version]}?`}
        confirmLabel="Remove it"
        cancelLabel="Keep it"
        onConfirm={async () => {
          await remove.mutateAsync({ params: { version } });
          setRemoving(false);
        }}
      >
        {version === 'full'
          ? 'The file is deleted. Organizations that choose by name have nothing to read until you upload another.'
          : 'The file is deleted. Organizations that choose by it are not shown you until you send another.'}
      </ConfirmDialog>
      {kept && reading ? (
        <div className={styles.viewer}>
          <Slot
            name="RecordsViewer"
            key={kept.created_at}
            files={[{ id: version, name: kept.name, pages: kept.pages, url: kept.url }]}
            fileId={version}
            onFileChange={() => undefined}
            marks={[]}
          />
        </div>
      ) : null}
    </div>
  );
}

/** Whether who orders may read it, and why not. */
function CvState({ cv }: { cv: CvView }) {
  const until = cv.earlier_shown ? ' The earlier one is shown until then.' : '';
  if (cv.state === 'approved') return <StatusText label="Approved: who orders can read it" tone="ok" share={1} />;
  if (cv.state === 'returned')
    return (
      <>
        <StatusText label="Came back to you: send another" tone="warn" share={0} side="attention" />
        <span>
          {cv.reason}
          {until}
        </span>
      </>
    );
  return (
    <>
      <StatusText label="We look at it before it is shown" tone="info" share={0.5} />
      {until ? <span>{until.trim()}</span> : null}
    </>
  );
}
