import { type FormEvent, type ReactNode, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import type { ApiError } from '../../../ui/api/client.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { RadioField } from '../../../ui/form/choice.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { errorAt } from '../../../ui/form/error-summary.tsx';
import { FieldError, focusPath } from '../../../ui/form/field.tsx';
import { FieldRow } from '../../../ui/form/form-layout.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { outsideEndpoints } from '../contract.ts';
import { MOST_DAYS } from '../rules.ts';
import styles from './links.module.css';

interface Place {
  kind: Kind;
  reviewId: number;
  onClose: () => void;
}

/** Invites the provider to give a statement before the review. */
export function StatementForm({ kind, reviewId, onClose }: Place) {
  const [who, setWho] = useState({ name: '', email: '' });
  const [due, setDue] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const ask = useCommand(outsideEndpoints.askStatement, sending(onClose));
  const errors = ask.error?.errors ?? [];
  const submit = () => {
    setMissing(due === null);
    if (due === null) focusPath('due_on');
    else ask.mutate({ kind, params: { id: reviewId }, body: { ...who, due_on: due } });
  };
  return (
    <LinkForm label="Ask for a statement" send="Send the invitation" onSubmit={submit} onClose={onClose} sent={ask}>
      <WhoFields who={who} onChange={setWho} errors={errors} />
      <div className={styles.days}>
        <DateField
          path="due_on"
          label="Needed by"
          required
          value={due}
          onChange={setDue}
          error={errorAt(errors, 'due_on') ?? (missing ? 'Choose a day' : null)}
        />
      </div>
      <p className={styles.sub}>
        The link works until the end of that day. They read whose privilege it is, write, and send once. The reviewer
        reads it with the charts.
      </p>
    </LinkForm>
  );
}

/** Releases findings for a response: the report without who made it, or words of one's own. */
export function ReleaseForm({ kind, reviewId, onClose }: Place) {
  const [who, setWho] = useState({ name: '', email: '' });
  const [released, setReleased] = useState<'report' | 'summary'>('summary');
  const [summary, setSummary] = useState('');
  const [days, setDays] = useState<number | null>(14);
  const release = useCommand(outsideEndpoints.releaseFindings, sending(onClose));
  const wrongDays = days === null || days < 1 || days > MOST_DAYS || !Number.isInteger(days);
  const [tried, setTried] = useState(false);
  const errors = release.error?.errors ?? [];
  const submit = () => {
    setTried(true);
    if (wrongDays) focusPath('days');
    else release.mutate({ kind, params: { id: reviewId }, body: { ...who, released, summary, days } });
  };
  return (
    <LinkForm
      label="Release findings"
      send="Release and send the link"
      onSubmit={submit}
      onClose={onClose}
      sent={release}
    >
      <WhoFields who={who} onChange={setWho} errors={errors} />
      <RadioField
        path="released"
        label="What they read"
        value={released}
        onChange={(value) => setReleased(value === 'report' ? 'report' : 'summary')}
        options={[
          { value: 'summary', label: 'Only what I write here', hint: 'Nothing of the report itself is shown.' },
          {
            value: 'report',
            label: 'The report, to read only',
            hint: 'Without who reviewed it, signature, attestation and passages of records. It cannot be downloaded.',
          },
        ]}
      />
      <TextArea
        path="summary"
        label={released === 'report' ? 'A word before it' : 'The findings in your words'}
        optional={released === 'report'}
        rows={5}
        max={20_000}
        value={summary}
        onChange={setSummary}
        error={errorAt(errors, 'summary')}
      />
      <div className={styles.days}>
        <NumberField
          path="days"
          label="The link works for"
          unit="days"
          value={days}
          onChange={setDays}
          error={tried && wrongDays ? `Choose 1 to ${MOST_DAYS} days` : errorAt(errors, 'days')}
        />
      </div>
    </LinkForm>
  );
}

const sending = (onClose: () => void) => ({
  refresh: [outsideEndpoints.list, outsideEndpoints.providerVoice],
  onSuccess: () => {
    toastDone('The link is on its way.');
    onClose();
  },
  onError: (error: ApiError) => {
    const first = error.errors[0];
    if (first) focusPath(first.path);
  },
});

function WhoFields({
  who,
  onChange,
  errors,
}: {
  who: { name: string; email: string };
  onChange: (who: { name: string; email: string }) => void;
  errors: readonly { path: string; message: string }[];
}) {
  return (
    <FieldRow>
      <TextField
        path="name"
        label="The provider’s name"
        required
        maxLength={200}
        value={who.name}
        onChange={(name) => onChange({ ...who, name })}
        error={errorAt(errors, 'name')}
      />
      <TextField
        path="email"
        label="The provider’s e-mail"
        help="Theirs alone, not a shared mailbox."
        type="email"
        inputMode="email"
        required
        maxLength={254}
        value={who.email}
        onChange={(email) => onChange({ ...who, email })}
        error={errorAt(errors, 'email')}
      />
    </FieldRow>
  );
}

function LinkForm({
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
