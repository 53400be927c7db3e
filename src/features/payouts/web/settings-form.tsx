import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { faultOf } from '../../../ui/form/ends.tsx';
import { InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { MoneyField } from '../../../ui/form/number-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { payoutEndpoints, type PayoutSettingsView } from '../contract.ts';
import { KNOWN_HEADINGS } from '../rules.ts';
import { REFRESHED } from './refreshed.ts';
import styles from './payouts.module.css';

/** How payouts are made: who is left out, the bank, who pays, the heading row of tax files. */
export function Settings() {
  const { data, error, refetch } = useQuery({
    ...query(payoutEndpoints.settings, {}),
    refetchOnWindowFocus: false,
  });
  if (error && !data)
    return <Failure error={error} what="The settings could not be loaded." onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} columns={[40, 30]} height={52} label="Loading the settings" />;
  return <SettingsForm key={data.lock_version} stored={data} />;
}

const NO_BANK = {
  odfi_routing: '',
  destination_routing: '',
  destination_name: '',
  origin: '',
  origin_name: '',
  company_id: '',
  company_name: '',
};
const NO_PAYER = {
  name: '',
  tax_id: '',
  address_line1: '',
  address_line2: '',
  city: '',
  state: '',
  postal_code: '',
  phone: '',
  email: '',
};
type Row<T> = readonly [key: keyof T & string, label: string, most: number, help?: string];
const BANK_FIELDS: readonly Row<typeof NO_BANK>[] = [
  ['odfi_routing', 'Your bank’s routing number', 9, 'The bank that sends the payments (ODFI)'],
  [
    'destination_routing',
    'Immediate destination',
    9,
    'The routing number of whom the file goes to, most often the same',
  ],
  ['destination_name', 'Destination’s name', 23],
  ['origin', 'Immediate origin', 10, 'As the bank gave it: most often 1 and your EIN'],
  ['origin_name', 'Origin’s name', 23],
  ['company_id', 'Company identification', 10, 'As the bank gave it'],
  ['company_name', 'Company name', 16, 'What experts read on their bank statement'],
];
const PAYER_FIELDS: readonly Row<typeof NO_PAYER>[] = [
  ['name', 'Name', 60],
  ['tax_id', 'EIN', 10, 'Like 12-3456789'],
  ['address_line1', 'Street', 60],
  ['address_line2', 'Suite, floor', 60],
  ['city', 'City', 60],
  ['state', 'State', 2, 'Two letters'],
  ['postal_code', 'ZIP code', 10],
  ['phone', 'Phone', 20],
  ['email', 'E-mail', 100],
];
/** Nothing of it is filled in: it is not set. */
const orNull = <T extends Record<string, string>>(fields: T): T | null =>
  Object.values(fields).every((value) => value.trim() === '') ? null : fields;

function SettingsForm({ stored }: { stored: PayoutSettingsView }) {
  const [draft, setDraft] = useState({ ...stored, bank: stored.bank ?? NO_BANK, payer: stored.payer ?? NO_PAYER });
  const put = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const save = useCommand(payoutEndpoints.saveSettings, {
    refresh: [payoutEndpoints.settings, ...REFRESHED],
    onSuccess: () => toastDone('Saved. Applies from the next run.'),
  });
  const at = (path: string) => faultOf(save.error, path);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ body: { ...draft, bank: orNull(draft.bank), payer: orNull(draft.payer) } });
  };
  return (
    <form className={styles.form} style={{ maxInlineSize: '40rem' }} onSubmit={submit} noValidate>
      <SectionHead id="who-is-paid" title="Who is paid" />
      <CheckboxField
        path="needs_w9"
        label="A signed W-9 first"
        value={draft.needs_w9}
        onChange={(needs_w9) => put({ needs_w9 })}
        help="Nobody is paid before they signed one. They are written to. Without it, who gave a taxpayer number is paid in full: nothing is withheld unless their last W-9 says so."
      />
      <CheckboxField
        path="only_paid"
        label="Only what the customer has paid"
        value={draft.only_paid}
        onChange={(only_paid) => put({ only_paid })}
        help="Otherwise experts are paid also where the customer pays late."
      />
      <MoneyField
        path="minimum_cents"
        label="No payout below"
        help="Less than this waits for the next run"
        value={draft.minimum_cents}
        onChange={(cents) => put({ minimum_cents: cents ?? 0 })}
        error={at('minimum_cents')}
      />
      <SectionHead id="bank" title="Bank" />
      <Quiet>What the bank’s file (NACHA) says. Your bank gives you each of these.</Quiet>
      {BANK_FIELDS.map(([key, label, most, help]) => (
        <TextField
          key={key}
          path={`bank.${key}`}
          label={label}
          maxLength={most}
          value={draft.bank[key]}
          onChange={(value) => put({ bank: { ...draft.bank, [key]: value } })}
          error={at(`bank.${key}`)}
          {...(help === undefined ? {} : { help })}
        />
      ))}
      <SectionHead id="payer" title="Who pays" />
      <Quiet>As the yearly tax forms name it.</Quiet>
      {PAYER_FIELDS.map(([key, label, most, help]) => (
        <TextField
          key={key}
          path={`payer.${key}`}
          label={label}
          optional={key === 'address_line2' || key === 'phone' || key === 'email'}
          maxLength={most}
          value={draft.payer[key]}
          onChange={(value) => put({ payer: { ...draft.payer, [key]: value } })}
          error={at(`payer.${key}`)}
          {...(help === undefined ? {} : { help })}
        />
      ))}
      <SectionHead id="tax" title="Tax files" />
      <TextArea
        path="tax_headings"
        label="Heading row"
        optional
        help="The first row of the template for Form 1099-NEC of the year, as you downloaded it. Without it: the shipped one."
        rows={4}
        max={8_000}
        value={draft.tax_headings ?? ''}
        onChange={(value) => put({ tax_headings: value.trim() === '' ? null : value })}
        error={at('tax_headings')}
      />
      <details className={styles.known}>
        <summary>Columns that are known</summary>
        <p>{KNOWN_HEADINGS.join('; ')}</p>
      </details>
      <InlineEnds primary placed error={save.error} what="The settings were not saved." busy={save.isPending}>
        Save the settings
      </InlineEnds>
    </form>
  );
}
