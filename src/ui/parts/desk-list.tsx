import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './common.ts';
import { RouteLink } from './link.tsx';
import styles from './desk-list.module.css';

/** The line of search and choices above a list of the console. */
export const DeskBar = ({ children }: { children: ReactNode }) => <div className={styles.bar}>{children}</div>;
export const DeskSearch = ({ children }: { children: ReactNode }) => <div className={styles.search}>{children}</div>;
export const DeskChoice = ({ children }: { children: ReactNode }) => <div className={styles.choice}>{children}</div>;

/** A list of the console: a table that becomes rows of lines on narrow windows. */
export function DeskTable({ label, head, children }: { label: string; head: readonly string[]; children: ReactNode }) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {head.map((one) => (
            <th key={one} scope="col">
              {one}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The first cell of a row, whose link is the whole row. `under`: a second, quiet line. */
export function DeskName({ href, children, under }: { href: string; children: ReactNode; under?: ReactNode }) {
  return (
    <td className={styles.name}>
      <RouteLink href={href}>{children}</RouteLink>
      {under ? <span>{under}</span> : null}
    </td>
  );
}

/** A cell; `wide` breaks its words, `act` has a button above the row's link. */
export function DeskCell({ act, wide, children }: { act?: boolean; wide?: boolean; children: ReactNode }) {
  return <td className={cx(act && styles.act, wide && styles.wide)}>{children}</td>;
}

/** Asks for the rows after these. */
export function DeskMore({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  return (
    <div className={styles.more}>
      <Button busy={busy} onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}
