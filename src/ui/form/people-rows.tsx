import { useId } from 'react';
import type { FieldProps } from './field.tsx';
import { RepeatableRows } from './repeatable-rows.tsx';
import type { Row } from './repeatable-rows.tsx';
import { TextField } from './text-field.tsx';
import styles from './people-rows.module.css';

export type PersonRow = Row & { name: string; email: string };

/** People to invite or to keep informed: name and e-mail each, unordered. `errorAt` answers for one cell. */
export function PeopleRows({
  value,
  onChange,
  addLabel = 'Add a person',
  max,
  errorAt,
  ...field
}: FieldProps & {
  value: PersonRow[];
  onChange: (people: PersonRow[]) => void;
  addLabel?: string;
  max?: number;
  errorAt?: (path: string) => string | null;
}) {
  const scope = useId();
  return (
    <RepeatableRows
      {...field}
      rows={value}
      onChange={onChange}
      newRow={() => ({ id: `${scope}${crypto.randomUUID()}`, name: '', email: '' })}
      {...(max === undefined ? {} : { max })}
      addLabel={addLabel}
      rowName="person"
      ordered={false}
    >
      {(row, index, update) => (
        <div className={styles.cells}>
          <TextField
            path={`${field.path}.${index}.name`}
            label="Name"
            hideLabel
            placeholder="Name"
            value={row.name}
            onChange={(name) => update({ ...row, name })}
            error={errorAt?.(`${field.path}.${index}.name`)}
            disabled={field.disabled}
          />
          <TextField
            path={`${field.path}.${index}.email`}
            label="E-mail"
            hideLabel
            placeholder="E-mail"
            type="email"
            value={row.email}
            onChange={(email) => update({ ...row, email })}
            error={errorAt?.(`${field.path}.${index}.email`)}
            disabled={field.disabled}
          />
        </div>
      )}
    </RepeatableRows>
  );
}
