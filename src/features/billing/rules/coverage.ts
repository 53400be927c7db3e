/** A seat, as an order for it is priced. */
export interface SeatUsage {
  seat_id: number;
  seat_status: string;
  subscription: string;
  /** "Q4 2026"; null while no period runs. */
  period: string | null;
  quota: number | null;
  /** Reviews of the period ordered out of the subscription, without the one looked at. */
  used: number;
  /** Opened by the period itself: it may be confirmed also while the seat rests. */
  pre_ordered: boolean;
  force_one_off: boolean;
  /** Fixed when it was ordered. */
  charge: 'included' | 'one_off' | null;
}

export interface Coverage {
  included: boolean;
  /** Said before it is ordered. */
  says: string;
}

const ONE_OFF = 'This review is ordered at its own price.';

/** Whether the subscription pays for a review, and the sentence that says so. */
export function coverage(seat: SeatUsage): Coverage {
  const { quota, used, period, charge } = seat;
  if (charge === 'included') return { included: true, says: `Ordered within “${seat.subscription}”.` };
  if (charge === 'one_off') return { included: false, says: 'Ordered at its own price, outside the subscription.' };
  if (seat.force_one_off)
    return { included: false, says: `${ONE_OFF} You chose that, and the seat keeps its reviews.` };
  if (period === null || quota === null)
    return { included: false, says: `“${seat.subscription}” has no period running now. ${ONE_OFF}` };
  if (!seat.pre_ordered && seat.seat_status === 'paused')
    return { included: false, says: `The seat is paused. ${ONE_OFF}` };
  if (!seat.pre_ordered && seat.seat_status === 'replaced')
    return { included: false, says: `Another provider has taken this seat. ${ONE_OFF}` };
  if (used >= quota)
    return {
      included: false,
      says:
        quota === 0
          ? `This seat has no reviews in ${period}. ${ONE_OFF}`
          : `This seat has used ${quota === 1 ? 'its one review' : `all ${quota} reviews`} of ${period}. ${ONE_OFF}`,
    };
  return {
    included: true,
    says: `Review ${used + 1} of ${quota} of this seat in ${period}. The subscription covers it.`,
  };
}

/**
 * How many reviews of its seat's period are used once a cancelled review goes on, and the sentence that says so; null where
 * it counts all the same, or never did. A cancelled review counts where a reviewer had taken it on.
 */
export function useOnReturn(seat: SeatUsage, countsNow: boolean): { used: number; quota: number; says: string } | null {
  if (seat.charge !== 'included' || countsNow || seat.quota === null) return null;
  const used = seat.used + 1;
  const over = used > seat.quota ? ', more than it has' : '';
  return {
    used,
    quota: seat.quota,
    says: `It counts in its seat again: ${used} of ${seat.quota} reviews in ${seat.period ?? 'its period'} are used then${over}.`,
  };
}
