import { PERIOD_NAMES } from '../../../core/periods.ts';
import { plural } from '../../../core/phrases.ts';
import type { StatusDisplay } from '../../../ui/parts/status.tsx';
import type { SeatView, SubscriptionRow } from '../contract.ts';

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
