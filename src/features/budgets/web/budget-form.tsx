import { firstKind } from '../../../core/kinds.ts';
import { type FormEvent, useState } from 'react';
import { dateIn } from '../../../core/time.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { MoneyField, NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { oneOf } from '../../../ui/parts/address.ts';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import {
  AT_LIMIT_WORDS,
  AT_LIMITS,
  type AtLimit,
  BUDGET_PERIOD_WORDS,
  BUDGET_PERIODS,
  BUDGET_SORT_WORDS,
  BUDGET_SORTS,
  type BudgetPeriod,
  type BudgetSort,
  WARN_PERCENT_USUAL,
} from '../../billing/rules.ts';
import { organizationChoices } from '../../organizations/contract/choices.ts';
import { requesterOptions } from '../../reviews/contract/list.ts';
import { budgetEndpoints, type BudgetView } from '../contract.ts';
import { budgetHeading } from './words.ts';

const numberOf = (value: string | null): number | null => (value === null ? null : Number(value));

/** A budget as it is added, or changed: what it is of stays as it was added. */
export function BudgetForm({
  of,
  organization: first,
  className,
  onDone,
}: {
  of?: BudgetView;
  /** The organization it is of, where the page shows one. */
  organization: number | null;
  className: string | undefined;
  onDone: () => void;
}) {
  const { time_zone } = useViewer();
  const today = dateIn(new Date(useNow(3_600_000)), time_zone);
  const [draft, setDraft] = useState({
    organization: of?.organization.id ?? first,
    sort: (of?.sort ?? 'organization') satisfies BudgetSort as BudgetSort,
    requester: of?.requester_id ?? null,
    named: of?.of ?? '',
    period: (of?.period ?? 'quarter') satisfies BudgetPeriod as BudgetPeriod,
    amount: of?.amount_cents ?? null,
    warn: of?.warn_percent ?? WARN_PERCENT_USUAL,
    limit: (of?.at_limit ?? 'stop') satisfies AtLimit as AtLimit,
    starts: of?.starts_on ?? `${today.slice(0, 7)}-01`,
    ends: of?.ends_on ?? null,
  });
  const put = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  // the same sent again, after an answer that was lost, is added once
  const [key] = useState(() => crypto.randomUUID());
  const saved = {
    refresh: [budgetEndpoints.list, budgetEndpoints.read],
    onSuccess: () => {
      toastDone(of ? 'Saved.' : 'Added. Orders are held to it from now on.');
      onDone();
    },
  };
  const add = useCommand(budgetEndpoints.add, saved);
  const change = useCommand(budgetEndpoints.change, saved);
  const error = of ? change.error : add.error;
  const { sort } = draft;
  const { form, at, passes } = useFaults(
    [
      draft.organization === null && { path: 'organization_id', message: 'Choose whose it is.' },
      sort === 'requester' &&
        draft.requester === null && { path: 'requester_id', message: 'Choose whose orders it holds for.' },
      (sort === 'matter' || sort === 'cost_center') &&
        draft.named.trim() === '' && { path: 'named', message: 'Enter it as orders have it.' },
      (draft.amount === null || draft.amount <= 0) && { path: 'amount_cents', message: 'Enter its amount.' },
      !(draft.warn >= 1 && draft.warn <= 100) && { path: 'warn_percent', message: 'Enter 1 to 100.' },
    ],
    error,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!passes() || draft.organization === null || draft.amount === null) return;
    const terms = {
      amount_cents: draft.amount,
      warn_percent: draft.warn,
      at_limit: draft.limit,
      ends_on: draft.ends,
    };
    if (of) change.mutate({ params: { id: of.id }, body: { ...terms, lock_version: of.lock_version } });
    else
      add.mutate({
        body: {
          ...terms,
          organization_id: draft.organization,
          sort,
          requester_id: sort === 'requester' ? draft.requester : null,
          named: sort === 'matter' || sort === 'cost_center' ? draft.named.trim() : '',
          period: draft.period,
          starts_on: draft.starts,
        },
        idempotencyKey: `${key} ${JSON.stringify(draft)}`,
      });
  };
  const periods = BUDGET_PERIODS.filter((one) => one !== 'life' || sort === 'matter');
  return (
    <form
      ref={form}
      className={className}
      onSubmit={submit}
      noValidate
      aria-label={of ? `Change the budget: ${budgetHeading(of)}` : 'Add a budget'}
    >
      {of ? null : (
        <>
          <ChoiceField
            from={organizationChoices}
            path="organization_id"
            label="Organization"
            help="Orders of organizations below it count, too."
            value={draft.organization === null ? null : String(draft.organization)}
            onChange={(id) => put({ organization: numberOf(id), requester: null })}
            error={at('organization_id')}
          />
          <SelectField
            path="sort"
            label="For"
            value={sort}
            options={BUDGET_SORTS.map((value) => ({ value, label: BUDGET_SORT_WORDS[value] }))}
            onChange={(value) => {
              const next = oneOf(BUDGET_SORTS, value) ?? 'organization';
              put({
                sort: next,
                period: next === 'matter' ? 'life' : draft.period === 'life' ? 'quarter' : draft.period,
              });
            }}
          />
          {sort === 'requester' && draft.organization !== null ? (
            <ChoiceField
              from={requesterOptions}
              kind={firstKind()}
              asked={{ organization_id: draft.organization }}
              path="requester_id"
              label="Requester"
              value={draft.requester === null ? null : String(draft.requester)}
              onChange={(id) => put({ requester: numberOf(id) })}
              error={at('requester_id')}
            />
          ) : null}
          {sort === 'matter' || sort === 'cost_center' ? (
            <TextField
              path="named"
              label={sort === 'matter' ? 'Claim or case number' : 'Cost center'}
              help="As orders have it."
              maxLength={100}
              value={draft.named}
              onChange={(named) => put({ named })}
              error={at('named')}
            />
          ) : null}
          <SelectField
            path="period"
            label="Period"
            value={draft.period}
            options={periods.map((value) => ({ value, label: BUDGET_PERIOD_WORDS[value] }))}
            onChange={(value) => put({ period: oneOf(BUDGET_PERIODS, value) ?? 'quarter' })}
            error={at('period')}
          />
        </>
      )}
      <MoneyField
        path="amount_cents"
        label="Amount"
        value={draft.amount}
        onChange={(amount) => put({ amount })}
        error={at('amount_cents')}
      />
      <NumberField
        path="warn_percent"
        label="Warn from"
        unit="percent used"
        value={draft.warn}
        onChange={(warn) => put({ warn: warn ?? 0 })}
        error={at('warn_percent')}
      />
      <SelectField
        path="at_limit"
        label="When an order would go beyond it"
        value={draft.limit}
        options={AT_LIMITS.map((value) => ({ value, label: AT_LIMIT_WORDS[value] }))}
        onChange={(value) => put({ limit: oneOf(AT_LIMITS, value) ?? 'stop' })}
      />
      {of ? null : (
        <DateField
          path="starts_on"
          label="From"
          value={draft.starts}
          onChange={(starts) => put({ starts: starts ?? draft.starts })}
          error={at('starts_on')}
        />
      )}
      <DateField
        path="ends_on"
        label="Last day"
        optional
        value={draft.ends}
        onChange={(ends) => put({ ends })}
        error={at('ends_on')}
      />
      <InlineEnds
        primary
        placed
        error={error}
        what="The budget was not saved."
        busy={add.isPending || change.isPending}
        leave="Not now"
        onLeave={onDone}
      >
        {of ? 'Save it' : 'Add the budget'}
      </InlineEnds>
    </form>
  );
}
