import { IconPlugConnectedX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ApiError } from '../../../../ui/api/client.ts';
import { TextButton } from '../../../../ui/parts/button.tsx';
import { cx } from '../../../../ui/parts/common.ts';
import styles from './states.module.css';

/** What could not be loaded or done, in the place where it failed, with a way on and a reference to read out. */
export function Failed({
  what,
  verb = 'loaded',
  error,
  onRetry,
  brief = false,
}: {
  /** "The timeline". */
  what: string;
  verb?: string;
  error: ApiError;
  onRetry?: () => void;
  brief?: boolean;
}) {
  const known = error.status > 0 && error.status < 500;
  return (
    <div className={cx(styles.failed, brief && styles.brief)} role="alert">
      <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
      <p>
        <b>{known && error.problem ? error.problem.detail : `${what} could not be ${verb}.`}</b>{' '}
        {error.status === 0 ? 'The server could not be reached. ' : known ? '' : 'The rest of the page is up to date. '}
        {onRetry ? <TextButton onClick={onRetry}>Try again</TextButton> : null}
        {error.reference && !known ? <span className={styles.reference}>Reference {error.reference}</span> : null}
      </p>
    </div>
  );
}

/** What will stand here, and the one button if the reader can cause it. */
export function EmptyPlace({
  icon,
  title,
  text,
  children,
}: {
  icon?: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {icon ? <span className={styles.emptyIcon}>{icon}</span> : null}
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Bars in the shape of the rows to come, after 200 ms of waiting. */
export function Skeletons({
  rows,
  cells,
  className,
  label,
}: {
  rows: number;
  cells: number;
  className?: string | undefined;
  label: string;
}) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={label} className={styles.skeletons} data-shown={shown || undefined}>
      {Array.from({ length: rows }, (_, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- bars have no identity
        <div key={row} className={className}>
          {Array.from({ length: cells }, (_c, cell) => (
            // oxlint-disable-next-line react/no-array-index-key -- bars have no identity
            <span key={cell} className={styles.bar} style={{ width: `${58 + ((row * 7 + cell * 13) % 38)}%` }} />
          ))}
        </div>
      ))}
    </div>
  );
}
