import type { ReviewStatus } from '../../reviews/rules.ts';
import { type Actor, actsForClinOps, isExpertSide, isRequesterSide, seesPrices } from '../../../core/actor.ts';
import type { Cents } from '../../../core/money.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { MissedBy } from '../../../core/missed-by.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { isPurged } from '../../reviews/rules.ts';
import type { MissedCallView } from '../contract.ts';
import { callTimes, feesOf } from './late-fees.ts';
import { awaitsDecision, contestUntil, mayContest, type MissedSide } from '../rules/missed.ts';

/** The side of a call somebody speaks for. */
export const sideOf = (actor: Pick<Actor, 'kind'>): MissedSide =>
  isExpertSide(actor.kind) ? 'expert' : isRequesterSide(actor.kind) ? 'requester' : 'staff';

/** Whether somebody of the expert's side speaks for the expert whose call it was. */
export const isOfCall = (
  actor: Pick<Actor, 'expert_profile_ids'>,
  { expert_profile_id }: { expert_profile_id: number },
): boolean => actor.expert_profile_ids.includes(expert_profile_id);

/** A stored row as the rules take it. */
export const asCall = (row: {
  missed_by: MissedBy;
  said_side: MissedSide;
  said_at: Date;
  contested_at: Date | null;
  decided_at: Date | null;
}) => ({ ...row, contested: row.contested_at !== null, decided: row.decided_at !== null });

/**
 * The calls of a review that did not take place, newest first, as one reader sees them: the expert's side reads its own,
 * also where another expert leads the review since.
 */
export async function missedCallsOf(
  db: ActorDb,
  actor: Pick<Actor, 'kind' | 'expert_profile_ids'>,
  review: { id: number; kind: Kind; status: ReviewStatus },
  now: Date,
): Promise<MissedCallView[]> {
  const rows = await db.executor
    .selectFrom('missed_calls as m')
    .innerJoin('appointments as a', 'a.id', 'm.appointment_id')
    .selectAll('m')
    .select(['a.starts_at', 'a.late_fee_cents', 'a.expert_profile_id'])
    .where('m.review_id', '=', review.id)
    .orderBy('a.starts_at', 'desc')
    .execute();
  const side = sideOf(actor);
  // of deleted records nothing is said any more
  const settled = isPurged(review);
  const prices = seesPrices(actor.kind);
  const own = side === 'expert' ? rows.filter((row) => isOfCall(actor, row)) : rows;
  const calls = prices && own.length > 0 ? await callTimes(db.executor, review) : null;
  const atStake = (call_id: number): Cents | null =>
    calls && (feesOf(calls, { call_id, missed_by: 'requester' }).get(call_id) ?? 0);
  return own.map((row) => {
    const call = asCall(row);
    const reads = side === 'staff' || side === row.contested_side;
    return {
      call_id: row.appointment_id,
      starts_at: row.starts_at.toISOString(),
      missed_by: row.missed_by,
      said_side: row.said_side,
      fee_cents: prices ? row.late_fee_cents : null,
      at_stake_cents: atStake(row.appointment_id),
      contested: row.contested_side && {
        side: row.contested_side,
        // what one side writes to Peritus is not the other's to read
        note: reads ? row.contest_note : null,
      },
      decided: row.decided_at && { at: row.decided_at.toISOString(), note: row.decision_note },
      contest_until: !settled && mayContest(call, side, now) ? contestUntil(row.said_at).toISOString() : null,
      may_decide: !settled && awaitsDecision(call) && actsForClinOps(actor.kind),
    };
  });
}
