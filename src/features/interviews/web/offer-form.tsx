import { type FormEvent, useState } from 'react';
import { ATTESTATION_LINES, attestationState } from '../../reviews/rules.ts';
import type { ApiError } from '../../../ui/api/client.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { RepeatableRows } from '../../../ui/form/repeatable-rows.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { YesNoLines } from '../../../ui/form/yes-no-lines.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { dayOf, zoneCity } from '../../../ui/time/format.ts';
import { instantOf } from '../../../ui/time/time-field.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { DEFAULT_LENGTH, INTERVIEW_LENGTHS, LENGTH_OPTIONS, TIMES_MOST } from '../rules.ts';
import styles from './interviews.module.css';

interface Written {
  answers: Partial<Record<string, boolean>>;
  minutes: number;
  times: { id: string; day: string | null; time: string }[];
}
export interface Offered {
  answers: Record<string, boolean> | undefined;
  minutes: (typeof INTERVIEW_LENGTHS)[number];
  starts_at: string[];
}
const newRow = () => ({ id: crypto.randomUUID(), day: null, time: '' });

/**
 * The expert's side of an interview: the lines on the names where they are still to be answered, and times. What is written is kept
 * on this device until it is sent.
 */
export function OfferForm({
  name,
  attests,
  asksLength,
  submit,
  busy,
  error,
  onSend,
  onClose,
}: {
  /** What its draft is kept under. */
  name: string;
  attests: boolean;
  /** Whether how long it takes is asked, too. */
  asksLength: boolean;
  submit: string;
  busy: boolean;
  error: ApiError | null;
  onSend: (offered: Offered, forget: () => void) => void;
  onClose?: () => void;
}) {
  const { time_zone: zone } = useViewer();
  const today = dayOf(useNow(60_000), zone);
  const [written, setWritten, forget] = useKept<Written>(name, {
    answers: {},
    minutes: DEFAULT_LENGTH,
    times: [newRow(), newRow()],
  });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const filled = written.times.filter((row) => row.day !== null || row.time !== '');
  /** The server counts the times that were sent; the form has empty rows among them. */
  const rowOf = (path: string): string => {
    const sent = /^starts_at\.(\d+)$/.exec(path)?.[1];
    const row = sent === undefined ? undefined : filled[Number(sent)];
    return row ? `starts_at.${written.times.indexOf(row)}` : path;
  };
  const said = { ...Object.fromEntries((error?.errors ?? []).map((one) => [rowOf(one.path), one.message])), ...faults };
  const { missing, disclosed } = attestationState(attests ? written.answers : {});
  const put = (more: Partial<Written>) => {
    setWritten({ ...written, ...more });
    setFaults({});
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found: Record<string, string> = {};
    if (attests) for (const key of missing) found[`answers.${key}`] = 'Answer yes or no.';
    if (attests)
      for (const key of disclosed)
        found[`answers.${key}`] = 'With this answer you cannot be interviewed. Decline, and say why.';
    if (filled.length === 0) found['starts_at.0'] = 'Offer at least one time.';
    for (const row of filled)
      if (instantOf(row.day, row.time, zone) === null)
        found[`starts_at.${written.times.indexOf(row)}`] = 'Enter a day, and a time there is on it.';
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) return focusPath(first);
    onSend(
      {
        answers: attests ? (written.answers as Record<string, boolean>) : undefined,
        minutes: INTERVIEW_LENGTHS.find((one) => one === written.minutes) ?? DEFAULT_LENGTH,
        starts_at: filled.map((row) => instantOf(row.day, row.time, zone) ?? ''),
      },
      forget,
    );
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label={submit}>
      {attests ? (
        <>
          <SectionHead
            title="About these names"
            level={3}
            note={`${ATTESTATION_LINES.length - missing.length} of ${ATTESTATION_LINES.length} answered`}
          />
          <YesNoLines
            lines={ATTESTATION_LINES}
            answers={written.answers}
            disclosed={disclosed}
            faults={said}
            disabled={busy}
            onAnswer={(key, yes) => put({ answers: { ...written.answers, [key]: yes } })}
          />
        </>
      ) : null}
      {asksLength ? (
        <SelectField
          path="minutes"
          label="How long"
          options={LENGTH_OPTIONS}
          searchable={false}
          value={String(written.minutes)}
          onChange={(value) => put({ minutes: Number(value ?? DEFAULT_LENGTH) })}
        />
      ) : null}
      <RepeatableRows
        path="starts_at"
        label="Times you can offer"
        help={`A day or more ahead, on the quarter hour, in ${zoneCity(zone)} time. Only the firm sees them.`}
        rowName="time"
        addLabel="Add a time"
        ordered={false}
        max={TIMES_MOST}
        min={1}
        rows={written.times}
        onChange={(times) => put({ times })}
        newRow={newRow}
      >
        {(row, at, update) => (
          <div className={styles.pair}>
            <DateField
              path={`starts_at.${at}`}
              label="Day"
              min={today}
              value={row.day}
              onChange={(day) => update({ ...row, day })}
              error={said[`starts_at.${at}`]}
            />
            <TextField
              path={`time.${at}`}
              label="Begins at"
              type="time"
              value={row.time}
              onChange={(time) => update({ ...row, time })}
            />
          </div>
        )}
      </RepeatableRows>
      <InlineEnds
        error={error}
        placed
        what="The times could not be offered. They are still here."
        busy={busy}
        primary
        leave="Leave it"
        onLeave={onClose}
      >
        {submit}
      </InlineEnds>
    </form>
  );
}
