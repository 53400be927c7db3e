import { useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { RadioField } from '../../../ui/form/choice.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { errorAt } from '../../../ui/form/error-summary.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { outsideEndpoints } from '../contract.ts';
import { DaysField, daysFault, LinkForm, sending, WhoFields } from './link-form.tsx';
import styles from './links.module.css';

const refresh = [outsideEndpoints.list, outsideEndpoints.providerVoice];
const provider = {
  name: { label: 'The provider’s name' },
  email: { label: 'The provider’s e-mail', help: 'Theirs alone, not a shared mailbox.' },
};

interface FormProps {
  kind: Kind;
  reviewId: number;
  onClose: () => void;
}

/** Invites the provider to give a statement before the review. */
export function StatementForm({ kind, reviewId, onClose }: FormProps) {
  const [who, setWho] = useState({ name: '', email: '' });
  const [due, setDue] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const ask = useCommand(outsideEndpoints.askStatement, { refresh, ...sending(onClose) });
  const errors = ask.error?.errors ?? [];
  const submit = () => {
    setMissing(due === null);
    if (due === null) focusPath('due_on');
    else ask.mutate({ kind, params: { id: reviewId }, body: { ...who, due_on: due } });
  };
  return (
    <LinkForm label="Ask for a statement" send="Send the invitation" onSubmit={submit} onClose={onClose} sent={ask}>
      <WhoFields who={who} onChange={setWho} errors={errors} {...provider} />
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
export function ReleaseForm({ kind, reviewId, onClose }: FormProps) {
  const [who, setWho] = useState({ name: '', email: '' });
  const [released, setReleased] = useState<'report' | 'summary'>('summary');
  const [summary, setSummary] = useState('');
  const [days, setDays] = useState<number | null>(14);
  const release = useCommand(outsideEndpoints.releaseFindings, { refresh, ...sending(onClose) });
  const [tried, setTried] = useState(false);
  const errors = release.error?.errors ?? [];
  const submit = () => {
    setTried(true);
    if (days === null || daysFault(days) !== null) focusPath('days');
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
      <WhoFields who={who} onChange={setWho} errors={errors} {...provider} />
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
      <DaysField value={days} onChange={setDays} error={(tried ? daysFault(days) : null) ?? errorAt(errors, 'days')} />
    </LinkForm>
  );
}
