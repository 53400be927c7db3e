import type { PeriodKind } from '../../../core/periods.ts';
import { subscribedKind } from '../../../core/kinds.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { SegmentedField } from '../../../ui/form/choice.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow } from '../../../ui/form/form-layout.tsx';
import { MoneyField, NumberField } from '../../../ui/form/number-field.tsx';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { Dialog } from '../../../ui/parts/dialog.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { dayOf } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { organizationChoices } from '../../organizations/contract/choices.ts';
import { readFields } from '../../reviews/contract/catalogue.ts';
import { requesterOptions } from '../../reviews/contract.ts';
import { subscriptionEndpoints, type SubscriptionView } from '../contract.ts';
import { maySetPrice } from '../rules.ts';
import { faultsOf, sayingAt, useFirstFault } from './faults.ts';
import styles from './subscriptions.module.css';

interface Choices {
  of_several: boolean;
  limited: boolean;
}

interface Values {
  name: string;
  facility: string;
  committee: string;
  review_type: string;
  service: 'standard' | 'limited';
  period: PeriodKind;
  reviews_per_seat: number | null;
  charts_per_review: number | null;
  carry_over_days: number | null;
  review_price_cents: number | null;
  starts_on: string | null;
  ends_on: string | null;
  organization_id: string | null;
  contact_id: string | null;
}

const EMPTY: Values = {
  name: '',
  facility: '',
  committee: '',
  review_type: 'chart_audit',
  service: 'standard',
  period: 'quarter',
  reviews_per_seat: 2,
  charts_per_review: 10,
  carry_over_days: 30,
  review_price_cents: null,
  starts_on: null,
  ends_on: null,
  organization_id: null,
  contact_id: null,
};

/** Beginning a subscription, or changing the plan of one that runs. */
export function PlanForm({
  plan,
  choices,
  onClose,
  onDone,
}: {
  /** Absent for a new one. */
  plan?: SubscriptionView;
  choices: Choices;
  onClose: () => void;
  onDone: (plan: SubscriptionView) => void;
}) {
  const viewer = useViewer();
  const pricing = maySetPrice(viewer.kind);
  const today = dayOf(new Date(useNow(60_000)).toISOString(), viewer.time_zone);
  const [fields, setFields] = useState<Values>(() => ({
    ...EMPTY,
    starts_on: today,
    organization_id: viewer.organization ? String(viewer.organization.id) : null,
    contact_id: viewer.organization ? String(viewer.user_id) : null,
    ...(plan ? { ...plan, organization_id: String(plan.organization.id), contact_id: String(plan.contact.id) } : {}),
  }));
  const set = (change: Partial<Values>) => setFields({ ...fields, ...change });
  const organization = fields.organization_id === null ? undefined : Number(fields.organization_id);
  const catalogue = useQuery({
    ...query(readFields, {
      kind: subscribedKind(),
      query: organization === undefined ? {} : { organization_id: organization },
    }),
    enabled: organization !== undefined,
  });
  const types = catalogue.data?.options['peer_review_types'] ?? [];
  // the one chosen, as long as this organization offers it
  const type = plan?.review_type ?? (types.find(({ value }) => value === fields.review_type) ?? types[0])?.value ?? '';
  const chartsOf = (value: string | null) => catalogue.data?.charts[value ?? ''];
  const refresh = { refresh: [subscriptionEndpoints.list, subscriptionEndpoints.read] };
  const create = useCommand(subscriptionEndpoints.create, {
    ...refresh,
    onSuccess: (made) => {
      toastDone('The subscription has started. Add its seats next.');
      onDone(made);
    },
  });
  const change = useCommand(subscriptionEndpoints.change, {
    ...refresh,
    onSuccess: (made) => {
      toastDone('The plan is changed. Counts hold from the next period on.');
      onDone(made);
    },
  });
  const error = create.error ?? change.error;
  const [tries, setTries] = useState(0);
  const said = faultsOf(error);
  const at = sayingAt(fields, tries > 0, said);
  const form = useFirstFault(tries, error);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTries(tries + 1);
    const { name, facility, committee, reviews_per_seat, charts_per_review, carry_over_days, ends_on } = fields;
    if (name === '' || facility === '' || fields.contact_id === null || fields.starts_on === null) return;
    if (reviews_per_seat === null || charts_per_review === null || carry_over_days === null) return;
    const common = {
      name,
      facility,
      committee,
      reviews_per_seat,
      charts_per_review,
      carry_over_days,
      ends_on,
      ...(pricing && fields.review_price_cents !== null ? { review_price_cents: fields.review_price_cents } : {}),
      contact_id: Number(fields.contact_id),
    };
    if (plan) change.mutate({ params: { id: plan.id }, body: { ...common, lock_version: plan.lock_version } });
    else
      create.mutate({
        body: {
          ...common,
          ...(organization === undefined ? {} : { organization_id: organization }),
          review_type: type,
          service: fields.service,
          period: fields.period,
          starts_on: fields.starts_on,
        },
      });
  }

  const range = chartsOf(type);
  return (
    <Dialog title={plan ? 'Change the plan' : 'New subscription'} onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <TextField
          path="name"
          label="Name"
          help="How your people know it. It names no patient."
          required
          maxLength={120}
          value={fields.name}
          onChange={(name) => set({ name })}
          error={at('name', 'Give it a name.')}
        />
        {!plan && choices.of_several ? (
          <ChoiceField
            from={organizationChoices}
            searchable
            path="organization_id"
            label="Organization"
            required
            value={fields.organization_id}
            onChange={(organization_id) => set({ organization_id, contact_id: null })}
            error={at('organization_id', 'Choose the organization this is for.')}
          />
        ) : null}
        <FieldRow>
          <TextField
            path="facility"
            label="Facility"
            help="Where the care is given."
            required
            maxLength={200}
            value={fields.facility}
            onChange={(facility) => set({ facility })}
            error={at('facility', 'Name the facility.')}
          />
          <TextField
            path="committee"
            label="Committee"
            help="Stands on each order, to be changed there."
            maxLength={200}
            value={fields.committee}
            onChange={(committee) => set({ committee })}
            error={said['committee']}
          />
        </FieldRow>
        {plan ? null : (
          <>
            <SelectField
              path="review_type"
              label="Type of review"
              required
              options={types.map(({ value, label }) => ({ value, label }))}
              value={type}
              onChange={(value) => {
                const max = chartsOf(value)?.max ?? 10;
                set({
                  review_type: value ?? type,
                  charts_per_review: Math.min(fields.charts_per_review ?? max, max),
                });
              }}
              error={said['review_type']}
            />
            <FieldRow>
              <SegmentedField
                path="period"
                label="Period"
                options={[
                  { value: 'quarter', label: 'Quarter' },
                  { value: 'month', label: 'Month' },
                ]}
                value={fields.period}
                onChange={(period) => set({ period: period as PeriodKind })}
              />
              {choices.limited ? (
                <SegmentedField
                  path="service"
                  label="Scope"
                  options={[
                    { value: 'standard', label: 'Standard' },
                    { value: 'limited', label: 'Limited' },
                  ]}
                  value={fields.service}
                  onChange={(service) => set({ service: service as 'standard' | 'limited' })}
                />
              ) : null}
            </FieldRow>
          </>
        )}
        <FieldRow>
          <NumberField
            path="reviews_per_seat"
            label="Reviews per seat and period"
            required
            value={fields.reviews_per_seat}
            onChange={(reviews_per_seat) => set({ reviews_per_seat })}
            error={at('reviews_per_seat', 'From 1 to 50.')}
          />
          <NumberField
            path="charts_per_review"
            label="Charts per review"
            required
            help={range ? `${range.min} to ${range.max}` : undefined}
            value={fields.charts_per_review}
            onChange={(charts_per_review) => set({ charts_per_review })}
            error={at('charts_per_review', 'From 1 to 10.')}
          />
          <NumberField
            path="carry_over_days"
            label="Days unused reviews carry over"
            required
            help="Into the next period."
            value={fields.carry_over_days}
            onChange={(carry_over_days) => set({ carry_over_days })}
            error={at('carry_over_days', 'From 0 to 90.')}
          />
        </FieldRow>
        {pricing ? (
          <MoneyField
            path="review_price_cents"
            label="Price of each included review"
            help={
              plan
                ? 'The period that runs keeps its price. The contact is told.'
                : 'Leave it empty for the price of the service.'
            }
            value={fields.review_price_cents}
            onChange={(review_price_cents) => set({ review_price_cents })}
            error={said['review_price_cents']}
          />
        ) : null}
        <FieldRow>
          {plan ? null : (
            <DateField
              path="starts_on"
              label="From"
              required
              value={fields.starts_on}
              onChange={(starts_on) => set({ starts_on })}
              error={at('starts_on', 'Choose its first day.')}
            />
          )}
          <DateField
            path="ends_on"
            label="Until"
            help="Leave it empty if it continues until you end it."
            value={fields.ends_on}
            onChange={(ends_on) => set({ ends_on })}
            error={said['ends_on']}
          />
        </FieldRow>
        <ChoiceField
          // those of another organization are others
          key={organization}
          from={requesterOptions}
          kind={subscribedKind()}
          asked={organization === undefined ? {} : { organization_id: organization }}
          disabled={organization === undefined}
          path="contact_id"
          label="Contact"
          help="The pre-orders are theirs, and they are told when a period opens."
          required
          searchable
          value={fields.contact_id}
          onChange={(contact_id) => set({ contact_id })}
          error={at('contact_id', 'Choose who orders.')}
        />
        <Failure
          error={error && Object.keys(said).length === 0 ? error : catalogue.error}
          what={error ? 'The subscription could not be saved.' : 'What you can choose from could not be loaded.'}
        />
        <div className={styles.formActs}>
          <Button kind="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button kind="primary" type="submit" busy={create.isPending || change.isPending}>
            {plan ? 'Change it' : 'Start it'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
