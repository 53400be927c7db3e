import { ACCEPTED_EXTENSIONS } from '../../../core/file-types.ts';
import { IconCloudUpload } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { TextButton } from '../../../ui/parts/button.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { maxUploadBytes } from '../../../ui/session/site.ts';
import { type ChosenFile, filesOfDrop, filesOfInput, isSystemFile } from './upload/drop-entries.ts';
import { limitText } from '../rules/names.ts';
import { fileTexts } from './file-texts.ts';
import styles from './records.module.css';

/** Where files and folders are dropped or chosen; those of the system among them are left out. */
export function DropZone({
  label = fileTexts.add,
  before = '',
  after = '',
  onFiles,
}: {
  label?: string;
  /** Said around what is taken. */
  before?: string;
  after?: string;
  onFiles: (files: readonly ChosenFile[]) => void;
}) {
  const [skipped, setSkipped] = useState(0);
  const zone = useRef<HTMLElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const help = useId();

  const take = (chosen: readonly ChosenFile[]): void => {
    const meant = chosen.filter((c) => !isSystemFile(c.path));
    setSkipped(chosen.length - meant.length);
    if (meant.length > 0) onFiles(meant);
  };
  const over = useDrop(zone, take);

  return (
    <section ref={zone} aria-label={label} className={cx(styles.drop, over && styles.over)}>
      <IconCloudUpload size={24} stroke={1.5} aria-hidden className={styles.cloud} />
      <div>
        <div className={styles.dropLead}>
          <span className={styles.dropWords}>{over ? fileTexts.dropNow : fileTexts.drop} </span>
          <TextButton aria-describedby={help} onClick={() => files.current?.click()}>
            {fileTexts.chooseFiles}
          </TextButton>{' '}
          <span className={styles.chooseFolder}>
            {fileTexts.or} <TextButton onClick={() => folder.current?.click()}>{fileTexts.chooseFolder}</TextButton>
          </span>
        </div>
        <div id={help} className={styles.meta}>
          {[before, fileTexts.taken(limitText(maxUploadBytes())), after].filter((one) => one !== '').join(' ')}
        </div>
        <div role="status" className={styles.meta}>
          {skipped > 0 ? fileTexts.skipped(skipped) : null}
        </div>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={ACCEPTED_EXTENSIONS.join(',')}
        onChange={(event) => {
          take(filesOfInput(event.currentTarget.files));
          event.currentTarget.value = '';
        }}
      />
      <input
        ref={(node) => {
          folder.current = node;
          node?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          take(filesOfInput(event.currentTarget.files));
          event.currentTarget.value = '';
        }}
      />
    </section>
  );
}

/** Listens for files dropped on an element; answers whether some hover over it now. */
function useDrop(zone: RefObject<HTMLElement | null>, take: (files: readonly ChosenFile[]) => void): boolean {
  const [depth, setDepth] = useState(0);
  const onFiles = useEffectEvent(take);
  useEffect(() => {
    const node = zone.current;
    if (!node) return undefined;
    const listeners = new AbortController();
    const on = (name: 'dragenter' | 'dragleave' | 'dragover' | 'drop', run: (data: DataTransfer) => void): void =>
      node.addEventListener(
        name,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          run(event.dataTransfer);
        },
        { signal: listeners.signal },
      );
    on('dragenter', () => setDepth((n) => n + 1));
    on('dragleave', () => setDepth((n) => Math.max(0, n - 1)));
    on('dragover', (data) => (data.dropEffect = 'copy'));
    on('drop', (data) => {
      setDepth(0);
      void filesOfDrop(data).then(onFiles);
    });
    return () => listeners.abort();
  }, [zone]);
  return depth > 0;
}
