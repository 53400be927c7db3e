import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { ApiError } from '../api/client.ts';
import { focusPath } from './field.tsx';
import { InlineEnds } from './inline-form.tsx';
import { TextArea } from './text-field.tsx';
import { useOpened } from './use-opened.ts';
import { Button } from '../parts/button.tsx';
import styles from './reason-act.module.css';

/** An act that needs its reason, asked in place once its button is pressed. What is missing is said at its field once it is sent. */
export function ReasonAct({
  opens,
  label,
  help,
  submit,
  busy,
  error,
  onSubmit,
  about,
  missing = null,
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
  /** What else it needs and is not given yet; said at its field once somebody tried. */
  missing?: { path: string; message: string } | null;
  /** The fields beside the reason; told what `missing` says once somebody tried. */
  children?: ReactNode | ((fault: string | undefined) => ReactNode);
}) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
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
    const isEmpty = reason.trim() === '';
    setTried(true);
    const first = isEmpty ? 'reason' : missing?.path;
    if (first !== undefined) focusPath(first, form.current ?? document);
    else if (!busy) onSubmit(reason.trim());
  };
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={send}
      noValidate
      aria-label={about === undefined ? opens : `${opens}: ${about}`}
    >
      <TextArea
        path="reason"
        label={label}
        help={help}
        rows={3}
        max={2000}
        value={reason}
        onChange={setReason}
        error={tried && reason.trim() === '' ? 'Write a sentence or two.' : undefined}
      />
      {typeof children === 'function' ? children(tried ? missing?.message : undefined) : children}
      <InlineEnds
        error={error}
        what="It could not be done."
        busy={busy}
        about={about}
        onLeave={() => {
          setOpen(false);
          setTried(false);
        }}
      >
        {submit}
      </InlineEnds>
    </form>
  );
}
