import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from './common.ts';
import styles from './fold.module.css';

/** What few look for, under a line that opens it. `className` is the whole's. */
export function Fold({
  title,
  className,
  children,
}: {
  title: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <details className={cx(styles.fold, className)}>
      <summary>
        <IconChevronRight size={14} stroke={1.75} aria-hidden />
        {title}
      </summary>
      {children}
    </details>
  );
}
