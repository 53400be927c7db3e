import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { Field, useField } from '../../../../ui/form/field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Button, IconButton } from '../../../../ui/parts/button.tsx';
import { type Errors, textOf } from './types.ts';
import styles from './form.module.css';

export interface Column {
  key: string;
  label: string;
  type: 'text' | 'email' | 'choice';
  options?: readonly { value: string; label: string }[];
  required?: boolean;
  /** Share of the line's width. */
  share: number;
}

type Row = Record<string, unknown>;

/** Lines of a few fields each, that can be added and removed: people and parties. Removing moves the focus to the next line. */
export function RowsEditor({
  path,
  fieldKey,
  label,
  help,
  required,
  error,
  errors,
  rows,
  onChange,
  columns,
  noun,
  empty,
  max,
  disabled,
  extra,
}: {
  path: string;
  /** The field's key below its section; errors of its lines start with it. */
  fieldKey: string;
  label: string;
  help?: string | undefined;
  required?: boolean;
  error?: string | undefined;
  errors: Errors;
  rows: readonly Row[];
  onChange: (rows: Row[]) => void;
  columns: readonly Column[];
  /** "provider", for "Add a provider" and "Remove provider 2". */
  noun: string;
  /** A new line. */
  empty: Row;
  max?: number | undefined;
  disabled?: boolean;
  extra?: ReactNode;
}) {
  const { ids } = useField({ path, label, help, error, required });
  const box = useRef<HTMLDivElement>(null);
  const focusLine = (index: number) =>
    requestAnimationFrame(() => {
      const line = box.current?.querySelectorAll<HTMLElement>('[data-line]')[index];
      (
        line?.querySelector<HTMLElement>('input, select') ?? box.current?.querySelector<HTMLElement>('[data-add]')
      )?.focus();
    });
  const full = max !== undefined && rows.length >= max;
  return (
    <Field path={path} label={label} help={help} error={error} required={required} ids={ids} group="group">
      <div ref={box} className={styles.lines}>
        {rows.map((row, index) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- lines have no identity but their place
            key={index}
            data-line
            className={styles.line}
            style={{ gridTemplateColumns: `${columns.map((c) => `minmax(0, ${c.share}fr)`).join(' ')} auto` }}
          >
            {columns.map((column) => {
              const at = `${fieldKey}.${index}.${column.key}`;
              const common = {
                path: `${path}.${index}.${column.key}`,
                label: column.label,
                required: column.required,
                error: errors[at],
                disabled,
                hideLabel: index > 0,
              };
              const set = (value: string | null) =>
                onChange(rows.map((r, i) => (i === index ? { ...r, [column.key]: value } : r)));
              return column.type === 'choice' ? (
                <SelectField
                  key={column.key}
                  {...common}
                  value={textOf(row[column.key]) || null}
                  onChange={set}
                  options={[...(column.options ?? [])]}
                  clearable={!column.required}
                  placeholder={column.required ? 'Choose' : 'Not said'}
                />
              ) : (
                <TextField
                  key={column.key}
                  {...common}
                  value={textOf(row[column.key])}
                  onChange={set}
                  type={column.type === 'email' ? 'email' : 'text'}
                  autoComplete="off"
                  maxLength={200}
                />
              );
            })}
            <span className={styles.lineEnd} data-first={index === 0 || undefined}>
              <IconButton
                label={`Remove ${noun} ${index + 1}`}
                disabled={disabled}
                onClick={() => {
                  onChange(rows.filter((_, i) => i !== index));
                  focusLine(Math.min(index, rows.length - 2));
                }}
              >
                <IconTrash stroke={1.75} />
              </IconButton>
            </span>
          </div>
        ))}
        <div className={styles.lineActs}>
          <Button
            kind="quiet"
            size="sm"
            data-add
            icon={<IconPlus stroke={1.75} />}
            disabled={disabled || full}
            onClick={() => {
              onChange([...rows, empty]);
              focusLine(rows.length);
            }}
          >
            {full ? `At most ${max}` : `Add a ${noun}`}
          </Button>
          {extra}
        </div>
      </div>
    </Field>
  );
}
