import { PERIOD_NAMES } from '../../../core/periods.ts';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import type { StatusDisplay } from '../../../ui/parts/status.tsx';
import type { SeatView, SubscriptionRow, SubscriptionView } from '../contract.ts';

export const PLAN_DISPLAYS: Record<SubscriptionRow['status'], StatusDisplay> = {
  active: { label: 'Active', tone: 'ok', share: 1 },
  ended: { label: 'Ended', tone: 'neutral', share: 1 },
};

export const SEAT_DISPLAYS: Record<SeatView['status'], StatusDisplay> = {
  active: { label: 'Active', tone: 'ok', share: 1 },
  paused: { label: 'Paused', tone: 'warn', share: 0.5, side: 'pause' },
  replaced: { label: 'Replaced', tone: 'neutral', share: 1 },
};

/** "Chart audit, standard. 3 reviews a seat and quarter, 10 charts each" */
export const planWords = (plan: SubscriptionRow): string =>
  `${plan.review_type_label}, ${plan.service}. ${plural(plan.reviews_per_seat, 'review')} a seat and ${PERIOD_NAMES[plan.period]}, ${plural(plan.charts_per_review, 'chart')} each`;

/** What included reviews cost, and a seat by them; nothing for who sees no prices. */
export function priceFacts({
  review_price_cents: each,
  current_price_cents: current,
  reviews_per_seat,
  period,
}: Pick<SubscriptionView, 'review_price_cents' | 'current_price_cents' | 'reviews_per_seat' | 'period'>): {
  label: string;
  value: string;
}[] {
  if (each === null) return [];
  const seat = (cents: number) =>
    cents === 0
      ? 'Billed apart'
      : `${formatCents(cents)} a review, ${formatCents(cents * reviews_per_seat)} a seat and ${PERIOD_NAMES[period]}`;
  return current === null || current === each
    ? [{ label: 'Price', value: seat(each) }]
    : [
        { label: 'Price this period', value: `${formatCents(current)} a review` },
        { label: 'From the next one on', value: seat(each) },
      ];
}

export const seatsWords = (seats: number): string => (seats === 0 ? 'No seats yet' : plural(seats, 'seat'));

/** What a correction of a seat reaches and what it leaves, before it is made. */
export function reachWords({ not_ordered, ordered }: Pick<SeatView, 'not_ordered' | 'ordered'>): string {
  const reached =
    not_ordered === 0
      ? 'From now on its reviews are ordered with these details.'
      : `${not_ordered === 1 ? 'Its one review that is' : `Its ${not_ordered} reviews that are`} not ordered yet ${not_ordered === 1 ? 'gets' : 'get'} these details, too.`;
  const kept =
    ordered === 0
      ? ''
      : ` ${ordered === 1 ? 'The one ordered already keeps' : `The ${ordered} ordered already keep`} what ${ordered === 1 ? 'it was' : 'they were'} ordered with.`;
  return `${reached}${kept} Old and new values stay in the history. For somebody else, give the seat to another provider instead.`;
}
