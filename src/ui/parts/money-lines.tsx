import { IconLock, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCents } from '../../core/money.ts';
import { cx } from './common.ts';
import styles from './money-lines.module.css';

export type MoneyLine = {
  label: string;
  /** How it comes about: 'at $2.00 a page'. */
  how?: string | undefined;
  cents: number;
  /** Counted later, or an estimate. */
  uncertain?: boolean | undefined;
};

/** A sum and how it came about. `state` says beside the title whether it still moves or on which day it was fixed. */
export function MoneyLines({
  title = 'Quote',
  state,
  note,
  lines,
  total,
  children,
}: {
  title?: string;
  state?: { live: true } | { fixed: string } | undefined;
  note?: ReactNode;
  lines: MoneyLine[];
  total: { label?: string; cents: number; note?: string | undefined; large?: boolean };
  children?: ReactNode;
}) {
  return (
    <section className={styles.money}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {state && 'live' in state ? (
          <span className={styles.live}>
            <IconRefresh size={12} stroke={2} aria-hidden />
            Live
          </span>
        ) : null}
        {state && 'fixed' in state ? (
          <span className={styles.fixed}>
            <IconLock size={14} stroke={2} aria-hidden />
            Fixed on {state.fixed}
          </span>
        ) : null}
      </div>
      {note ? <p className={styles.note}>{note}</p> : null}
      <dl className={styles.lines}>
        {lines.map((line, at) => (
          // two lines can say the same
          <div key={`${at} ${line.label}`} className={cx(styles.line, line.uncertain && styles.uncertain)}>
            <dt>
              {line.label}
              {line.how ? <span className={styles.how}>{line.how}</span> : null}
            </dt>
            <dd>{formatCents(line.cents)}</dd>
          </div>
        ))}
        <div className={cx(styles.line, styles.total, total.large && styles.large)}>
          <dt>{total.label ?? 'Total'}</dt>
          <dd>{formatCents(total.cents)}</dd>
        </div>
      </dl>
      {total.note ? <p className={styles.after}>{total.note}</p> : null}
      {children}
    </section>
  );
}
