import { sql } from 'kysely';
import { leads } from '../../../core/experts.ts';
import { stateRow } from '../../reviews/rules/kinds.ts';
import type { TransitionRequest } from '../../reviews/ports.ts';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import { isExpert } from '../../../core/actor.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { isAllowedDomain, normalizeEmail } from '../../../core/emails.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { KINDS } from '../../../core/kinds.ts';
import { DAY, isZone, MINUTE } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { busyOf, engagedOf } from '../../../platform/db/busy-times.ts';
import { organizationFlag } from '../../../platform/db/organization.ts';
import { organizationPath } from '../../../platform/db/organization-facts.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { domainsOf, resolveOrganization } from '../../organizations/rules.ts';
import { isOpenTo } from '../../reviews/rules.ts';
import { schedulingEndpoints } from '../contract.ts';
import {
  anyFreeHour,
  isFree,
  LEAD_MS,
  offerFault,
  OTHERWISE_ENGAGED,
  outsideBusinessHours,
  workingRanges,
} from '../rules.ts';
import { APPOINTMENT, tellOf } from './appointments.ts';
import { bookCall, endCall, liveCall, mailCall, mailSide, remindOf } from './calls.ts';
import { contestMissed, decideMissed, recordMissed } from './missed.ts';
import { sideOf } from './missed-view.ts';
import { eventHandlers } from './event-handlers.ts';
import { openOffers, withdrawOffers } from './offers.ts';
import {
  officeHolidays,
  businessHoursOf,
  expertOf,
  isUnderWay,
  type ScheduleReview,
  loadScheduleReview,
  mayInvite,
  mayJoin,
  lengthOf,
  scheduleOf,
} from './view.ts';

export { bookAppointment, endAppointment, joinAppointment } from './appointments.ts';

/** Scheduling: times offered, one chosen, the call and what becomes of it. */
export function schedulingServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = schedulingEndpoints;

  /** One command on a review's schedule: loads, lets `act` work, answers the fresh schedule. */
  function on<T extends Endpoint>(
    endpoint: T,
    act: (tx: Tx<Actor>, review: ScheduleReview, call: ActorCall<T>) => Promise<void>,
  ): void {
    mount(app, services, endpoint, (async (call: ActorCall<T> & { params: { id: number } }) =>
      command(services, call.actor, async (tx) => {
        const review = await loadScheduleReview(tx.db, call.kind, call.params.id);
        await act(tx, review, call);
        tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
        return scheduleOf(tx.db, call.actor, call.kind, review.id, tx.now);
        // why: the answer’s type hangs on the endpoint, which is a type parameter here
      })) as never);
  }
  const move = (tx: Tx, review: ScheduleReview, request: Omit<TransitionRequest, 'review_id'>) =>
    ports.transition(tx, { review_id: review.id, ...request });

  mount(app, services, e.read, ({ params, kind, actor, db }) =>
    scheduleOf(db, actor, kind, params.id, services.clock.now()),
  );

  on(e.offer, async (tx, review, { body }) => {
    refuseZone(body.zone);
    const expert = await ownExpert(tx, review);
    const length = await lengthOf(tx.system, review);
    const until = new Date(tx.now.getTime() + 61 * DAY);
    const busy = await busyOf(tx.system, expert.profile_id, tx.now, until, review.id);
    // a time that is on offer may stand in the expert's own calendar by now, held for it
    const offered = new Set((await openOffers(tx, review.id)).map(({ starts_at }) => starts_at.getTime()));
    const working = workingRanges(expert.hours, expert.zone, tx.now, until, expert.off);
    const starts = body.any_free_hour
      ? anyFreeHour(
          workingRanges(expert.hours, expert.zone, tx.now, new Date(tx.now.getTime() + 15 * DAY), expert.off),
          length,
          busy,
          tx.now,
        )
      : [...new Set(body.starts_at)].map((s) => new Date(s));
    refuseFields(
      starts.flatMap((start, i) => {
        if (offered.has(start.getTime())) return [];
        const fault = offerFault(start, length, {
          now: tx.now,
          working,
          busy,
          outside_working_hours: body.outside_working_hours,
        });
        return fault ? [{ path: `starts_at.${i}`, message: fault }] : [];
      }),
    );
    for (const start of starts) {
      const ends = new Date(start.getTime() + length.minutes * MINUTE);
      const written = await tx.system
        .insertInto('time_offers')
        .values({
          review_id: review.id,
          expert_profile_id: expert.profile_id,
          starts_at: start,
          ends_at: ends,
          zone: body.zone,
          by_hours: body.any_free_hour,
          created_at: tx.now,
        })
        .onConflict((oc) => oc.columns(['review_id', 'starts_at']).where('status', '=', sql.lit('open')).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (written)
        await tx.setDeadline({
          review_id: review.id,
          kind: 'offer_lapse',
          key: String(written.id),
          due_at: new Date(start.getTime() - LEAD_MS),
          payload: { offer_id: written.id },
        });
    }
    await move(tx, review, {
      action: 'offer_times',
      lock_version: body.lock_version,
      patch: { schedule_status: 'times_offered' },
      data: { count: starts.length },
    });
    await mailSide(tx, ports, review, 'requester', 'times_offered', { count: starts.length });
  });

  on(e.withdrawOffer, async (tx, review, { body }) => {
    await ownExpert(tx, review);
    const open = await openOffers(tx, review.id);
    if (!open.some((o) => o.id === body.offer_id))
      throw new Refusal('wrong_state', 'This time is no longer on offer.', { current: currentOf(review) });
    if (stateRow(review.kind, review.status).call === 'choosing' && open.length === 1)
      throw new Refusal('wrong_state', 'This is the last time on offer. Offer another before you take it back.', {
        current: currentOf(review),
      });
    await tx.system.updateTable('time_offers').set({ status: 'withdrawn' }).where('id', '=', body.offer_id).execute();
    await tx.audit({ action: 'offer.withdrawn', review_id: review.id, subject: `time_offer:${body.offer_id}` });
  });

  on(e.choose, async (tx, review, { body }) => {
    refuseZone(body.zone);
    const offer = await tx.db
      .selectFrom('time_offers')
      .selectAll()
      .where('time_offers.id', '=', body.offer_id)
      .where('time_offers.review_id', '=', review.id)
      .forUpdate()
      .executeTakeFirst();
    if (!offer) throw new Refusal('not_found');
    const length = await lengthOf(tx.system, review);
    const chosen: Omit<TransitionRequest, 'review_id'> = {
      action: 'choose_time',
      lock_version: body.lock_version,
      patch: { schedule_status: 'confirmed', appointment_at: offer.starts_at },
      data: { starts_at: offer.starts_at.toISOString(), minutes: length.minutes },
    };
    // whoever may not choose, or not now, is told so before anything about the time
    if (!isOpenTo(tx.actor, review, 'choose_time')) {
      await move(tx, review, chosen);
      return;
    }
    if (offer.status !== 'open')
      throw new Refusal('slot_taken', 'This time is no longer on offer. Choose one that is.');
    if (offer.starts_at.getTime() - tx.now.getTime() < LEAD_MS)
      throw new Refusal('slot_taken', 'This time is less than 24 hours away and has lapsed. Choose a later one.');
    await keepOfficeHours(tx, review, offer.starts_at, offer.ends_at);
    const until = new Date(offer.ends_at.getTime() + DAY);
    // what the expert chose to offer stands, whatever their calendar says since
    const takenOf = offer.by_hours ? busyOf : engagedOf;
    const busy = await takenOf(tx.system, offer.expert_profile_id, tx.now, until, review.id);
    if (!isFree(offer.starts_at, length, busy))
      throw new Refusal('slot_taken', 'Just taken. Choose one of the times that are still open.');
    await tx.system.updateTable('time_offers').set({ status: 'chosen' }).where('id', '=', offer.id).execute();
    await tx.cancelDeadlines(review.id, ['offer_lapse']);
    const call = await bookCall(tx, review, offer.expert_profile_id, {
      starts_at: offer.starts_at,
      length,
      zone: body.zone,
      tentative: false,
    });
    await move(tx, review, chosen);
    await remindOf(tx, review.id, call);
    await mailCall(tx, ports, review, call, call.ics_sequence === 0 ? 'call_set' : 'call_changed');
  });

  on(e.noneFit, async (tx, review, { body }) => {
    await move(tx, review, { action: 'none_fit', reason: body.reason, patch: { schedule_status: 'times_requested' } });
    await withdrawOffers(tx, review.id);
    await mailSide(tx, ports, review, 'expert', 'times_requested', {});
  });

  on(e.propose, async (tx, review, { body }) => {
    const start = new Date(body.starts_at);
    const open = isOpenTo(tx.actor, review, 'propose_time');
    // otherwise the transition below says why not
    if (open && review.expert_profile_id !== null && (await mayPropose(tx, review))) {
      refuseZone(body.zone);
      const length = await lengthOf(tx.system, review);
      const until = new Date(start.getTime() + DAY);
      const busy = await busyOf(tx.system, review.expert_profile_id, tx.now, until, review.id);
      const fault = offerFault(start, length, { now: tx.now, working: [], busy, outside_working_hours: true });
      // why the expert cannot is theirs to know
      const message = fault === OTHERWISE_ENGAGED ? 'The expert cannot take this time. Propose another.' : fault;
      refuseFields(message ? [{ path: 'starts_at', message }] : []);
      await keepOfficeHours(tx, review, start, new Date(start.getTime() + length.minutes * MINUTE));
      await bookCall(tx, review, review.expert_profile_id, {
        starts_at: start,
        length,
        zone: body.zone,
        tentative: true,
      });
    }
    await move(tx, review, {
      action: 'propose_time',
      patch: { schedule_status: 'time_chosen', appointment_at: start },
      data: { starts_at: start.toISOString() },
    });
    await mailSide(tx, ports, review, 'expert', 'times_requested', {});
  });

  on(e.confirm, async (tx, review) => {
    await ownExpert(tx, review);
    const call = await tx.system
      .updateTable('appointments')
      .set({ status: 'scheduled' })
      .where('review_id', '=', review.id)
      .where('sort', '=', 'call')
      .where('status', '=', 'tentative')
      .returning(APPOINTMENT)
      .executeTakeFirst();
    if (!call && stateRow(review.kind, review.status).call === 'set')
      throw new Refusal('wrong_state', 'The time is already confirmed.', { current: currentOf(review) });
    await move(tx, review, { action: 'confirm_time', patch: { schedule_status: 'confirmed' } });
    if (!call) return;
    await tellOf(tx, review.id, call);
    await remindOf(tx, review.id, call);
    await mailCall(tx, ports, review, call, 'call_set');
  });

  on(e.refuse, async (tx, review, { body }) => {
    await ownExpert(tx, review);
    await move(tx, review, {
      action: 'refuse_time',
      reason: body.reason || undefined,
      patch: { schedule_status: 'times_requested', appointment_at: null },
    });
    await endCall(tx, review.id, 'cancelled');
  });

  on(e.move, async (tx, review, { body }) => {
    const left = (await openOffers(tx, review.id)).filter((o) => o.starts_at.getTime() - tx.now.getTime() >= LEAD_MS);
    const call = await liveCall(tx, review.id);
    const fee = body.confirmed_fee_cents ?? 0;
    // what the expert gives up costs nobody anything
    const { whole_cents } = sideOf(tx.actor) === 'expert' ? { whole_cents: 0 } : await ports.timeCost(tx, review.id);
    await move(tx, review, {
      action: left.length > 0 ? 'reschedule' : 'ask_new_times',
      reason: body.reason,
      patch: { schedule_status: left.length > 0 ? 'times_offered' : 'times_requested', appointment_at: null },
      // the transition refuses any other fee than the one of now
      data: { confirmed_fee_cents: fee, fee_cents: fee },
    });
    await endCall(tx, review.id, 'moved', { late_fee_cents: fee, late_cost_cents: whole_cents });
    if (call) await mailCall(tx, ports, review, call, 'call_cancelled');
    await tx.setDeadlines(
      left.map((offer) => ({
        review_id: review.id,
        kind: 'offer_lapse',
        key: String(offer.id),
        due_at: new Date(offer.starts_at.getTime() - LEAD_MS),
        payload: { offer_id: offer.id },
      })),
    );
    if (left.length === 0) await mailSide(tx, ports, review, 'expert', 'times_requested', {});
  });

  on(e.missed, async (tx, review, { body }) => {
    await recordMissed(tx, ports, review, body);
  });

  on(e.contestMissed, (tx, review, { body }) => contestMissed(tx, ports, review, body));
  on(e.decideMissed, (tx, review, { body }) => decideMissed(tx, ports, review, body));

  on(e.held, async (tx, review, { body }) => {
    await move(tx, review, {
      action: 'call_held',
      patch: { schedule_status: 'held' },
      data: { minutes: body.minutes },
    });
    await endCall(tx, review.id, 'held', { minutes_held: body.minutes, prep_minutes: body.prep_minutes });
    await withdrawOffers(tx, review.id);
  });

  on(e.invite, async (tx, review, { body }) => {
    if (!(await mayJoin(tx.system, review)))
      throw new Refusal('forbidden', 'This organization keeps calls to requester and expert.');
    if (!mayInvite(tx.actor, review)) throw new Refusal('forbidden');
    refuseAfterEnd(review);
    const email = normalizeEmail(body.email);
    const existing = await tx.system
      .selectFrom('appointment_attendees')
      .select(['email'])
      .where('review_id', '=', review.id)
      .execute();
    const domains = domainsOf(resolveOrganization(await organizationPath(tx.system, review.organization_id)));
    refuseFields([
      ...(!isAllowedDomain(email, domains)
        ? [{ path: 'email', message: 'Your organization only invites addresses of its own domains' }]
        : []),
      ...(existing.length >= 10 ? [{ path: 'email', message: 'Ten people can be invited at most' }] : []),
      ...(existing.some((a) => normalizeEmail(a.email) === email)
        ? [{ path: 'email', message: 'This person is already invited' }]
        : []),
    ]);
    await tx.system
      .insertInto('appointment_attendees')
      .values({ review_id: review.id, ...body, email })
      .execute();
    await tx.audit({ action: 'call.attendee_invited', review_id: review.id, timeline: true });
    await tx.emit('review.people_changed', {}, review.id);
    const call = await liveCall(tx, review.id);
    if (call)
      await mailCall(tx, ports, review, call, 'call_set', [{ user_id: null, email, name: body.name, side: 'none' }]);
  });

  on(e.uninvite, async (tx, review, { body }) => {
    if (!mayInvite(tx.actor, review)) throw new Refusal('forbidden');
    refuseAfterEnd(review);
    const gone = await tx.system
      .deleteFrom('appointment_attendees')
      .where('id', '=', body.attendee_id)
      .where('review_id', '=', review.id)
      .returning(['name', 'email'])
      .executeTakeFirst();
    if (!gone) throw new Refusal('not_found');
    await tx.audit({ action: 'call.attendee_removed', review_id: review.id });
    await tx.emit('review.people_changed', {}, review.id);
    const call = await liveCall(tx, review.id);
    if (call)
      await mailCall(tx, ports, review, call, 'call_cancelled', [
        { user_id: null, email: gone.email, name: gone.name, side: 'none' },
      ]);
  });

  return eventHandlers(ports);
}

async function mayPropose(tx: Tx, review: ScheduleReview): Promise<boolean> {
  const { propose_flag } = KINDS[review.kind];
  return propose_flag !== null && organizationFlag(tx.system, review.organization_id, propose_flag);
}

function refuseAfterEnd(review: ScheduleReview): void {
  if (!isUnderWay(review.kind, review.status))
    throw new Refusal('wrong_state', 'This review has ended, and so has its call.', {
      current: { status: review.status },
    });
}

function refuseZone(zone: string): void {
  refuseFields(isZone(zone) ? [] : [{ path: 'zone', message: 'This time zone is not known' }]);
}

/** How the review stands, for the `current` of a 409. */
const currentOf = ({ id, status, lock_version }: ScheduleReview) => ({ review_id: id, status, lock_version });

/** The assigned expert, when the actor is that expert or their assistant. */
async function ownExpert(tx: Tx<Actor>, review: ScheduleReview) {
  if (!leads(tx.actor, review) || review.expert_profile_id === null)
    throw isExpert(tx.actor.kind) && review.expert_profile_id === null
      ? new Refusal('wrong_state', 'Accept the invitation first.', { current: currentOf(review) })
      : new Refusal('forbidden');
  return expertOf(tx.system, review.expert_profile_id);
}

async function keepOfficeHours(tx: Tx, review: ScheduleReview, start: Date, end: Date): Promise<void> {
  const office = await businessHoursOf(tx.system, review.organization_id);
  if (!office?.strict) return;
  if (!outsideBusinessHours(office.hours, start, end, await officeHolidays(tx.system))) return;
  refuseFields([
    {
      path: 'offer_id',
      message: `Your organization keeps calls between ${office.hours.start_time} and ${office.hours.end_time} on working days.`,
    },
  ]);
}
