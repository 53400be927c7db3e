import { aheadKind, KINDS } from '../../../../core/kinds.ts';
import { FieldError } from '../../../../ui/form/field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { cx } from '../../../../ui/parts/common.ts';
import { RouteLink } from '../../../../ui/parts/link.tsx';
import type { PreOrderView } from '../../contract.ts';
import { FileIcon } from '../file-icon.tsx';
import { HoldButton, MovingLine } from '../moving-line.tsx';
import { uploads } from '../upload/manager.ts';
import { useFileRemove } from '../use-files.ts';
import { fileTexts } from '../file-texts.ts';
import { chartName } from './check-row.tsx';
import styles from './bulk-upload.module.css';
import type { SentState } from './sent-state.ts';
import { type BulkUploadFile, bulkUploads } from './store.ts';

/** One file after it was sent. What failed stays here until it is tried again, put elsewhere or left out. */
export function SentRow({
  file,
  to,
  standing,
}: {
  file: BulkUploadFile;
  to: PreOrderView | undefined;
  standing: SentState;
}) {
  const remove = useFileRemove();
  const { path } = file.chosen;
  const name = file.chosen.file.name;
  const { sent } = file;
  if (!sent) return null;
  const bad = standing.how === 'wrong' || standing.how === 'unreadable';
  const place = `${to?.number ?? 'its pre-order'}, ${chartName(to, sent.chart_key)}`;
  return (
    <li className={cx(styles.row, styles.sent)}>
      <div className={styles.what}>
        <p className={styles.name}>
          <FileIcon name={name} state={bad ? 'failed' : standing.how === 'checking' ? 'checking' : 'plain'} />
          <span>{path}</span>
        </p>
        {standing.how === 'moving' ? <MovingLine row={standing.row} /> : null}
        {bad ? (
          <p className={styles.bad} role="alert">
            {standing.how === 'wrong' ? standing.row.failure : standing.failure}
          </p>
        ) : null}
        {standing.how === 'checking' ? <p className={styles.quiet}>{fileTexts.checking}</p> : null}
        {standing.how === 'removed' ? <p className={styles.quiet}>Someone removed it after it arrived.</p> : null}
        {remove.error ? <FieldError>{remove.error.message}</FieldError> : null}
      </div>
      <p className={styles.quiet}>
        {standing.how === 'there' ? 'In ' : standing.how === 'removed' ? 'No longer in ' : 'To '}
        <RouteLink href={`/${KINDS[aheadKind()].slug}/${sent.review_id}`}>{place}</RouteLink>
      </p>
      <div className={styles.acts}>
        {standing.how === 'moving' ? <HoldButton row={standing.row} /> : null}
        {standing.how === 'wrong' && standing.row.state === 'failed' ? (
          <Button size="sm" onClick={() => uploads.resume(standing.row.key)}>
            {fileTexts.retry}
          </Button>
        ) : null}
        {standing.how === 'moving' || standing.how === 'wrong' ? (
          <Button
            size="sm"
            kind="quiet"
            aria-label={`Take back: ${path}`}
            onClick={() => bulkUploads.takeBack(file.key)}
          >
            Take back
          </Button>
        ) : null}
        {standing.how === 'removed' ? (
          <>
            <Button size="sm" aria-label={`Add it again: ${path}`} onClick={() => bulkUploads.again(file.key)}>
              Add it again
            </Button>
            <Button
              size="sm"
              kind="quiet"
              aria-label={`Leave it out: ${path}`}
              onClick={() => bulkUploads.drop([file.key])}
            >
              Leave it out
            </Button>
          </>
        ) : null}
        {standing.how === 'unreadable' ? (
          <Button
            size="sm"
            busy={remove.isPending}
            aria-label={`Take it out: ${path}`}
            onClick={() =>
              remove.mutate({ params: { fileId: standing.file_id } }, { onSuccess: () => bulkUploads.drop([file.key]) })
            }
          >
            Take it out
          </Button>
        ) : null}
      </div>
    </li>
  );
}
