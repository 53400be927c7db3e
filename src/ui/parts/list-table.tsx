import type { ReactNode } from 'react';
import { VisuallyHidden } from './chips.tsx';
import { cx } from './common.ts';
import { RouteLink } from './link.tsx';
import styles from './list-table.module.css';

/** A list as a table whose rows each lead somewhere; on a telephone each row is a card. */
export function ListTable({
  label,
  columns,
  lead = false,
  children,
}: {
  /** What the table is called, where no heading says so. */
  label?: string;
  /** Titles; one with `number` stands at the right, as its cells do. */
  columns: readonly (string | { title: string; number: true })[];
  /** Its rows have something before their name, as a tick. */
  lead?: boolean;
  children: ReactNode;
}) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {lead ? (
            <th scope="col">
              <VisuallyHidden>Choose</VisuallyHidden>
            </th>
          ) : null}
          {columns.map((column) =>
            typeof column === 'string' ? (
              <th key={column} scope="col">
                {column}
              </th>
            ) : (
              <th key={column.title} scope="col" className={styles.number}>
                {column.title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A row: what it is about, which leads there, then its cells. */
export function ListTableRow({
  href,
  name,
  about,
  depth = 0,
  lead,
  children,
}: {
  /** Null where it has no page of its own. */
  href: string | null;
  name: ReactNode;
  /** A second line under the name. */
  about?: string | null;
  /** How far below others it stands. */
  depth?: number;
  /** Before its name, above the row's link. */
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <tr style={{ '--depth': depth } as Record<string, number>}>
      {lead === undefined ? null : <td className={styles.lead}>{lead}</td>}
      <th scope="row" className={styles.name}>
        {href === null ? name : <RouteLink href={href}>{name}</RouteLink>}
        {about ? <span>{about}</span> : null}
      </th>
      {children}
    </tr>
  );
}

/** A number in its column; where the row is a card, `unit` says of what. */
export function NumberCell({ unit, children }: { unit: string; children: ReactNode }) {
  return (
    <td className={styles.number} data-unit={unit}>
      {children}
    </td>
  );
}

/** A cell. Of the card it is left out where it does not say anything; `wide` breaks its words; `act` has a control above the row's link. */
export function ListCell({
  says = true,
  wide,
  act,
  children,
}: {
  says?: boolean;
  wide?: boolean;
  act?: boolean;
  children: ReactNode;
}) {
  return <td className={cx(!says && styles.silent, wide && styles.wide, act && styles.act)}>{children}</td>;
}
