import { IconArrowDown, IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { BallLine } from '../../../../ui/parts/ball.tsx';
import { ButtonLink } from '../../../../ui/parts/button.tsx';
import { UnreadBadge, VisuallyHidden } from '../../../../ui/parts/chips.tsx';
import { KINDS } from '../../../../core/kinds.ts';
import { cx } from '../../../../ui/parts/common.ts';
import { RouteLink } from '../../../../ui/parts/link.tsx';
import { StatusText } from '../../../../ui/parts/status.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatDateOf, formatNear, inLine } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import type { ListRow } from '../../contract.ts';
import { ReviewDue } from '../shared/review-due.tsx';
import { seatOfBall, statusLook, updatedFace } from '../shared/face.ts';
import { actPage, groupRows } from './groups.ts';
import type { ListSearch } from './search.ts';
import { useRowKeys } from './use-row-keys.ts';
import styles from './list.module.css';
import { specialtyWords } from '../../../experts/rules.ts';

const COLUMNS = [
  { name: 'Matter', style: undefined },
  { name: 'Specialty', style: 'specialty' },
  { name: 'Status', style: undefined },
  { name: 'Who has the ball', style: 'ball' },
  { name: 'Due', style: 'dueCell' },
  { name: 'Expert', style: 'expert' },
  { name: 'Updated', style: 'updated' },
] as const;
const ENDED = COLUMNS.filter(({ name }) => name !== 'Who has the ball' && name !== 'Due');
const SORTS: Readonly<Record<string, ListSearch['sort']>> = { Due: 'due', Updated: '-updated' };

/**
 * Rows under who has the ball. A row is one link; the reader's most urgent row, and any row under pointer or focus,
 * also shows its act as a button. Below 600 px each row is three lines.
 */
export function ReviewTable({
  rows,
  counts,
  grouped,
  sort,
  onSort,
  label,
  organizations,
  ended,
}: {
  rows: readonly ListRow[];
  /** How many there are with each holder of the ball, where known. */
  counts: Readonly<Record<string, number>> | null;
  grouped: boolean;
  sort: ListSearch['sort'];
  onSort: (sort: ListSearch['sort']) => void;
  label: string;
  /** Who sees several organizations sees whose order it is. */
  organizations: boolean;
  /** Of what is completed: without a ball and a due date, with the day of the last change. */
  ended: boolean;
}) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const keys = useRowKeys();
  const groups = grouped ? groupRows(rows) : [{ key: 'all', title: '', rows: [...rows] }];
  const urgent = grouped ? groups.find((g) => g.key === 'yours')?.rows[0]?.id : undefined;
  return (
    <div className={cx(styles.table, ended && styles.ended)} role="table" aria-label={label} ref={keys}>
      <div role="rowgroup" className={styles.head}>
        <div role="row" className={styles.row}>
          <span />
          {(ended ? ENDED : COLUMNS).map(({ name: column, style }) => {
            const by = SORTS[column];
            const on = by !== undefined && by === sort;
            const Arrow = by === 'due' ? IconArrowUp : IconArrowDown;
            return (
              <span
                key={column}
                role="columnheader"
                className={style && styles[style]}
                aria-sort={on ? (by === 'due' ? 'ascending' : 'descending') : undefined}
              >
                {by ? (
                  <button
                    type="button"
                    className={cx(styles.sort, on && styles.sorted)}
                    onClick={() => onSort(by)}
                    title={by === 'due' ? 'Soonest due first' : 'Latest change first'}
                  >
                    {column}
                    {on ? <Arrow size={14} stroke={2} aria-hidden /> : null}
                  </button>
                ) : (
                  column
                )}
              </span>
            );
          })}
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
                    <span className={styles.count}>{countOf(group.key, group.rows, counts)}</span>
                  </button>
                </span>
              </div>
            ) : null}
            {open
              ? group.rows.map((row) => (
                  <Row key={row.id} row={row} urgent={row.id === urgent} organizations={organizations} ended={ended} />
                ))
              : null}
          </div>
        );
      })}
    </div>
  );
}

/** The count of a whole group when it is known: pages load row by row, the holders of the ball are counted at once. */
function countOf(key: string, rows: readonly ListRow[], counts: Readonly<Record<string, number>> | null): number {
  const ball = key === 'yours' ? rows[0]?.ball : key;
  return Math.max(rows.length, (ball && counts?.[ball]) || 0);
}

function Row({
  row,
  urgent,
  organizations,
  ended,
}: {
  row: ListRow;
  urgent: boolean;
  organizations: boolean;
  ended: boolean;
}) {
  const { time_zone } = useViewer();
  const now = useNow(60_000);
  const updated = updatedFace(row.updated_at, now, time_zone);
  const act = actPage(row);
  const name = row.subject || row.number;
  const look = statusLook(row.status);
  const label =
    row.call_at && row.status.icon === 'calendar'
      ? `Call ${inLine(formatNear(row.call_at, { now, zone: time_zone }))}`
      : look.label;
  const base = `/${KINDS[row.kind].slug}/${row.id}`;
  const to = row.bucket === 'draft' && row.yours ? `${base}/step-one` : base;
  return (
    <div role="row" className={cx(styles.row, styles.item, urgent && styles.urgent)}>
      <span role="cell" className={styles.unreadCell}>
        {row.unread > 0 ? (
          <>
            <UnreadBadge count={row.unread} plain />
            <VisuallyHidden>{row.unread} unread messages</VisuallyHidden>
          </>
        ) : null}
      </span>
      <span role="cell" className={styles.matter}>
        <RouteLink href={to} className={styles.open} data-row-link>
          {name}
        </RouteLink>
        <span className={styles.sub}>
          {row.number}
          {organizations && row.organization ? `, ${row.organization.name}` : ''}
          {row.expedited ? ', expedited' : ''}
        </span>
      </span>
      <span role="cell" className={styles.specialty}>
        {specialtyWords(row.specialty, row.sub_specialty)}
      </span>
      <span role="cell" className={styles.status}>
        <StatusText {...look} label={label} />
      </span>
      {ended ? null : (
        <>
          <span role="cell" className={styles.ball}>
            <BallLine seat={seatOfBall(row.ball)} yours={row.yours}>
              {row.act}
            </BallLine>
          </span>
          <span role="cell" className={styles.dueCell}>
            {row.due ? <ReviewDue due={row.due} /> : null}
          </span>
        </>
      )}
      <span role="cell" className={styles.expert}>
        {row.expert ? row.expert.label : row.candidates ? `${row.candidates} presented` : <i>Not yet</i>}
      </span>
      <span role="cell" className={styles.updated}>
        <time dateTime={row.updated_at} title={updated.title}>
          {ended ? formatDateOf(row.updated_at, { zone: time_zone }) : updated.words}
        </time>
        {act ? (
          <span className={styles.act}>
            <ButtonLink href={act.path} size="sm">
              {act.label}
            </ButtonLink>
          </span>
        ) : null}
      </span>
    </div>
  );
}
