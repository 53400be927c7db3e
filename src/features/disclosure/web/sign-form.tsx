import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { askAgain } from '../../../ui/api/ask-again.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { disclosureEndpoints } from '../contract.ts';
import { type OfDisclosure, TOUCHED } from './touched.ts';
import styles from './disclosure.module.css';

/** The signature under a packet: the sentence, the typed name, and what is signed told by its fingerprint. */
export function SignForm({ kind, view, onDone }: OfDisclosure & { onDone: () => void }) {
  const [name, setName] = useState('');
  const [consents, setConsents] = useState(false);
  const [tried, setTried] = useState(false);
  const client = useQueryClient();
  const sign = useCommand(disclosureEndpoints.sign, {
    refresh: TOUCHED,
    onSuccess: () => {
      onDone();
      toastDone('Signed. The packet is made within a minute, and the firm is told.');
    },
    // what was read is old by then: it is read again beside the sentence that says so
    onError: ({ code }) =>
      code === 'stale' ? askAgain(client, { queryKey: queryKey(disclosureEndpoints.read) }) : undefined,
  });
  const errors = Object.fromEntries((sign.error?.errors ?? []).map(({ path, message }) => [path, message]));
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (sign.isPending || name.trim() === '' || !consents || view.content_sha256 === null) return;
    sign.mutate({
      kind,
      params: { id: view.review_id },
      body: { content_sha256: view.content_sha256, name, consents: true },
    });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Sign the disclosure">
      <p className={styles.statement}>{view.statement}</p>
      <TextField
        path="name"
        label="Your name"
        required
        help={`Type it as your account has it: ${view.own_name}.`}
        autoComplete="off"
        value={name}
        onChange={setName}
        error={errors['name'] ?? (tried && name.trim() === '' ? 'Type your name.' : undefined)}
      />
      <CheckboxField
        path="consents"
        label="I have read what each part says, and sign it electronically"
        required
        help="A packet that is signed is never replaced. What changes later is a supplement of its own."
        value={consents}
        onChange={setConsents}
        error={tried && !consents ? 'Confirm that you sign electronically.' : undefined}
      />
      {sign.error && errors['name'] === undefined ? (
        <Failure error={sign.error} what="It could not be signed." />
      ) : null}
      <div className={styles.acts}>
        <Button kind="primary" type="submit" busy={sign.isPending}>
          Sign it
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Not now
        </Button>
      </div>
    </form>
  );
}
