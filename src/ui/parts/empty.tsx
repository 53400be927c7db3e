import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './empty.module.css';

/** What will stand here, and the one button if the reader can cause it. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  level = 2,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={styles.empty}>
      {icon ? (
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
      ) : null}
      <Heading className={styles.title}>{title}</Heading>
      {children ? <div className={styles.text}>{children}</div> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}

/** Nothing matches: what was searched, how many filters are on, and the way out of them. */
export function FilteredEmpty({
  what,
  query,
  filters,
  onClear,
}: {
  /** 'case', 'expert'. */
  what: string;
  query?: string | undefined;
  /** The filters that are on, by name. */
  filters: string[];
  onClear: () => void;
}) {
  const on =
    filters.length === 0
      ? null
      : filters.length === 1
        ? `One filter is on: ${filters[0]}.`
        : `${filters.length} filters are on: ${filters.join(', ')}.`;
  return (
    <div className={styles.empty}>
      <h2 className={styles.title}>{query ? `No ${what} matches “${query}”` : `No ${what} matches`}</h2>
      {on ? <p className={styles.text}>{on}</p> : null}
      <div className={styles.action}>
        <Button onClick={onClear}>
          {query && on ? 'Clear search and filters' : query ? 'Clear search' : 'Clear filters'}
        </Button>
      </div>
    </div>
  );
}

/** Grey rows in the shape of what comes, after 200 ms: a fast answer never flickers. Widths are percent of each column. */
export function SkeletonRows({
  rows = 3,
  columns = [60, 0, 30, 20],
  height = 40,
  label = 'Loading',
}: {
  rows?: number;
  /** One bar per column; 0 leaves a gap. */
  columns?: number[];
  height?: number;
  label?: string;
}) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.skeleton} aria-busy="true" data-skeleton style={{ minHeight: rows * height }}>
      <output className={styles.hidden}>{late ? label : ''}</output>
      {late
        ? Array.from({ length: rows }, (_, row) => (
            <div key={row} className={styles.row} style={{ height }} aria-hidden>
              {columns.map((width, column) => (
                <span
                  // The bars never change places.
                  // oxlint-disable-next-line react/no-array-index-key
                  key={column}
                  className={width > 0 ? styles.bar : undefined}
                  style={{ flexGrow: Math.max(width, 8) * (column === 0 ? 1 - ((row * 7) % 5) * 0.06 : 1) }}
                />
              ))}
            </div>
          ))
        : null}
    </div>
  );
}

/** The whole page while one is redirected or the app loads: a circle that pings, centered. */
export function RedirectSkeleton({ label = 'One moment' }: { label?: string }) {
  return (
    <div className={styles.redirect} data-skeleton>
      <span className={styles.ping} aria-hidden />
      <output className={styles.hidden}>{label}</output>
    </div>
  );
}
