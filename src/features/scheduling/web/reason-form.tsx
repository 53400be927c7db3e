import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import styles from './scheduling.module.css';

/** An act that needs its reason, asked in place. Focus goes to the words; Escape and `cancel` leave it undone. */
export function ReasonForm({
  label,
  help,
  submit,
  cancel,
  optional = false,
  busy,
  error,
  what,
  onSubmit,
  onClose,
  children,
}: {
  label: string;
  help?: string;
  submit: string;
  cancel: string;
  optional?: boolean;
  busy: boolean;
  error: ApiError | null;
  /** The sentence when it fails without anyone meaning it. */
  what: string;
  onSubmit: (reason: string) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!optional && reason.trim() === '') {
      setMissing(true);
      field.current?.focus();
      return;
    }
    onSubmit(reason.trim());
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves it undone, as its button does
    <form
      className={styles.reason}
      onSubmit={send}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !busy) onClose();
      }}
    >
      {children}
      <TextArea
        ref={field}
        path="reason"
        label={label}
        help={help}
        optional={optional}
        rows={3}
        max={2000}
        counted={reason.length > 1600}
        value={reason}
        error={missing ? 'Say in a few words why.' : null}
        onChange={(words) => {
          setReason(words);
          setMissing(false);
        }}
      />
      <Failure error={error} what={what} />
      <div className={styles.acts}>
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {cancel}
        </Button>
      </div>
    </form>
  );
}
