import { orderedMeetingOf } from '../../../platform/db/meeting-rows.ts';
import { expertsOf } from '../../../platform/db/experts.ts';
import { EXPERT_LEAVES } from '../../reviews/rules/actions.ts';
import { onStateWith, stateRow } from '../../reviews/rules/kinds.ts';
import { onEvent } from '../../../platform/workers.ts';
import { rooms } from '../../../platform/live.ts';
import type { SystemActor } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type FeatureServer, onAction } from '../../../platform/workers.ts';
import { LINK } from './appointments.ts';
import { callReminderIsOver, endCall, liveCall, mailCall, mailSide } from './calls.ts';
import { openOffers, withdrawOffers } from './offers.ts';
import { type ScheduleReview, mayJoin } from './view.ts';

const firstAsks = onAction('accept', 'request_call', 'request_conference');
const ended = onStateWith((row) => row.bucket === 'cancelled');
/** The expert a call was arranged with is off the matter. */
const leaves = onAction(...EXPERT_LEAVES);
const asksForTimes = onStateWith((row) => row.call === 'offering');

/** What scheduling does by itself, when a review has moved and when a time has come. */
export function eventHandlers(ports: Ports) {
  return {
    events: [
      onEvent({
        name: 'scheduling.ask_for_times',
        tells: true,
        topics: ['review.transitioned'],
        // what first brings a review to where its expert offers times; later asking has letters of its own
        when: (event) => asksForTimes(event) && firstAsks(event),
        run: async (tx, event) => {
          if (event.review_id === null) return;
          const review = await systemReview(tx, event.review_id);
          if (review) await mailSide(tx, ports, review, 'expert', 'times_requested', {});
        },
      }),
      onEvent({
        name: 'scheduling.take_over_attendees',
        topics: ['review.transitioned'],
        when: onAction('submit'),
        run: async (tx, event) => {
          if (event.review_id !== null) await takeOverAttendees(tx, event.review_id);
        },
      }),
      onEvent({
        name: 'scheduling.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, event) => {
          if (event.review_id === null) return;
          await tx.system.deleteFrom('appointment_attendees').where('review_id', '=', event.review_id).execute();
          // a link opens a meeting, and may say whose account it is of
          await tx.system
            .updateTable('appointments')
            .set({ location: '' })
            .where('review_id', '=', event.review_id)
            .where('location', 'like', `${LINK}%`)
            .execute();
          await tx.system
            .updateTable('missed_calls')
            .set({ contest_note: null, decision_note: null })
            .where('review_id', '=', event.review_id)
            .execute();
        },
      }),
      onEvent({
        name: 'scheduling.given_up',
        topics: ['review.transitioned'],
        when: onAction('give_up_call'),
        run: async (tx, event) => {
          if (event.review_id !== null) await withdrawOffers(tx, event.review_id);
        },
      }),
      onEvent({
        name: 'scheduling.join_changed',
        tells: true,
        topics: ['appointment.join_changed'],
        when: ({ payload }) => payload.sort === 'call',
        run: async (tx, { review_id, payload }) => {
          const review = review_id === null ? undefined : await systemReview(tx, review_id);
          if (!review) return;
          const call = await liveCall(tx, review.id);
          // one that was moved or called off since has mails of its own
          if (call?.id !== payload.appointment_id || call.status !== 'scheduled') return;
          await mailCall(tx, ports, review, call, 'call_link');
          tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
        },
      }),
      onEvent({
        name: 'scheduling.free_cancelled',
        topics: ['review.transitioned'],
        when: (event) => ended(event) || leaves(event),
        run: async (tx, event) => {
          if (event.review_id === null) return;
          const review = await systemReview(tx, event.review_id);
          const call = await liveCall(tx, event.review_id);
          await endCall(tx, event.review_id, 'cancelled');
          await withdrawOffers(tx, event.review_id);
          if (call && review) await mailCall(tx, ports, review, call, 'call_cancelled');
        },
      }),
    ],
    deadlines: {
      offer_lapse: (tx, deadline) => lapse(tx, ports, deadline.review_id, deadline.payload.offer_id),
      async records_reminder(tx, deadline) {
        const review = await systemReview(tx, deadline.review_id);
        const call = await liveCall(tx, deadline.review_id);
        if (!review || call?.id !== deadline.payload.call_id) return undefined;
        if (callReminderIsOver(deadline.kind, deadline.key, call.starts_at, tx.now)) return 'over';
        await mailSide(tx, ports, review, 'expert', 'records_reminder', { starts_at: call.starts_at });
        return undefined;
      },
      async call_reminder(tx, deadline) {
        const review = await systemReview(tx, deadline.review_id);
        const call = await liveCall(tx, deadline.review_id);
        if (!review || call?.id !== deadline.payload.call_id) return undefined;
        if (callReminderIsOver(deadline.kind, deadline.key, call.starts_at, tx.now)) return 'over';
        await mailCall(tx, ports, review, call, 'call_reminder');
        return undefined;
      },
    },
  } satisfies FeatureServer;
}

function systemReview(tx: Tx<SystemActor>, id: number): Promise<ScheduleReview | undefined> {
  return tx.system
    .selectFrom('reviews')
    .select([
      'id',
      'kind',
      'status',
      'subject',
      'service',
      orderedMeetingOf('reviews.id').as('meeting'),
      'needed_by',
      'lock_version',
      'organization_id',
      'requester_id',
      'expert_profile_id',
      expertsOf('reviews.id').as('experts'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The people named in the order come along to the call. */
async function takeOverAttendees(tx: Tx<SystemActor>, reviewId: number): Promise<void> {
  const review = await systemReview(tx, reviewId);
  if (!review || !(await mayJoin(tx.system, review))) return;
  const section = await tx.system
    .selectFrom('review_sections')
    .select('data')
    .where('review_id', '=', reviewId)
    .where('section', '=', 'step_four')
    .executeTakeFirst();
  const named =
    (section?.data as { attendees?: { name: string; email: string; role?: string | null }[] | null } | undefined)
      ?.attendees ?? [];
  for (const a of named) {
    await tx.system
      .insertInto('appointment_attendees')
      .values({ review_id: reviewId, name: a.name, email: a.email, role: a.role ?? '' })
      .onConflict((oc) => oc.columns(['review_id', 'email']).doNothing())
      .execute();
  }
  if (named.length > 0) await tx.emit('review.people_changed', {}, reviewId);
}

/** An offered time that is now too near lapses; with the last one the expert is asked for new times. */
async function lapse(tx: Tx<SystemActor>, ports: Ports, reviewId: number, offerId: number): Promise<void> {
  const lapsed = await tx.system
    .updateTable('time_offers')
    .set({ status: 'lapsed' })
    .where('id', '=', offerId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (lapsed.numUpdatedRows === 0n) return;
  const review = await systemReview(tx, reviewId);
  if (!review || stateRow(review.kind, review.status).call !== 'choosing') return;
  if ((await openOffers(tx, reviewId)).length > 0) return;
  await ports.transition(tx, {
    review_id: reviewId,
    action: 'offers_lapsed',
    patch: { schedule_status: 'times_requested' },
  });
  await mailSide(tx, ports, review, 'expert', 'times_requested', {});
}
