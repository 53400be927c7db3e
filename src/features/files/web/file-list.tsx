import { Menu } from '@mantine/core';
import { IconDots, IconDownload, IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { FieldError } from '../../../ui/form/field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button, IconButton } from '../../../ui/parts/button.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import type { ReviewSlotProps } from '../../../ui/slots.tsx';
import type { FileView } from '../contract.ts';
import { batesRangeText, categoryLabel, sizeText } from '../rules.ts';
import { ConfirmLine } from './confirm-line.tsx';
import { FileIcon } from './file-icon.tsx';
import { contentUrl, previewPath } from './paths.ts';
import { ListFailed, RecordsUpload, Skeleton } from './records-upload.tsx';
import { useFileRemove, useFiles, useFileUpdate } from './use-files.ts';
import { words } from './words.ts';
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
          <Button onClick={onDoneAdding}>{words.doneAdding}</Button>
        </div>
      </div>
    );
  }
  if (files.data.data.length === 0) {
    return (
      <div className={styles.empty}>
        <b>{words.empty}</b>
        {viewer.seat === 'expert' ? words.emptyExpert : words.emptyHelp}
      </div>
    );
  }
  return (
    <div className={styles.files}>
      <ul className={styles.list}>
        {files.data.data.map((file) => (
          <FileItem key={file.id} file={file} kind={kind} showsWho={viewer.seat !== 'expert'} />
        ))}
      </ul>
    </div>
  );
}

/** One file of the list: name, what it is, pages, who sees it, and what can be done with it. */
function FileItem({ file, kind, showsWho }: { file: FileView; kind: Kind; showsWho: boolean }) {
  const update = useFileUpdate();
  const remove = useFileRemove();
  const [mode, setMode] = useState<'rest' | 'rename' | 'remove'>('rest');
  const params = { fileId: file.id };
  const can = file.abilities;
  const error = update.error ?? remove.error;
  const facts = [
    file.category === null ? words.noCategory : categoryLabel(file.category),
    batesRangeText(file.bates_from, file.bates_to) === null
      ? sizeText(file.size_bytes)
      : `Bates ${batesRangeText(file.bates_from, file.bates_to)}`,
    file.visible_to_expert || file.uploaded_by === null ? null : words.uploadedBy(file.uploaded_by.name),
  ].filter(Boolean);
  const state =
    file.status === 'failed'
      ? 'failed'
      : file.status === 'processing'
        ? 'checking'
        : file.visible_to_expert
          ? 'plain'
          : 'hidden';
  const hasMenu = can.read.allowed || can.edit.allowed || can.remove.allowed;

  return (
    <li className={styles.fileRow}>
      <span className={styles.icon}>
        <FileIcon name={file.name} state={state} />
      </span>
      <div className={styles.what}>
        <div className={styles.name}>
          {can.read.allowed ? <RouteLink href={previewPath(file, kind)}>{file.name}</RouteLink> : file.name}
        </div>
        {error ? (
          <FieldError>{error.message}</FieldError>
        ) : file.status === 'failed' ? (
          <div className={styles.badLine}>{file.failure}</div>
        ) : file.same_content_as ? (
          <div className={styles.warnLine}>{words.sameAs(file.same_content_as.name)}</div>
        ) : (
          <div className={styles.meta}>{file.status === 'processing' ? words.checking : facts.join(' · ')}</div>
        )}
      </div>
      <span className={styles.count}>{file.pages === null ? null : words.nPages(file.pages)}</span>
      {showsWho ? (
        <span className={styles.fact}>
          {file.visible_to_expert ? (
            <IconEye size={14} stroke={2} aria-hidden />
          ) : (
            <IconEyeOff size={14} stroke={2} aria-hidden />
          )}
          {file.visible_to_expert ? words.expertSees : words.hidden}
        </span>
      ) : (
        <span />
      )}
      <span className={cx(styles.menu)}>
        {hasMenu ? (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <IconButton label={words.menu(file.name)}>
                <IconDots size={16} stroke={1.75} />
              </IconButton>
            </Menu.Target>
            <Menu.Dropdown>
              {can.read.allowed ? (
                <>
                  <Menu.Item
                    component="a"
                    href={previewPath(file, kind)}
                    leftSection={<IconEye size={16} stroke={1.75} />}
                  >
                    {words.open}
                  </Menu.Item>
                  <Menu.Item
                    component="a"
                    href={contentUrl(file.id, true)}
                    download
                    leftSection={<IconDownload size={16} stroke={1.75} />}
                  >
                    {words.download}
                  </Menu.Item>
                </>
              ) : null}
              {can.edit.allowed ? (
                <>
                  <Menu.Item
                    leftSection={
                      file.visible_to_expert ? (
                        <IconEyeOff size={16} stroke={1.75} />
                      ) : (
                        <IconEye size={16} stroke={1.75} />
                      )
                    }
                    onClick={() => update.mutate({ params, body: { visible_to_expert: !file.visible_to_expert } })}
                  >
                    {file.visible_to_expert ? words.hide : words.show}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => setMode('rename')}>
                    {words.rename}
                  </Menu.Item>
                </>
              ) : null}
              {can.remove.allowed ? (
                <Menu.Item leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setMode('remove')}>
                  {words.removeYes}
                </Menu.Item>
              ) : null}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </span>
      {mode === 'rename' ? (
        <Rename
          name={file.name}
          busy={update.isPending}
          onCancel={() => setMode('rest')}
          onSave={(name) => update.mutate({ params, body: { name } }, { onSuccess: () => setMode('rest') })}
        />
      ) : null}
      {mode === 'remove' ? (
        <ConfirmLine
          question={words.removeSure(file.name)}
          yes={words.removeYes}
          no={words.removeNo}
          busy={remove.isPending}
          onYes={() => remove.mutate({ params }, { onError: () => setMode('rest') })}
          onNo={() => setMode('rest')}
        />
      ) : null}
    </li>
  );
}

function Rename({
  name,
  busy,
  onSave,
  onCancel,
}: {
  name: string;
  busy: boolean;
  onSave: (name: string) => void;
  onCancel: () => void;
}) {
  const [value, setValue] = useState(name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (value.trim() === '' || value === name) onCancel();
    else onSave(value.trim());
  };
  return (
    <form className={styles.rename} onSubmit={submit}>
      <TextField path="name" label={words.renameLabel} value={value} onChange={setValue} />
      <Button type="submit" busy={busy}>
        {words.save}
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        {words.cancel}
      </Button>
    </form>
  );
}
