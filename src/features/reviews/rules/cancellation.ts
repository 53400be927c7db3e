import { HOUR } from '../../../core/time.ts';
import { formatCents } from '../../../core/money.ts';
import type { ReviewFacts } from './facts.ts';

/** An hour of recorded preparation, cents. */
export const REVIEW_HOUR_CENTS = 45_000;

type Cancelled = Pick<ReviewFacts, 'status' | 'return_status' | 'expert_profile_id' | 'call' | 'call_base_cents'>;

/**
 * What cancelling costs at this moment: nothing before an expert accepted; after that nothing for a call 48 hours or
 * more away, half the call's base between 48 and 24 hours, all of it later, missed or held; and recorded preparation.
 */
export function cancellationFee(facts: Cancelled, now: Date): { fee_cents: number; how: string } {
  if (facts.expert_profile_id === null) return { fee_cents: 0, how: 'Free until an expert has accepted.' };
  const prepMinutes = facts.call?.prep_minutes ?? 0;
  const prep = Math.round((prepMinutes * REVIEW_HOUR_CENTS) / 60);
  const { share, why } = callShare(facts, now);
  const call = Math.round(facts.call_base_cents * share);
  const how = prep > 0 ? `${why} ${prepMinutes} minutes of preparation: ${formatCents(prep)}.` : why;
  return { fee_cents: call + prep, how };
}

function callShare({ call, call_base_cents }: Cancelled, now: Date): { share: number; why: string } {
  if (call_base_cents === 0) return { share: 0, why: 'No call was ordered.' };
  if (call?.status === 'held') return { share: 1, why: 'The call was held and is charged in full.' };
  if (call?.status === 'missed') return { share: 1, why: 'The missed call is charged in full.' };
  if (!call || (call.status !== 'scheduled' && call.status !== 'tentative')) {
    return { share: 0, why: 'Free while no call is set.' };
  }
  const hours = (call.starts_at.getTime() - now.getTime()) / HOUR;
  if (hours >= 48) return { share: 0, why: 'Free: the call is 48 hours or more away.' };
  if (hours >= 24) return { share: 0.5, why: 'Half of the call: it is less than 48 hours away.' };
  return { share: 1, why: 'All of the call: it is less than 24 hours away.' };
}
