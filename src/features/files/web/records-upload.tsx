import { KINDS } from '../../../core/kinds.ts';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { Suspense, useId, useRef, useState, useSyncExternalStore } from 'react';
import { TextButton } from '../../../ui/parts/button.tsx';
import type { ApiError } from '../../../ui/api/client.ts';
import { lazyPart } from '../../../ui/parts/lazy-part.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { type ReviewSlotProps, Slot } from '../../../ui/slots.tsx';
import { maxUploadBytes } from '../../../ui/session/site.ts';
import { type Room, sizeText, totalsText } from '../rules.ts';
import { DropZone } from './drop-zone.tsx';
import { MovingRow, RecordRow } from './record-row.tsx';
import { forget, unfinishedOf } from './upload/fingerprint.ts';
import { uploads } from './upload/manager.ts';
import { useUploads } from './upload/use-uploads.ts';
import { useFiles } from './use-files.ts';
import { fileTexts } from './file-texts.ts';
import styles from './records.module.css';

const ChartMatch = lazyPart(() => import('./chart-match.tsx'));

/**
 * The records of a review where they are gathered: drop zone, and a row for each file with its category, who sees it
 * and its pages. Uploads go on when this leaves the page.
 */
export function RecordsUpload({
  kind,
  reviewId,
  titled = false,
}: Pick<ReviewSlotProps, 'kind' | 'reviewId'> & {
  /** Brings its own heading, where the place has none. */
  titled?: boolean;
}) {
  const { box } = useViewer();
  const files = useFiles(kind, reviewId);
  const moving = useUploads(reviewId, files.data?.data);
  const heading = useId();
  const zone = useRef<HTMLDivElement>(null);
  // pages that count toward the price: hidden files are not charged
  const onTheWay = moving.filter((row) => row.state !== 'refused' && row.state !== 'failed').length;
  const mayUpload = files.data?.abilities.upload.allowed ?? false;
  const toZone = (): void => zone.current?.querySelector('button')?.click();

  return (
    <div className={styles.records}>
      {titled ? (
        <h2 id={heading} className={styles.heading}>
          {fileTexts.records}
        </h2>
      ) : null}
      {files.data && files.data.totals.files + onTheWay > 0 ? (
        <p className={styles.totals}>
          {fileTexts.soFar(
            totalsText({ files: files.data.totals.files + onTheWay, pages: files.data.totals.visible_pages }),
          )}
        </p>
      ) : null}
      {files.isError ? (
        <ListFailed error={files.error} onAgain={() => void files.refetch()} />
      ) : files.data === undefined ? (
        <Skeleton />
      ) : (
        <>
          {mayUpload ? (
            <div ref={zone}>
              <DropZone
                after={[roomText(files.data.room), fileTexts.dropHelp].join(' ').trim()}
                onFiles={(chosen) => uploads.add(kind, reviewId, chosen, files.data.rules, { room: files.data.room })}
              />
            </div>
          ) : (
            <p className={styles.meta}>{files.data.abilities.upload.reason}</p>
          )}
          {box ? <Slot name="BoxImport" kind={kind} reviewId={reviewId} waiting={null} /> : null}
          <Interrupted reviewId={reviewId} />
          {KINDS[kind].has_charts && mayUpload && files.data.data.length > 0 ? (
            <Suspense fallback={null}>
              <ChartMatch kind={kind} reviewId={reviewId} files={files.data.data} />
            </Suspense>
          ) : null}
          {files.data.data.length + moving.length > 0 ? (
            <>
              <div className={styles.head} aria-hidden>
                <span>{fileTexts.file}</span>
                <span>{fileTexts.category}</span>
                <span>{fileTexts.expert}</span>
                <span className={styles.right}>{fileTexts.pages}</span>
              </div>
              <ul className={styles.list} aria-label={fileTexts.records}>
                {files.data.data.map((file) => (
                  <RecordRow key={file.id} file={file} rules={files.data.rules} onReplace={toZone} />
                ))}
                {moving.map((row) => (
                  <MovingRow key={`u${row.key}`} row={row} rules={files.data.rules} onReplace={toZone} />
                ))}
              </ul>
            </>
          ) : mayUpload ? null : (
            <p className={styles.emptyLine}>{fileTexts.empty}</p>
          )}
        </>
      )}
    </div>
  );
}

/** How much more the review takes, where that is less than one more file may have. */
const roomText = (room: Room | null): string =>
  room === null || room.left_bytes >= maxUploadBytes() ? '' : fileTexts.roomLeft(sizeText(room.left_bytes));

/** Uploads begun before a reload: the browser cannot reopen the files by itself. */
function Interrupted({ reviewId }: { reviewId: number }) {
  const rows = useSyncExternalStore(uploads.subscribe, uploads.rows);
  const [, again] = useState(0);
  const prints = unfinishedOf(reviewId);
  const under = rows.filter((r) => r.review_id === reviewId && r.state !== 'finished' && r.state !== 'refused').length;
  const count = prints.length - under;
  if (count <= 0) return null;
  return (
    <div className={styles.notice} role="status">
      <IconRefresh size={16} stroke={1.75} aria-hidden />
      <span>
        {fileTexts.unfinished(count)}{' '}
        <TextButton
          onClick={() => {
            forget(prints);
            again((n) => n + 1);
          }}
        >
          {fileTexts.forget}
        </TextButton>
      </span>
    </div>
  );
}

export function ListFailed({ error, onAgain }: { error: ApiError; onAgain: () => void }) {
  return (
    <div className={styles.failed} role="alert">
      <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
      <div>
        <b>{error.status === 403 ? error.message : fileTexts.listFailed}</b>{' '}
        {error.status === 403 ? null : <TextButton onClick={onAgain}>{fileTexts.again}</TextButton>}
        {error.reference === '' || error.status === 403 ? null : (
          <div className={styles.ref}>{fileTexts.reference(error.reference)}</div>
        )}
      </div>
    </div>
  );
}

export function Skeleton() {
  return (
    <div role="status" aria-label={fileTexts.loading} className={styles.skeleton}>
      {[62, 48, 55].map((width) => (
        <div key={width} className={styles.bone}>
          <span style={{ width: `${width}%` }} />
          <span style={{ width: '18%' }} />
        </div>
      ))}
    </div>
  );
}
