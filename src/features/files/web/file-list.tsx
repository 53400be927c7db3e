import {
  IconDots,
  IconDownload,
  IconFile,
  IconFileDigit,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { FieldError } from '../../../ui/form/field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button, IconButton } from '../../../ui/parts/button.tsx';
import { Menu, MenuItem } from '../../../ui/parts/menu.tsx';
import { FileList as Rows, FileRow, fileKind } from '../../../ui/parts/file-row.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import type { ReviewSlotProps } from '../../../ui/slots.tsx';
import type { FileView } from '../contract.ts';
import { batesRangeText, categoryLabel, sizeText } from '../rules.ts';
import { ConfirmLine } from './confirm-line.tsx';
import { PagesAsked } from './pages-asked.tsx';
import { contentUrl, previewPath } from './paths.ts';
import { ListFailed, RecordsUpload, Skeleton } from './records-upload.tsx';
import { useFileRemove, useFiles, useFileUpdate } from './use-files.ts';
import { checkingWords, fileTexts } from './file-texts.ts';
import styles from './records.module.css';

/** The files of a review to read and look after; while `adding`, the drop zone and the table stand in their place. */
export function FileList({
  kind,
  reviewId,
  adding,
  onDoneAdding,
}: Pick<ReviewSlotProps, 'kind' | 'reviewId'> & { adding: boolean; onDoneAdding: () => void }) {
  const viewer = useViewer();
  const files = useFiles(kind, reviewId);
  if (files.isError) return <ListFailed error={files.error} onAgain={() => void files.refetch()} />;
  if (files.data === undefined) return <Skeleton />;
  if (adding && files.data.abilities.upload.allowed) {
    return (
      <div className={styles.adding}>
        <RecordsUpload kind={kind} reviewId={reviewId} />
        <div className={styles.under}>
          <Button onClick={onDoneAdding}>{fileTexts.doneAdding}</Button>
        </div>
      </div>
    );
  }
  if (files.data.data.length === 0) {
    return (
      <div className={styles.empty}>
        <b>{fileTexts.empty}</b>
        {viewer.side === 'expert' ? fileTexts.emptyExpert : fileTexts.emptyHelp}
      </div>
    );
  }
  return (
    <div className={styles.files}>
      <Rows label={fileTexts.records}>
        {files.data.data.map((file) => (
          <FileItem
            key={file.id}
            file={file}
            kind={kind}
            hides={files.data.rules.hides}
            attended={files.data.attended}
            showsWho={viewer.side !== 'expert' && (files.data.rules.hides || !file.visible_to_expert)}
          />
        ))}
      </Rows>
    </div>
  );
}

/** One file of the list: name, what it is, pages, who sees it, and what can be done with it. */
function FileItem({
  file,
  kind,
  hides,
  attended,
  showsWho,
}: {
  file: FileView;
  kind: Kind;
  hides: boolean;
  attended: boolean;
  showsWho: boolean;
}) {
  const update = useFileUpdate();
  const remove = useFileRemove();
  const [mode, setMode] = useState<'rest' | 'rename' | 'remove' | 'pages'>('rest');
  const params = { fileId: file.id };
  const can = file.abilities;
  const error = update.error ?? remove.error;
  const facts = [
    file.category === null ? fileTexts.noCategory : categoryLabel(file.category),
    batesRangeText(file.bates_from, file.bates_to) === null
      ? sizeText(file.size_bytes)
      : `Bates ${batesRangeText(file.bates_from, file.bates_to)}`,
    file.pages_asked && file.status === 'ready'
      ? file.pages === null
        ? fileTexts.pagesAsked
        : fileTexts.pagesSaid
      : null,
    file.source === 'box' ? fileTexts.fromBox : null,
    file.is_new ? fileTexts.added : seenWords(file),
    attended && file.visible_to_attendees ? fileTexts.forAttendees : null,
    file.visible_to_expert || file.uploaded_by === null ? null : fileTexts.uploadedBy(file.uploaded_by.name),
  ].filter(Boolean);
  const checking = checkingWords(file);
  const shown = file.category === 'imaging' ? 'image' : fileKind(file.content_type, file.name);
  const glyph = file.visible_to_expert || !showsWho ? shown : 'locked';
  const hasMenu = can.read.allowed || can.edit.allowed || can.remove.allowed;

  if (mode !== 'rest') {
    return (
      <li className={styles.asking}>
        {mode === 'rename' ? (
          <Rename
            name={file.name}
            busy={update.isPending}
            error={update.error?.errors[0]?.message ?? update.error?.message ?? null}
            onCancel={() => {
              update.reset();
              setMode('rest');
            }}
            onSave={(name) => update.mutate({ params, body: { name } }, { onSuccess: () => setMode('rest') })}
          />
        ) : mode === 'pages' ? (
          <PagesAsked file={file} onDone={() => setMode('rest')} />
        ) : (
          <ConfirmLine
            question={fileTexts.removeSure(file.name)}
            yes={fileTexts.removeYes}
            no={fileTexts.removeNo}
            busy={remove.isPending}
            onYes={() => remove.mutate({ params }, { onError: () => setMode('rest') })}
            onNo={() => setMode('rest')}
          />
        )}
      </li>
    );
  }
  return (
    <FileRow
      name={file.name}
      kind={glyph}
      href={can.read.allowed ? previewPath(file, kind) : undefined}
      meta={
        error ? (
          <FieldError>{error.message}</FieldError>
        ) : checking !== null ? (
          checking
        ) : file.same_content_as ? (
          <span className={styles.warnLine}>{fileTexts.sameAs(file.same_content_as.name)}</span>
        ) : (
          facts.join(' · ')
        )
      }
      pages={file.pages === null ? undefined : fileTexts.nPages(file.pages)}
      visible={showsWho ? file.visible_to_expert : undefined}
      state={file.status === 'failed' ? { kind: 'failed', cause: file.failure ?? '' } : { kind: 'stored' }}
      menu={
        hasMenu ? (
          <FileMenu
            file={file}
            kind={kind}
            hides={hides}
            attended={attended}
            onAttendees={() => update.mutate({ params, body: { visible_to_attendees: !file.visible_to_attendees } })}
            onVisible={() => update.mutate({ params, body: { visible_to_expert: !file.visible_to_expert } })}
            onRename={() => setMode('rename')}
            onPages={() => setMode('pages')}
            onRemove={() => setMode('remove')}
          />
        ) : null
      }
    />
  );
}

/** "12 of 40 pages seen", while one is in the middle of it; nothing before and "All seen" after. */
function seenWords({ pages, pages_seen }: FileView): string | null {
  if (pages_seen === null || pages_seen === 0) return null;
  return pages_seen >= (pages ?? 1) ? fileTexts.allSeen : fileTexts.seen(pages_seen, pages ?? 1);
}

function FileMenu({
  file,
  kind,
  hides,
  attended,
  onAttendees,
  onVisible,
  onRename,
  onPages,
  onRemove,
}: {
  file: FileView;
  kind: Kind;
  hides: boolean;
  attended: boolean;
  onAttendees: () => void;
  onVisible: () => void;
  onRename: () => void;
  onPages: () => void;
  onRemove: () => void;
}) {
  const can = file.abilities;
  const look = { size: 16, stroke: 1.75 } as const;
  return (
    <Menu
      label={fileTexts.menu(file.name)}
      renderButton={(button) => (
        <IconButton {...button} label={fileTexts.menu(file.name)}>
          <IconDots {...look} />
        </IconButton>
      )}
    >
      {can.read.allowed ? (
        <>
          <MenuItem icon={<IconFile {...look} />} href={previewPath(file, kind)}>
            {fileTexts.open}
          </MenuItem>
          <MenuItem href={contentUrl(file.id, true)} download icon={<IconDownload {...look} />}>
            {fileTexts.download}
          </MenuItem>
        </>
      ) : null}
      {can.edit.allowed && file.status !== 'failed' ? (
        <>
          {hides || !file.visible_to_expert ? (
            <MenuItem
              icon={file.visible_to_expert ? <IconEyeOff {...look} /> : <IconEye {...look} />}
              onClick={onVisible}
            >
              {file.visible_to_expert ? fileTexts.hide : fileTexts.show}
            </MenuItem>
          ) : null}
          {attended && file.status === 'ready' ? (
            <MenuItem
              icon={file.visible_to_attendees ? <IconEyeOff {...look} /> : <IconEye {...look} />}
              onClick={onAttendees}
            >
              {file.visible_to_attendees ? fileTexts.hideAttendees : fileTexts.showAttendees}
            </MenuItem>
          ) : null}
          <MenuItem icon={<IconPencil {...look} />} onClick={onRename}>
            {fileTexts.rename}
          </MenuItem>
          {file.pages_asked && file.status === 'ready' ? (
            <MenuItem icon={<IconFileDigit {...look} />} onClick={onPages}>
              {file.pages === null ? fileTexts.pagesSay : fileTexts.pagesChange}
            </MenuItem>
          ) : null}
        </>
      ) : null}
      {can.remove.allowed ? (
        <MenuItem icon={<IconTrash {...look} />} onClick={onRemove}>
          {fileTexts.removeAct}
        </MenuItem>
      ) : null}
    </Menu>
  );
}

function Rename({
  name,
  busy,
  error,
  onSave,
  onCancel,
}: {
  name: string;
  busy: boolean;
  error: string | null;
  onSave: (name: string) => void;
  onCancel: () => void;
}) {
  const [value, setValue] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (value.trim() === '' || value === name) onCancel();
    else onSave(value.trim());
  };
  return (
    <form className={styles.rename} onSubmit={submit}>
      <TextField
        path="name"
        label={fileTexts.renameLabel}
        value={value}
        error={error}
        onChange={setValue}
        ref={field}
      />
      <Button type="submit" busy={busy}>
        {fileTexts.save}
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        {fileTexts.cancel}
      </Button>
    </form>
  );
}
