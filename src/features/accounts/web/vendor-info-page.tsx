import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { US_STATES } from '../../../core/us-states.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { RadioField, SegmentedField } from '../../../ui/form/choice.tsx';
import { ErrorSummary, errorAt } from '../../../ui/form/error-summary.tsx';
import { FieldRow, FormStack } from '../../../ui/form/form-layout.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button, ButtonLink, TextButton } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineError, InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import type { VendorView } from '../contract/account.ts';
import { vendorFaults, type VendorFields } from '../rules.ts';
import { AccountLayout, AccountSection } from './account-layout.tsx';
import { accountApi } from './api.ts';
import { failureWords } from './use-faults.ts';
import { Unsaved } from './unsaved.tsx';
import { W9Section } from './w9-form.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import styles from './account.module.css';

const STATES = US_STATES.map(([value, label]) => ({ value, label }));
const CODES: ReadonlySet<string> = new Set(US_STATES.map(([code]) => code));

/** Who is paid for reviews, and where to. */
export function VendorInfoPage() {
  const info = useQuery({ ...query(accountApi.vendorInfo, {}), refetchOnWindowFocus: false });
  return (
    <AccountLayout
      title="Payment details"
      lead="Who we pay for your reviews, and where to. Numbers are kept encrypted; only their last four digits are ever shown."
      actions={<ButtonLink href="/payouts">Your payouts</ButtonLink>}
    >
      {info.isPending ? (
        <SkeletonRows rows={6} columns={[40, 0, 30]} height={52} label="Loading payment details" />
      ) : null}
      {info.isError && !info.data ? (
        <InlineError
          title="Your payment details could not be loaded."
          reference={info.error.reference}
          onRetry={() => void info.refetch()}
        />
      ) : null}
      {info.data ? (
        <VendorForm key={info.data.vendor_info?.lock_version ?? 'new'} stored={info.data.vendor_info} />
      ) : null}
      {info.data?.vendor_info ? <W9Section details={info.data.vendor_info} /> : null}
    </AccountLayout>
  );
}

type Plain = Omit<VendorFields, 'tax_id' | 'account_number'>;
const EMPTY: Plain = {
  payee_name: '',
  tax_id_kind: 'ssn',
  address_line1: '',
  address_line2: '',
  city: '',
  state: '',
  postal_code: '',
  bank_name: '',
  account_type: 'checking',
  routing_number: '',
};

function VendorForm({ stored }: { stored: VendorView | null }) {
  const client = useQueryClient();
  const { user_id, time_zone } = useViewer();
  const now = useNow(60_000);
  const [fields, setFields, forget, discard] = useKept<Plain>(
    `${user_id}:vendor-info`,
    stored ? plainOf(stored) : EMPTY,
  );
  // numbers are kept nowhere while they are typed
  const [taxId, setTaxId] = useState<string | null>(stored ? null : '');
  const [account, setAccount] = useState<string | null>(stored ? null : '');
  const [faults, setFaults] = useState<{ path: string; message: string }[]>([]);
  const save = useCommand(accountApi.saveVendorInfo, {
    onSuccess: (saved) => {
      forget();
      client.setQueryData(query(accountApi.vendorInfo, {}).queryKey, saved);
      // a form that was signed for another number does not count
      void client.invalidateQueries({ queryKey: [accountApi.w9.id] });
      toastDone('Your payment details are saved.');
    },
    onError: (error) => setFaults(error.status === 422 ? error.errors : []),
  });
  const set = (more: Partial<Plain>) => {
    setFields({ ...fields, ...more });
    setFaults([]);
  };
  const hasTaxId = stored?.tax_id_kind === fields.tax_id_kind;
  const asksTaxId = taxId !== null || !hasTaxId;
  const stale = save.isError && save.error.code === 'stale';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const all = { ...fields, tax_id: asksTaxId ? (taxId ?? '') : null, account_number: account };
    const found = vendorFaults(all, { tax_id: hasTaxId, account_number: stored !== null }, CODES);
    setFaults(found);
    if (found.length === 0) save.mutate({ body: { ...all, lock_version: stored?.lock_version ?? null } });
  }

  const field = (path: keyof Plain) => ({ path, error: errorAt(faults, path) });
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {faults.length > 0 ? <ErrorSummary errors={faults} focus /> : null}
      <AccountSection title="Payee" note="As on your tax return.">
        <FormStack>
          <TextField
            {...field('payee_name')}
            label="Name of the payee"
            required
            maxLength={200}
            autoComplete="organization"
            value={fields.payee_name}
            onChange={(payee_name) => set({ payee_name })}
          />
          <RadioField
            path="tax_id_kind"
            label="Taxpayer number"
            options={[
              { value: 'ssn', label: 'Social Security number, or ITIN' },
              { value: 'ein', label: 'Employer Identification Number' },
            ]}
            value={fields.tax_id_kind}
            onChange={(kind) => set({ tax_id_kind: kind === 'ein' ? 'ein' : 'ssn' })}
          />
          {asksTaxId ? (
            <TextField
              path="tax_id"
              label={fields.tax_id_kind === 'ein' ? 'EIN' : 'SSN or ITIN'}
              type="password"
              inputMode="numeric"
              autoComplete="off"
              required
              maxLength={30}
              value={taxId ?? ''}
              error={errorAt(faults, 'tax_id')}
              onChange={(value) => {
                setTaxId(value);
                setFaults([]);
              }}
            />
          ) : (
            <Kept what="Number" last4={stored.tax_id_last4} onChange={() => setTaxId('')} />
          )}
        </FormStack>
      </AccountSection>
      <AccountSection title="Address" note="For the yearly tax form.">
        <FormStack>
          <TextField
            {...field('address_line1')}
            label="Street"
            required
            maxLength={200}
            autoComplete="address-line1"
            value={fields.address_line1}
            onChange={(address_line1) => set({ address_line1 })}
          />
          <TextField
            {...field('address_line2')}
            label="Suite, floor"
            optional
            maxLength={200}
            autoComplete="address-line2"
            value={fields.address_line2}
            onChange={(address_line2) => set({ address_line2 })}
          />
          <FieldRow>
            <TextField
              {...field('city')}
              label="City"
              required
              maxLength={200}
              autoComplete="address-level2"
              value={fields.city}
              onChange={(city) => set({ city })}
            />
            <SelectField
              {...field('state')}
              label="State"
              required
              options={STATES}
              value={fields.state || null}
              onChange={(state) => set({ state: state ?? '' })}
            />
            <TextField
              {...field('postal_code')}
              label="ZIP code"
              required
              inputMode="numeric"
              maxLength={12}
              autoComplete="postal-code"
              value={fields.postal_code}
              onChange={(postal_code) => set({ postal_code })}
            />
          </FieldRow>
        </FormStack>
      </AccountSection>
      <AccountSection title="Bank account" note="Payments go here by bank transfer.">
        <FormStack>
          <TextField
            {...field('bank_name')}
            label="Bank"
            required
            maxLength={200}
            value={fields.bank_name}
            onChange={(bank_name) => set({ bank_name })}
          />
          <SegmentedField
            path="account_type"
            label="Kind of account"
            options={[
              { value: 'checking', label: 'Checking' },
              { value: 'savings', label: 'Savings' },
            ]}
            value={fields.account_type}
            onChange={(kind) => set({ account_type: kind === 'savings' ? 'savings' : 'checking' })}
          />
          <FieldRow>
            <TextField
              {...field('routing_number')}
              label="Routing number"
              required
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              value={fields.routing_number}
              onChange={(routing_number) => set({ routing_number })}
            />
            {account === null && stored ? (
              <Kept what="Account" last4={stored.account_last4} onChange={() => setAccount('')} />
            ) : (
              <TextField
                path="account_number"
                label="Account number"
                type="password"
                inputMode="numeric"
                autoComplete="off"
                required
                maxLength={40}
                value={account ?? ''}
                error={errorAt(faults, 'account_number')}
                onChange={(value) => {
                  setAccount(value);
                  setFaults([]);
                }}
              />
            )}
          </FieldRow>
        </FormStack>
      </AccountSection>
      {stale ? (
        <InlineNotice
          kind="conflict"
          title="Changed elsewhere meanwhile."
          actions={[
            {
              label: 'Show the current version',
              onAct: () => {
                forget();
                void client.invalidateQueries({ queryKey: [accountApi.vendorInfo.id] });
              },
            },
          ]}
        >
          What you typed is still here.
        </InlineNotice>
      ) : save.isError && faults.length === 0 ? (
        <InlineNotice kind="bad" live>
          {failureWords(save.error, 'Saving')}
        </InlineNotice>
      ) : null}
      <div className={styles.foot}>
        <Button kind="primary" type="submit" busy={save.isPending}>
          Save payment details
        </Button>
        <Unsaved onDiscard={discard} />
        {stored && !discard ? (
          <span className={styles.state}>
            Last changed {formatInstant(stored.updated_at, { zone: time_zone, now })}
          </span>
        ) : null}
      </div>
    </form>
  );
}

/** A number that is kept: its last digits, and the way to give another. */
function Kept({ what, last4, onChange }: { what: string; last4: string; onChange: () => void }) {
  return (
    <p>
      {what} ending in <strong>{last4}</strong>. <TextButton onClick={onChange}>Give another</TextButton>
    </p>
  );
}

const plainOf = ({
  tax_id_last4: _t,
  account_last4: _a,
  lock_version: _l,
  updated_at: _u,
  ...plain
}: VendorView): Plain => plain;
