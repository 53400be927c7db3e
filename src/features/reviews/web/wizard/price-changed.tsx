import { useEffect, useRef } from 'react';
import { formatCents } from '../../../../core/money.ts';
import type { ApiError } from '../../../../ui/api/client.ts';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { priceChanges } from '../../../billing/rules.ts';
import type { QuoteView } from '../../contract.ts';
import { Failed } from '../shared/states.tsx';
import { OverBudget } from './over-budget.tsx';
import styles from './wizard.module.css';

const cents = (amount: number | null): string => (amount === null ? 'not part of it' : formatCents(amount));

/** An order that was not placed because its price is another one than was shown: what changed, and the order at the new one. */
function PriceChanged({
  before,
  now,
  error,
  onOrder,
}: {
  before: QuoteView | null;
  /** The quote as it stands; the refusal's own until it was asked for again. */
  now: QuoteView | null;
  error: ApiError;
  onOrder?: (() => void) | undefined;
}) {
  const told = (error.problem?.current as { quote?: QuoteView } | undefined)?.quote;
  const fresh = now && now.total_cents !== before?.total_cents ? now : (told ?? now);
  const changes = before && fresh ? priceChanges(before.lines, fresh.lines) : [];
  const place = useRef<HTMLDivElement>(null);
  // it was ordered at the foot of the page: what stopped it is brought into view and read
  useEffect(() => place.current?.focus(), [error]);
  return (
    <div ref={place} tabIndex={-1} className={styles.stopped}>
      <InlineNotice
        kind="conflict"
        title={
          before && fresh
            ? `The price changed from ${formatCents(before.total_cents)} to ${formatCents(fresh.total_cents)}. Nothing was ordered.`
            : error.message
        }
        actions={onOrder && fresh ? [{ label: `Order at ${formatCents(fresh.total_cents)}`, onAct: onOrder }] : []}
      >
        {fresh?.subscription ? <p>{fresh.subscription.says}</p> : null}
        {changes.length > 0 ? (
          <ul className={styles.changes}>
            {changes.map((change) => (
              <li key={change.label}>
                {change.label}: {cents(change.before)}, now {cents(change.now)}
              </li>
            ))}
          </ul>
        ) : null}
        <p>Everything you entered is kept.</p>
      </InlineNotice>
    </div>
  );
}

/** An order that was refused as it stands: at another price than was shown, beyond a budget, or not any longer. */
export default function NotOrdered({
  onOrder,
  ...stopped
}: {
  before: QuoteView | null;
  now: QuoteView | null;
  error: ApiError;
  /** With why it goes beyond a budget. */
  onOrder: ((reason?: string) => Promise<void>) | undefined;
}) {
  if (stopped.error.code === 'over_budget') return <OverBudget error={stopped.error} onOrder={onOrder} />;
  if (stopped.error.code !== 'price_changed')
    return (
      <Failed
        what="The order"
        verb="placed"
        error={stopped.error}
        {...(onOrder ? { onRetry: () => void onOrder() } : {})}
      />
    );
  return <PriceChanged {...stopped} onOrder={onOrder && (() => void onOrder())} />;
}
