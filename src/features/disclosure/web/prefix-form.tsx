import { type FormEvent, useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { disclosureEndpoints } from '../contract.ts';
import { PREFIX_MOST, prefixFaults } from '../rules.ts';
import { type OfDisclosure, TOUCHED } from './touched.ts';
import styles from './disclosure.module.css';

/** What stands before the page numbers of packets still to be made. */
export function PrefixForm({ kind, view, onDone }: OfDisclosure & { onDone: () => void }) {
  const [prefix, setPrefix] = useState(view.prefix);
  const [tried, setTried] = useState(false);
  const save = useCommand(disclosureEndpoints.prefix, { refresh: TOUCHED, onSuccess: onDone });
  const [fault] = prefixFaults(prefix);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (save.isPending || fault) return;
    save.mutate({ kind, params: { id: view.review_id }, body: { prefix, lock_version: view.lock_version } });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Page numbers">
      <TextField
        path="prefix"
        label="Before the page numbers"
        help={`A page then reads ${fault ? view.prefix : prefix}000001. Packets that are made keep theirs.`}
        value={prefix}
        maxLength={PREFIX_MOST}
        autoComplete="off"
        onChange={(value) => setPrefix(value.toUpperCase())}
        error={tried ? fault?.message : undefined}
      />
      <InlineEnds error={save.error} what="It could not be saved." busy={save.isPending} onLeave={onDone}>
        Use it
      </InlineEnds>
    </form>
  );
}
