import { type Actor, rolesAt } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { formatCents } from '../../../core/money.ts';
import type { MissedBy } from '../../../core/missed-by.ts';
import { KINDS } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { isPurged } from '../../reviews/rules.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { Ports } from '../../../platform/ports.ts';
import { awaitsDecision, contestUntil, mayContest, missedCharge } from '../rules/missed.ts';
import { endCall, liveCall, mailSide } from './calls.ts';
import { withdrawOffers } from './offers.ts';
import { chargeAnew } from './late-fees.ts';
import { asCall, isOfCall, sideOf } from './missed-view.ts';
import { mayInvite, type ScheduleReview } from './view.ts';

/** What is said of a call that did not take place. `confirmed_fee_cents`: what the requester was shown that it costs. */
export interface SaidMissed {
  reason: string;
  missed_by: MissedBy;
  confirmed_fee_cents?: number | undefined;
}

/**
 * Records that a call did not take place, and who missed it; new times are asked for. Where the requester did, the time
 * is charged as given up late: they confirm the amount when they say so themselves, and may contest it when not. Refuses
 * `wrong_state` at another amount than the one of now.
 */
export async function recordMissed(
  tx: Tx<Actor>,
  ports: Ports,
  review: ScheduleReview,
  said: SaidMissed,
): Promise<void> {
  const side = sideOf(tx.actor);
  const call = await liveCall(tx, review.id);
  const { fee_cents, whole_cents, how } = await ports.timeCost(tx, review.id);
  // nobody had to come to a time that was never confirmed
  const confirmed = call?.status !== 'tentative';
  const charge = missedCharge(said.missed_by, confirmed ? fee_cents : 0);
  const result = await ports.transition(tx, {
    review_id: review.id,
    action: 'call_missed',
    reason: said.reason,
    patch: { schedule_status: 'missed', appointment_at: null },
    data: { missed_by: said.missed_by, fee_cents: charge },
  });
  if (side === 'requester' && charge !== (said.confirmed_fee_cents ?? 0)) {
    throw new Refusal('wrong_state', `A call you missed costs ${formatCents(charge)}. ${how} Confirm that amount.`, {
      current: {
        review_id: review.id,
        status: review.status,
        lock_version: result.lock_version - 1,
        fee_cents: charge,
      },
    });
  }
  await endCall(tx, review.id, 'missed', { late_fee_cents: charge, late_cost_cents: confirmed ? whole_cents : 0 });
  await withdrawOffers(tx, review.id);
  await mailSide(tx, ports, review, 'expert', 'times_requested', {});
  if (!call) return;
  await tx.system
    .insertInto('missed_calls')
    .values({
      appointment_id: call.id,
      review_id: review.id,
      missed_by: said.missed_by,
      said_by: tx.actor.user_id,
      said_side: side,
      said_at: tx.now,
    })
    .execute();
  for (const other of ['requester', 'expert'] as const)
    if (other !== side)
      await mailSide(tx, ports, ofCall(review, call), other, 'call_missed', {
        starts_at: call.starts_at,
        missed_by: missedByFor(other, said.missed_by),
        contest_until: contestUntil(tx.now),
      });
}

/** The review with the expert whose call it was: another may lead it since. */
const ofCall = (review: ScheduleReview, call: { expert_profile_id: number }): ScheduleReview => ({
  ...review,
  expert_profile_id: call.expert_profile_id,
});

/** Who missed it, as one of its two sides reads it. */
const missedByFor = (side: 'requester' | 'expert', by: MissedBy): 'you' | 'they' | 'nobody' =>
  by === 'nobody' ? 'nobody' : by === side ? 'you' : 'they';

/** Of a review whose records are deleted nothing is written any more. */
function refuseAfterPurge(review: ScheduleReview): void {
  if (isPurged(review))
    throw new Refusal('wrong_state', 'The records of this review have been deleted. What was recorded stands.', {
      current: { review_id: review.id, status: review.status },
    });
}

/** A missed call of the review, locked with it, since what it costs hangs on the other times. Refuses `not_found`. */
async function lockMissed(tx: Tx, review: ScheduleReview, call_id: number) {
  await tx.system.selectFrom('reviews').select('id').where('id', '=', review.id).forUpdate().execute();
  const row = await tx.system
    .selectFrom('missed_calls')
    .innerJoin('appointments', 'appointments.id', 'missed_calls.appointment_id')
    .selectAll('missed_calls')
    .select(['appointments.expert_profile_id', 'appointments.starts_at'])
    .where('appointment_id', '=', call_id)
    .where('missed_calls.review_id', '=', review.id)
    .forUpdate('missed_calls')
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return { row, call: asCall(row) };
}

/** Contests who missed a call; staff decide. Refuses `wrong_state` where it is late, contested or decided already. */
export async function contestMissed(
  tx: Tx<Actor>,
  ports: Ports,
  review: ScheduleReview,
  { call_id, note }: { call_id: number; note: string },
): Promise<void> {
  const side = sideOf(tx.actor);
  if (side === 'staff' || (side === 'requester' && !mayInvite(tx.actor, review))) throw new Refusal('forbidden');
  const { row, call } = await lockMissed(tx, review, call_id);
  // the expert of that call, who may have given the review up since; nobody else of the expert's side
  if (side === 'expert' && !isOfCall(tx.actor, row)) throw new Refusal('forbidden');
  refuseAfterPurge(review);
  if (!mayContest(call, side, tx.now))
    throw new Refusal(
      'wrong_state',
      call.decided
        ? 'Peritus has already decided who missed this call.'
        : call.contested
          ? 'This is already in dispute. Peritus will decide.'
          : call.said_side === side
            ? 'Your own side recorded this.'
            : 'The time to dispute this has passed.',
      { current: { review_id: review.id, missed_by: row.missed_by } },
    );
  await tx.system
    .updateTable('missed_calls')
    .set({ contested_at: tx.now, contested_by: tx.actor.user_id, contested_side: side, contest_note: note })
    .where('appointment_id', '=', call_id)
    .execute();
  await tx.audit({
    action: 'call.missed_contested',
    review_id: review.id,
    organization_id: review.organization_id,
    timeline: true,
    data: { missed_by: row.missed_by, side },
  });
  for (const to of await staffWithRole(tx.system, ...rolesAt('records')))
    await ports.mail(tx, {
      to,
      template: 'call_missed_contested',
      data: { link: `/${KINDS[review.kind].slug}/${review.id}`, contested_by: side },
      review_id: review.id,
      side: 'staff',
    });
}

/** Decides who missed a call that is contested; what was charged follows. Refuses `wrong_state` where nothing waits for it. */
export async function decideMissed(
  tx: Tx<Actor>,
  ports: Ports,
  review: ScheduleReview,
  { call_id, missed_by, note }: { call_id: number; missed_by: MissedBy; note: string },
): Promise<void> {
  refuseAfterPurge(review);
  const { row, call } = await lockMissed(tx, review, call_id);
  if (!awaitsDecision(call))
    throw new Refusal(
      'wrong_state',
      call.decided ? 'This has already been decided.' : 'Nobody disputes who missed this call.',
      { current: { review_id: review.id, missed_by: row.missed_by } },
    );
  await tx.system
    .updateTable('missed_calls')
    .set({ missed_by, decided_at: tx.now, decided_by: tx.actor.user_id, decision_note: note })
    .where('appointment_id', '=', call_id)
    .execute();
  // other times may have been given up, or the review cancelled since: together they cost what the call does, once
  const { status } = await tx.system
    .selectFrom('reviews')
    .select('status')
    .where('id', '=', review.id)
    .executeTakeFirstOrThrow();
  const charged = await chargeAnew(tx, { ...review, status });
  const fee_cents = charged.get(call_id)?.fee ?? 0;
  let instead_cents = 0;
  for (const [id, { more }] of charged) if (id !== call_id) instead_cents += Math.max(0, more);
  await tx.audit({
    action: 'call.missed_decided',
    review_id: review.id,
    organization_id: review.organization_id,
    reason: note,
    timeline: true,
    data: { was: row.missed_by, missed_by, fee_cents, ...(instead_cents > 0 ? { instead_cents } : {}) },
  });
  for (const side of ['requester', 'expert'] as const)
    await mailSide(tx, ports, ofCall(review, row), side, 'call_missed_decided', {
      starts_at: row.starts_at,
      missed_by: missedByFor(side, missed_by),
    });
}
