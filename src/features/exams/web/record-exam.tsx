import { type FormEvent, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField, RadioField } from '../../../ui/form/choice.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type AppointmentView, examEndpoints, type ExamView } from '../contract.ts';
import {
  type Attendance,
  ATTENDANCE_WORDS,
  ATTENDANCES,
  chargedPercent,
  type Hindrance,
  HINDRANCE_WORDS,
  HINDRANCES,
} from '../rules.ts';
import { InterpreterThere } from './check-in.tsx';
import { TOUCHED } from './use-exam.ts';
import styles from './exams.module.css';

/** What came of the day, with what is charged for it before it is confirmed. `late`: before the day, that the examinee canceled. */
export function RecordExam({
  kind,
  exam,
  appointment,
  late,
}: {
  kind: Kind;
  exam: ExamView;
  appointment: AppointmentView;
  late: boolean;
}) {
  const now = useNow(60_000);
  const [attendance, setAttendance] = useState<Attendance | null>(late ? 'late_cancelled' : null);
  const [hindrance, setHindrance] = useState<Hindrance | null>(null);
  const [identity, setIdentity] = useState(false);
  const [interpreter, setInterpreter] = useState<boolean | null>(null);
  const { day } = appointment;
  const [note, setNote] = useState('');
  const record = useCommand(examEndpoints.record, { refresh: TOUCHED, onSuccess: () => toastDone('Recorded.') });
  const errors = Object.fromEntries((record.error?.errors ?? []).map(({ path, message }) => [path, message]));
  const step = appointment.fee_steps.findLast(({ from }) => Date.parse(from) <= now)?.percent ?? 0;
  const percent = (one: Attendance): number => chargedPercent(one, one === 'not_examined' ? hindrance : null, step);
  const charged = (one: Attendance): string =>
    one === 'attended'
      ? 'The report is due from now on.'
      : one === 'not_examined' && hindrance === null
        ? 'What is charged depends on why not.'
        : percent(one) === 0
          ? 'Nothing is charged.'
          : percent(one) === 100
            ? 'The requester is charged the whole exam.'
            : `The requester is charged ${percent(one)}% of the exam.`;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (record.isPending || attendance === null) return;
    record.mutate({
      kind,
      params: { id: exam.review_id },
      body: {
        attendance,
        hindrance,
        note: note.trim(),
        identity_seen: day?.identity_seen === true || identity,
        interpreter_present: interpreter ?? day?.interpreter_present ?? null,
      },
    });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Record the exam">
      {late ? (
        <p className={styles.quiet}>
          {charged('late_cancelled')}
          {appointment.call_off_until === null
            ? ''
            : Date.parse(appointment.call_off_until) < now
              ? ` For the examinee it is too late: the rule’s time passed on ${formatInstant(appointment.call_off_until, { zone: appointment.place.time_zone })}.`
              : ' For the examinee it is in time, as the rule counts it.'}
        </p>
      ) : (
        <RadioField
          path="attendance"
          label="What happened"
          value={attendance}
          onChange={(next) => setAttendance(ATTENDANCES.find((one) => one === next) ?? null)}
          options={ATTENDANCES.filter((one) => one !== 'late_cancelled').map((one) => ({
            value: one,
            label: ATTENDANCE_WORDS[one],
            hint: charged(one),
          }))}
        />
      )}
      {attendance === 'not_examined' ? (
        <SelectField
          path="hindrance"
          label="Why not"
          value={hindrance}
          onChange={(next) => setHindrance(HINDRANCES.find((one) => one === next) ?? null)}
          options={HINDRANCES.map((value) => ({ value, label: HINDRANCE_WORDS[value] }))}
          error={errors['hindrance']}
        />
      ) : null}
      {attendance === 'attended' && exam.interpreter && typeof day?.interpreter_present !== 'boolean' ? (
        <InterpreterThere value={interpreter} onChange={setInterpreter} error={errors['interpreter_present']} />
      ) : null}
      {attendance === 'attended' && day?.identity_seen !== true ? (
        <CheckboxField
          path="identity_seen"
          label="I saw by an identification who it was"
          help="No picture of it is kept."
          value={identity}
          onChange={setIdentity}
          error={errors['identity_seen']}
        />
      ) : null}
      <TextArea
        path="note"
        label="Note"
        optional
        rows={2}
        max={2000}
        value={note}
        onChange={setNote}
        error={errors['note']}
      />
      {record.error && record.error.errors.length === 0 ? (
        <Failure error={record.error} what="It could not be recorded." />
      ) : null}
      <div className={styles.acts}>
        <Button type="submit" busy={record.isPending} disabled={attendance === null}>
          {late ? 'Record the cancellation' : 'Record it'}
        </Button>
      </div>
    </form>
  );
}
