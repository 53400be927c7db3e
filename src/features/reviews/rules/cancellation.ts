import { HOUR } from '../../../core/time.ts';
import { formatCents } from '../../../core/money.ts';
import type { ReviewFacts } from './facts.ts';
import { isInterrupted, processOf, stateRow } from './kinds.ts';

/** An hour of recorded preparation, cents. */
const REVIEW_HOUR_CENTS = 45_000;

type Cancelled = Pick<ReviewFacts, 'kind' | 'status' | 'return_status' | 'expert_profile_id' | 'call' | 'base_cents'>;

/**
 * What cancelling costs at this moment: nothing before an expert accepted. After that, of a call: nothing while it is 48
 * hours or more away, half its base between 48 and 24 hours, all of it later, missed or held; of a review of charts: half
 * its base while the expert writes, all of it once the report is signed. Recorded preparation comes on top.
 */
export function cancellationFee(facts: Cancelled, now: Date): { fee_cents: number; how: string } {
  if (facts.expert_profile_id === null) return { fee_cents: 0, how: 'Free until an expert has accepted.' };
  const prepMinutes = facts.call?.prep_minutes ?? 0;
  const prep = Math.round((prepMinutes * REVIEW_HOUR_CENTS) / 60);
  const { share, why } = processOf(facts.kind).cancellation === 'by_call' ? callShare(facts, now) : reportShare(facts);
  const base = Math.round(facts.base_cents * share);
  // of a sum of two parts each is named
  const first = base > 0 ? `${why} That is ${formatCents(base)}.` : why;
  const how = prep > 0 ? `${first} ${prepMinutes} minutes of preparation: ${formatCents(prep)}.` : why;
  return { fee_cents: base + prep, how };
}

/** A hold or a request for records does not change how far the report has come. */
function reportShare({ kind, status, return_status }: Cancelled): { share: number; why: string } {
  const path = [status, ...(return_status ?? '').split('/').filter((s) => s !== '')];
  const working = path.find((s) => !isInterrupted(kind, s)) ?? status;
  const { report } = stateRow(kind, working);
  const writing = report === 'writing' || report === 'asked' || report === 'returned';
  // a matter that went back to matching has an expert no longer; whatever else is past writing is done work
  if (writing) return { share: 0.5, why: 'Half of the review: the reviewer has begun.' };
  return { share: 1, why: 'All of the review: the report is signed.' };
}

function callShare({ call, base_cents }: Cancelled, now: Date): { share: number; why: string } {
  if (base_cents === 0) return { share: 0, why: 'No call was ordered.' };
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
