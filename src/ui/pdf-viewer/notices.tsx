import { IconFileAlert, IconLock, IconScan } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import type { FailureKind } from './engine/pdf.ts';
import { viewerTexts } from './viewer-texts.ts';
import styles from './viewer.module.css';

/** Stands where the pages will stand: one sheet with lines, and the first places of the rail. */
export function PaperSkeleton({ name, rail }: { name: string; rail: boolean }) {
  return (
    <>
      {rail ? (
        <div className={styles.railSkeleton} aria-hidden="true">
          {Array.from({ length: 8 }, (_, index) => (
            <div key={index} />
          ))}
        </div>
      ) : null}
      <div className={styles.deskSkeleton}>
        <output className={styles.unseen}>{viewerTexts.loading(name)}</output>
        <div className={styles.paperSkeleton} aria-hidden="true">
          <div data-head="" />
          <div data-lines="" />
        </div>
      </div>
    </>
  );
}

/** A file that cannot be shown: what happened and the one way on. */
export function FileFailed({ name, kind, onRetry }: { name: string; kind: FailureKind; onRetry: () => void }) {
  return (
    <div className={styles.message} role="alert">
      <IconFileAlert size={28} stroke={1.75} aria-hidden="true" />
      <h2>{viewerTexts.failedTitle(name)}</h2>
      <p>{viewerTexts.failed[kind]}</p>
      <button type="button" className={styles.quiet} onClick={onRetry}>
        {viewerTexts.tryAgain}
      </button>
    </div>
  );
}

interface FileLockedProps {
  name: string;
  wrong: boolean;
  onUnlock: (password: string) => void;
}

/** Asks for the password of a protected file; it is used here and sent nowhere. */
export function FileLocked({ name, wrong, onUnlock }: FileLockedProps) {
  const [password, setPassword] = useState('');
  const id = useId();
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (password !== '') onUnlock(password);
  };
  return (
    <form className={styles.message} onSubmit={onSubmit}>
      <IconLock size={28} stroke={1.75} aria-hidden="true" />
      <h2>{viewerTexts.lockedTitle(name)}</h2>
      <p>{viewerTexts.locked}</p>
      <label htmlFor={id}>{viewerTexts.password}</label>
      <div className={styles.passwordRow}>
        <input
          id={id}
          type="password"
          autoComplete="off"
          value={password}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <button type="submit" className={styles.quiet}>
          {wrong ? viewerTexts.tryAgain : viewerTexts.open}
        </button>
      </div>
      {wrong ? (
        <p id={`${id}-wrong`} className={styles.wrong} role="alert">
          {viewerTexts.lockedWrong}
        </p>
      ) : null}
    </form>
  );
}

interface ScanNoticeProps {
  /** Null when the whole file is a scan. */
  page: number | null;
  drawing: boolean;
  /** Null where marking is not offered. */
  onDraw: (() => void) | null;
  onWholePage: () => void;
}

/** Says that there is no text, and offers what can be marked without it. */
export function ScanNotice({ page, drawing, onDraw, onWholePage }: ScanNoticeProps) {
  return (
    <div className={styles.scan}>
      <IconScan size={16} stroke={1.75} aria-hidden="true" />
      <output>
        {drawing ? viewerTexts.drawHint : page === null ? viewerTexts.scanFile : viewerTexts.scanPage(page)}
      </output>
      {onDraw ? (
        <div className={styles.scanActions}>
          <button type="button" className={styles.quiet} aria-pressed={drawing} onClick={onDraw}>
            {drawing ? viewerTexts.drawAreaStop : viewerTexts.drawArea}
          </button>
          <button type="button" className={styles.quiet} onClick={onWholePage}>
            {viewerTexts.wholePage}
          </button>
        </div>
      ) : null}
    </div>
  );
}
