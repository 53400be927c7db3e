import type { ReactNode } from 'react';
import { InlineError } from '../parts/notice.tsx';
import styles from './frame.module.css';

const say = {
  loading: 'Loading the file',
  failed: 'This file could not be shown.',
} as const;

/** What stands where a file is shown, until it is there; with the reason where it is not. */
export function NotYet({ fault, onRetry }: { fault: string | null; onRetry: () => void }) {
  return (
    <div className={styles.notice} role={fault === null ? 'status' : undefined}>
      {fault === null ? (
        say.loading
      ) : (
        <InlineError title={say.failed} onRetry={onRetry}>
          {fault}
        </InlineError>
      )}
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
