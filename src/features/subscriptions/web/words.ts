import type { StatusLook } from '../../../ui/parts/status.tsx';
import type { SeatView, SubscriptionRow } from '../contract.ts';
import { PERIOD_NAMES } from '../rules.ts';

export const PLAN_LOOKS: Record<SubscriptionRow['status'], StatusLook> = {
  active: { label: 'Active', tone: 'ok', share: 1 },
  ended: { label: 'Ended', tone: 'neutral', share: 1 },
};

export const SEAT_LOOKS: Record<SeatView['status'], StatusLook> = {
  active: { label: 'Active', tone: 'ok', share: 1 },
  paused: { label: 'Paused', tone: 'warn', share: 0.5, side: 'pause' },
  replaced: { label: 'Replaced', tone: 'neutral', share: 1 },
};

const many = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

/** "Chart audit, standard. 3 reviews a seat and quarter, 10 charts each" */
export const planWords = (plan: SubscriptionRow): string =>
  `${plan.review_type_label}, ${plan.service}. ${many(plan.reviews_per_seat, 'review')} a seat and ${PERIOD_NAMES[plan.period]}, ${many(plan.charts_per_review, 'chart')} each`;

export const seatsWords = (seats: number): string => (seats === 0 ? 'No seats yet' : many(seats, 'seat'));
