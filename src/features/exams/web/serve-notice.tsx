import { type FormEvent, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { isNumbered, POST_METHODS, POST_WORDS } from '../../../core/post.ts';
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
import { examEndpoints, type ExamView } from '../contract.ts';
import { countdown, type NoticeMethod, type NoticeRecipient } from '../rules.ts';
import { TOUCHED } from './use-exam.ts';
import styles from './exams.module.css';

/** How a notice can be served, as a select names it. */
export const METHODS: { value: NoticeMethod; label: string }[] = [
  ...POST_METHODS.map((value) => ({ value, label: POST_WORDS[value] })),
  { value: 'in_person', label: 'In person' },
];
const WHOSE: Readonly<Record<NoticeRecipient, string>> = {
  examinee: 'To the examinee',
  attorney: 'To the attorney',
  copy: 'A copy',
};
/** What the select says where the letter was written elsewhere. */
const ELSEWHERE = 'none';

/** The proof that the notice was served: when, and to each recipient where and how; `wrong`: those it corrects. */
export function ServeNotice({
  kind,
  exam,
  toServe,
  wrong = [],
  onDone,
}: {
  kind: Kind;
  exam: ExamView;
  toServe: NonNullable<ExamView['to_serve']>;
  wrong?: NonNullable<ExamView['appointment']>['notices'];
  onDone?: () => void;
}) {
  const { time_zone, first_name, last_name } = useViewer();
  const today = dayOf(useNow(60_000), time_zone);
  const [servedOn, setServedOn] = useState<string | null>(wrong[0]?.served_on ?? today);
  const [reason, setReason] = useState('');
  const [servedBy, setServedBy] = useState(wrong[0]?.served_by ?? `${first_name} ${last_name}`);
  // whom it goes to is the order's; what was written to them can grow while this is open
  const [rows, setRows] = useState(() =>
    toServe.recipients.map(({ recipient, name, address }) => {
      const was = wrong.find((one) => one.recipient === recipient && (recipient !== 'copy' || one.name === name));
      return {
        recipient,
        name: was?.name ?? name,
        address: was?.address ?? address,
        method: was?.method ?? ('mail' as NoticeMethod),
        tracking: was?.tracking ?? '',
        sent: was ? (was.letter === null ? ELSEWHERE : String(was.letter.id)) : null,
      };
    }),
  );
  const serve = useCommand(examEndpoints.serve, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Recorded. The exam is set.'),
  });
  const correct = useCommand(examEndpoints.correct, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('Corrected. The former entry stays readable.');
      onDone?.();
    },
  });
  const isCorrection = wrong.length > 0;
  const failed = serve.error ?? correct.error;
  const errors = Object.fromEntries(
    (failed?.errors ?? []).map(({ path, message }) => [path.replace(/^proof\./, ''), message]),
  );
  const change = (at: number, part: Partial<(typeof rows)[number]>) =>
    setRows(rows.map((row, i) => (i === at ? { ...row, ...part } : row)));
  const lettersTo = (at: number) => toServe.recipients[at]?.letters ?? [];
  /** The letter of a row: the one chosen, else the newest; null where it was written elsewhere. */
  const letterOf = (at: number, sent: string | null): number | null =>
    sent === ELSEWHERE ? null : sent === null ? (lettersTo(at)[0]?.id ?? null) : Number(sent);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (serve.isPending || correct.isPending || servedOn === null) return;
    const params = { id: exam.review_id };
    const proof = {
      served_on: servedOn,
      served_by: servedBy,
      language: toServe.language,
      notices: rows.map(({ sent, ...row }, at) => ({ ...row, letter_id: letterOf(at, sent) })),
    };
    if (isCorrection) correct.mutate({ kind, params, body: { reason, proof, supersedes: wrong.map(({ id }) => id) } });
    else serve.mutate({ kind, params, body: { ...proof, lock_version: exam.lock_version } });
  };
  return (
    <form
      className={styles.form}
      onSubmit={send}
      noValidate
      aria-label={isCorrection ? 'Correct the proof of service' : 'Record the service of the notice'}
    >
      <h3>{isCorrection ? 'Correct the proof of service' : 'Proof of service'}</h3>
      <div className={styles.pair}>
        <DateField
          path="served_on"
          label="Served on"
          value={servedOn}
          onChange={setServedOn}
          max={today}
          error={errors['served_on']}
        />
        <TextField
          path="served_by"
          label="By whom"
          help="Who posted it or handed it over."
          value={servedBy}
          onChange={setServedBy}
          error={errors['served_by']}
        />
      </div>
      <p className={styles.quiet}>
        {isCorrection
          ? ''
          : toServe.days_left < 0
            ? 'It is too late to serve it: move the exam. '
            : `To serve: ${countdown(toServe.days_left)}. `}
        The examinee reads {toServe.language}.
        {toServe.recipients.some(({ recipient }) => recipient === 'examinee')
          ? ''
          : ' The rule has it go to their attorney instead of them.'}
      </p>
      {rows.map((row, at) => (
        <fieldset key={`${row.recipient} ${at}`} className={styles.group}>
          <legend>{row.recipient === 'copy' ? `A copy to ${row.name}` : WHOSE[row.recipient]}</legend>
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
              optional={!isNumbered(row.method)}
              value={row.tracking}
              onChange={(tracking) => change(at, { tracking })}
              error={errors[`notices.${at}.tracking`]}
            />
            <SelectField
              path={`notices.${at}.letter_id`}
              label="What was sent"
              options={[
                ...lettersTo(at).map(({ id, version, languages }) => ({
                  value: String(id),
                  label: `Version ${version}, ${languages.join(' and ')}`,
                })),
                { value: ELSEWHERE, label: 'A letter written elsewhere' },
              ]}
              value={String(letterOf(at, row.sent) ?? ELSEWHERE)}
              onChange={(sent) => change(at, { sent })}
              error={errors[`notices.${at}.letter_id`]}
            />
          </div>
        </fieldset>
      ))}
      {isCorrection ? (
        <TextField
          path="reason"
          label="What was wrong"
          help="It is kept with the former entry, which stays readable."
          required
          value={reason}
          onChange={setReason}
          error={errors['reason']}
        />
      ) : null}
      {failed && failed.errors.every(({ path }) => /(^|\.)notices$/.test(path) || path === 'lock_version') ? (
        <Failure error={failed} what="The service could not be recorded." />
      ) : null}
      <div className={styles.acts}>
        {onDone ? (
          <Button kind="quiet" onClick={onDone}>
            Cancel
          </Button>
        ) : null}
        <Button
          type="submit"
          busy={serve.isPending || correct.isPending}
          disabled={isCorrection && reason.trim() === ''}
        >
          {isCorrection ? 'Correct it' : 'Record that it was served'}
        </Button>
      </div>
    </form>
  );
}
