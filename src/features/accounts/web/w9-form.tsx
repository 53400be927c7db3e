import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { ErrorSummary, errorAt } from '../../../ui/form/error-summary.tsx';
import { FieldRow, FormStack } from '../../../ui/form/form-layout.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { InlineError, InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import type { VendorView, W9View } from '../contract/account.ts';
import {
  CLASSIFICATION_WORDS,
  CLASSIFICATIONS,
  LLC_TAXED_AS,
  LLC_WORDS,
  NOT_WITHHELD,
  W9_CERTIFIES,
  w9Faults,
} from '../rules.ts';
import { AccountSection } from './account-layout.tsx';
import { accountApi } from './api.ts';
import { failureWords } from './use-faults.ts';
import styles from './account.module.css';

/** The W-9 of a payee: what was signed, or the form to sign for the number of the payment details. */
export function W9Section({ details }: { details: VendorView }) {
  const answer = useQuery({ ...query(accountApi.w9, {}), refetchOnWindowFocus: false });
  const [anew, setAnew] = useState(false);
  const signed = answer.data?.w9 ?? null;
  return (
    <AccountSection
      title="Form W-9"
      note="We ask for it before the first payout. It is signed for the taxpayer number and the address above."
      action={
        signed?.counts && !anew ? (
          <Button kind="quiet" onClick={() => setAnew(true)}>
            Sign another
          </Button>
        ) : undefined
      }
    >
      {answer.isPending ? <SkeletonRows rows={3} columns={[40, 30]} height={52} label="Loading your W-9" /> : null}
      {answer.isError && !answer.data ? (
        <InlineError
          title="Your W-9 could not be loaded."
          reference={answer.error.reference}
          onRetry={() => void answer.refetch()}
        />
      ) : null}
      {answer.data && signed?.counts && !anew ? <Signed w9={signed} /> : null}
      {answer.data && (!signed?.counts || anew) ? (
        <>
          {signed && !signed.counts ? (
            <InlineNotice kind="warn" title="Your taxpayer number changed since you signed.">
              Sign the form for the new one.
            </InlineNotice>
          ) : null}
          <SignForm details={details} before={signed} onDone={() => setAnew(false)} />
        </>
      ) : null}
    </AccountSection>
  );
}

const Signed = ({ w9 }: { w9: W9View }) => (
  <Facts
    labelWidth={150}
    items={[
      { label: 'Name', value: w9.name },
      { label: 'Business name', value: w9.business_name },
      {
        label: 'Classification',
        value: `${CLASSIFICATION_WORDS[w9.classification]}${w9.llc_taxed_as ? `, taxed as ${LLC_WORDS[w9.llc_taxed_as].toLowerCase()}` : ''}`,
      },
      { label: 'Taxpayer number', value: `${w9.tax_id_kind.toUpperCase()} ending in ${w9.tax_id_last4}` },
      { label: 'Backup withholding', value: w9.backup_withholding ? '24% of each payout is withheld' : null },
      { label: 'Signed', value: `${w9.signed_name}, ${dateText(w9.signed_on, 'long')}` },
    ]}
  />
);

function SignForm({ details, before, onDone }: { details: VendorView; before: W9View | null; onDone: () => void }) {
  const client = useQueryClient();
  const [fields, setFields] = useState({
    name: before?.name ?? details.payee_name,
    business_name: before?.business_name ?? '',
    classification: before?.classification ?? ('individual' as const),
    llc_taxed_as: before?.llc_taxed_as ?? null,
    exempt_payee_code: before?.exempt_payee_code ?? '',
    fatca_code: before?.fatca_code ?? '',
    backup_withholding: before?.backup_withholding ?? false,
    signed_name: '',
    certifies: false,
  });
  const [faults, setFaults] = useState<{ path: string; message: string }[]>([]);
  const sign = useCommand(accountApi.signW9, {
    onSuccess: (saved) => {
      client.setQueryData(query(accountApi.w9, {}).queryKey, saved);
      toastDone('Your W-9 is signed.');
      onDone();
    },
    onError: (error) => setFaults(error.status === 422 ? error.errors : []),
  });
  const set = (more: Partial<typeof fields>) => {
    setFields({ ...fields, ...more });
    setFaults([]);
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (sign.isPending) return;
    const found = w9Faults(fields, details.tax_id_kind);
    setFaults(found);
    if (found.length === 0) sign.mutate({ body: fields });
  }
  const at = (path: string) => errorAt(faults, path);
  const certified = [...W9_CERTIFIES, ...(fields.backup_withholding ? [] : [NOT_WITHHELD])];
  return (
    <form onSubmit={submit} noValidate className={styles.form} aria-label="Form W-9">
      {faults.length > 0 ? <ErrorSummary errors={faults} focus /> : null}
      <FormStack>
        <TextField
          path="name"
          label="Name on your tax return"
          required
          maxLength={200}
          value={fields.name}
          error={at('name')}
          onChange={(name) => set({ name })}
        />
        <TextField
          path="business_name"
          label="Business name, if different"
          optional
          maxLength={200}
          value={fields.business_name}
          onChange={(business_name) => set({ business_name })}
        />
        <SelectField
          path="classification"
          label="Federal tax classification"
          required
          options={CLASSIFICATIONS.map((value) => ({ value, label: CLASSIFICATION_WORDS[value] }))}
          value={fields.classification}
          error={at('classification')}
          onChange={(value) =>
            set({ classification: CLASSIFICATIONS.find((one) => one === value) ?? 'individual', llc_taxed_as: null })
          }
        />
        {fields.classification === 'llc' ? (
          <SelectField
            path="llc_taxed_as"
            label="Taxed as"
            required
            options={LLC_TAXED_AS.map((value) => ({ value, label: LLC_WORDS[value] }))}
            value={fields.llc_taxed_as}
            error={at('llc_taxed_as')}
            onChange={(value) => set({ llc_taxed_as: LLC_TAXED_AS.find((one) => one === value) ?? null })}
          />
        ) : null}
        <FieldRow>
          <TextField
            path="exempt_payee_code"
            label="Exempt payee code"
            optional
            maxLength={2}
            value={fields.exempt_payee_code}
            error={at('exempt_payee_code')}
            onChange={(exempt_payee_code) => set({ exempt_payee_code })}
          />
          <TextField
            path="fatca_code"
            label="FATCA exemption code"
            optional
            maxLength={1}
            value={fields.fatca_code}
            error={at('fatca_code')}
            onChange={(value) => set({ fatca_code: value.toUpperCase() })}
          />
        </FieldRow>
        <CheckboxField
          path="backup_withholding"
          label="The IRS told me that I am subject to backup withholding"
          value={fields.backup_withholding}
          onChange={(backup_withholding) => set({ backup_withholding })}
          help="Then 24% of each payout is withheld and paid to the IRS."
        />
        <CheckboxField
          path="certifies"
          label="Under penalties of perjury, I certify this"
          required
          value={fields.certifies}
          error={at('certifies')}
          onChange={(certifies) => set({ certifies })}
          help={certified.join(' ')}
        />
        <TextField
          path="signed_name"
          label="Signature: type your name"
          required
          maxLength={200}
          autoComplete="off"
          value={fields.signed_name}
          error={at('signed_name')}
          onChange={(signed_name) => set({ signed_name })}
        />
      </FormStack>
      {sign.isError && faults.length === 0 ? (
        <InlineNotice kind="bad" live>
          {failureWords(sign.error, 'Signing')}
        </InlineNotice>
      ) : null}
      <div className={styles.foot}>
        <Button type="submit" busy={sign.isPending}>
          Sign the W-9
        </Button>
      </div>
    </form>
  );
}
