import type { ReactNode } from 'react';
import styles from './follows.module.css';

/** What follows an act: list items, each an icon of 16 px and a sentence. */
export function Follows({ label, labelledBy, children }: { label?: string; labelledBy?: string; children: ReactNode }) {
  return (
    <ul className={styles.follows} aria-label={label} aria-labelledby={labelledBy}>
      {children}
    </ul>
  );
}
