import { useQuery } from '@tanstack/react-query';
import { query } from '../../../../ui/api/hooks.ts';
import { MultiToggle } from '../../../../ui/form/choice.tsx';
import { CheckboxField } from '../../../../ui/form/choice.tsx';
import { DateField } from '../../../../ui/form/date-field.tsx';
import { Field, useField } from '../../../../ui/form/field.tsx';
import { MoneyField, NumberField } from '../../../../ui/form/number-field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { LicenseField } from '../license-field.tsx';
import { readSpecialties } from '../../contract/specialties.ts';
import { MapField } from './map-field.tsx';
import { type RecordField, type RecordValue, type SiteHours, weekdayName } from '../../rules/records.ts';
import styles from './records.module.css';

type Props<T extends RecordField['type'] = RecordField['type']> = {
  field: Extract<RecordField, { type: T }>;
  value: RecordValue;
  error: string | null;
  onChange: (value: RecordValue) => void;
};

/** One question about a record, drawn as its row says. */
export function RecordFieldInput({ profileId, field, value, error, onChange }: Props & { profileId: number }) {
  const common = {
    path: field.key,
    label: field.label,
    error,
    ...(field.help ? { help: field.help } : {}),
    ...(field.ask ? { required: true } : { optional: true }),
  };
  const text = typeof value === 'string' ? value : '';
  const number = typeof value === 'number' ? value : null;
  switch (field.type) {
    case 'text':
      return (
        <TextField
          {...common}
          maxLength={field.max}
          {...(field.autoComplete ? { autoComplete: field.autoComplete as 'tel' } : {})}
          value={text}
          onChange={onChange}
        />
      );
    case 'zip':
      return (
        <TextField
          {...common}
          maxLength={10}
          inputMode="numeric"
          autoComplete="postal-code"
          value={text}
          onChange={onChange}
        />
      );
    case 'date':
      return <DateField {...common} value={text || null} onChange={onChange} />;
    case 'choice':
      return (
        <SelectField
          {...common}
          value={text || null}
          options={[...field.options()]}
          clearable={!field.ask}
          onChange={onChange}
        />
      );
    case 'ticks':
      return (
        <MultiToggle
          {...common}
          value={Array.isArray(value) ? [...(value as readonly string[])] : []}
          options={[...field.options]}
          onChange={onChange}
        />
      );
    case 'number':
      return <NumberField {...common} value={number} onChange={onChange} />;
    case 'money':
      return <MoneyField {...common} value={number} onChange={onChange} />;
    case 'specialty':
      return <SpecialtyInput {...common} value={number} onChange={onChange} />;
    case 'license':
      return <LicenseField {...common} value={text} onChange={onChange} />;
    case 'map':
      return <MapField {...common} profileId={profileId} value={number} onChange={onChange} />;
    case 'hours':
      return <HoursInput field={field} value={value} error={error} onChange={onChange} />;
  }
}

function SpecialtyInput({
  value,
  onChange,
  ...common
}: {
  path: string;
  label: string;
  error: string | null;
  value: number | null;
  onChange: (value: RecordValue) => void;
}) {
  const specialties = useQuery({ ...query(readSpecialties, {}), staleTime: 300_000 });
  return (
    <SelectField
      {...common}
      searchable
      clearable
      placeholder="All of yours"
      value={value === null ? null : String(value)}
      options={(specialties.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  );
}

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
const two = (n: number): string => String(n).padStart(2, '0');
/** Every half hour of a day. */
const TIMES = Array.from({ length: 48 }, (_, half) => ({
  value: `${two(Math.floor(half / 2))}:${half % 2 === 0 ? '00' : '30'}`,
  label: clock.format(half * 30 * 60_000),
}));
/** Monday first: that is when sites are open. */
const DAYS = [1, 2, 3, 4, 5, 6, 0];

function HoursInput({ field, value, error, onChange }: Props<'hours'>) {
  const rows = Array.isArray(value) ? (value as readonly SiteHours[]) : [];
  const common = { path: field.key, label: field.label, error, required: true };
  const { ids } = useField(common);
  const set = (day: number, next: SiteHours | null) =>
    onChange(
      DAYS.flatMap((one) => {
        const row = one === day ? next : rows.find((known) => known.day === one);
        return row ? [row] : [];
      }),
    );
  return (
    <Field {...common} ids={ids} group="group">
      <ul className={styles.days}>
        {DAYS.map((day) => {
          const row = rows.find((one) => one.day === day);
          const name = weekdayName(day);
          return (
            <li key={day} className={styles.day}>
              <CheckboxField
                path={`hours.${day}`}
                label={name}
                value={row !== undefined}
                onChange={(open) => set(day, open ? { day, from: '09:00', until: '17:00' } : null)}
              />
              {row ? (
                <>
                  <SelectField
                    path={`hours.${day}.from`}
                    label={`${name} from`}
                    hideLabel
                    searchable={false}
                    options={TIMES}
                    value={row.from}
                    onChange={(from) => set(day, { ...row, from: from ?? row.from })}
                  />
                  <span aria-hidden>to</span>
                  <SelectField
                    path={`hours.${day}.until`}
                    label={`${name} until`}
                    hideLabel
                    searchable={false}
                    options={TIMES.slice(1)}
                    value={row.until}
                    onChange={(until) => set(day, { ...row, until: until ?? row.until })}
                  />
                </>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Field>
  );
}
