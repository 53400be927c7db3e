import { CheckboxField, MultiToggle, SegmentedField } from '../../../../ui/form/choice.tsx';
import { DateField } from '../../../../ui/form/date-field.tsx';
import { FieldRow } from '../../../../ui/form/form-layout.tsx';
import { MoneyField, NumberField } from '../../../../ui/form/number-field.tsx';
import { RepeatableRows } from '../../../../ui/form/repeatable-rows.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../../ui/form/text-field.tsx';
import type { ApplicationField, Column, Part } from '../../rules/application-fields.ts';
import { LicenseField } from '../license-field.tsx';
import styles from './apply.module.css';
import { NpiField } from './npi-field.tsx';

export interface Specialty {
  id: number;
  name: string;
  sub_specialties: { id: number; name: string }[];
}
export type Fault = (path: string) => string | null;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const COMPLETE: Partial<Record<string, string>> = {
  legal_name: 'name',
  phone_number: 'tel',
  city: 'address-level2',
};

/** One question of the application with the control its type asks for. */
export function ApplicationFieldView({
  part,
  field,
  value,
  onChange,
  errorAt,
  specialties,
  today,
}: {
  part: Part;
  field: ApplicationField;
  value: unknown;
  onChange: (value: unknown) => void;
  errorAt: Fault;
  specialties: readonly Specialty[];
  today: string;
}) {
  const path = `${part}.${field.key}`;
  const base = { path, label: field.label, required: field.required, help: field.help, error: errorAt(path) };
  switch (field.type) {
    case 'text':
    case 'phone':
      return (
        <TextField
          {...base}
          type={field.type === 'phone' ? 'tel' : 'text'}
          inputMode={field.type === 'phone' ? 'tel' : 'text'}
          maxLength={field.max ?? 200}
          value={text(value)}
          onChange={onChange}
          {...(COMPLETE[field.key] ? { autoComplete: COMPLETE[field.key] as 'name' } : {})}
        />
      );
    case 'npi':
      return <NpiField {...base} value={text(value)} onChange={onChange} />;
    case 'long':
      return <TextArea {...base} rows={4} max={field.max} value={text(value)} onChange={onChange} />;
    case 'date':
      return (
        <DateField {...base} value={text(value) || null} onChange={onChange} {...(field.past ? { max: today } : {})} />
      );
    case 'number':
      return (
        <NumberField
          {...base}
          {...(field.unit ? { unit: field.unit } : {})}
          value={number(value)}
          onChange={onChange}
        />
      );
    case 'money':
      return <MoneyField {...base} value={number(value)} onChange={onChange} />;
    case 'select':
      return <SelectField {...base} options={[...field.options]} value={text(value) || null} onChange={onChange} />;
    case 'license':
      return <LicenseField {...base} value={text(value)} onChange={onChange} />;
    case 'yes_no':
      return (
        <SegmentedField
          {...base}
          options={[
            { value: 'no', label: 'No' },
            { value: 'yes', label: 'Yes' },
          ]}
          value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
          onChange={(next) => onChange(next === 'yes')}
        />
      );
    case 'check':
      return <CheckboxField {...base} value={value === true} onChange={onChange} />;
    case 'multi':
      return (
        <MultiToggle
          {...base}
          options={[...field.options]}
          value={Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []}
          onChange={onChange}
        />
      );
    case 'rows':
      return (
        <Rows
          field={field}
          path={path}
          base={base}
          value={value}
          onChange={onChange}
          errorAt={errorAt}
          specialties={specialties}
        />
      );
  }
}

type Row = { id: string } & Record<string, unknown>;
/** Rows made here have an id of their own; those from the server are known by their place. */
const idOfRow = (row: unknown): string | null =>
  typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string' ? row.id : null;

type RowsField = Extract<ApplicationField, { type: 'rows' }>;

function Rows({
  field,
  path,
  base,
  value,
  onChange,
  errorAt,
  specialties,
}: {
  field: RowsField;
  path: string;
  base: {
    path: string;
    label: string;
    required?: boolean | undefined;
    help?: string | undefined;
    error: string | null;
  };
  value: unknown;
  onChange: (value: unknown) => void;
  errorAt: Fault;
  specialties: readonly Specialty[];
}) {
  const rows = (Array.isArray(value) ? value : []).map((row: unknown, at): Row => ({
    ...(row as object),
    id: idOfRow(row) ?? String(at),
  }));
  return (
    <RepeatableRows
      {...base}
      rows={rows}
      onChange={onChange}
      newRow={(): Row => ({ id: crypto.randomUUID() })}
      max={field.max}
      addLabel={field.add}
      rowName={field.row}
      ordered={field.ordered ?? false}
    >
      {(row, at, update) => (
        <div className={styles.cells}>
          <FieldRow>
            {field.columns.map((column) => (
              <Cell
                key={column.key}
                column={column}
                path={`${path}.${at}.${column.key}`}
                row={row}
                onChange={(next) => update({ ...row, ...next })}
                error={errorAt(`${path}.${at}.${column.key}`)}
                specialties={specialties}
              />
            ))}
          </FieldRow>
        </div>
      )}
    </RepeatableRows>
  );
}

function Cell({
  column,
  path,
  row,
  onChange,
  error,
  specialties,
}: {
  column: Column;
  path: string;
  row: Row;
  onChange: (more: Record<string, unknown>) => void;
  error: string | null;
  specialties: readonly Specialty[];
}) {
  const base = { path, label: column.label, required: column.required, error };
  const value = row[column.key];
  const idOf = (one: unknown): string | null => (typeof one === 'number' ? String(one) : null);
  switch (column.type) {
    case 'date':
      return (
        <DateField {...base} value={text(value) || null} onChange={(next) => onChange({ [column.key]: next ?? '' })} />
      );
    case 'select':
      return (
        <SelectField
          {...base}
          options={[...(column.options ?? [])]}
          value={text(value) || null}
          onChange={(next) => onChange({ [column.key]: next ?? '' })}
        />
      );
    case 'specialty':
      return (
        <SelectField
          {...base}
          searchable
          options={specialties.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={idOf(value)}
          // another specialty has other sub-specialties
          onChange={(next) => onChange({ specialty_id: next === null ? null : Number(next), sub_specialty_id: null })}
        />
      );
    case 'sub_specialty': {
      const subs = specialties.find(({ id }) => id === row['specialty_id'])?.sub_specialties ?? [];
      return (
        <SelectField
          {...base}
          disabled={subs.length === 0}
          searchable={false}
          options={subs.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={idOf(value)}
          onChange={(next) => onChange({ sub_specialty_id: next === null ? null : Number(next) })}
        />
      );
    }
    default:
      return (
        <TextField
          {...base}
          maxLength={column.type === 'year' ? 4 : 200}
          {...(column.type === 'year' ? { inputMode: 'numeric' as const } : {})}
          value={text(value)}
          onChange={(next) => onChange({ [column.key]: next })}
        />
      );
  }
}
