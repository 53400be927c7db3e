import type { Cents } from '../../../core/money.ts';
import type { MissedBy } from '../../../core/missed-by.ts';
import { DAY } from '../../../core/durations.ts';

/** Who says so, or contests it. */
export type MissedSide = 'requester' | 'expert' | 'staff';

/** Days in which the other side can contest what was recorded. */
export const CONTEST_DAYS = 14;

/** A call that did not take place, as it stands. */
export interface MissedCall {
  missed_by: MissedBy;
  said_side: MissedSide;
  said_at: Date;
  contested: boolean;
  decided: boolean;
}

/** Until when what was recorded can be contested. */
export const contestUntil = (saidAt: Date): Date => new Date(saidAt.getTime() + CONTEST_DAYS * DAY);

/** Whether a side can contest it now: what another side said, once, within the time. */
export function mayContest(call: MissedCall, side: MissedSide, now: Date): boolean {
  if (side === 'staff' || side === call.said_side) return false;
  return !call.contested && !call.decided && now < contestUntil(call.said_at);
}

/** Whether it waits for a decision. */
export const awaitsDecision = (call: Pick<MissedCall, 'contested' | 'decided'>): boolean =>
  call.contested && !call.decided;

/** What the requester is charged for it, of what is at stake: all of it where they missed it, else nothing. */
export const missedCharge = (missedBy: MissedBy, at_stake_cents: Cents): Cents =>
  missedBy === 'requester' ? at_stake_cents : 0;

/**
 * What each of a call's times is charged, given what each costs by itself, oldest first, and what was paid for the call
 * elsewhere: each what it adds to those before, so that together they cost what the dearest does, and one call never more.
 */
export function lateFees(costs: readonly Cents[], paid: Cents = 0): Cents[] {
  let sum = paid;
  return costs.map((cost) => {
    const fee = Math.max(0, cost - sum);
    sum += fee;
    return fee;
  });
}
