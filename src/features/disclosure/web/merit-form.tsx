import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import type { Kind } from '../../../core/kinds.ts';
import { askAgain } from '../../../ui/api/ask-again.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { SignFields, type Signature, UNSIGNED } from '../../../ui/form/sign-fields.tsx';
import { InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { meritEndpoints, type MeritView } from '../contract/merit.ts';
import { filledTemplate, GENERAL, meritPlace, OPINIONS_MOST } from '../rules.ts';
import styles from './disclosure.module.css';

/** Writes a certificate or an affidavit on a template, reads it as a whole, and signs it. What is typed is kept on this device until then. */
export function MeritForm({ kind, view, onDone }: { kind: Kind; view: MeritView; onDone: () => void }) {
  const [written, setWritten, forget] = useKept(`merit-${view.review_id}`, {
    key: view.templates[0]?.key ?? '',
    opinions: '',
  });
  const [signature, setSignature] = useState<Signature>(UNSIGNED);
  const { name, consents } = signature;
  const [tried, setTried] = useState(false);
  const client = useQueryClient();
  const sign = useCommand(meritEndpoints.sign, {
    refresh: [meritEndpoints.read],
    onSuccess: () => {
      forget();
      onDone();
      toastDone('Signed. The firm is told.');
    },
    // what was read is old by then: it is read again beside the sentence that says so
    onError: ({ code }) =>
      code === 'stale' ? askAgain(client, { queryKey: queryKey(meritEndpoints.read) }) : undefined,
  });
  const template = view.templates.find(({ key }) => key === written.key) ?? view.templates[0];
  if (!template) return null;
  const opinions = written.opinions.trim();
  const text = filledTemplate(template.text, { ...view.facts, opinions });
  const errors = Object.fromEntries((sign.error?.errors ?? []).map(({ path, message }) => [path, message]));
  const unplaced = (sign.error?.errors ?? []).filter(({ path }) => path !== 'opinions' && path !== 'name');
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (sign.isPending || opinions === '' || name.trim() === '' || !consents) return;
    sign.mutate({
      kind,
      params: { id: view.review_id },
      body: { key: template.key, version: template.version, opinions, text, name, consents: true },
    });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Certificate or affidavit">
      <SelectField
        path="key"
        label="Form"
        value={template.key}
        onChange={(key) => setWritten({ ...written, key: key ?? template.key })}
        options={view.templates.map((one) => ({
          value: one.key,
          label: `${one.title}${one.state === GENERAL ? ', general' : `, ${meritPlace(one.state)}`}`,
        }))}
        searchable={false}
        help={`Source: ${template.source}, read ${dateText(template.read_on, 'medium')}. ${
          template.reviewed_by === '' ? 'Nobody has reviewed it yet.' : `Reviewed by ${template.reviewed_by}.`
        }`}
      />
      <TextArea
        path="opinions"
        label="What you state"
        rows={6}
        max={OPINIONS_MOST}
        value={written.opinions}
        onChange={(value) => setWritten({ ...written, opinions: value })}
        error={errors['opinions'] ?? (tried && opinions === '' ? 'Write what you state.' : undefined)}
      />
      <div>
        <Quiet>As it will be signed:</Quiet>
        {text.split(/\n\s*\n/).map((paragraph, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no names
          <p key={at} className={styles.statement}>
            {paragraph}
          </p>
        ))}
      </div>
      <SignFields
        value={signature}
        own={view.own_name}
        consent="I have read it as a whole, and sign it electronically"
        help="Some states ask for a notary, or for a form of their own. Ask the firm before you sign."
        errors={errors}
        tried={tried}
        onChange={setSignature}
      />
      {unplaced.length > 0 ? (
        <Failure error={sign.error} what="It could not be signed.">
          {unplaced
            .filter((one) => one !== sign.error?.errors[0])
            .map(({ message }) => message)
            .join(' ')}
        </Failure>
      ) : null}
      <InlineEnds
        error={sign.error}
        placed
        what="It could not be signed."
        busy={sign.isPending}
        primary
        leave="Not now"
        onLeave={onDone}
      >
        Sign the statement
      </InlineEnds>
    </form>
  );
}
