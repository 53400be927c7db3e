import type { ReactNode } from 'react';
import styles from './form-layout.module.css';

/** Fields under each other with the form's distance; `FieldRow` puts two or three side by side where there is room. */
export function FormStack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
