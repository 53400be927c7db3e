import { type FormEvent, useState } from 'react';
import type { ApiError } from '../api/client.ts';
import { SectionHead } from '../parts/page-header.tsx';
import { focusPath } from './field.tsx';
import { InlineEnds } from './inline-form.tsx';
import { SelectField } from './select-field.tsx';
import { TextArea } from './text-field.tsx';
import styles from './decline-form.module.css';

/** Declining with a reason from a list, and a note, which “other” needs. */
export function DeclineForm<R extends string>({
  title,
  help,
  reasons,
  busy,
  error,
  onSend,
  onClose,
}: {
  /** "Decline the invitation": heading and button. */
  title: string;
  /** Who reads the reason. */
  help: string;
  reasons: readonly { value: R; label: string }[];
  busy: boolean;
  error: ApiError | null;
  onSend: (body: { reason: R; note: string }) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState<Record<string, string>>({});
  // what the server names stands until the form is changed
  const [answered, setAnswered] = useState<ApiError | null>(null);
  const named = error === null || error === answered ? [] : error.errors;
  const faults = { ...Object.fromEntries(named.map((one) => [one.path, one.message])), ...missing };
  const change = (): void => {
    setMissing({});
    setAnswered(error);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found: Record<string, string> = {};
    const chosen = reasons.find(({ value }) => value === reason);
    if (!chosen) found.reason = 'Choose the reason that fits best.';
    if (reason === 'other' && note.trim() === '') found.note = 'Say in a few words what the reason is.';
    setMissing(found);
    const [first] = Object.keys(found);
    if (first) focusPath(first);
    else if (chosen) onSend({ reason: chosen.value, note: note.trim() });
  };
  return (
    <form className={styles.decline} onSubmit={send} noValidate aria-labelledby="decline">
      <SectionHead id="decline" level={3} title={title} />
      <SelectField
        path="reason"
        label="Reason"
        help={help}
        searchable={false}
        options={reasons.map(({ value, label }) => ({ value, label }))}
        value={reason}
        error={faults.reason}
        onChange={(value) => {
          setReason(value);
          change();
        }}
      />
      <TextArea
        path="note"
        label="Note"
        optional={reason !== 'other'}
        rows={2}
        max={2000}
        counted={note.length > 1600}
        value={note}
        error={faults.note}
        onChange={(words) => {
          setNote(words);
          change();
        }}
      />
      <InlineEnds error={error} placed what="This could not be sent." busy={busy} leave="Keep it" onLeave={onClose}>
        {title}
      </InlineEnds>
    </form>
  );
}
