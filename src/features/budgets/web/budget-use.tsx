import { formatCents } from '../../../core/money.ts';
import { StatusText } from '../../../ui/parts/status.tsx';
import type { BudgetView } from '../contract.ts';
import styles from './budgets.module.css';

const share = (part: number, whole: number): string =>
  `${Math.max(0, Math.min(100, (part / whole) * 100)).toFixed(1)}%`;

/** How a budget stands, in words and with its sign. */
export function BudgetStanding({ budget }: { budget: BudgetView }) {
  const { state, level, used_percent, left_cents, at_limit } = budget;
  if (state === 'planned') return <StatusText label="Not begun" tone="neutral" share={0} />;
  if (state === 'ended') return <StatusText label="Ended" tone="neutral" share={1} />;
  if (state === 'over') return <StatusText label="Over" tone="neutral" share={1} />;
  if (level === 'within') return <StatusText label="Open" tone="info" share={Math.min(0.95, used_percent / 100)} />;
  if (level === 'warning') return <StatusText label="Nearly used" tone="warn" share={used_percent / 100} />;
  const label = left_cents < 0 ? 'Exceeded' : 'Used up';
  return (
    <StatusText label={at_limit === 'stop' ? `${label}, orders stop` : label} tone="warn" share={1} side="attention" />
  );
}

/** What a budget is used by: a bar, and the same in numbers. The mark is where it warns. */
export function BudgetUse({ budget }: { budget: BudgetView }) {
  const { amount_cents, charged_cents, open_cents, left_cents, used_percent, warn_percent, span, period } = budget;
  return (
    <div className={styles.use}>
      <div className={styles.bar} aria-hidden>
        <i style={{ inlineSize: share(charged_cents, amount_cents) }} />
        <i
          style={{
            insetInlineStart: share(charged_cents, amount_cents),
            // what goes beyond it is said in numbers
            inlineSize: share(Math.min(open_cents, amount_cents - charged_cents), amount_cents),
          }}
        />
        <b style={{ insetInlineStart: `calc(${warn_percent}% - 2px)` }} />
      </div>
      <p className={styles.numbers}>
        <span>
          {used_percent}% of {formatCents(amount_cents)} used{period === 'life' ? '' : `, ${span.name}`}
        </span>
        <span>{left_cents < 0 ? `${formatCents(-left_cents)} beyond it` : `${formatCents(left_cents)} left`}</span>
      </p>
      <p className={styles.quiet}>
        {formatCents(charged_cents)} charged, {formatCents(open_cents)} agreed to and not charged yet
      </p>
    </div>
  );
}
