import { IconArrowDown, IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import { type CSSProperties, memo, useMemo, useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { Tick } from '../../../../ui/form/tick.tsx';
import { ButtonLink } from '../../../../ui/parts/button.tsx';
import { VisuallyHidden } from '../../../../ui/parts/chips.tsx';
import { cx } from '../../../../ui/parts/common.ts';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { useNow } from '../../../../ui/time/use-now.ts';
import type { ListRow } from '../../contract.ts';
import { COLUMN_SORTS, type ListColumn, type ListSort, nextSort } from '../../rules.ts';
import { type CellContext, headOf, rendererOf, tracksOf } from './columns.tsx';
import { actPage, groupRows } from './groups.ts';
import { useRowKeys } from './use-row-keys.ts';
import styles from './list.module.css';

/** Rows chosen for acts on several at once; null while nobody chooses. */
export interface Choosing {
  chosen: ReadonlySet<number>;
  onChoose: (ids: readonly number[], chosen: boolean) => void;
}

const SORT_WORDS: Readonly<Record<ListSort, string>> = {
  due: 'Soonest due first',
  updated: 'Longest without a change first',
  '-updated': 'Latest change first',
  number: 'Lowest number first',
  '-number': 'Highest number first',
};

/**
 * Rows under who has the ball. A row is one link; the reader's most urgent row, and any row under pointer or focus,
 * also shows its act as a button. Below 944 px each row is three lines.
 */
export function ReviewTable({
  rows,
  counts,
  grouped,
  pinned,
  sort,
  onSort,
  label,
  kind,
  columns,
  wide,
  organizations,
  ended,
  choosing,
  onChooseKey,
}: {
  rows: readonly ListRow[];
  /** How many there are with each holder of the ball, where known. */
  counts: Readonly<Record<string, number>> | null;
  grouped: boolean;
  /** What needs attention stands above all else. */
  pinned: boolean;
  sort: ListSort;
  onSort: (sort: ListSort) => void;
  label: string;
  kind: Kind | null;
  columns: readonly ListColumn[];
  /** The columns are the reader's own choice: where they do not fit, they scroll. */
  wide: boolean;
  /** Who sees several organizations sees whose order it is. */
  organizations: boolean;
  /** Of what is completed: without a ball and a due date, with the day of the last change. */
  ended: boolean;
  choosing: Choosing | null;
  /** The key that chooses was pressed on a row. */
  onChooseKey: (id: number) => void;
}) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const keys = useRowKeys(onChooseKey);
  const groups = grouped ? groupRows(rows, pinned) : [{ key: 'all', title: '', rows: [...rows] }];
  const raised = groups.find((g) => g.key === 'attention')?.rows ?? [];
  const urgent = grouped ? groups.find((g) => g.key === 'yours')?.rows[0]?.id : undefined;
  const { tracks, least } = tracksOf(columns);
  const place = useMemo<CellContext>(
    () => ({ now, zone, ended, columns, organizations }),
    [now, zone, ended, columns, organizations],
  );
  const all = rows.map((row) => row.id);
  const chosen = choosing ? all.filter((id) => choosing.chosen.has(id)).length : 0;
  return (
    <div className={cx(wide && styles.scroll)}>
      <div
        className={cx(styles.table, ended && styles.ended, choosing && styles.choosing)}
        role="table"
        aria-label={label}
        ref={keys}
        style={{ '--cols': choosing ? `24px ${tracks}` : tracks, minWidth: wide ? least : undefined } as CSSProperties}
      >
        <div role="rowgroup" className={styles.head}>
          <div role="row" className={styles.row}>
            {choosing ? (
              <span role="columnheader">
                <Tick
                  aria-label="Choose all rows shown"
                  checked={chosen > 0 && chosen === all.length}
                  indeterminate={chosen > 0 && chosen < all.length}
                  onChange={(on) => choosing.onChoose(all, on)}
                />
              </span>
            ) : null}
            {columns.map((column) => (
              <Head key={column} column={column} kind={kind} sort={sort} onSort={onSort} />
            ))}
          </div>
        </div>
        {groups.map((group) => {
          const open = !closed.has(group.key);
          return (
            <div key={group.key} role="rowgroup" aria-label={group.title || undefined}>
              {group.title ? (
                <div role="row" className={styles.group}>
                  <span role="cell">
                    <button
                      type="button"
                      aria-expanded={open}
                      onClick={() => {
                        const next = new Set(closed);
                        if (open) next.add(group.key);
                        else next.delete(group.key);
                        setClosed(next);
                      }}
                    >
                      <IconChevronDown size={14} stroke={2} aria-hidden className={cx(!open && styles.folded)} />
                      {group.title}
                      <span className={styles.count}>{countOf(group, raised, counts)}</span>
                    </button>
                  </span>
                </div>
              ) : null}
              {open
                ? group.rows.map((row) => (
                    <Row
                      key={row.id}
                      row={row}
                      urgent={row.id === urgent}
                      place={place}
                      chosen={choosing ? choosing.chosen.has(row.id) : null}
                      onChoose={choosing?.onChoose}
                    />
                  ))
                : null}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The head of a column; one that can be sorted by is a button that goes through its orders. */
function Head({
  column,
  kind,
  sort,
  onSort,
}: {
  column: ListColumn;
  kind: Kind | null;
  sort: ListSort;
  onSort: (sort: ListSort) => void;
}) {
  const { style } = rendererOf(column);
  const name = headOf(column, kind);
  const next = nextSort(column, sort);
  const on = COLUMN_SORTS[column]?.includes(sort) === true;
  const down = sort.startsWith('-');
  const Arrow = down ? IconArrowDown : IconArrowUp;
  return (
    <span
      role="columnheader"
      className={style && styles[style]}
      aria-sort={on ? (down ? 'descending' : 'ascending') : undefined}
    >
      {next ? (
        <button
          type="button"
          className={cx(styles.sort, on && styles.sorted)}
          onClick={() => onSort(next)}
          title={SORT_WORDS[next]}
        >
          {name}
          {on ? <Arrow size={14} stroke={2} aria-hidden /> : null}
        </button>
      ) : column === 'unread' ? (
        <VisuallyHidden>{name}</VisuallyHidden>
      ) : (
        name
      )}
    </span>
  );
}

/** The count of a whole group when it is known: pages load row by row, the holders of the ball are counted at once. */
function countOf(
  { key, rows }: { key: string; rows: readonly ListRow[] },
  raised: readonly ListRow[],
  counts: Readonly<Record<string, number>> | null,
): number {
  const ball = key === 'yours' ? rows[0]?.ball : key;
  const above = raised.filter((row) => row.ball === ball).length;
  return Math.max(rows.length, ((ball && counts?.[ball]) || 0) - above);
}

/** A row is drawn anew only when something of its own changed, not whenever the list around it is. */
const Row = memo(function Row({
  row,
  urgent,
  place,
  chosen,
  onChoose,
}: {
  row: ListRow;
  urgent: boolean;
  place: CellContext;
  /** Null while nobody chooses. */
  chosen: boolean | null;
  onChoose: Choosing['onChoose'] | undefined;
}) {
  const act = actPage(row);
  const last = place.columns.length - 1;
  return (
    <div role="row" className={cx(styles.row, styles.item, urgent && styles.urgent)} data-row={row.id}>
      {chosen === null ? null : (
        <span role="cell" className={styles.chooser}>
          <Tick aria-label={`Choose ${row.number}`} checked={chosen} onChange={(on) => onChoose?.([row.id], on)} />
        </span>
      )}
      {place.columns.map((column, at) => {
        const { style, cell } = rendererOf(column);
        const isLast = at === last && act !== null && column !== 'subject';
        return (
          <span key={column} role="cell" className={cx(style && styles[style], isLast && styles.last)}>
            {cell(row, place)}
            {isLast ? (
              <span className={styles.act}>
                <ButtonLink href={act.path} size="sm">
                  {act.label}
                </ButtonLink>
              </span>
            ) : null}
          </span>
        );
      })}
    </div>
  );
});
