import type { Kysely } from 'kysely';
import type { Cents } from '../../../core/money.ts';
import type { MissedBy } from '../../../core/missed-by.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { type ReviewStatus, stateRow } from '../../reviews/rules.ts';
import type { Kind } from '../../../core/kinds.ts';
import { lateFees } from '../rules/missed.ts';

type OfReview = { id: number; kind: Kind; status: ReviewStatus };

/** The times of a review's call with what each costs by itself, oldest first, and what cancelling cost. */
interface CallTimes {
  times: { id: number; late_cost_cents: Cents; late_fee_cents: Cents; missed_by: MissedBy | null }[];
  cancelled: { cost: Cents; paid: Cents };
}

export async function callTimes(db: Kysely<DB>, review: OfReview): Promise<CallTimes> {
  const times = await db
    .selectFrom('appointments as a')
    .leftJoin('missed_calls as m', 'm.appointment_id', 'a.id')
    .select(['a.id', 'a.late_cost_cents', 'a.late_fee_cents', 'm.missed_by'])
    .where('a.review_id', '=', review.id)
    .where('a.sort', '=', 'call')
    .orderBy('a.id')
    .execute();
  return { times, cancelled: await cancellingCost(db, review) };
}

/**
 * What each time of a review's call is charged, cents, by the appointment's id. Where the review was canceled, what was
 * confirmed then stands; what cancelling costs beyond it is charged with the newest time. `as`: as if that one had been
 * missed by somebody else.
 */
export function feesOf(
  { times, cancelled }: CallTimes,
  as?: { call_id: number; missed_by: MissedBy },
): Map<number, Cents> {
  const costs = times.map(({ id, late_cost_cents, missed_by }) => {
    const by = id === as?.call_id ? as.missed_by : missed_by;
    return by === null || by === 'requester' ? late_cost_cents : 0;
  });
  const fees = lateFees([...costs, cancelled.cost], cancelled.paid);
  const beyond = fees.at(-1) ?? 0;
  return new Map(times.map(({ id }, i) => [id, (fees[i] ?? 0) + (i === times.length - 1 ? beyond : 0)]));
}

/** What cancelling cost for the call: by itself, and what of it was confirmed. It stands on the record. */
async function cancellingCost(db: Kysely<DB>, { id, kind, status }: OfReview): Promise<{ cost: Cents; paid: Cents }> {
  if (stateRow(kind, status).bucket !== 'cancelled') return { cost: 0, paid: 0 };
  const row = await db
    .selectFrom('audit_rows')
    .select('data')
    .where('review_id', '=', id)
    .where('action', '=', 'review.cancel')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const data = (row?.data ?? {}) as { fee_cents?: number; call_fee_cents?: number; call_cost_cents?: number };
  // rows from before say only what it cost in all
  const paid = data.call_fee_cents ?? data.fee_cents ?? 0;
  return { paid, cost: data.call_cost_cents ?? paid };
}

/** Charges the times of a review's call anew, as it stands who missed which; answers each one's change, cents. */
export async function chargeAnew(tx: Tx, review: OfReview): Promise<Map<number, { fee: Cents; more: Cents }>> {
  const changes = new Map<number, { fee: Cents; more: Cents }>();
  const calls = await callTimes(tx.system, review);
  const fees = feesOf(calls);
  for (const { id, late_fee_cents: was } of calls.times) {
    const fee = fees.get(id) ?? 0;
    changes.set(id, { fee, more: fee - was });
    if (fee !== was)
      await tx.system.updateTable('appointments').set({ late_fee_cents: fee }).where('id', '=', id).execute();
  }
  return changes;
}
