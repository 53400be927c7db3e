import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiError } from '../api/client.ts';
import { Failure } from '../api/failure.tsx';
import { TextArea } from './text-field.tsx';
import { useOpened } from './use-opened.ts';
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
  about,
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
  /** What it is of, for the names of its buttons. */
  about?: string;
  /** Whether everything else it needs is given. */
  ready?: boolean;
  children?: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const opener = useOpened<HTMLDivElement>(open, 'reason');
  // where several stand beside each other, each is named by what it is of
  const named = (words: string) => (about === undefined ? {} : { 'aria-label': `${words}: ${about}` });
  if (!open)
    return (
      <div ref={opener}>
        <Button kind="quiet" onClick={() => setOpen(true)} {...named(opens)}>
          {opens}
        </Button>
      </div>
    );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && reason.trim() !== '') onSubmit(reason.trim());
  };
  return (
    <form
      className={styles.form}
      onSubmit={send}
      noValidate
      aria-label={about === undefined ? opens : `${opens}: ${about}`}
    >
      <TextArea path="reason" label={label} help={help} rows={3} max={2000} value={reason} onChange={setReason} />
      {children}
      <Failure error={error} what="It could not be done." />
      <div className={styles.acts}>
        <Button type="submit" busy={busy} disabled={reason.trim() === '' || !ready} {...named(submit)}>
          {submit}
        </Button>
        <Button kind="quiet" onClick={() => setOpen(false)} {...named('Leave it as it is')}>
          Leave it as it is
        </Button>
      </div>
    </form>
  );
}
