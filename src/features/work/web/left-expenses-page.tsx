import { IconReceiptDollar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { capital } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { Quiet } from '../../../ui/form/inline-form.tsx';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { type LeftExpense, workEndpoints } from '../contract.ts';
import { EXPENSE_STATE_WORDS, OUTSIDE_RETAINER, sortText } from '../rules.ts';
import styles from './work.module.css';

/** What an expert laid out on matters they are no longer on, with what the firm says of it. */
export function LeftExpensesPage() {
  const { data, error, refetch } = useQuery({ ...query(workEndpoints.leftExpenses, {}), refetchOnWindowFocus: true });
  return (
    <Page width="form">
      <PageHeader
        title="Expenses of matters you left"
        lead="The matters are closed to you. What you laid out on them, and what the firm says of it, stays here."
      />
      {error && !data ? (
        <Failure error={error} what="They could not be loaded." onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={3} columns={[60, 30]} height={48} label="Loading expenses" />
      ) : data.data.length === 0 ? (
        <EmptyState
          icon={<IconReceiptDollar size={32} stroke={1.5} />}
          title="Nothing was laid out on a matter you left"
          action={<ButtonLink href="/up-next">Go to Up next</ButtonLink>}
        >
          Expenses of matters you are on are with each of them.
        </EmptyState>
      ) : (
        <RuledList label="Expenses of matters you left">
          {data.data.map((one) => (
            <RuledRow
              key={one.id}
              title={`${sortText(one)}, ${formatCents(one.amount_cents)}`}
              status={
                <div className={styles.task}>
                  {linesOf(one).map((line) => (
                    <Quiet key={line}>{line}</Quiet>
                  ))}
                </div>
              }
            />
          ))}
        </RuledList>
      )}
    </Page>
  );
}

function linesOf(one: LeftExpense): string[] {
  const by = one.answered_by === null ? '' : ` by ${one.answered_by}`;
  return [
    `${EXPENSE_STATE_WORDS[one.state]}${by}${one.reason === '' ? '' : `: ${one.reason}`}`,
    one.purpose,
    `${dateText(one.spent_on, 'long')}, ${one.number}, ${one.firm}`,
    ...(one.outside_retainer ? [`${capital(OUTSIDE_RETAINER)}.`] : []),
    ...(one.state === 'questioned' ? ['Write to the firm. It can approve the expense after all.'] : []),
  ];
}
