import type { ReactNode } from 'react';
import styles from './message-page.module.css';

/** A page that only says something: that it is not there, or broke, and the ways on. */
export function MessagePage({
  title,
  kicker,
  children,
  reference,
  actions,
  urgent = false,
}: {
  title: string;
  /** A line above the title. */
  kicker?: ReactNode;
  children: ReactNode;
  /** What support needs to find it: '7K2-Q9F'. */
  reference?: string;
  actions?: ReactNode;
  /** Announced when it appears. */
  urgent?: boolean;
}) {
  return (
    <div className={styles.message} role={urgent ? 'alert' : undefined}>
      {kicker}
      <h1 tabIndex={-1}>{title}</h1>
      {children}
      {reference ? <p className={styles.reference}>Reference {reference}</p> : null}
      {actions ? <div className={styles.acts}>{actions}</div> : null}
    </div>
  );
}
