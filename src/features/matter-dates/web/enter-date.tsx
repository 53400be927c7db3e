import { type FormEvent, useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { faultOf } from '../../../ui/form/ends.tsx';
import { FieldPair, InlineEnds } from '../../../ui/form/inline-form.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { matterDateEndpoints, type MatterDatesView, type MatterDateView } from '../contract.ts';
import { DATE_TYPES, isNamed, LABEL_MOST, type MatterDateType, SOURCE_MOST } from '../rules.ts';
import { TOUCHED } from './touched.ts';
import styles from './matter-dates.module.css';

/** Entering one date by hand, or changing `date`. */
export function EnterDate({
  view,
  date,
  onDone,
}: {
  view: MatterDatesView;
  date: MatterDateView | null;
  onDone: () => void;
}) {
  const [type, setType] = useState<MatterDateType | null>(date?.type ?? null);
  const [label, setLabel] = useState(date?.label ?? '');
  const [day, setDay] = useState<string | null>(date?.from === 'computed' ? null : (date?.day ?? null));
  const [time, setTime] = useState(date?.time_of_day ?? '');
  const [source, setSource] = useState(date?.from === 'entered' ? date.source : '');
  const keep = useCommand(matterDateEndpoints.keep, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('Entered.');
      onDone();
    },
  });
  const named = type !== null && isNamed(type);
  const { form, at, passes } = useFaults(
    [
      type === null && { path: 'type', message: 'Choose what it is.' },
      named && label.trim() === '' && { path: 'label', message: 'Say what it is.' },
      day === null && { path: 'day', message: 'Enter the day.' },
    ],
    keep.error,
  );
  const fault = (path: string) => at(path) ?? faultOf(keep.error, `dates.0.${path}`);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!passes() || keep.isPending || type === null || day === null) return;
    const words = named ? label.trim() : '';
    const standing = view.dates.find((one) => one.type === type && one.label === words && one.from !== 'computed');
    keep.mutate({
      kind: view.kind,
      params: { id: view.review_id },
      body: {
        dates: [
          { type, label: words, day, time_of_day: time === '' ? null : time, source, was: standing?.day ?? null },
        ],
      },
    });
  };
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={send}
      noValidate
      aria-label={date ? `Change: ${date.title}` : 'Enter a date'}
    >
      {date ? null : (
        <SelectField
          path="type"
          label="What"
          value={type}
          onChange={(next) => setType(DATE_TYPES.find((one) => one.type === next)?.type ?? null)}
          options={DATE_TYPES.map((one) => ({ value: one.type, label: one.title }))}
          searchable={false}
          error={fault('type')}
        />
      )}
      {named && !date ? (
        <TextField
          path="label"
          label="What it is"
          value={label}
          onChange={setLabel}
          maxLength={LABEL_MOST}
          error={fault('label')}
        />
      ) : null}
      <FieldPair>
        <DateField
          path="day"
          label={date ? `Day of: ${date.title}` : 'Day'}
          value={day}
          onChange={setDay}
          error={fault('day')}
        />
        <TextField
          path="time_of_day"
          label="Time at the court"
          optional
          type="time"
          value={time}
          onChange={setTime}
          error={fault('time_of_day')}
        />
      </FieldPair>
      <TextField
        path="source"
        label="Where it is set"
        optional
        help="“Scheduling order of January 12, 2027”"
        value={source}
        onChange={setSource}
        maxLength={SOURCE_MOST}
        error={fault('source')}
      />
      <InlineEnds
        error={keep.error}
        placed
        what="The date could not be entered."
        busy={keep.isPending}
        onLeave={onDone}
      >
        {date ? 'Save the date' : 'Enter it'}
      </InlineEnds>
    </form>
  );
}
