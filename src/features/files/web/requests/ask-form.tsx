import { type FormEvent, useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { DateField } from '../../../../ui/form/date-field.tsx';
import { FieldError } from '../../../../ui/form/field.tsx';
import { errorAt } from '../../../../ui/form/error-summary.tsx';
import { RepeatableRows, textRow } from '../../../../ui/form/repeatable-rows.tsx';
import { TextArea, TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { fileRequestEndpoints } from '../../contract.ts';
import { fileTexts } from '../file-texts.ts';
import styles from './requests.module.css';

/** Asks for named documents by a date. What was typed stays when the server refuses. */
export function AskForm({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const [rows, setRows] = useState([textRow('')]);
  const [due, setDue] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  // one key for one form: pressing twice, or again after a lost answer, asks once
  const [key, setKey] = useState(() => crypto.randomUUID());
  const ask = useCommand(fileRequestEndpoints.create, {
    refresh: [fileRequestEndpoints.list],
    onSuccess: () => toastDone(fileTexts.asked),
    onError: (error) => {
      if (error.status !== 0) setKey(crypto.randomUUID());
    },
  });
  const named = rows.filter((r) => r.text.trim() !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (named.length === 0 || due === null) return;
    const items = named.map((r) => ({ label: r.text.trim() }));
    ask.mutate({ kind, params: { id: reviewId }, body: { items, due_on: due, note }, idempotencyKey: key });
  };
  const errors = ask.error?.errors ?? [];
  return (
    <form className={styles.ask} onSubmit={submit} noValidate>
      <div>
        <h2 className={styles.heading}>{fileTexts.askTitle}</h2>
        <p className={styles.meta}>{fileTexts.askHelp}</p>
      </div>
      <RepeatableRows
        path="items"
        label={fileTexts.askItems}
        help={fileTexts.askItemsHelp}
        error={tried && named.length === 0 ? fileTexts.nameOne : null}
        rows={rows}
        onChange={setRows}
        newRow={() => textRow('')}
        min={1}
        max={20}
        addLabel={fileTexts.askAdd}
        rowName={fileTexts.askRow}
      >
        {(row, index, update) => (
          <TextField
            path={`items.${index}.label`}
            label={`${fileTexts.askItems} ${index + 1}`}
            hideLabel
            maxLength={200}
            value={row.text}
            onChange={(text) => update({ ...row, text })}
            error={errorAt(errors, `items.${index}.label`)}
          />
        )}
      </RepeatableRows>
      <div className={styles.short}>
        <DateField
          path="due_on"
          label={fileTexts.askDue}
          required
          value={due}
          onChange={setDue}
          error={errorAt(errors, 'due_on') ?? (tried && due === null ? fileTexts.chooseDate : null)}
        />
      </div>
      <TextArea path="note" label={fileTexts.askNote} optional value={note} onChange={setNote} max={2000} />
      {ask.error && errors.length === 0 ? <FieldError>{ask.error.message}</FieldError> : null}
      <div>
        <Button type="submit" kind="primary" size="lg" busy={ask.isPending}>
          {fileTexts.askSend}
        </Button>
      </div>
    </form>
  );
}
