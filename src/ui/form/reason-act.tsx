import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiError } from '../api/client.ts';
import { InlineEnds } from './inline-form.tsx';
import { TextArea } from './text-field.tsx';
import { useFaults } from './use-faults.ts';
import { useOpened } from './use-opened.ts';
import { Button } from '../parts/button.tsx';
import styles from './reason-act.module.css';

interface Asked {
  /** What it does, in the words of the button it begins with. */
  opens: string;
  label: string;
  help: string;
  submit: string;
  busy: boolean;
  error: ApiError | null;
  onSubmit: (reason: string) => void;
  /** What it is of, for the names of its buttons. */
  about?: string | undefined;
  /** What else it needs and is not given yet; said at its field once somebody tried. */
  missing?: { path: string; message: string } | null;
  /** The fields beside the reason; told what `missing` says once somebody tried. */
  children?: ReactNode | ((fault: string | undefined) => ReactNode);
}

/** An act that needs its reason, asked in place once its button is pressed. `firm`: its button is one among equals. */
export function ReasonAct({ firm = false, ...asked }: Asked & { firm?: boolean }) {
  const [open, setOpen] = useState(false);
  const opener = useOpened<HTMLDivElement>(open, 'reason');
  const { opens, about } = asked;
  // where several stand beside each other, each is named by what it is of
  const named = about === undefined ? {} : { 'aria-label': `${opens}: ${about}` };
  if (open) return <ReasonForm {...asked} onLeave={() => setOpen(false)} />;
  return (
    <div ref={opener}>
      <Button kind={firm ? 'default' : 'quiet'} onClick={() => setOpen(true)} {...named}>
        {opens}
      </Button>
    </div>
  );
}

/** The form of such an act, where its button stands elsewhere. What is missing is said at its field once it is sent. */
export function ReasonForm({
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
  onLeave,
}: Asked & { onLeave: () => void }) {
  const [reason, setReason] = useState('');
  const { form, at, passes } = useFaults([
    reason.trim() === '' && { path: 'reason', message: 'Write a sentence or two.' },
    missing ?? false,
  ]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (passes() && !busy) onSubmit(reason.trim());
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
        error={at('reason')}
      />
      {typeof children === 'function' ? children(missing ? at(missing.path) : undefined) : children}
      <InlineEnds error={error} what="It could not be done." busy={busy} about={about} onLeave={onLeave}>
        {submit}
      </InlineEnds>
    </form>
  );
}
