import type { ReactNode } from 'react';
import { DateField } from '../../../../ui/form/date-field.tsx';
import { RepeatableRows } from '../../../../ui/form/repeatable-rows.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { type Errors, textOf } from './types.ts';
import { type Keyed, keyOf, useRows } from './use-rows.ts';
import styles from './form.module.css';

export interface Column {
  key: string;
  label: string;
  type: 'text' | 'email' | 'choice' | 'date';
  options?: readonly { value: string; label: string }[];
  required?: boolean | undefined;
  max_length?: number | undefined;
  /** Share of the line's width. */
  share: number;
}

type Values = Record<string, unknown>;

/** Lines of a few fields each: people and parties. */
export function RowsEditor({
  path,
  fieldKey,
  label,
  help,
  required,
  error,
  errors,
  rows: values,
  onChange,
  columns,
  noun,
  empty,
  max,
  disabled,
  extra,
  follows = (_before, after) => after,
}: {
  path: string;
  /** The field's key below its section; errors of its lines start with it. */
  fieldKey: string;
  label: string;
  help?: ReactNode;
  required?: boolean | undefined;
  error?: string | undefined;
  errors: Errors;
  rows: readonly Values[];
  onChange: (rows: Values[]) => void;
  columns: readonly Column[];
  /** "provider", for "Add a provider" and "Delete provider 2". */
  noun: string;
  /** A new line. */
  empty: Values;
  max?: number | undefined;
  disabled: boolean;
  extra?: ReactNode;
  /** What of a line goes along with a change in it. */
  follows?: ((before: Values, after: Values) => Values) | undefined;
}) {
  const [rows, setRows] = useRows(values, onChange);
  return (
    <RepeatableRows<Keyed<Values>>
      path={path}
      label={label}
      help={help}
      required={required}
      error={error}
      disabled={disabled}
      aside={extra}
      rows={rows}
      onChange={setRows}
      newRow={() => keyOf(empty)}
      {...(max === undefined ? {} : { max })}
      addLabel={`Add ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`}
      rowName={noun}
      ordered={false}
    >
      {(row, index, update) => (
        <div
          className={styles.line}
          style={{ '--columns': columns.map((c) => `minmax(0, ${c.share}fr)`).join(' ') } as Record<string, string>}
        >
          {columns.map((column) => {
            const common = {
              path: `${path}.${index}.${column.key}`,
              label: column.label,
              required: column.required,
              error: errors[`${fieldKey}.${index}.${column.key}`],
              disabled,
            };
            const set = (value: string | null) =>
              update({ ...row, value: follows(row.value, { ...row.value, [column.key]: value }) });
            if (column.type === 'date')
              return (
                <DateField key={column.key} {...common} value={textOf(row.value[column.key]) || null} onChange={set} />
              );
            return column.type === 'choice' ? (
              <SelectField
                key={column.key}
                {...common}
                value={textOf(row.value[column.key]) || null}
                onChange={set}
                options={[...(column.options ?? [])]}
                clearable={!column.required}
                placeholder={column.required ? 'Choose' : 'Not specified'}
              />
            ) : (
              <TextField
                key={column.key}
                {...common}
                value={textOf(row.value[column.key])}
                onChange={set}
                type={column.type === 'email' ? 'email' : 'text'}
                autoComplete="off"
                maxLength={column.max_length ?? 200}
              />
            );
          })}
        </div>
      )}
    </RepeatableRows>
  );
}
