import { IconEye, IconFileTypePdf, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { query, queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineError, InlineNotice } from '../../../ui/parts/notice.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Slot } from '../../../ui/slots.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { expertEndpoints } from '../contract.ts';
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
  const remove = useCommand(expertEndpoints.removeCv, {
    ...options,
    onError: () => setFault('It could not be removed. Try again.'),
  });

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [chosen] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    setFault(null);
    if (!chosen) return;
    if (chosen.size > CV_BYTES_MAX) setFault(CV_FAULTS.large);
    else if (chosen.type !== 'application/pdf') setFault(CV_FAULTS.kind);
    else save.mutate({ params: { version }, query: { name: chosen.name.slice(0, 200) || 'CV.pdf' }, content: chosen });
  }

  if (cvs.isPending) return <SkeletonRows rows={1} columns={[60, 0, 25]} height={56} label="Loading your CV" />;
  if (cvs.isError && !cvs.data)
    return <InlineError title="Your CV could not be loaded." onRetry={() => void cvs.refetch()} />;
  return (
    <div className={styles.box}>
      {kept ? (
        <div className={styles.kept}>
          <IconFileTypePdf size={22} stroke={1.5} aria-hidden />
          <div className={styles.words}>
            <strong>{kept.name}</strong>
            <span>
              {kept.pages === null ? '' : `${kept.pages} ${kept.pages === 1 ? 'page' : 'pages'}, `}
              since {formatInstant(kept.created_at, { zone: time_zone, now })}
            </span>
          </div>
        </div>
      ) : null}
      <div className={styles.acts}>
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
            <Button
              kind="quiet"
              icon={<IconTrash stroke={1.75} />}
              busy={remove.isPending}
              onClick={() => remove.mutate({ params: { version } })}
            >
              Remove
            </Button>
          </>
        ) : null}
      </div>
      {fault ? (
        <InlineNotice kind="bad" live>
          {fault}
        </InlineNotice>
      ) : null}
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
