import { type FormEvent, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField, RadioField } from '../../../ui/form/choice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { dayOf, formatTime, zoneShort } from '../../../ui/time/format.ts';
import { instantAt } from '../../../ui/time/instant-at.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type AppointmentView, examEndpoints, type ExamView } from '../contract.ts';
import { minutesLate } from '../rules.ts';
import { TOUCHED } from './use-exam.ts';
import styles from './exams.module.css';

type Day = NonNullable<AppointmentView['day']>;

/** How many minutes too late an examinee came; null for who did not, or was not checked in. */
export const lateBy = ({ starts_at, day }: AppointmentView): number | null =>
  day === null ? null : minutesLate(new Date(starts_at), new Date(day.arrived_at));

/** What the office recorded of the day. */
export function TheDay({ day, zone, late }: { day: Day; zone: string; late: number | null }) {
  const at = (instant: string) => formatTime(instant, { zone });
  return (
    <>
      Came at {at(day.arrived_at)}
      {late === null ? '' : `, ${late} minutes late`}
      {day.started_at === null ? '' : `, began at ${at(day.started_at)}`}.{' '}
      {day.identity_seen ? 'Identification seen' : 'No identification seen'}
      {day.interpreter_present === null
        ? ''
        : day.interpreter_present
          ? ', interpreter present'
          : ', interpreter missing'}
      . Recorded by {day.recorded_by}
    </>
  );
}

/** Whether the interpreter who was asked for came. */
export function InterpreterThere({
  value,
  onChange,
  error,
}: {
  value: boolean | null;
  onChange: (there: boolean) => void;
  error?: string | undefined;
}) {
  return (
    <RadioField
      path="interpreter_present"
      label="Interpreter"
      value={value === null ? null : value ? 'there' : 'missing'}
      onChange={(next) => onChange(next === 'there')}
      options={[
        { value: 'there', label: 'The interpreter is there' },
        { value: 'missing', label: 'The interpreter is missing' },
      ]}
      error={error}
    />
  );
}

/** 24 hours, as a time control has it: "14:05". */
const clock = (instant: string | number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }).format(
    new Date(instant),
  );

/** The office checks the examinee in: when they came, that somebody saw who they are, and when the exam began. */
export function CheckIn({ kind, exam, appointment }: { kind: Kind; exam: ExamView; appointment: AppointmentView }) {
  const zone = appointment.place.time_zone;
  const now = useNow(60_000);
  const { day } = appointment;
  const [open, setOpen] = useState(day === null);
  const [came, setCame] = useState(day ? clock(day.arrived_at, zone) : clock(now, zone));
  const [began, setBegan] = useState(day?.started_at ? clock(day.started_at, zone) : '');
  const [identity, setIdentity] = useState(day?.identity_seen ?? false);
  const [interpreter, setInterpreter] = useState<boolean | null>(day?.interpreter_present ?? null);
  const save = useCommand(examEndpoints.checkIn, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('Recorded.');
      setOpen(false);
    },
  });
  const errors = Object.fromEntries((save.error?.errors ?? []).map(({ path, message }) => [path, message]));
  const on = dayOf(appointment.starts_at, zone);
  /** The instant of a time on that day, to the minute; null where none is given. */
  const instant = (time: string): string | null => {
    const [hours, minutes] = time.split(':').map(Number);
    const at = hours === undefined || minutes === undefined ? null : instantAt(on, hours * 60 + minutes, zone);
    return at === null || Number.isNaN(at) ? null : new Date(at).toISOString();
  };
  const arrived_at = instant(came);
  if (!open)
    return (
      <div className={styles.acts}>
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {day?.started_at ? 'Correct the times' : 'Record when it began'}
        </Button>
      </div>
    );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || arrived_at === null) return;
    save.mutate({
      kind,
      params: { id: exam.review_id },
      body: {
        arrived_at,
        started_at: instant(began),
        identity_seen: identity,
        interpreter_present: exam.interpreter ? interpreter : null,
      },
    });
  };
  const short = zoneShort(appointment.starts_at, { zone });
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Check the examinee in">
      <div className={styles.pair}>
        <TextField
          path="arrived_at"
          label={`Came at, ${short}`}
          type="time"
          value={came}
          onChange={setCame}
          error={errors['arrived_at']}
        />
        <TextField
          path="started_at"
          label={`Began at, ${short}`}
          optional
          type="time"
          value={began}
          onChange={setBegan}
          error={errors['started_at']}
        />
      </div>
      <CheckboxField
        path="identity_seen"
        label="An identification was seen"
        help="No picture of it is kept."
        value={identity}
        onChange={setIdentity}
        error={errors['identity_seen']}
      />
      {exam.interpreter ? <InterpreterThere value={interpreter} onChange={setInterpreter} /> : null}
      {save.error && save.error.errors.length === 0 ? (
        <Failure error={save.error} what="It could not be recorded." />
      ) : null}
      <div className={styles.acts}>
        <Button type="submit" kind="quiet" busy={save.isPending} disabled={arrived_at === null}>
          {day === null ? 'Check in' : 'Record the times'}
        </Button>
        {day === null ? null : (
          <Button kind="quiet" onClick={() => setOpen(false)}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
