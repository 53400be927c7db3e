import type { ReactNode } from 'react';
import { DateField } from '../../../../ui/form/date-field.tsx';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { RepeatableRows } from '../../../../ui/form/repeatable-rows.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { dayOf } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { type Errors, type FieldSpec, type FormContext, rowsOf, textOf } from './types.ts';
import { type Keyed, keyOf, useRows } from './use-rows.ts';
import styles from './form.module.css';

type Values = Record<string, unknown>;

interface Base {
  path: string;
  label: string;
  help: ReactNode;
  required: boolean;
  error: string | undefined;
  disabled: boolean;
}

/** A name for a new chart that a report's columns can hold on to. */
const newKey = (): string => `c_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
const EMPTY_ENCOUNTER = { from: null, to: null, note: null };

/** The charts of an order, each with its encounters. */
export function ChartsEditor({
  spec,
  form,
  errors,
  base,
  onChange,
}: {
  spec: FieldSpec;
  form: FormContext;
  errors: Errors;
  base: Base;
  onChange: (rows: unknown) => void;
}) {
  const [rows, setRows] = useRows<Values>(rowsOf(form.values[spec.key]), onChange);
  const { time_zone } = useViewer();
  const today = dayOf(useNow(60_000), time_zone);
  const named = form.catalogue.organization?.claimant_field ?? false;
  return (
    <RepeatableRows<Keyed<Values>>
      path={base.path}
      label={base.label}
      help={base.help}
      required={base.required}
      error={base.error}
      disabled={base.disabled}
      rows={[...rows]}
      onChange={setRows}
      newRow={() => keyOf<Values>({ key: newKey(), label: '', encounters: [EMPTY_ENCOUNTER] })}
      copyRow={(row) => keyOf<Values>({ ...row.value, key: newKey(), label: '' })}
      {...(spec.max_items === null ? {} : { max: spec.max_items })}
      addLabel="Add a chart"
      rowName="chart"
    >
      {(row, index, update) => {
        const set = (key: string, value: unknown) => update({ ...row, value: { ...row.value, [key]: value } });
        const at = (key: string) => ({
          path: `${base.path}.${index}.${key}`,
          error: errors[`${spec.key}.${index}.${key}`],
          disabled: base.disabled,
        });
        return (
          <div className={styles.chart}>
            <div className={styles.chartFields}>
              <TextField
                {...at('label')}
                label="Label"
                help={index === 0 ? 'As the files are named, for example “Chart 1”.' : undefined}
                required
                value={textOf(row.value['label'])}
                onChange={(v) => set('label', v)}
                autoComplete="off"
                maxLength={100}
              />
              <TextField
                {...at('mrn')}
                label="Record number or code"
                value={textOf(row.value['mrn'])}
                onChange={(v) => set('mrn', v)}
                autoComplete="off"
                maxLength={60}
              />
              {named ? (
                <TextField
                  {...at('patient_name')}
                  label="Patient"
                  value={textOf(row.value['patient_name'])}
                  onChange={(v) => set('patient_name', v)}
                  autoComplete="off"
                  maxLength={200}
                />
              ) : null}
              <DateField
                {...at('dob')}
                label="Date of birth"
                max={today}
                value={textOf(row.value['dob']) || null}
                onChange={(v) => set('dob', v)}
              />
              <NumberField
                {...at('age')}
                label="Age, where the date is not known"
                value={typeof row.value['age'] === 'number' ? row.value['age'] : null}
                onChange={(v) => set('age', v)}
              />
              <SelectField
                {...at('sex')}
                label="Sex"
                clearable
                value={textOf(row.value['sex']) || null}
                onChange={(v) => set('sex', v)}
                options={[...(form.catalogue.options['sexes'] ?? [])]}
                placeholder="Not specified"
              />
              <TextField
                {...at('reason')}
                label="Why this chart"
                value={textOf(row.value['reason'])}
                onChange={(v) => set('reason', v)}
                autoComplete="off"
                maxLength={300}
              />
            </div>
            <Encounters
              path={`${base.path}.${index}.encounters`}
              fieldKey={`${spec.key}.${index}.encounters`}
              errors={errors}
              disabled={base.disabled}
              today={today}
              values={rowsOf(row.value['encounters'])}
              onChange={(v) => set('encounters', v)}
            />
          </div>
        );
      }}
    </RepeatableRows>
  );
}

/** When the patient was seen: one day or several. */
function Encounters({
  path,
  fieldKey,
  errors,
  disabled,
  today,
  values,
  onChange,
}: {
  path: string;
  fieldKey: string;
  errors: Errors;
  disabled: boolean;
  today: string;
  values: readonly Values[];
  onChange: (rows: Values[]) => void;
}) {
  const [rows, setRows] = useRows<Values>(values, onChange);
  return (
    <RepeatableRows<Keyed<Values>>
      path={path}
      label="Encounters"
      required
      error={errors[fieldKey]}
      disabled={disabled}
      rows={[...rows]}
      onChange={setRows}
      newRow={() => keyOf<Values>({ ...EMPTY_ENCOUNTER })}
      max={20}
      addLabel="Add an encounter"
      rowName="encounter"
      ordered={false}
    >
      {(row, index, update) => {
        const set = (key: string, value: unknown) => update({ ...row, value: { ...row.value, [key]: value } });
        const at = (key: string) => ({
          path: `${path}.${index}.${key}`,
          error: errors[`${fieldKey}.${index}.${key}`],
          disabled,
        });
        return (
          <div
            className={styles.line}
            style={{ '--columns': 'minmax(0, 4fr) minmax(0, 4fr) minmax(0, 5fr)' } as Record<string, string>}
          >
            <DateField
              {...at('from')}
              label="Date of service"
              required
              max={today}
              value={textOf(row.value['from']) || null}
              onChange={(v) => set('from', v)}
            />
            <DateField
              {...at('to')}
              label="Until"
              max={today}
              value={textOf(row.value['to']) || null}
              onChange={(v) => set('to', v)}
            />
            <TextField
              {...at('note')}
              label="Kind of encounter"
              value={textOf(row.value['note'])}
              onChange={(v) => set('note', v)}
              autoComplete="off"
              maxLength={200}
            />
          </div>
        );
      }}
    </RepeatableRows>
  );
}
