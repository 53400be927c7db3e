import { type FormEvent, useState } from 'react';
import { plural } from '../../../core/phrases.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { FileTicks, InlineEnds } from '../../../ui/form/inline-form.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { disclosureEndpoints } from '../contract.ts';
import { type OfDisclosure, TOUCHED } from './touched.ts';
import styles from './disclosure.module.css';

/** Which files are exhibits: proposed are those the report cites. Kept on this device until it is saved. */
export function ExhibitsForm({ kind, view, onDone }: OfDisclosure & { onDone: () => void }) {
  // what is written is an answer to what was read, also when it changes meanwhile
  const [read] = useState(view.lock_version);
  const [written, setWritten, forget] = useKept<{ ids: number[] }>(`disclosure-${view.review_id}-exhibits-${read}`, {
    ids: view.exhibits.map(({ file_id }) => file_id),
  });
  const save = useCommand(disclosureEndpoints.exhibits, {
    refresh: TOUCHED,
    onSuccess: () => {
      forget();
      onDone();
      toastDone(view.can.confirm ? 'Confirmed.' : 'Saved. The expert confirms it.');
    },
  });
  const files = view.files.filter(({ removed }) => !removed);
  const chosen = files.filter(({ id }) => written.ids.includes(id)).map(({ id }) => id);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate({
      kind,
      params: { id: view.review_id },
      body: { exhibits: chosen, confirm: view.can.confirm, lock_version: read },
    });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Exhibits">
      <FileTicks legend="Exhibits that summarize or support your opinions, in the order of the records">
        {files.map((file) => (
          <CheckboxField
            key={file.id}
            path={`exhibit-${file.id}`}
            label={file.name}
            help={[file.pages === null ? null : plural(file.pages, 'page'), file.cited ? 'your report cites it' : null]
              .filter((one) => one !== null)
              .join(', ')}
            value={written.ids.includes(file.id)}
            onChange={(on) =>
              setWritten({ ids: on ? [...written.ids, file.id] : written.ids.filter((id) => id !== file.id) })
            }
          />
        ))}
      </FileTicks>
      <InlineEnds error={save.error} what="It could not be saved." busy={save.isPending} primary onLeave={onDone}>
        {!view.can.confirm
          ? 'Save for the expert'
          : chosen.length === 0
            ? 'Confirm that there are none'
            : `Confirm ${plural(chosen.length, 'exhibit')}`}
      </InlineEnds>
    </form>
  );
}
