import { METHOD_WORDS, PAYMENT_METHODS, type PaymentMethod } from '../../../core/payment-methods.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { formatCents } from '../../../core/money.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { faultOf } from '../../../ui/form/ends.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { MoneyField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { type BillingOf, invoiceEndpoints } from '../contract.ts';

import { REFRESHED } from './refreshed.ts';
import styles from './invoices.module.css';

interface Paid {
  cents: number | null;
  on: string | null;
  method: PaymentMethod;
  reference: string;
}
const NOTHING: Paid = { cents: null, on: null, method: 'ach', reference: '' };

/** Writing down what an organization paid: how much, when, how. `invoiceId`: what it settles first. */
export function PaymentForm({
  billing: { organization },
  owed,
  invoiceId,
  onDone,
}: {
  billing: BillingOf;
  owed: number;
  invoiceId: number | null;
  onDone: () => void;
}) {
  const [{ cents, on, method, reference }, put, forget] = useKept<Paid>(`payment-${organization.id}`, NOTHING);
  const draft: Paid = { cents, on, method, reference };
  // the same payment sent again, after an answer that was lost, is recorded once
  const [key] = useState(() => crypto.randomUUID());
  const [tried, setTried] = useState(false);
  useEffect(() => void focusPath('cents'), []);
  const record = useCommand(invoiceEndpoints.recordPayment, {
    refresh: REFRESHED,
    onSuccess: ({ credit_cents }) => {
      forget();
      toastDone(
        credit_cents > 0
          ? `Recorded. ${formatCents(credit_cents)} is credit on account for the next invoice.`
          : 'Recorded.',
      );
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (cents === null || cents <= 0) focusPath('cents');
    else if (on === null) focusPath('received_on');
    else
      record.mutate({
        params: { organizationId: organization.id },
        body: {
          cents,
          received_on: on,
          method,
          reference,
          invoice_ids: invoiceId === null ? [] : [invoiceId],
        },
        idempotencyKey: `${key} ${JSON.stringify(draft)}`,
      });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="payment">
      <SectionHead id="payment" title="Record a payment" />
      <MoneyField
        path="cents"
        label="Amount"
        help={owed > 0 ? `${formatCents(owed)} is open` : 'Nothing is open: it becomes credit on account'}
        value={cents}
        onChange={(value) => put({ ...draft, cents: value })}
        error={tried && (cents === null || cents <= 0) ? 'Enter what arrived.' : faultOf(record.error, 'cents')}
      />
      <DateField
        path="received_on"
        label="Arrived on"
        value={on}
        onChange={(value) => put({ ...draft, on: value })}
        error={tried && on === null ? 'Enter the day it arrived.' : faultOf(record.error, 'received_on')}
      />
      <SelectField
        path="method"
        label="How"
        value={method}
        options={PAYMENT_METHODS.map((value) => ({ value, label: METHOD_WORDS[value] }))}
        onChange={(value) => put({ ...draft, method: PAYMENT_METHODS.find((one) => one === value) ?? 'other' })}
      />
      <TextField
        path="reference"
        label="Reference"
        optional
        maxLength={100}
        value={reference}
        onChange={(value) => put({ ...draft, reference: value })}
        error={faultOf(record.error, 'reference')}
      />
      <Quiet>
        {invoiceId === null
          ? 'It settles the oldest invoices first.'
          : 'It settles this invoice first, then the oldest.'}
      </Quiet>
      <InlineEnds
        primary
        placed={!record.error?.errors.some(({ path }) => path.startsWith('invoice_ids'))}
        error={record.error}
        what="The payment was not recorded."
        busy={record.isPending}
        leave="Not now"
        onLeave={() => {
          forget();
          onDone();
        }}
      >
        {cents !== null && cents > 0 ? `Record ${formatCents(cents)}` : 'Record it'}
      </InlineEnds>
    </form>
  );
}
