import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { formatCents } from '../../../core/money.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { focusPath } from '../../../ui/form/field.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { MoneyField } from '../../../ui/form/number-field.tsx';
import { faultOf } from '../../../ui/form/ends.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { invoiceEndpoints, type InvoiceView } from '../contract.ts';
import { REFRESHED } from './refreshed.ts';
import styles from './invoices.module.css';

interface Credit {
  amounts: Readonly<Record<number, number | null>>;
  reason: string;
}

/** Which lines of an invoice are taken back, and why: a credit note comes of it. */
export function CreditForm({ invoice, onDone }: { invoice: InvoiceView; onDone: () => void }) {
  const navigate = useNavigate();
  const charged = invoice.lines.filter(({ left_cents }) => left_cents > 0);
  const [{ amounts, reason }, put, forget] = useKept<Credit>(`credit-${invoice.id}`, { amounts: {}, reason: '' });
  // the same credit note sent again, after an answer that was lost, is issued once
  const [key] = useState(() => crypto.randomUUID());
  const [missing, setMissing] = useState<'reason' | 'lines' | null>(null);
  useEffect(() => void focusPath('reason'), []);
  const credit = useCommand(invoiceEndpoints.credit, {
    refresh: REFRESHED,
    onSuccess: ({ id, number, total_cents }) => {
      forget();
      toastDone(`Credit note ${number} for ${formatCents(-total_cents)} is issued.`);
      onDone();
      void navigate({ to: '/invoice', search: { invoice: id } });
    },
  });
  const lines = charged.flatMap(({ id }) => {
    const cents = amounts[id] ?? 0;
    return cents > 0 ? [{ id, cents }] : [];
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lacks = reason.trim() === '' ? 'reason' : lines.length === 0 ? 'lines' : null;
    setMissing(lacks);
    if (lacks) focusPath(lacks === 'reason' ? 'reason' : `line.${charged[0]?.id}`);
    else {
      const body = { reason, lines };
      credit.mutate({ params: { id: invoice.id }, body, idempotencyKey: `${key} ${JSON.stringify(body)}` });
    }
  };
  const total = lines.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Issue a credit note">
      <TextArea
        path="reason"
        label="Reason"
        help="It stands on the credit note. Name no patient and no party."
        rows={2}
        max={500}
        value={reason}
        onChange={(value) => put({ amounts, reason: value })}
        error={missing === 'reason' ? 'Say why, in a sentence.' : faultOf(credit.error, 'reason')}
      />
      <div className={styles.credits}>
        {charged.map((line) => {
          const at = lines.findIndex(({ id }) => id === line.id);
          return (
            <MoneyField
              key={line.id}
              path={`line.${line.id}`}
              label={`${line.matter}, ${line.label}`}
              help={`Up to ${formatCents(line.left_cents)}`}
              value={amounts[line.id] ?? null}
              onChange={(cents) => put({ reason, amounts: { ...amounts, [line.id]: cents } })}
              error={
                missing === 'lines' && line.id === charged[0]?.id
                  ? 'Enter an amount for at least one line.'
                  : at === -1
                    ? undefined
                    : faultOf(credit.error, `lines.${at}.cents`)
              }
            />
          );
        })}
      </div>
      <InlineEnds
        primary
        placed
        error={credit.error}
        what="No credit note was issued."
        busy={credit.isPending}
        leave="Not now"
        onLeave={() => {
          forget();
          onDone();
        }}
      >
        {total === 0 ? 'Issue the credit note' : `Credit ${formatCents(total)}`}
      </InlineEnds>
    </form>
  );
}
