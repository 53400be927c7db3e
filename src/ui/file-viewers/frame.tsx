import type { ReactNode } from 'react';
import { InlineError } from '../parts/notice.tsx';
import styles from './frame.module.css';
import type { Fault } from './load.ts';

const say = {
  loading: 'Loading the file',
  failed: 'This file could not be shown.',
} as const;

/** What stands where a file is shown, until it is there; with the reason where it is not. */
export function NotYet({
  fault,
  title = say.failed,
  onRetry,
}: {
  fault: Fault | null;
  title?: string;
  onRetry: () => void;
}) {
  if (fault === null)
    return (
      <div className={styles.notice} role="status">
        {say.loading}
      </div>
    );
  return (
    <div className={styles.fault}>
      <InlineError title={title} {...(fault.lasts ? {} : { onRetry })}>
        {fault.words}
      </InlineError>
    </div>
  );
}

/** A tool of the bar over a file. */
export function Tool({
  children,
  disabled = false,
  onClick,
}: {
  children: ReactNode;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <button type="button" className={styles.tool} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  );
}
