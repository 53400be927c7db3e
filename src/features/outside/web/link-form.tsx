import type { FormEvent, ReactNode } from 'react';
import type { ApiError } from '../../../ui/api/client.ts';
import { errorAt } from '../../../ui/form/error-summary.tsx';
import { FieldError, focusPath } from '../../../ui/form/field.tsx';
import { FieldRow } from '../../../ui/form/form-layout.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { MOST_DAYS } from '../rules.ts';
import styles from './links.module.css';

/** What sending a link does in the end: it says so and closes, or leads to the first fault. */
export const sending = (onClose: () => void) => ({
  onSuccess: () => {
    toastDone('The link is on its way.');
    onClose();
  },
  onError: (error: ApiError) => {
    const first = error.errors[0];
    if (first) focusPath(first.path);
  },
});

/** What is wrong with the days a link is to work, or null. */
export const daysFault = (days: number | null): string | null =>
  days === null || days < 1 || days > MOST_DAYS || !Number.isInteger(days) ? `Choose 1 to ${MOST_DAYS} days` : null;

/** The frame every form that sends a link has: its fields, what went wrong as a whole, send and cancel. */
export function LinkForm({
  label,
  send,
  onSubmit,
  onClose,
  sent,
  children,
}: {
  label: string;
  send: string;
  onSubmit: () => void;
  onClose: () => void;
  sent: { isPending: boolean; error: ApiError | null };
  children: ReactNode;
}) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={label}>
      {children}
      {sent.error && sent.error.errors.length === 0 ? <FieldError>{sent.error.message}</FieldError> : null}
      <div className={styles.acts}>
        <Button type="submit" kind="primary" busy={sent.isPending}>
          {send}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

export interface Addressee {
  name: string;
  email: string;
}

/** Whom the link is for: what a name or an e-mail is called, and helped with, the form says. */
export function WhoFields({
  who,
  onChange,
  errors,
  name,
  email,
}: {
  who: Addressee;
  onChange: (who: Addressee) => void;
  errors: readonly { path: string; message: string }[];
  name: { label: string; help?: string };
  email: { label: string; help: string };
}) {
  return (
    <FieldRow>
      <TextField
        path="name"
        {...name}
        required
        maxLength={200}
        value={who.name}
        onChange={(value) => onChange({ ...who, name: value })}
        error={errorAt(errors, 'name')}
      />
      <TextField
        path="email"
        {...email}
        type="email"
        inputMode="email"
        required
        maxLength={254}
        value={who.email}
        onChange={(value) => onChange({ ...who, email: value })}
        error={errorAt(errors, 'email')}
      />
    </FieldRow>
  );
}

export function DaysField(props: {
  value: number | null;
  onChange: (days: number | null) => void;
  error: string | null | undefined;
}) {
  return (
    <div className={styles.days}>
      <NumberField path="days" label="The link works for" unit="days" {...props} />
    </div>
  );
}
