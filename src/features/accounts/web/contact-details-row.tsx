import type { ReactNode } from 'react';
import styles from './account.module.css';

/** One way to be reached: what it is, how it stands, the act at its side; while it changes the form below. */
export function ReachRow({
  title,
  value,
  action,
  children,
}: {
  title: string;
  value: string;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.reach}>
      <div className={styles.reachHead}>
        <div>
          <h3>{title}</h3>
          <p>{value}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
