import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { FieldError } from '../../../ui/form/field.tsx';
import { Button, IconButton } from '../../../ui/parts/button.tsx';
import { cx } from '../../../ui/parts/common.ts';
import type { LinkUploadProps } from '../../../ui/slots.tsx';
import { UPLOADS_PATH } from '../contract.ts';
import { sizeText } from '../rules.ts';
import { ConfirmLine } from './confirm-line.tsx';
import { DropZone } from './drop-zone.tsx';
import { FileIcon } from './file-icon.tsx';
import { HoldButton, MovingLine } from './moving-line.tsx';
import { headersOf, uploads, type UploadRow } from './upload/manager.ts';
import { fileTexts } from './file-texts.ts';
import styles from './records.module.css';

const WHILE_CHECKING_MS = 3000;

/** Where somebody outside adds files by a link: the drop zone, what is on its way, and what this visit has sent. */
export function LinkUpload({ token, visit, item, label, sent, onChanged }: LinkUploadProps) {
  const all = useSyncExternalStore(uploads.subscribe, uploads.rows);
  const changed = useEffectEvent(onChanged);
  const isMine = (row: UploadRow): boolean =>
    row.held?.token === token && row.held.visit === visit && row.held.item === item;
  const rows = all.filter(isMine);
  useEffect(() => uploads.onFinished((row) => row.held && changed()), []);
  // a file of ours that the list names now needs no row of its own any more
  const arrived = rows.filter((row) => row.state === 'finished' && sent.some((one) => one.name === row.name));
  const shown = rows.filter((row) => !arrived.includes(row));
  const checking = sent.some((one) => one.status === 'processing');
  useEffect(() => {
    if (!checking) return undefined;
    const timer = setInterval(() => changed(), WHILE_CHECKING_MS);
    return () => clearInterval(timer);
  }, [checking]);
  return (
    <div className={styles.records}>
      <DropZone
        label={label}
        after={fileTexts.linkHelp}
        onFiles={(files) => uploads.addByLink({ token, visit, item }, files)}
      />
      {sent.length + shown.length > 0 ? (
        <ul className={styles.list} aria-label={fileTexts.sentHere}>
          {sent.map((file) => (
            <Sent key={file.upload_id} file={file} held={{ token, visit }} onChanged={onChanged} />
          ))}
          {shown.map((row) => (
            <Moving key={row.key} row={row} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** One file of this visit; it can be taken back until all is done. */
function Sent({
  file,
  held,
  onChanged,
}: {
  file: LinkUploadProps['sent'][number];
  held: { token: string; visit: string };
  onChanged: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const remove = async (): Promise<void> => {
    setBusy(true);
    const gone = await fetch(`${UPLOADS_PATH}/${file.upload_id}`, {
      method: 'DELETE',
      headers: { ...headersOf(held), 'tus-resumable': '1.0.0' },
    }).catch(() => null);
    setBusy(false);
    setAsking(false);
    // not there any more, or the link has ended meanwhile: the page shows how it stands
    if (gone?.ok || gone?.status === 404 || gone?.status === 410) onChanged();
    else setFailure(fileTexts.unreachable);
  };
  return (
    <li className={cx(styles.row, styles.plain)}>
      <span className={styles.icon}>
        <FileIcon name={file.name} state={file.status === 'failed' ? 'failed' : 'plain'} />
      </span>
      <div className={styles.what}>
        <div className={styles.name}>{file.name}</div>
        {file.status === 'failed' ? (
          <div className={styles.badLine}>{file.failure}</div>
        ) : (
          <div className={styles.meta}>
            {file.status === 'processing' ? fileTexts.checking : fileTexts.arrived} · {sizeText(file.size_bytes)}
          </div>
        )}
        {failure ? <FieldError>{failure}</FieldError> : null}
      </div>
      <div className={styles.acts}>
        {asking ? (
          <ConfirmLine
            question={fileTexts.removeSure(file.name)}
            yes={fileTexts.removeYes}
            no={fileTexts.removeNo}
            busy={busy}
            onYes={() => void remove()}
            onNo={() => setAsking(false)}
          />
        ) : (
          <IconButton label={fileTexts.remove(file.name)} onClick={() => setAsking(true)}>
            <IconX size={16} stroke={1.75} />
          </IconButton>
        )}
      </div>
    </li>
  );
}

function Moving({ row }: { row: UploadRow }) {
  const isWrong = row.state === 'failed' || row.state === 'refused';
  return (
    <li className={cx(styles.row, styles.plain)}>
      <span className={styles.icon}>
        <FileIcon name={row.name} state={isWrong ? 'failed' : row.state === 'finished' ? 'checking' : 'plain'} />
      </span>
      <div className={styles.what}>
        <div className={styles.name}>{row.name}</div>
        {isWrong ? (
          <div className={styles.badLine} role="alert">
            {row.failure}
          </div>
        ) : (
          <MovingLine row={row} />
        )}
      </div>
      <div className={styles.acts}>
        {row.state === 'failed' ? (
          <Button size="sm" onClick={() => uploads.resume(row.key)}>
            {fileTexts.retry}
          </Button>
        ) : (
          <HoldButton row={row} />
        )}
        {row.state === 'finished' ? null : (
          <IconButton label={fileTexts.remove(row.name)} onClick={() => uploads.cancel(row.key)}>
            <IconX size={16} stroke={1.75} />
          </IconButton>
        )}
      </div>
    </li>
  );
}
