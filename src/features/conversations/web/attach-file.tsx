import { plural } from '../../../core/phrases.ts';
import { IconFileText, IconFileTypePdf, IconPaperclip, IconPhoto, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { IconButton } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Flyout } from '../../../ui/parts/flyout.tsx';
import { type FileView, fileEndpoints } from '../../files/contract.ts';
import type { ChannelView } from '../contract.ts';
import { ATTACHMENTS_MAX, AUDIENCE_SIDES } from '../rules.ts';
import styles from './composer.module.css';

/** A file of the review to send along, and the page it is about. */
export interface Picked {
  file: FileView;
  page: number | null;
}

/** The glyph of a file by its media type. */
export function FileGlyph({ type, size = 18 }: { type: string | null; size?: number }) {
  const look = { size, stroke: 1.6, 'aria-hidden': true } as const;
  if (type === 'application/pdf') return <IconFileTypePdf {...look} />;
  return type?.startsWith('image/') || type === 'application/dicom' ? (
    <IconPhoto {...look} />
  ) : (
    <IconFileText {...look} />
  );
}

/** Chooses among the records of the review that everybody in the conversation may see. */
export function AttachFile({
  channel,
  picked,
  onPick,
}: {
  channel: ChannelView;
  picked: readonly Picked[];
  onPick: (file: FileView) => void;
}) {
  return (
    <Flyout
      above
      label="Point to a record"
      renderButton={(button) => (
        <IconButton {...button} label="Point to a record" disabled={picked.length >= ATTACHMENTS_MAX}>
          <IconPaperclip stroke={1.75} />
        </IconButton>
      )}
    >
      {(close) => (
        <Offered
          channel={channel}
          picked={picked}
          onPick={(file) => {
            close();
            onPick(file);
          }}
        />
      )}
    </Flyout>
  );
}

/** The records that can be pointed to. */
function Offered({
  channel,
  picked,
  onPick,
}: {
  channel: ChannelView;
  picked: readonly Picked[];
  onPick: (file: FileView) => void;
}) {
  const { kind, id } = channel.review;
  const files = useQuery(query(fileEndpoints.list, { kind, params: { id } }));
  const withExpert = AUDIENCE_SIDES[channel.audience].includes('expert');
  const offered = (files.data?.data ?? []).filter(
    (file) =>
      file.status === 'ready' && (file.visible_to_expert || !withExpert) && !picked.some((p) => p.file.id === file.id),
  );
  return (
    <div className={styles.picker}>
      <h3 className={styles.pickerTitle}>Records of {channel.review.number}</h3>
      {files.isPending ? <SkeletonRows rows={3} columns={[70]} height={36} label="Loading the records" /> : null}
      <Failure error={files.error} what="The records could not be loaded." onRetry={() => void files.refetch()} />
      {files.isSuccess && offered.length === 0 ? (
        <p className={styles.none}>
          {withExpert ? 'There is no other record that the expert sees.' : 'There is no other record yet.'}
        </p>
      ) : null}
      <ul className={styles.offered}>
        {offered.map((file) => (
          <li key={file.id}>
            <button type="button" onClick={() => onPick(file)}>
              <FileGlyph type={file.content_type} />
              <span>{file.name}</span>
              {file.pages === null ? null : <span className={styles.pages}>{plural(file.pages, 'page')}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A chosen file above the buttons: its page, and the way to leave it out. */
export function AttachedFile({
  picked: { file, page },
  onPage,
  onRemove,
}: {
  picked: Picked;
  onPage: (page: number | null) => void;
  onRemove: () => void;
}) {
  return (
    <li className={styles.file}>
      <FileGlyph type={file.content_type} size={16} />
      <span className={styles.fileName}>{file.name}</span>
      {file.pages !== null && file.pages > 1 ? (
        <label className={styles.page}>
          Page
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={file.pages}
            value={page ?? ''}
            onChange={(event) => {
              const n = Math.trunc(event.target.valueAsNumber);
              onPage(Number.isNaN(n) || n < 1 ? null : Math.min(n, file.pages ?? n));
            }}
          />
        </label>
      ) : null}
      <IconButton label={`Leave out ${file.name}`} onClick={onRemove}>
        <IconX stroke={2} />
      </IconButton>
    </li>
  );
}
