import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { dayOf, formatDay } from '../../../ui/time/format.ts';
import { AT_LIMIT_WORDS, BUDGET_SORT_WORDS } from '../../billing/rules.ts';
import { budgetEndpoints, type BudgetHistory, type BudgetView } from '../contract.ts';
import { BudgetForm } from './budget-form.tsx';
import { BudgetStanding, BudgetUse } from './budget-use.tsx';
import styles from './budgets.module.css';
import { budgetHeading, BUDGETS_PATH, lasts } from './words.ts';

/** One budget: what it is used by, what is set, and what was decided about it. */
export function BudgetPage({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(query(budgetEndpoints.read, { params: { id } }));
  const [changing, setChanging] = useState(false);
  if (error && !data)
    return <Failure error={error} what="The budget could not be loaded." onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={5} columns={[60, 20]} height={48} label="Loading the budget" />;
  const heading = budgetHeading(data);
  return (
    <>
      <PageHeader
        title={heading}
        crumbs={[{ label: 'Budgets', href: BUDGETS_PATH }, { label: heading }]}
        badge={<BudgetStanding budget={data} />}
      />
      <div className={styles.split}>
        <div>
          <BudgetUse budget={data} />
          {changing ? (
            <BudgetForm
              of={data}
              organization={data.organization.id}
              className={styles.form}
              onDone={() => setChanging(false)}
            />
          ) : null}
          <div className={styles.history}>
            <SectionHead id="history" title="History" />
            <RuledList label="History">
              {data.history.map((act) => (
                <Act key={act.id} act={act} />
              ))}
            </RuledList>
          </div>
        </div>
        <aside aria-label="About this budget">
          <Facts
            labelWidth={120}
            items={[
              { label: 'For', value: BUDGET_SORT_WORDS[data.sort] },
              { label: 'Organization', value: data.organization.name },
              { label: 'Holds', value: lasts(data) },
              { label: 'Warns', value: `From ${data.warn_percent}% used` },
              { label: 'Beyond it', value: AT_LIMIT_WORDS[data.at_limit] },
            ]}
          />
          {data.change.allowed && !changing ? (
            <div className={styles.acts}>
              <Button onClick={() => setChanging(true)}>Change</Button>
              <End budget={data} />
            </div>
          ) : null}
        </aside>
      </div>
    </>
  );
}

function End({ budget }: { budget: BudgetView }) {
  const end = useCommand(budgetEndpoints.end, {
    refresh: [budgetEndpoints.list, budgetEndpoints.read],
    onSuccess: () => toastDone('Ended. Nothing is held to it from now on.'),
  });
  return (
    <ReasonAct
      opens="End it"
      label="Why"
      help="Orders are no longer held to it. It stays here to be read."
      submit="End it"
      busy={end.isPending}
      error={end.error}
      onSubmit={(reason) => end.mutate({ params: { id: budget.id }, body: { reason } })}
    />
  );
}

const SAYS: Readonly<Record<Exclude<BudgetHistory['act'], 'let_through'>, string>> = {
  added: 'Added',
  changed: 'Changed',
  ended: 'Ended',
};

function Act({ act }: { act: BudgetHistory }) {
  const { time_zone } = useViewer();
  const { review, amount_cents, warn_percent, at_limit, ends_on } = act;
  return (
    <RuledRow
      title={
        act.act === 'let_through' ? (
          <>
            {review ? <TextLink href={review.path}>{review.number}</TextLink> : 'An order'} let through,{' '}
            {formatCents(amount_cents)} beyond it
          </>
        ) : (
          `${SAYS[act.act]}: ${formatCents(amount_cents)}`
        )
      }
      lines={[
        `${act.by}, ${formatDay(dayOf(act.at, time_zone), { form: 'short' })}`,
        act.act === 'added' || act.act === 'changed'
          ? [
              warn_percent === null ? null : `Warns from ${warn_percent}%`,
              at_limit === 'stop' ? 'orders stop' : 'orders are warned of',
              ends_on === null ? null : `until ${dateText(ends_on, 'medium')}`,
            ]
              .filter(Boolean)
              .join(', ')
          : null,
        act.reason,
      ]}
    />
  );
}
