import type { ReactNode } from 'react';
import styles from './ruled-list.module.css';

/** Things that are kept, below each other between hairlines. */
export function RuledList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

/** One of them: what it is, what is to know of it, and what can be done with it. */
export function RuledRow({
  title,
  status,
  lines = [],
  actions,
}: {
  title: ReactNode;
  status?: ReactNode;
  /** Those that are null or false are left out. */
  lines?: readonly ReactNode[];
  actions?: ReactNode;
}) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {status}
        {lines.map((line, index) =>
          line === null || line === false || line === '' ? null : (
            // oxlint-disable-next-line react/no-array-index-key -- they are told in a fixed order
            <p key={index} className={styles.line}>
              {line}
            </p>
          ),
        )}
      </div>
      {actions ? <div className={styles.acts}>{actions}</div> : null}
    </li>
  );
}
