import type { ReactNode } from 'react';
import { cx } from './common.ts';
import styles from './facts.module.css';

/** Labels and values, the label left in ink-2. `stacked` puts the value under the label; missing values are left out. */
export function Facts({
  items,
  stacked = false,
  labelWidth = 94,
}: {
  items: { label: string; value: ReactNode }[];
  stacked?: boolean;
  labelWidth?: number;
}) {
  return (
    <dl
      className={cx(styles.facts, stacked && styles.stacked)}
      style={{ '--label': `${labelWidth}px` } as Record<string, string>}
    >
      {items
        .filter(({ value }) => value !== null && value !== undefined && value !== '')
        .map(({ label, value }) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
