import { type FormEvent, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { dayOf } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type AppointmentView, examEndpoints, type ExamView } from '../contract.ts';
import { TOUCHED } from './use-exam.ts';
import styles from './exams.module.css';

type Method = AppointmentView['notices'][number]['method'];

/** How a notice can be served, as a select names it. */
export const METHODS: { value: Method; label: string }[] = [
  { value: 'mail', label: 'Mail' },
  { value: 'certified_mail', label: 'Certified mail' },
  { value: 'courier', label: 'Courier' },
  { value: 'in_person', label: 'In person' },
];
const WHOSE = { examinee: 'To the examinee', attorney: 'To the attorney' } as const;

/** The proof that the notice was served: when, and to each recipient where and how. */
export function ServeNotice({
  kind,
  exam,
  toServe,
}: {
  kind: Kind;
  exam: ExamView;
  toServe: NonNullable<ExamView['to_serve']>;
}) {
  const { time_zone } = useViewer();
  const today = dayOf(useNow(60_000), time_zone);
  const [servedOn, setServedOn] = useState<string | null>(today);
  const [rows, setRows] = useState(() =>
    toServe.recipients.map((one) => ({ ...one, method: 'mail' as Method, tracking: '' })),
  );
  const serve = useCommand(examEndpoints.serve, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Recorded. The exam is set.'),
  });
  const errors = Object.fromEntries((serve.error?.errors ?? []).map(({ path, message }) => [path, message]));
  const change = (at: number, part: Partial<(typeof rows)[number]>) =>
    setRows(rows.map((row, i) => (i === at ? { ...row, ...part } : row)));
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (serve.isPending || servedOn === null) return;
    serve.mutate({
      kind,
      params: { id: exam.review_id },
      body: {
        served_on: servedOn,
        language: toServe.language,
        notices: rows,
        lock_version: exam.lock_version,
      },
    });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Record the service of the notice">
      <div className={styles.pair}>
        <DateField
          path="served_on"
          label="Served on"
          value={servedOn}
          onChange={setServedOn}
          max={today}
          error={errors['served_on']}
        />
        <TextField path="language" label="Language" value={toServe.language} onChange={() => undefined} readOnly />
      </div>
      {rows.map((row, at) => (
        <fieldset key={row.recipient} className={styles.group}>
          <legend>{WHOSE[row.recipient]}</legend>
          <div className={styles.pair}>
            <TextField
              path={`notices.${at}.name`}
              label="Name"
              value={row.name}
              onChange={(name) => change(at, { name })}
              error={errors[`notices.${at}.name`]}
            />
            <TextField
              path={`notices.${at}.address`}
              label="Address it went to"
              value={row.address}
              onChange={(address) => change(at, { address })}
              error={errors[`notices.${at}.address`]}
            />
            <SelectField
              path={`notices.${at}.method`}
              label="How"
              options={METHODS}
              value={row.method}
              onChange={(next) => change(at, { method: METHODS.find(({ value }) => value === next)?.value ?? 'mail' })}
              error={errors[`notices.${at}.method`]}
            />
            <TextField
              path={`notices.${at}.tracking`}
              label="Carrier’s number"
              help="Where there is one."
              value={row.tracking}
              onChange={(tracking) => change(at, { tracking })}
            />
          </div>
        </fieldset>
      ))}
      {serve.error && serve.error.errors.every(({ path }) => path === 'notices') ? (
        <Failure error={serve.error} what="The service could not be recorded." />
      ) : null}
      <div className={styles.acts}>
        <Button type="submit" busy={serve.isPending}>
          Record that it was served
        </Button>
      </div>
    </form>
  );
}
