import { readLicenseTypes, readSpecialties } from '../../experts/contract/specialties.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { US_STATES } from '../../../core/us-states.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow } from '../../../ui/form/form-layout.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { Dialog } from '../../../ui/parts/dialog.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { listReviews, readQuote, readReview, readSection } from '../../reviews/contract.ts';
import { type SeatView, subscriptionEndpoints, type SubscriptionView } from '../contract.ts';
import { faultsOf, sayingAt, useFirstFault } from './faults.ts';
import styles from './subscriptions.module.css';
import { reachWords } from './subscription-labels.ts';

/** A provider for a new seat, for one that another provider leaves, or the details of one put right. */
export function SeatForm({
  plan,
  replaces = null,
  corrects = null,
  onClose,
}: {
  plan: SubscriptionView;
  replaces?: SeatView | null;
  corrects?: SeatView | null;
  onClose: () => void;
}) {
  const specialties = useQuery({ ...query(readSpecialties, {}), staleTime: 300_000 });
  const licenses = useQuery({ ...query(readLicenseTypes, {}), staleTime: 300_000 });
  const from = corrects ?? replaces;
  const [fields, setFields] = useState({
    provider_name: corrects?.provider_name ?? '',
    provider_blind: corrects?.provider_blind ?? false,
    license_type: from?.license_type ?? (null as string | null),
    license_id: corrects?.license_id ?? '',
    npi: corrects?.npi ?? '',
    state: from?.state ?? (null as string | null),
    specialty_id: from ? String(from.specialty.id) : (null as string | null),
    sub_specialty_id: from ? String(from.sub_specialty.id) : (null as string | null),
    starts_on: null as string | null,
  });
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const [tries, setTries] = useState(0);
  const refresh = { refresh: [subscriptionEndpoints.list, subscriptionEndpoints.read, listReviews] };
  const add = useCommand(subscriptionEndpoints.addSeat, {
    ...refresh,
    onSuccess: () => {
      toastDone('The seat is added. Its reviews of this period open in a moment.');
      onClose();
    },
  });
  const replace = useCommand(subscriptionEndpoints.replaceSeat, {
    ...refresh,
    onSuccess: () => {
      toastDone('The seat is handed over.');
      onClose();
    },
  });
  const correct = useCommand(subscriptionEndpoints.correctSeat, {
    refresh: [...refresh.refresh, readReview, readSection, readQuote],
    onSuccess: () => {
      toastDone('The details are corrected.');
      onClose();
    },
  });
  const error = add.error ?? replace.error ?? correct.error;
  const said = faultsOf(error);
  const at = sayingAt(fields, tries > 0, said);
  const form = useFirstFault(tries, error);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTries(tries + 1);
    const { provider_name, license_type, state, specialty_id, sub_specialty_id } = fields;
    if (provider_name.trim() === '' || !license_type || !state || !specialty_id || !sub_specialty_id) return;
    const body = {
      provider_name,
      provider_blind: fields.provider_blind,
      license_type,
      npi: fields.npi.trim() || null,
      state,
      specialty_id: Number(specialty_id),
      sub_specialty_id: Number(sub_specialty_id),
      ...(plan.license_ids ? { license_id: fields.license_id.trim() || null } : {}),
    };
    if (corrects)
      correct.mutate({ params: { id: corrects.id }, body: { ...body, lock_version: corrects.lock_version } });
    else if (replaces) replace.mutate({ params: { id: replaces.id }, body });
    else
      add.mutate({
        params: { id: plan.id },
        body: { ...body, ...(fields.starts_on ? { starts_on: fields.starts_on } : {}) },
      });
  }

  // one that is no longer offered stays with the seat that has it
  const letters = [
    ...new Set([...(licenses.data?.data ?? []).map(({ key }) => key), ...(corrects ? [corrects.license_type] : [])]),
  ];
  const rows = specialties.data?.data ?? [];
  const subs = rows.find((s) => String(s.id) === fields.specialty_id)?.sub_specialties ?? [];
  return (
    <Dialog
      title={
        corrects
          ? `Correct the details of ${corrects.provider_name}`
          : replaces
            ? `Who takes the seat of ${replaces.provider_name}?`
            : 'Add a seat'
      }
      onClose={onClose}
    >
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        {corrects ? <p className={styles.sub}>{reachWords(corrects)}</p> : null}
        {replaces ? (
          <p className={styles.sub}>
            The new provider uses what is left of this period. Reviews ordered or begun for {replaces.provider_name}{' '}
            stay as they are.
          </p>
        ) : null}
        <TextField
          path="provider_name"
          label="Provider under review"
          help="A name, or your code for them."
          required
          maxLength={200}
          value={fields.provider_name}
          onChange={(provider_name) => set({ provider_name })}
          error={at('provider_name', 'Enter the provider’s name, or your code for them.')}
        />
        <CheckboxField
          path="provider_blind"
          label="This is a code; the reviewer does not learn the name"
          value={fields.provider_blind}
          onChange={(provider_blind) => set({ provider_blind })}
        />
        <FieldRow>
          <SelectField
            path="license_type"
            label="License type"
            required
            options={letters.map((key) => ({ value: key, label: key }))}
            value={fields.license_type}
            onChange={(license_type) => set({ license_type })}
            error={at('license_type', 'Choose the license the provider holds.')}
          />
          <SelectField
            path="state"
            label="State"
            required
            searchable
            options={US_STATES.map(([value, label]) => ({ value, label }))}
            value={fields.state}
            onChange={(state) => set({ state })}
            error={at('state', 'Choose the state the provider practices in.')}
          />
        </FieldRow>
        <FieldRow>
          {plan.license_ids ? (
            <TextField
              path="license_id"
              label="License number"
              maxLength={60}
              value={fields.license_id}
              onChange={(license_id) => set({ license_id })}
              error={said['license_id']}
            />
          ) : null}
          <TextField
            path="npi"
            label="NPI"
            inputMode="numeric"
            maxLength={20}
            value={fields.npi}
            onChange={(npi) => set({ npi })}
            error={said['npi']}
          />
        </FieldRow>
        <FieldRow>
          <SelectField
            path="specialty_id"
            label="Specialty"
            required
            searchable
            options={rows.map((s) => ({ value: String(s.id), label: s.name }))}
            value={fields.specialty_id}
            onChange={(specialty_id) => set({ specialty_id, sub_specialty_id: null })}
            error={at('specialty_id', 'Choose the provider’s specialty.')}
          />
          <SelectField
            path="sub_specialty_id"
            label="Sub-specialty"
            required
            searchable
            disabled={subs.length === 0}
            options={subs.map((s) => ({ value: String(s.id), label: s.name }))}
            value={fields.sub_specialty_id}
            onChange={(sub_specialty_id) => set({ sub_specialty_id })}
            error={at('sub_specialty_id', 'Choose the sub-specialty.')}
          />
        </FieldRow>
        {from ? null : (
          <DateField
            path="starts_on"
            label="From"
            help="Today, unless you choose another day. Within a period the seat gets its share of it."
            value={fields.starts_on}
            onChange={(starts_on) => set({ starts_on })}
            error={said['starts_on']}
          />
        )}
        <Failure
          error={error && Object.keys(said).length === 0 ? error : (specialties.error ?? licenses.error)}
          what={error ? 'The seat could not be saved.' : 'The specialties and licenses could not be loaded.'}
        />
        <div className={styles.formActs}>
          <Button kind="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button kind="primary" type="submit" busy={add.isPending || replace.isPending || correct.isPending}>
            {corrects ? 'Correct the details' : replaces ? 'Hand the seat over' : 'Add the seat'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
