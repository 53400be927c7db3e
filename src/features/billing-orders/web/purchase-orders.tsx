import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { MoneyField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { useOpened } from '../../../ui/form/use-opened.ts';
import { hrefWith } from '../../../ui/parts/address.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { billingOrderEndpoints, type PurchaseOrderView } from '../contract.ts';
import { isNearlyUsed, OVER_LIMIT_WORDS, OVER_LIMITS, type OverLimit } from '../rules.ts';
import { REFRESHED } from './refreshed.ts';
import styles from './orders.module.css';

/** Purchase orders with what is left on each; added and changed in place. */
export function PurchaseOrders({ path }: { path: string }) {
  const { data, error, refetch } = useQuery(query(billingOrderEndpoints.purchaseOrders, { query: {} }));
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const adding = useOpened<HTMLDivElement>(open === 'new', 'number');
  if (error && !data)
    return <Failure error={error} what="The purchase orders could not be loaded." onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} columns={[40, 30]} height={56} label="Loading purchase orders" />;
  const close = () => setOpen(null);
  return (
    <>
      {data.organizations.length === 0 ? null : open === 'new' ? (
        <PurchaseOrderForm organizations={data.organizations} onDone={close} />
      ) : (
        <div className={styles.acts} ref={adding}>
          <Button onClick={() => setOpen('new')}>Add a purchase order</Button>
        </div>
      )}
      {data.data.length === 0 ? (
        <EmptyState icon={<IconClock size={28} stroke={1.5} />} title="No purchase orders yet">
          Orders can be approved without one. With one, its number is on the invoice, and what is left on it is seen
          here.
        </EmptyState>
      ) : (
        <RuledList label="Purchase orders">
          {data.data.map((one) =>
            open === one.id ? (
              <li key={one.id}>
                <PurchaseOrderForm of={one} organizations={data.organizations} onDone={close} />
              </li>
            ) : (
              <Row
                key={one.id}
                one={one}
                path={path}
                several={data.organizations.length > 1}
                onChange={() => setOpen(one.id)}
              />
            ),
          )}
        </RuledList>
      )}
    </>
  );
}

const standing = (one: PurchaseOrderView) =>
  one.closed
    ? ({ label: 'Closed', tone: 'neutral', share: 1 } as const)
    : !one.open
      ? ({ label: 'Ended', tone: 'neutral', share: 1 } as const)
      : one.left_cents < 0
        ? ({ label: 'Exceeded', tone: 'warn', share: 1, side: 'attention' } as const)
        : isNearlyUsed(one)
          ? ({ label: 'Nearly used up', tone: 'warn', share: one.used_cents / one.amount_cents } as const)
          : ({ label: 'Open', tone: 'info', share: Math.min(0.95, one.used_cents / one.amount_cents) } as const);

function Row({
  one,
  path,
  several,
  onChange,
}: {
  one: PurchaseOrderView;
  path: string;
  several: boolean;
  onChange: () => void;
}) {
  return (
    <RuledRow
      title={`${one.number}, ${formatCents(one.left_cents)} of ${formatCents(one.amount_cents)} left`}
      status={<StatusText {...standing(one)} />}
      lines={[
        [
          several ? one.organization.name : null,
          one.cost_center || null,
          one.valid_until === null ? null : `until ${dateText(one.valid_until, 'medium')}`,
        ]
          .filter(Boolean)
          .join(', '),
        OVER_LIMIT_WORDS[one.over_limit],
        one.orders === 0 ? null : (
          <TextLink key="orders" href={hrefWith(path, { tab: 'all', purchase: one.id })}>
            {plural(one.orders, 'order')} on {one.number}
          </TextLink>
        ),
      ]}
      actions={
        <Button kind="quiet" onClick={onChange} aria-label={`Change ${one.number}`}>
          Change
        </Button>
      }
    />
  );
}

function PurchaseOrderForm({
  of,
  organizations,
  onDone,
}: {
  of?: PurchaseOrderView;
  organizations: readonly { id: number; name: string }[];
  onDone: () => void;
}) {
  const [draft, setDraft] = useState({
    organization: of?.organization.id ?? (organizations.length === 1 ? (organizations[0]?.id ?? null) : null),
    number: of?.number ?? '',
    amount: of?.amount_cents ?? null,
    until: of?.valid_until ?? null,
    center: of?.cost_center ?? '',
    over: (of?.over_limit ?? 'refuse') satisfies OverLimit as OverLimit,
    closed: of?.closed ?? false,
  });
  const put = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  // the same sent again, after an answer that was lost, is added once
  const [key] = useState(() => crypto.randomUUID());
  const saved = {
    refresh: REFRESHED,
    onSuccess: () => {
      toastDone(of ? 'Saved.' : 'Added.');
      onDone();
    },
  };
  const add = useCommand(billingOrderEndpoints.addPurchaseOrder, saved);
  const change = useCommand(billingOrderEndpoints.changePurchaseOrder, saved);
  const error = of ? change.error : add.error;
  const { form, at, passes } = useFaults(
    [
      draft.organization === null && { path: 'organization_id', message: 'Choose whose it is.' },
      draft.number.trim() === '' && { path: 'number', message: 'Enter its number.' },
      (draft.amount === null || draft.amount <= 0) && { path: 'amount_cents', message: 'Enter its amount.' },
    ],
    error,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!passes() || draft.organization === null || draft.amount === null) return;
    const terms = {
      number: draft.number.trim(),
      amount_cents: draft.amount,
      valid_until: draft.until,
      cost_center: draft.center.trim(),
      over_limit: draft.over,
    };
    if (of)
      change.mutate({
        params: { id: of.id },
        body: { ...terms, closed: draft.closed, lock_version: of.lock_version },
      });
    else
      add.mutate({
        body: { ...terms, organization_id: draft.organization },
        idempotencyKey: `${key} ${JSON.stringify(draft)}`,
      });
  };
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={submit}
      noValidate
      aria-label={of ? `Change ${of.number}` : 'Add a purchase order'}
    >
      {of || organizations.length < 2 ? null : (
        <SelectField
          path="organization_id"
          label="Organization"
          value={draft.organization === null ? null : String(draft.organization)}
          options={organizations.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => put({ organization: id === null ? null : Number(id) })}
          error={at('organization_id')}
        />
      )}
      <TextField
        path="number"
        label="Number"
        maxLength={40}
        value={draft.number}
        onChange={(number) => put({ number })}
        error={at('number')}
      />
      <MoneyField
        path="amount_cents"
        label="Amount"
        value={draft.amount}
        onChange={(amount) => put({ amount })}
        error={at('amount_cents')}
      />
      <DateField
        path="valid_until"
        label="Valid until"
        optional
        value={draft.until}
        onChange={(until) => put({ until })}
        error={at('valid_until')}
      />
      <TextField
        path="cost_center"
        label="Cost center"
        optional
        maxLength={100}
        value={draft.center}
        onChange={(center) => put({ center })}
        error={at('cost_center')}
      />
      <SelectField
        path="over_limit"
        label="When an order is more than is left"
        value={draft.over}
        options={OVER_LIMITS.map((value) => ({ value, label: OVER_LIMIT_WORDS[value] }))}
        onChange={(value) => put({ over: OVER_LIMITS.find((one) => one === value) ?? 'refuse' })}
      />
      {of ? (
        <CheckboxField
          path="closed"
          label="Closed: no further order is put on it"
          value={draft.closed}
          onChange={(closed) => put({ closed })}
        />
      ) : null}
      <InlineEnds
        primary
        placed
        error={error}
        what="The purchase order was not saved."
        busy={add.isPending || change.isPending}
        leave="Not now"
        onLeave={onDone}
      >
        {of ? 'Save it' : 'Add it'}
      </InlineEnds>
    </form>
  );
}
