import { capital } from '../../core/phrases.ts';
import { IconCopy, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { Button, IconButton } from '../parts/button.tsx';
import { cx } from '../parts/common.ts';
import { Field, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { landing, moved } from './reorder.ts';
import styles from './repeatable-rows.module.css';

export type Row = { id: string };

type Dragging = { from: number; to: number; dy: number; height: number };

type Props<R extends Row> = FieldProps & {
  rows: R[];
  onChange: (rows: R[]) => void;
  /** A fresh row; its id must be new. */
  newRow: () => R;
  /** A copy with a new id; without it rows cannot be duplicated. */
  copyRow?: (row: R) => R;
  max?: number;
  min?: number;
  addLabel: string;
  /** 'question': used in labels and announcements. */
  rowName: string;
  /** Whether the order says something: without that, rows carry no number and are not moved. */
  ordered?: boolean;
  children: (row: R, index: number, update: (row: R) => void) => ReactNode;
};

/**
 * A list one can add to, copy and delete from and, where its order says something and there are two, reorder: by dragging
 * the handle, or with the arrow keys while the handle has focus. Each move is announced. Rows keep their identity, so
 * focus and typed text stay.
 */
export function RepeatableRows<R extends Row>({
  rows,
  onChange,
  newRow,
  copyRow,
  max = Number.POSITIVE_INFINITY,
  min = 0,
  addLabel,
  rowName,
  ordered = true,
  children,
  ...field
}: Props<R>) {
  const { ids } = useField(field);
  const list = useRef<HTMLOListElement>(null);
  const drag = useRef<{ from: number; y: number; middles: number[]; height: number } | null>(null);
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const [said, say] = useState('');
  const focusId = useRef<string | null>(null);
  const full = rows.length >= max;
  const sorts = ordered && rows.length > 1;

  useEffect(() => {
    if (!focusId.current) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(focusId.current)}"]`);
    row?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    focusId.current = null;
  });

  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length || from === to) return;
    onChange(moved(rows, from, to));
    say(`Moved to place ${to + 1} of ${rows.length}.`);
  };
  const insert = (row: R, at: number) => {
    onChange([...rows.slice(0, at), row, ...rows.slice(at)]);
    focusId.current = row.id;
  };

  const grab = (event: PointerEvent<HTMLButtonElement>, index: number) => {
    if (field.disabled || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const boxes = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    drag.current = {
      from: index,
      y: event.clientY,
      middles: boxes.map((box) => box.top + box.height / 2),
      height: boxes[index]?.height ?? 0,
    };
    setDragging({ from: index, to: index, dy: 0, height: boxes[index]?.height ?? 0 });
  };
  const pull = (event: PointerEvent<HTMLButtonElement>) => {
    const held = drag.current;
    if (!held) return;
    const dy = event.clientY - held.y;
    const to = landing(held.middles, held.from, (held.middles[held.from] ?? 0) + dy);
    setDragging({ from: held.from, to, dy, height: held.height });
  };
  const drop = () => {
    if (dragging) move(dragging.from, dragging.to);
    drag.current = null;
    setDragging(null);
  };
  const keys = (event: KeyboardEvent, index: number) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(index, to);
  };

  return (
    <Field
      {...field}
      ids={ids}
      group="group"
      helpFirst
      note={field.note ?? (Number.isFinite(max) ? `${rows.length} of ${max}` : undefined)}
    >
      <ol ref={list} className={cx(styles.rows, rows.length === 0 && styles.none)}>
        {rows.map((row, index) => (
          <li
            key={row.id}
            data-row={row.id}
            className={cx(styles.row, dragging?.from === index && styles.held)}
            style={dragging ? { transform: shift(dragging, index) } : undefined}
          >
            {sorts ? (
              <button
                type="button"
                className={styles.handle}
                aria-label={`Move ${rowName} ${index + 1} of ${rows.length}: use the arrow keys`}
                disabled={field.disabled}
                onPointerDown={(event) => grab(event, index)}
                onPointerMove={pull}
                onPointerUp={drop}
                onPointerCancel={() => {
                  drag.current = null;
                  setDragging(null);
                }}
                onKeyDown={(event) => keys(event, index)}
              >
                <IconGripVertical size={16} stroke={2} aria-hidden />
              </button>
            ) : null}
            {ordered ? <span className={styles.number}>{index + 1}</span> : null}
            <div className={styles.body}>
              {children(row, index, (next) => onChange(rows.map((old) => (old.id === row.id ? next : old))))}
            </div>
            <div className={styles.acts}>
              {copyRow ? (
                <IconButton
                  label={`Duplicate ${rowName} ${index + 1}`}
                  disabled={field.disabled || full}
                  onClick={() => insert(copyRow(row), index + 1)}
                >
                  <IconCopy stroke={1.75} />
                </IconButton>
              ) : null}
              <IconButton
                label={`Delete ${rowName} ${index + 1}`}
                disabled={field.disabled || rows.length <= min}
                onClick={() => {
                  onChange(rows.filter((old) => old.id !== row.id));
                  const next = rows[index + 1] ?? rows[index - 1];
                  if (next) focusId.current = next.id;
                  say(`Deleted. ${rows.length - 1} left.`);
                }}
              >
                <IconTrash stroke={1.75} />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      <div className={styles.add}>
        <Button
          kind="quiet"
          size="sm"
          icon={<IconPlus stroke={1.75} />}
          disabled={field.disabled || full}
          onClick={() => insert(newRow(), rows.length)}
        >
          {addLabel}
        </Button>
        {full ? <span className={styles.full}>{max} at most.</span> : null}
      </div>
      <output className={styles.said}>{said}</output>
    </Field>
  );
}

/** Where a row stands while another is dragged: the held one follows the pointer, those between step aside. */
function shift({ from, to, dy, height }: Dragging, index: number): string | undefined {
  if (index === from) return `translateY(${dy}px)`;
  if (index > from && index <= to) return `translateY(${-height}px)`;
  if (index < from && index >= to) return `translateY(${height}px)`;
  return undefined;
}

export type TextRow = Row & { text: string };

/** A fresh row for a text. */
export function textRow(text: string): TextRow {
  return { id: crypto.randomUUID(), text };
}

/** A list of texts, each growing with what is written, as for questions to the expert. */
export function TextRows({
  rowName,
  placeholder,
  errorAt,
  ...rest
}: Omit<Props<TextRow>, 'children' | 'newRow' | 'copyRow'> & {
  placeholder?: string;
  /** The error of one row, by its index. */
  errorAt?: (index: number) => string | null;
}) {
  return (
    <RepeatableRows {...rest} rowName={rowName} newRow={() => textRow('')} copyRow={(row) => textRow(row.text)}>
      {(row, index, update) => {
        const error = errorAt?.(index);
        return (
          <>
            <textarea
              className={styles.text}
              rows={1}
              aria-label={`${capital(rowName)} ${index + 1}`}
              aria-invalid={error ? true : undefined}
              aria-errormessage={error ? `${row.id}e` : undefined}
              data-path={`${rest.path}.${index}`}
              value={row.text}
              placeholder={placeholder}
              disabled={rest.disabled}
              onChange={(event) => update({ ...row, text: event.currentTarget.value })}
            />
            {error ? (
              <p id={`${row.id}e`} className={styles.error}>
                {error}
              </p>
            ) : null}
          </>
        );
      }}
    </RepeatableRows>
  );
}
