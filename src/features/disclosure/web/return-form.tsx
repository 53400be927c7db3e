import { type FormEvent, useState } from 'react';
import type { ApiError } from '../../../ui/api/client.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SignFields, type Signature, UNSIGNED } from '../../../ui/form/sign-fields.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import type { OwnReturn, SignedReturn } from '../contract/returns.ts';
import {
  HOW_MOST,
  RECORD_FATE_NAMES,
  RECORD_FATES,
  type RecordFate,
  returnCertificate,
  returnFaults,
} from '../rules.ts';
import styles from './disclosure.module.css';

interface Draft {
  fate: RecordFate | null;
  done_on: string | null;
  how: string;
  besides: string;
}
const isFate = (value: string | null): value is RecordFate => value !== null && value in RECORD_FATES;

/** The certificate about the records: what is said, as a whole, and the signature. Kept on this device until it is signed. */
export function ReturnForm({
  view,
  busy,
  error,
  sign,
  onClose,
}: {
  view: Pick<OwnReturn, 'review_id' | 'today' | 'own_name' | 'held' | 'facts' | 'records'>;
  busy: boolean;
  error: ApiError | null;
  /** Signs it, and forgets what was kept once that is done. */
  sign: (body: SignedReturn, forget: () => void) => void;
  onClose: () => void;
}) {
  const [draft, setDraft, forget] = useKept<Draft>(`records-return-${view.review_id}`, {
    fate: null,
    done_on: view.today,
    how: '',
    besides: '',
  });
  const [signature, setSignature] = useState<Signature>(UNSIGNED);
  const [tried, setTried] = useState(false);
  const { fate } = draft;
  const moved = fate === 'returned' || fate === 'destroyed';
  const said =
    fate === null
      ? null
      : {
          fate,
          done_on: moved ? draft.done_on : null,
          how: fate === 'held' ? '' : draft.how.trim(),
          besides: draft.besides.trim(),
        };
  const text = said && returnCertificate(said, view.facts, view.records);
  const faults = said ? returnFaults(said, view) : [];
  const errors = Object.fromEntries(
    [...(tried ? faults : []), ...(error?.errors ?? [])].map(({ path, message }) => [path, message]),
  );
  const { name, consents } = signature;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || said === null || text === null || faults.length > 0 || name.trim() === '' || !consents) return;
    sign({ ...said, text, name, consents: true }, forget);
  };
  const set = (next: Partial<Draft>) => setDraft({ ...draft, ...next });
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Certificate about records">
      <SelectField
        path="fate"
        label="What became of them"
        value={fate}
        onChange={(next) => isFate(next) && set({ fate: next })}
        options={RECORD_FATE_NAMES.filter((one) => (view.held ? one !== 'destroyed' : one !== 'held')).map((value) => ({
          value,
          label: RECORD_FATES[value],
        }))}
        searchable={false}
        error={errors['fate'] ?? (tried && fate === null ? 'Choose what became of them.' : undefined)}
      />
      {moved ? (
        <DateField
          path="done_on"
          label="By which day"
          max={view.today}
          value={draft.done_on}
          onChange={(done_on) => set({ done_on })}
          error={errors['done_on']}
        />
      ) : null}
      {fate !== null && fate !== 'held' ? (
        <TextArea
          path="how"
          label={fate === 'kept' ? 'What requires it' : 'How'}
          help={fate === 'kept' ? 'The law, or the order of the court.' : 'By which way, and copies too.'}
          rows={2}
          max={HOW_MOST}
          value={draft.how}
          onChange={(how) => set({ how })}
          error={errors['how']}
        />
      ) : null}
      {fate === null ? null : (
        <TextArea
          path="besides"
          label="What is not part of that, and why"
          optional
          rows={2}
          max={HOW_MOST}
          value={draft.besides}
          onChange={(besides) => set({ besides })}
          error={errors['besides']}
        />
      )}
      {text === null ? null : (
        <div className={styles.statement}>
          {text.split('\n\n').map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      )}
      <SignFields
        value={signature}
        own={view.own_name}
        consent="I have read it as a whole, it is true, and I sign it electronically"
        errors={errors}
        tried={tried}
        onChange={setSignature}
      />
      <InlineEnds error={error} placed what="It could not be signed." busy={busy} primary onLeave={onClose}>
        Sign the certificate
      </InlineEnds>
    </form>
  );
}
