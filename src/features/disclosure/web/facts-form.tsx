import { type FormEvent, useState } from 'react';
import { plural } from '../../../core/phrases.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { RepeatableRows } from '../../../ui/form/repeatable-rows.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { FileTicks, InlineEnds } from '../../../ui/form/inline-form.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { disclosureEndpoints, OTHER_TEXT_MOST, OTHERS_MOST } from '../contract.ts';
import { type OfDisclosure, TOUCHED } from './touched.ts';
import styles from './disclosure.module.css';

/** Which of the released files were considered, and what else. Kept on this device until it is saved. */
export function FactsForm({ kind, view, onDone }: OfDisclosure & { onDone: () => void }) {
  // what is written is an answer to what was read, also when it changes meanwhile
  const [read] = useState(view.lock_version);
  const [written, setWritten, forget] = useKept<{ left_out: number[]; others: { id: string; text: string }[] }>(
    `disclosure-${view.review_id}-facts-${read}`,
    {
      left_out: view.files.filter(({ considered }) => !considered).map(({ id }) => id),
      others: view.others.map((text, at) => ({ id: `kept-${at}`, text })),
    },
  );
  const [tried, setTried] = useState(false);
  const save = useCommand(disclosureEndpoints.facts, {
    refresh: TOUCHED,
    onSuccess: () => {
      forget();
      onDone();
      toastDone(view.can.confirm ? 'Confirmed.' : 'Saved. The expert confirms it.');
    },
  });
  const out = new Set(written.left_out);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const others = written.others.map(({ text }) => text.trim());
    if (save.isPending || others.includes('')) return;
    save.mutate({
      kind,
      params: { id: view.review_id },
      body: {
        // a file that is no longer there is none to leave out
        left_out: written.left_out.filter((id) => view.files.some((file) => file.id === id)),
        others,
        confirm: view.can.confirm,
        lock_version: read,
      },
    });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Facts or data considered">
      {view.files.length > 0 ? (
        <FileTicks legend="Files released to you. Take out those you did not consider.">
          {view.files.map((file) => (
            <CheckboxField
              key={file.id}
              path={`file-${file.id}`}
              label={file.name}
              help={[
                file.category,
                file.pages === null ? null : plural(file.pages, 'page'),
                file.bates,
                file.removed ? 'taken out of the records since' : null,
                file.is_new ? 'released since you confirmed' : null,
              ]
                .filter((one) => one !== null)
                .join(', ')}
              value={!out.has(file.id)}
              onChange={(on) =>
                setWritten({
                  ...written,
                  left_out: on ? written.left_out.filter((id) => id !== file.id) : [...written.left_out, file.id],
                })
              }
            />
          ))}
        </FileTicks>
      ) : null}
      <RepeatableRows
        path="others"
        label="Other facts and data"
        optional
        help="What you considered beside the files: literature, interviews, what you examined yourself."
        rowName="source"
        addLabel="Add a source"
        ordered={false}
        max={OTHERS_MOST}
        rows={written.others}
        onChange={(others) => setWritten({ ...written, others })}
        newRow={() => ({ id: crypto.randomUUID(), text: '' })}
      >
        {(row, at, update) => (
          <TextField
            path={`others.${at}`}
            label="Source"
            value={row.text}
            maxLength={OTHER_TEXT_MOST}
            onChange={(text) => update({ ...row, text })}
            error={tried && row.text.trim() === '' ? 'Enter what was considered.' : undefined}
          />
        )}
      </RepeatableRows>
      <InlineEnds error={save.error} what="It could not be saved." busy={save.isPending} primary onLeave={onDone}>
        {view.can.confirm ? 'Confirm the list' : 'Save for the expert'}
      </InlineEnds>
    </form>
  );
}
