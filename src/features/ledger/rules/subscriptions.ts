import type { Cents } from '../../../core/money.ts';
import { type PeriodKind, periodName } from '../../../core/periods.ts';
import type { Charge } from './charges.ts';

/** A period of a subscription, as the database has it. */
export interface SubscribedPeriod {
  id: number;
  subscription_id: number;
  kind: PeriodKind;
  /** YYYY-MM-DD. */
  starts_on: string;
  opened_at: Date;
  /** What each included review costs, as it was fixed when the period opened. */
  review_price_cents: Cents;
  /** How many reviews each seat has in it. */
  seats: readonly { id: number; quota: number }[];
}

/**
 * What a period is charged: for each seat the reviews it has in it, at the period's price, so that a seat that begins within
 * it, or hands what is left to another, is charged by the reviews that come of it. No provider is named.
 */
export const periodCharge = (period: SubscribedPeriod): Charge => ({
  cause: 'subscription',
  cause_id: period.id,
  rule: 'period_opened',
  happened_at: period.opened_at,
  quote_id: null,
  lines: period.seats.flatMap(({ id, quota }) =>
    quota * period.review_price_cents === 0
      ? []
      : [
          {
            key: `seat:${id}`,
            label: `Seat ${id}, ${periodName(period.kind, period.starts_on)}`,
            cents: quota * period.review_price_cents,
          },
        ],
  ),
});
