import { useState } from 'react';
import { MoneyField, NumberField } from '../../../ui/form/number-field.tsx';
import { RepeatableRows, textRow, type TextRow } from '../../../ui/form/repeatable-rows.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { zoneCity } from '../../../ui/time/format.ts';
import { memberOf } from '../rules.ts';
import { ALIAS_KEYS, type OrganizationField } from '../rules/fields.ts';
import styles from './organization.module.css';
import { textIn } from './value-words.ts';

interface Editing {
  field: OrganizationField;
  value: unknown;
  onChange: (value: unknown) => void;
  error?: string | undefined;
  disabled: boolean;
}

let zones: { value: string; label: string }[] | undefined;
const zoneOptions = () => {
  zones ??= Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: `${zoneCity(value)} (${value})` }));
  return zones;
};

const ALIAS_LABELS: Record<string, string> = {
  ApplicantMedicalExpert: 'Applicant',
  Attendee: 'Attendee',
  ClaimConsultant: 'Claim consultant',
  ExternalMedicalExpert: 'External medical expert',
  MedicalExpert: 'Medical expert',
  MedicalExpertAssistant: 'Expert assistant',
  ReviewManager: 'Review manager',
};

/** What a field that is no switch is edited with. */
export function FieldEditor({ field, value, onChange, error, disabled }: Editing) {
  const common = { path: field.name, label: field.label, error: error ?? null, disabled };
  switch (field.kind) {
    case 'switch':
      return null;
    case 'count':
      return (
        <div className={styles.number}>
          <NumberField
            {...common}
            value={(value as number | null) ?? null}
            onChange={onChange}
            unit={field.unit ?? ''}
          />
        </div>
      );
    case 'dollars':
      return (
        <div className={styles.number}>
          <MoneyField
            {...common}
            value={typeof value === 'number' ? Math.round(value * 100) : null}
            onChange={(cents) => onChange(cents === null ? null : cents / 100)}
          />
        </div>
      );
    case 'line':
    case 'slug':
      return (
        <div className={styles.line}>
          <TextField
            {...common}
            maxLength={200}
            value={textIn(value)}
            onChange={(text) => onChange(text === '' ? null : text)}
          />
        </div>
      );
    case 'text':
      return (
        <TextArea
          {...common}
          max={4000}
          value={textIn(value)}
          onChange={(text) => onChange(text === '' ? null : text)}
        />
      );
    case 'choice':
    case 'time_zone':
      return (
        <div className={styles.line}>
          <SelectField
            {...common}
            value={(value as string | null) ?? null}
            options={field.kind === 'choice' ? [...(field.choices ?? [])] : zoneOptions()}
            onChange={onChange}
          />
        </div>
      );
    case 'domains':
      return <Domains field={field} value={value} onChange={onChange} error={error} disabled={disabled} />;
    case 'options':
      return <Options field={field} value={value} onChange={onChange} error={error} disabled={disabled} />;
    case 'office_hours':
      return <OfficeHours field={field} value={value} onChange={onChange} error={error} disabled={disabled} />;
    case 'aliases':
      return <Aliases field={field} value={value} onChange={onChange} error={error} disabled={disabled} />;
  }
}

/** One domain a line. */
function Domains({ field, value, onChange, error, disabled }: Editing) {
  const [text, setText] = useState<string | null>(null);
  return (
    <div className={styles.line}>
      <TextArea
        path={field.name}
        label={field.label}
        help="One on each line, like example.com."
        error={error ?? null}
        disabled={disabled}
        value={text ?? ((value as string[] | null) ?? []).join('\n')}
        onChange={(typed) => {
          setText(typed);
          onChange(
            typed
              .split(/[\s,;]+/)
              .map((one) => one.trim())
              .filter(Boolean),
          );
        }}
        onBlur={() => setText(null)}
      />
    </div>
  );
}

interface Option {
  label: string;
  value: string;
}

/** Choices by name; what a choice is stored as stays with it when it is renamed. */
function Options({ field, value, onChange, error, disabled }: Editing) {
  const [rows, setRows] = useState<(TextRow & { value: string })[]>(() =>
    ((value as Option[] | null) ?? []).map((one) => ({ ...textRow(one.label), value: one.value })),
  );
  const update = (next: typeof rows): void => {
    setRows(next);
    onChange(next.map(({ text, value: own }) => ({ label: text, value: own })));
  };
  return (
    <div className={styles.line}>
      <RepeatableRows
        path={field.name}
        label={field.label}
        error={error ?? null}
        disabled={disabled}
        rows={rows}
        onChange={update}
        newRow={() => ({ ...textRow(''), value: '' })}
        addLabel="Add one"
        rowName="option"
      >
        {(row, index, change) => (
          <TextField
            path={`${field.name}.${index}`}
            label={`Option ${index + 1}`}
            hideLabel
            maxLength={100}
            disabled={disabled}
            value={row.text}
            onChange={(text) => change({ ...row, text })}
          />
        )}
      </RepeatableRows>
    </div>
  );
}

function OfficeHours({ field, value, onChange, error, disabled }: Editing) {
  const part = (name: string): string => textIn(memberOf(value, name));
  const hours = {
    start_time: part('start_time') || '08:00',
    end_time: part('end_time') || '18:00',
    time_zone: part('time_zone') || 'America/Chicago',
  };
  const set = (name: keyof typeof hours, next: string | null): void => onChange({ ...hours, [name]: next ?? '' });
  return (
    <div className={styles.hours} role="group" aria-label={field.label}>
      <TextField
        path={field.name}
        label="From"
        type="time"
        error={error ?? null}
        disabled={disabled}
        value={part('start_time')}
        onChange={(next) => set('start_time', next)}
      />
      <TextField
        path={`${field.name}.end_time`}
        label="To"
        type="time"
        disabled={disabled}
        value={part('end_time')}
        onChange={(next) => set('end_time', next)}
      />
      <SelectField
        path={`${field.name}.time_zone`}
        label="Time zone"
        disabled={disabled}
        value={part('time_zone') || null}
        options={zoneOptions()}
        onChange={(next) => set('time_zone', next)}
      />
    </div>
  );
}

/** Names of an organization's own for each profile. */
function Aliases({ field, value, onChange, error, disabled }: Editing) {
  const names = (value as Record<string, string> | null) ?? {};
  return (
    <div className={styles.aliases} role="group" aria-label={field.label}>
      <p className={styles.legend}>{field.label}</p>
      {ALIAS_KEYS.map((key) => (
        <TextField
          key={key}
          path={key === ALIAS_KEYS[0] ? field.name : `${field.name}.${key}`}
          label={ALIAS_LABELS[key] ?? key}
          error={key === ALIAS_KEYS[0] ? (error ?? null) : null}
          disabled={disabled}
          maxLength={60}
          placeholder={ALIAS_LABELS[key] ?? key}
          value={names[key] ?? ''}
          onChange={(name) => {
            const { [key]: _before, ...others } = names;
            const next = name === '' ? others : { ...others, [key]: name };
            onChange(Object.keys(next).length === 0 ? null : next);
          }}
        />
      ))}
    </div>
  );
}
