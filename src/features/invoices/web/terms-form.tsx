import { type FormEvent, useEffect, useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { faultOf } from '../../../ui/form/ends.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { type BillingOf, invoiceEndpoints } from '../contract.ts';
import { INVOICE_BY, INVOICE_BY_WORDS, NET_DAYS_MOST } from '../rules.ts';
import { REFRESHED } from './refreshed.ts';
import styles from './invoices.module.css';

/** How an organization is invoiced. What was issued stays as it was. */
export function TermsForm({ billing: { organization, terms }, onDone }: { billing: BillingOf; onDone: () => void }) {
  const [by, setBy] = useState(terms.invoice_by);
  const [days, setDays] = useState<number | null>(terms.net_days);
  const [billTo, setBillTo] = useState(terms.bill_to);
  const [email, setEmail] = useState(terms.email ?? '');
  const [tried, setTried] = useState(false);
  useEffect(() => void focusPath('invoice_by'), []);
  const save = useCommand(invoiceEndpoints.saveTerms, {
    refresh: REFRESHED,
    onSuccess: () => {
      toastDone('Saved. It holds from the next invoice on.');
      onDone();
    },
  });
  const wrongDays = days === null || days < 0 || days > NET_DAYS_MOST;
  const wrongEmail = email.trim() !== '' && !/^\S+@\S+\.\S+$/.test(email.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrongDays) focusPath('net_days');
    else if (wrongEmail) focusPath('email');
    else
      save.mutate({
        params: { organizationId: organization.id },
        body: { invoice_by: by, net_days: days, bill_to: billTo, email: email.trim() === '' ? null : email.trim() },
      });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="change-terms">
      <SectionHead id="change-terms" title="Terms" />
      <SelectField
        path="invoice_by"
        label="Invoiced"
        value={by}
        options={INVOICE_BY.map((value) => ({ value, label: INVOICE_BY_WORDS[value] }))}
        onChange={(value) => setBy(INVOICE_BY.find((one) => one === value) ?? 'month')}
      />
      <NumberField
        path="net_days"
        label="Payable within"
        unit="days"
        value={days}
        onChange={setDays}
        error={tried && wrongDays ? `Enter 0 to ${NET_DAYS_MOST} days.` : faultOf(save.error, 'net_days')}
      />
      <TextArea
        path="bill_to"
        label="Addressed to"
        optional
        help="Name and address, as they are to be on the invoice. Without it: the organization’s name."
        rows={4}
        max={500}
        value={billTo}
        onChange={setBillTo}
        error={faultOf(save.error, 'bill_to')}
      />
      <TextField
        path="email"
        label="Sent to"
        optional
        help="An e-mail address. Without it nobody is written to."
        maxLength={254}
        value={email}
        onChange={setEmail}
        error={tried && wrongEmail ? 'Enter a whole e-mail address.' : faultOf(save.error, 'email')}
      />
      {save.error && save.error.errors.length === 0 ? (
        <Failure error={save.error} what="The terms were not saved." />
      ) : null}
      <div className={styles.acts}>
        <Button type="submit" kind="primary" busy={save.isPending}>
          Save the terms
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Not now
        </Button>
      </div>
    </form>
  );
}
