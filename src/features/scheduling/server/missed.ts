import type { Actor } from '../../../core/actor.ts';
import { leads } from '../../../core/experts.ts';
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
import { asCall, sideOf } from './missed-view.ts';
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
  const { fee_cents, how } = await ports.timeCost(tx, review.id);
  // nobody had to come to a time that was never confirmed
  const at_stake_cents = call?.status === 'tentative' ? 0 : fee_cents;
  const charge = missedCharge(said.missed_by, at_stake_cents);
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
  await endCall(tx, review.id, 'missed', { late_fee_cents: charge });
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
      at_stake_cents,
    })
    .execute();
  for (const other of ['requester', 'expert'] as const)
    if (other !== side)
      await mailSide(tx, ports, review, other, 'call_missed', {
        starts_at: call.starts_at,
        missed_by: missedByFor(other, said.missed_by),
        contest_until: contestUntil(tx.now),
      });
}

/** Who missed it, as one of its two sides reads it. */
const missedByFor = (side: 'requester' | 'expert', by: MissedBy): 'you' | 'they' | 'nobody' =>
  by === 'nobody' ? 'nobody' : by === side ? 'you' : 'they';

/** Of a review whose records are deleted nothing is written any more. */
function refuseAfterPurge(review: ScheduleReview): void {
  if (isPurged(review))
    throw new Refusal('wrong_state', 'The records of this review are deleted. What was recorded stands.', {
      current: { review_id: review.id, status: review.status },
    });
}

/** A missed call of the review, locked. Refuses `not_found`. */
async function lockMissed(tx: Tx, review: ScheduleReview, call_id: number) {
  const row = await tx.system
    .selectFrom('missed_calls')
    .selectAll()
    .where('appointment_id', '=', call_id)
    .where('review_id', '=', review.id)
    .forUpdate()
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
  const speaks = side === 'expert' ? leads(tx.actor, review) : mayInvite(tx.actor, review);
  if (side === 'staff' || !speaks) throw new Refusal('forbidden');
  refuseAfterPurge(review);
  const { row, call } = await lockMissed(tx, review, call_id);
  if (!mayContest(call, side, tx.now))
    throw new Refusal(
      'wrong_state',
      call.decided
        ? 'It is decided already who missed this call.'
        : call.contested
          ? 'It is contested already. Peritus decides.'
          : call.said_side === side
            ? 'Your side recorded this itself.'
            : 'The time to contest this is over.',
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
  for (const to of await staffWithRole(tx.system, 'clin_ops'))
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
  const left = await ports.callLeft(tx, review.id);
  const { row, call } = await lockMissed(tx, review, call_id);
  if (!awaitsDecision(call))
    throw new Refusal(
      'wrong_state',
      call.decided ? 'This is decided already.' : 'Nobody contests who missed this call.',
      { current: { review_id: review.id, missed_by: row.missed_by } },
    );
  const { late_fee_cents } = await tx.system
    .selectFrom('appointments')
    .select('late_fee_cents')
    .where('id', '=', call_id)
    .executeTakeFirstOrThrow();
  // other times may have been charged since, or the review cancelled: one call never costs more than its base
  const at_stake_cents = Math.max(0, Math.min(row.at_stake_cents, left + late_fee_cents));
  const fee_cents = missedCharge(missed_by, at_stake_cents);
  await tx.system
    .updateTable('missed_calls')
    .set({ missed_by, at_stake_cents, decided_at: tx.now, decided_by: tx.actor.user_id, decision_note: note })
    .where('appointment_id', '=', call_id)
    .execute();
  const { starts_at } = await tx.system
    .updateTable('appointments')
    .set({ late_fee_cents: fee_cents })
    .where('id', '=', call_id)
    .returning('starts_at')
    .executeTakeFirstOrThrow();
  await tx.audit({
    action: 'call.missed_decided',
    review_id: review.id,
    organization_id: review.organization_id,
    reason: note,
    timeline: true,
    data: { was: row.missed_by, missed_by, fee_cents },
  });
  for (const side of ['requester', 'expert'] as const)
    await mailSide(tx, ports, review, side, 'call_missed_decided', {
      starts_at,
      missed_by: missedByFor(side, missed_by),
    });
}
