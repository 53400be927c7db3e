import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { formatCents } from '../../../../core/money.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { Ends, faultOf } from '../../../../ui/form/ends.tsx';
import { MoneyField } from '../../../../ui/form/number-field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { IconButton } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { addExtra, type QuoteView, removeExtra } from '../../contract.ts';
import { Failed } from '../shared/states.tsx';
import { AFTER_ACT } from './use-act.ts';
import styles from './followers.module.css';

/** What came beside the service after ordering: what was added to the price, and what is added now. */
export default function ExtrasDialog({
  kind,
  reviewId,
  quote,
  onClose,
}: {
  kind: Kind;
  reviewId: number;
  quote: QuoteView;
  onClose: () => void;
}) {
  const [key, setKey] = useState<string | null>(null);
  const [cents, setCents] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const params = { id: reviewId };
  const add = useCommand(addExtra, {
    refresh: AFTER_ACT,
    onSuccess: ({ needs_consent }) => {
      toastDone(needs_consent ? 'Added. The requester is asked to agree to the new price.' : 'Added to the price.');
      onClose();
    },
  });
  const remove = useCommand(removeExtra, { refresh: AFTER_ACT });
  return (
    <Dialog title="Add to the price" onClose={onClose}>
      <div className={styles.body}>
        <p className={styles.lead}>
          Charges beyond the service. A change of more than {formatCents(quote.consent_over_cents)} waits until the
          requester agrees.
        </p>
        {quote.added.length > 0 ? (
          <ul className={styles.list} aria-label="Added before">
            {quote.added.map((one) => (
              <li key={one.id}>
                {[one.label, one.note, formatCents(one.cents)].filter(Boolean).join(', ')}
                <IconButton
                  label={`Take off ${one.label}, ${formatCents(one.cents)}`}
                  onClick={() => remove.mutate({ kind, params: { ...params, extra_id: one.id } })}
                >
                  <IconX stroke={1.75} />
                </IconButton>
              </li>
            ))}
          </ul>
        ) : null}
        {remove.isError ? (
          <Failed what="This" verb="changed" error={remove.error} onRetry={() => remove.reset()} />
        ) : null}
        <form
          className={styles.body}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (key !== null && cents !== null && cents > 0)
              add.mutate({ kind, params, body: { key, cents, note: note.trim() } });
          }}
        >
          <SelectField
            path="key"
            label="What it is"
            value={key}
            onChange={setKey}
            options={quote.extras.map((one) => ({ value: one.key, label: one.label }))}
            placeholder="Choose"
            error={faultOf(add.error, 'key') ?? (tried && key === null ? 'Choose what it is.' : undefined)}
          />
          <MoneyField
            path="cents"
            label="Amount"
            help="What the requester pays for it."
            value={cents}
            onChange={setCents}
            error={faultOf(add.error, 'cents') ?? (tried && !cents ? 'Enter the amount.' : undefined)}
          />
          <TextField
            path="note"
            label="Note"
            help="The quote shows it with the amount. Leave out who the examinee is."
            value={note}
            onChange={setNote}
            maxLength={200}
            error={faultOf(add.error, 'note')}
          />
          <Ends what={add.error} busy={add.isPending} save="Add to the price" onClose={onClose} />
        </form>
      </div>
    </Dialog>
  );
}
