import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ActorKind } from '../../../../core/actor.ts';
import type { Kind } from '../../../../core/kinds.ts';
import { Tick } from '../../../../ui/form/tick.tsx';
import { moved } from '../../../../ui/form/reorder.ts';
import { IconButton, TextButton } from '../../../../ui/parts/button.tsx';
import { VisuallyHidden } from '../../../../ui/parts/chips.tsx';
import { columnsFor, type ListColumn, type ListSide, usualColumns } from '../../rules.ts';
import { headOf } from './columns.tsx';
import styles from './list.module.css';

/**
 * Which columns the list shows and in which order. Each change holds at once. The arrows beside a column, or Alt with
 * an arrow key on it, move it; the focus goes with it.
 */
export default function ColumnsPanel({
  columns,
  who,
  side,
  kind,
  onChoose,
}: {
  columns: readonly ListColumn[];
  who: ActorKind;
  side: ListSide;
  kind: Kind | null;
  onChoose: (columns: ListColumn[]) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const again = useRef<{ column: ListColumn; control: string } | null>(null);
  const [said, setSaid] = useState('');
  const order = columns.join();
  useEffect(() => {
    // the focus goes with the column; at its new place the arrow that was pressed may be spent
    const wanted = again.current;
    again.current = null;
    const row = wanted && host.current?.querySelector(`[data-column="${wanted.column}"]`);
    const control = row?.querySelector<HTMLElement>(wanted?.control ?? 'input');
    (control && !control.hasAttribute('disabled') ? control : row?.querySelector<HTMLElement>('input'))?.focus();
  }, [order]);
  const rest = columnsFor(who, side, kind).filter((column) => !columns.includes(column));
  const name = (column: ListColumn): string => headOf(column, kind);
  const move = (from: number, by: number, control: string) => {
    const column = columns[from];
    const to = from + by;
    if (!column || to < 0 || to >= columns.length) return;
    onChoose(moved(columns, from, to));
    setSaid(`${name(column)} is now column ${to + 1} of ${columns.length}.`);
    again.current = { column, control };
  };
  const put = (next: ListColumn[], column: ListColumn) => {
    onChoose(next);
    again.current = { column, control: 'input' };
  };
  const onKey = (event: KeyboardEvent, at: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    move(at, by, 'input');
  };
  return (
    <div ref={host} className={styles.columns}>
      <p className={styles.columnsTitle}>Columns, from left to right</p>
      <ol>
        {columns.map((column, at) => (
          <li key={column} data-column={column} className={styles.column}>
            <label>
              <span onKeyDown={(event) => onKey(event, at)} role="presentation">
                <Tick
                  checked
                  disabled={column === 'subject'}
                  onChange={() =>
                    put(
                      columns.filter((one) => one !== column),
                      column,
                    )
                  }
                />
              </span>
              {name(column)}
            </label>
            <IconButton
              label={`Move ${name(column)} to the left`}
              data-move="up"
              disabled={at === 0}
              onClick={() => move(at, -1, '[data-move="up"]')}
            >
              <IconArrowUp size={14} stroke={2} />
            </IconButton>
            <IconButton
              label={`Move ${name(column)} to the right`}
              data-move="down"
              disabled={at === columns.length - 1}
              onClick={() => move(at, 1, '[data-move="down"]')}
            >
              <IconArrowDown size={14} stroke={2} />
            </IconButton>
          </li>
        ))}
      </ol>
      {rest.length > 0 ? (
        <ul aria-label="Columns that are not shown">
          {rest.map((column) => (
            <li key={column} data-column={column} className={styles.column}>
              <label>
                <Tick checked={false} onChange={() => put([...columns, column], column)} />
                {name(column)}
              </label>
            </li>
          ))}
        </ul>
      ) : null}
      <TextButton onClick={() => onChoose(usualColumns(who, side, kind))}>The usual columns again</TextButton>
      <output>
        <VisuallyHidden>{said}</VisuallyHidden>
      </output>
    </div>
  );
}
