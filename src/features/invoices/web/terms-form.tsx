import { type FormEvent, useEffect, useState } from 'react';
import { isEmail, normalizeEmail } from '../../../core/emails.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { faultOf } from '../../../ui/form/ends.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { type BillingOf, invoiceEndpoints } from '../contract.ts';
import {
  HOLD_DAYS_MOST,
  HOLD_WARNED_DAYS,
  INVOICE_BY,
  INVOICE_BY_WORDS,
  type InvoiceBy,
  ISSUE_DAY_LAST,
  NET_DAYS_MOST,
} from '../rules.ts';
import { REFRESHED } from './refreshed.ts';
import styles from './invoices.module.css';

/** How an organization is invoiced. What was issued stays as it was. */
export function TermsForm({ billing: { organization, terms }, onDone }: { billing: BillingOf; onDone: () => void }) {
  const [draft, setDraft, forget] = useKept(`billing-terms-${organization.id}`, {
    by: terms.invoice_by as InvoiceBy,
    days: terms.net_days as number | null,
    billTo: terms.bill_to,
    email: terms.email ?? '',
    from: terms.bills_from,
    itself: terms.issue_day !== null,
    issueDay: (terms.issue_day ?? 1) as number | null,
    hold: terms.hold_after_days,
  });
  const { by, days, billTo, email, from, itself, issueDay, hold } = draft;
  const put = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const [tried, setTried] = useState(false);
  useEffect(() => void focusPath('invoice_by'), []);
  const save = useCommand(invoiceEndpoints.saveTerms, {
    refresh: REFRESHED,
    onSuccess: () => {
      forget();
      toastDone('Saved. Applies from the next invoice.');
      onDone();
    },
  });
  const wrongDays = days === null || days < 0 || days > NET_DAYS_MOST;
  const wrongDay = itself && by === 'month' && (issueDay === null || issueDay < 1 || issueDay > ISSUE_DAY_LAST);
  const wrongHold = hold !== null && (hold < 1 || hold > HOLD_DAYS_MOST);
  const wrongEmail = email.trim() !== '' && !isEmail(normalizeEmail(email));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrongDays) focusPath('net_days');
    else if (wrongDay) focusPath('issue_day');
    else if (wrongEmail) focusPath('email');
    else if (wrongHold) focusPath('hold_after_days');
    else
      save.mutate({
        params: { organizationId: organization.id },
        body: {
          invoice_by: by,
          net_days: days,
          bill_to: billTo,
          email: email.trim() === '' ? null : email.trim(),
          bills_from: from,
          issue_day: itself ? (by === 'month' ? issueDay : 1) : null,
          hold_after_days: hold,
        },
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
        onChange={(value) => put({ by: INVOICE_BY.find((one) => one === value) ?? 'month' })}
      />
      <CheckboxField
        path="issue_itself"
        value={itself}
        onChange={(value) => put({ itself: value })}
        label="Issued by themselves"
        words={
          by === 'month'
            ? 'Issue it each month without anybody’s word'
            : 'Issue each as its review is finished, without anybody’s word'
        }
      />
      {itself && by === 'month' ? (
        <NumberField
          path="issue_day"
          label="On day"
          unit="of the month"
          help="For all that happened in the months before."
          value={issueDay}
          onChange={(value) => put({ issueDay: value })}
          error={tried && wrongDay ? `Enter a day from 1 to ${ISSUE_DAY_LAST}.` : faultOf(save.error, 'issue_day')}
        />
      ) : null}
      <NumberField
        path="net_days"
        label="Payable within"
        unit="days"
        value={days}
        onChange={(value) => put({ days: value })}
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
        onChange={(value) => put({ billTo: value })}
        error={faultOf(save.error, 'bill_to')}
      />
      <TextField
        path="email"
        label="Sent to"
        optional
        help="An e-mail address. Without it nobody is written to."
        maxLength={254}
        value={email}
        onChange={(value) => put({ email: value })}
        error={tried && wrongEmail ? 'Enter a whole e-mail address.' : faultOf(save.error, 'email')}
      />
      <DateField
        path="bills_from"
        label="Billed here since"
        optional
        help="Work before this day is billed elsewhere, and is on no invoice here."
        value={from}
        onChange={(value) => put({ from: value })}
        error={faultOf(save.error, 'bills_from')}
      />
      <NumberField
        path="hold_after_days"
        label="Billing hold after"
        optional
        unit="days overdue"
        help={`The hold begins by itself, ${HOLD_WARNED_DAYS} days after their admins were warned, and ends with the payment. Without it: never.`}
        value={hold}
        onChange={(value) => put({ hold: value })}
        error={tried && wrongHold ? `Enter 1 to ${HOLD_DAYS_MOST} days.` : faultOf(save.error, 'hold_after_days')}
      />
      <InlineEnds
        primary
        placed
        error={save.error}
        what="The terms were not saved."
        busy={save.isPending}
        leave="Not now"
        onLeave={() => {
          forget();
          onDone();
        }}
      >
        Save the terms
      </InlineEnds>
    </form>
  );
}
