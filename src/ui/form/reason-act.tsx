import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../api/client.ts';
import { Failure } from '../api/failure.tsx';
import { focusPath } from './field.tsx';
import { TextArea } from './text-field.tsx';
import { Button } from '../parts/button.tsx';
import styles from './reason-act.module.css';

/** An act that needs its reason, asked in place once its button is pressed. */
export function ReasonAct({
  opens,
  label,
  help,
  submit,
  busy,
  error,
  onSubmit,
  ready = true,
  children,
}: {
  /** The words of the button it begins with. */
  opens: string;
  label: string;
  help: string;
  submit: string;
  busy: boolean;
  error: ApiError | null;
  onSubmit: (reason: string) => void;
  /** Whether everything else it needs is given. */
  ready?: boolean;
  children?: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const opener = useRef<HTMLDivElement>(null);
  const was = useRef(false);
  useEffect(() => {
    // to the field once it opens, and back to its button once it is left
    if (open) focusPath('reason');
    else if (was.current) opener.current?.querySelector('button')?.focus();
    was.current = open;
  }, [open]);
  if (!open)
    return (
      <div ref={opener}>
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {opens}
        </Button>
      </div>
    );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && reason.trim() !== '') onSubmit(reason.trim());
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label={opens}>
      <TextArea path="reason" label={label} help={help} rows={3} max={2000} value={reason} onChange={setReason} />
      {children}
      <Failure error={error} what="It could not be done." />
      <div className={styles.acts}>
        <Button type="submit" busy={busy} disabled={reason.trim() === '' || !ready}>
          {submit}
        </Button>
        <Button kind="quiet" onClick={() => setOpen(false)}>
          Leave it as it is
        </Button>
      </div>
    </form>
  );
}
