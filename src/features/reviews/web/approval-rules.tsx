import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatCents } from '../../../core/money.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { MoneyField } from '../../../ui/form/number-field.tsx';
import { Button, TextButton } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { THRESHOLDS_MOST } from '../../billing/rules.ts';
import { approvalEndpoints, type ApprovalRules } from '../contract/approvals.ts';
import styles from './approvals.module.css';

/** Who approves above which amount: as it is, and changed by the organization's admins. */
export function ApprovalRulesForm({ organizationId }: { organizationId: number }) {
  const asked = query(approvalEndpoints.rules, { params: { organizationId } });
  const { data, error, refetch } = useQuery(asked);
  const [changing, setChanging] = useState(false);
  if (!data)
    return error ? (
      <Failure error={error} what="The rules could not be loaded." onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={2} columns={[50]} height={40} label="Loading the rules" />
    );
  return (
    <section className={styles.rules} aria-labelledby="approval-rules">
      <SectionHead id="approval-rules" title={`Who approves at ${data.organization.name}`} />
      {changing ? <Change rules={data} onDone={() => setChanging(false)} /> : <Shown rules={data} />}
      {!changing && data.change.allowed ? <Button onClick={() => setChanging(true)}>Change the rules</Button> : null}
      {data.change.allowed ? null : <p className={styles.quiet}>{data.change.reason}</p>}
    </section>
  );
}

function Shown({ rules: { of, organization, thresholds, people } }: { rules: ApprovalRules }) {
  const named = (ids: readonly number[]) =>
    people
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(', ') || 'any manager or admin of the organization';
  return (
    <>
      {thresholds.length === 0 ? (
        <p>No order waits for approval.</p>
      ) : (
        <ul className={styles.thresholds}>
          {thresholds.map(({ above_cents, approver_ids }) => (
            <li key={above_cents}>
              Above <b>{formatCents(above_cents)}</b>: {named(approver_ids)}
            </li>
          ))}
        </ul>
      )}
      {of && of.id !== organization.id ? <p className={styles.quiet}>As at {of.name}.</p> : null}
      <p className={styles.quiet}>Nobody approves their own order.</p>
    </>
  );
}

function Change({ rules, onDone }: { rules: ApprovalRules; onDone: () => void }) {
  const { organization, people, of } = rules;
  const [rows, setRows] = useState<{ cents: number | null; ids: readonly number[] }[]>(() =>
    rules.thresholds.length === 0
      ? [{ cents: null, ids: [] }]
      : rules.thresholds.map((one) => ({ cents: one.above_cents, ids: one.approver_ids })),
  );
  const [tried, setTried] = useState(false);
  const save = useCommand(approvalEndpoints.saveRules, {
    refresh: [approvalEndpoints.rules],
    onSuccess: () => {
      toastDone('Saved. Orders that wait already keep waiting as they were asked.');
      onDone();
    },
  });
  const put = (at: number, part: Partial<(typeof rows)[number]>) =>
    setRows(rows.map((row, nth) => (nth === at ? { ...row, ...part } : row)));
  const wrong = (at: number): string | null => {
    const cents = rows[at]?.cents ?? null;
    if (cents === null) return 'Enter an amount, or take the line away.';
    return rows.findIndex((row) => row.cents === cents) === at ? null : 'This amount is here twice.';
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const first = rows.findIndex((_, at) => wrong(at) !== null);
    if (first >= 0) focusPath(`thresholds.${first}.above_cents`);
    else
      save.mutate({
        params: { organizationId: organization.id },
        body: { thresholds: rows.map(({ cents, ids }) => ({ above_cents: cents ?? 0, approver_ids: ids })) },
      });
  };
  return (
    <form onSubmit={submit} noValidate aria-labelledby="approval-rules">
      {rows.map((row, at) => (
        <fieldset key={at} className={styles.threshold}>
          <legend>{rows.length === 1 ? 'Threshold' : `Threshold ${at + 1}`}</legend>
          <MoneyField
            path={`thresholds.${at}.above_cents`}
            label="Above"
            value={row.cents}
            error={tried ? wrong(at) : null}
            onChange={(cents) => put(at, { cents })}
          />
          <p className={styles.quiet}>Who approves. Where nobody is named, any manager or admin of the organization.</p>
          {people.map(({ id, name }) => (
            <CheckboxField
              key={id}
              path={`thresholds.${at}.${id}`}
              label={name}
              value={row.ids.includes(id)}
              onChange={(on) => put(at, { ids: on ? [...row.ids, id] : row.ids.filter((one) => one !== id) })}
            />
          ))}
          <TextButton onClick={() => setRows(rows.filter((_, nth) => nth !== at))}>Take this threshold away</TextButton>
        </fieldset>
      ))}
      <p className={styles.acts}>
        {rows.length < THRESHOLDS_MOST ? (
          <TextButton onClick={() => setRows([...rows, { cents: null, ids: [] }])}>Add a threshold</TextButton>
        ) : null}
        {of?.id === organization.id ? (
          <TextButton
            onClick={() => save.mutate({ params: { organizationId: organization.id }, body: { thresholds: null } })}
          >
            Use the rules of the organization above
          </TextButton>
        ) : null}
      </p>
      {rows.length === 0 ? <p className={styles.quiet}>Without a threshold no order waits for approval.</p> : null}
      <InlineEnds
        error={save.error}
        what="The rules were not saved."
        busy={save.isPending}
        primary
        leave="Not now"
        onLeave={onDone}
      >
        Save the rules
      </InlineEnds>
    </form>
  );
}
