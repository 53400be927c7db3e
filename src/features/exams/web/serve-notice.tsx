import { type FormEvent, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { isNumbered, POST_METHODS, POST_WORDS } from '../../../core/post.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
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

/** What is written of a service; `served_on` is absent while nobody chose a day: then it is today. */
interface Written {
  served_on?: string | null;
  served_by: string;
  reason: string;
  rows: {
    recipient: NoticeRecipient;
    name: string;
    address: string;
    method: NoticeMethod;
    tracking: string;
    sent: string | null;
  }[];
}

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
  const { user_id, time_zone, first_name, last_name } = useViewer();
  const today = dayOf(useNow(60_000), time_zone);
  const isCorrection = wrong.length > 0;
  const fresh: Written = {
    served_by: wrong[0]?.served_by ?? `${first_name} ${last_name}`,
    reason: '',
    rows: toServe.recipients.map(({ recipient, name, address }) => {
      const was = wrong.find((one) => one.recipient === recipient && (recipient !== 'copy' || one.name === name));
      return {
        recipient,
        name: was?.name ?? name,
        address: was?.address ?? address,
        method: was?.method ?? 'mail',
        tracking: was?.tracking ?? '',
        sent: was ? (was.letter === null ? ELSEWHERE : String(was.letter.id)) : null,
      };
    }),
  };
  const [written, setWritten, forget] = useKept<Written>(
    `${user_id}:proof:${exam.appointment?.id ?? 0}:${wrong.map(({ id }) => id).join('-')}`,
    fresh,
  );
  const [tried, setTried] = useState(false);
  const { served_by: servedBy, reason } = written;
  const servedOn = written.served_on === undefined ? (wrong[0]?.served_on ?? today) : written.served_on;
  // whom it goes to is the order's: what was kept for others is not shown for these
  const rows = sameRecipients(written.rows, fresh.rows) ? written.rows : fresh.rows;
  const write = (part: Partial<Written>) => setWritten({ ...written, rows, ...part });
  const serve = useCommand(examEndpoints.serve, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('Recorded. The exam is set.');
      forget();
    },
  });
  const correct = useCommand(examEndpoints.correct, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('Corrected. The former entry stays readable.');
      forget();
      onDone?.();
    },
  });
  const failed = serve.error ?? correct.error;
  const errors = Object.fromEntries(
    (failed?.errors ?? []).map(({ path, message }) => [path.replace(/^proof\./, ''), message]),
  );
  const change = (at: number, part: Partial<(typeof rows)[number]>) =>
    write({ rows: rows.map((row, i) => (i === at ? { ...row, ...part } : row)) });
  const lettersTo = (at: number) => toServe.recipients[at]?.letters ?? [];
  /** The letter of a row: the one chosen, else the newest; null where it was written elsewhere. */
  const letterOf = (at: number, sent: string | null): number | null =>
    sent === ELSEWHERE ? null : sent === null ? (lettersTo(at)[0]?.id ?? null) : Number(sent);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
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
          onChange={(served_on) => write({ served_on })}
          max={today}
          error={errors['served_on'] ?? (tried && servedOn === null ? 'Choose the day.' : undefined)}
        />
        <TextField
          path="served_by"
          label="By whom"
          help="Who posted it or handed it over."
          value={servedBy}
          onChange={(served_by) => write({ served_by })}
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
          onChange={(next) => write({ reason: next })}
          error={errors['reason']}
        />
      ) : null}
      {failed && failed.errors.every(({ path }) => /(^|\.)notices$/.test(path) || path === 'lock_version') ? (
        <Failure error={failed} what="The service could not be recorded." />
      ) : null}
      <div className={styles.acts}>
        {onDone ? (
          <Button
            kind="quiet"
            onClick={() => {
              forget();
              onDone();
            }}
          >
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

const sameRecipients = (kept: Written['rows'], now: Written['rows']): boolean =>
  kept.length === now.length && kept.every(({ recipient }, at) => recipient === now[at]?.recipient);
