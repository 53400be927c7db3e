import { z } from 'zod';
import { actsForRequester, isExpert, isRequesterSide, isStaff, isExpertSide } from '../../core/actor.ts';
import { defineEndpoint, idParam, instant, kindName } from '../../core/endpoint.ts';

const reviewParams = z.object({ id: idParam });
const zone = z.string().min(1).max(64);

export const attendeeRow = z.object({ id: z.number(), name: z.string(), email: z.string(), role: z.string() });

export const callView = z.object({
  id: z.number(),
  starts_at: instant,
  ends_at: instant,
  duration_minutes: z.number(),
  zone: z.string(),
  status: z.enum(['scheduled', 'tentative', 'held', 'missed', 'cancelled', 'moved']),
  dial_in: z.string(),
  minutes_held: z.number().nullable(),
});
export type CallView = z.output<typeof callView>;

export const offerView = z.object({
  id: z.number(),
  starts_at: instant,
  ends_at: instant,
  status: z.enum(['open', 'chosen', 'lapsed', 'withdrawn', 'taken']),
  /** Where it lies outside the organization's business hours: a warning, or a refusal when these are strict. */
  outside_hours: z.enum(['warn', 'refuse']).nullable(),
});
export type OfferView = z.output<typeof offerView>;

export const scheduleView = z.object({
  review_id: z.number(),
  kind: kindName,
  number: z.string(),
  subject: z.string(),
  status: z.string(),
  lock_version: z.number(),
  duration_minutes: z.number(),
  needed_by: z.string().nullable(),
  /** The other side's zone beside the reader's own, with the name to show for it. */
  expert: z.object({ label: z.string(), zone: z.string(), city: z.string().nullable() }).nullable(),
  requester: z.object({ label: z.string(), zone: z.string() }),
  offers: z.array(offerView),
  call: callView.nullable(),
  attendees: z.array(attendeeRow),
  attendees_allowed: z.boolean(),
  /** Only for the expert's side: working time and what is taken in the next weeks. */
  calendar: z
    .object({
      until: instant,
      working: z.array(z.object({ start: instant, end: instant })),
      busy: z.array(z.object({ start: instant, end: instant })),
    })
    .nullable(),
  can: z.object({
    offer: z.boolean(),
    choose: z.boolean(),
    propose: z.boolean(),
    confirm: z.boolean(),
    move: z.boolean(),
    record: z.boolean(),
    invite: z.boolean(),
  }),
});
export type ScheduleView = z.output<typeof scheduleView>;

const party = (actor: { kind: Parameters<typeof isExpert>[0] }) =>
  actsForRequester(actor.kind) || isExpertSide(actor.kind);
const expertSide = (actor: { kind: Parameters<typeof isExpert>[0] }) => isExpertSide(actor.kind);
const requesterSide = (actor: { kind: Parameters<typeof isExpert>[0] }) => actsForRequester(actor.kind);
const anyone = (actor: { kind: Parameters<typeof isExpert>[0] }) =>
  isRequesterSide(actor.kind) || party(actor) || isStaff(actor.kind) || actor.kind === 'attendee';

const reason = z.object({ reason: z.string().trim().min(1, 'Required').max(2000) });
const post = <B extends z.ZodType>(id: string, path: string, summary: string, allow: typeof party, body: B) =>
  defineEndpoint({
    id: `scheduling.${id}`,
    method: 'POST',
    path: `/api/v1/{kind}/{id}/${path}`,
    summary,
    allow,
    idempotent: true,
    shape: { params: reviewParams, body, output: scheduleView },
    errors: ['not_found', 'wrong_state', 'lost_race', 'slot_taken', 'invalid', 'stale'],
  });

export const schedulingEndpoints = {
  read: defineEndpoint({
    id: 'scheduling.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/schedule',
    summary: 'Times on offer, the call, who joins',
    allow: anyone,
    shape: { params: reviewParams, output: scheduleView },
    errors: ['not_found'],
  }),
  offer: post(
    'offer',
    'time_offers',
    'Offer call times: at least three, on the quarter hour, a day or more ahead; or any free working hour',
    expertSide,
    z.object({
      starts_at: z.array(instant).max(60).default([]),
      /** Offer every free hour of the next ten working days instead. */
      any_free_hour: z.boolean().default(false),
      /** The zone the times were chosen in. */
      zone,
      outside_working_hours: z.boolean().default(false),
      lock_version: z.number().int().optional(),
    }),
  ),
  withdrawOffer: post(
    'withdraw_offer',
    'time_offers/withdraw',
    'Take an offered time back',
    expertSide,
    z.object({ offer_id: z.number().int().positive() }),
  ),
  choose: post(
    'choose',
    'call',
    'Set the call for an offered time',
    requesterSide,
    z.object({ offer_id: z.number().int().positive(), zone, lock_version: z.number().int().optional() }),
  ),
  noneFit: post('none_fit', 'call/none_fit', 'None of the times can work; says what would', requesterSide, reason),
  propose: post(
    'propose',
    'call/propose',
    'Propose a time before the expert has offered any',
    requesterSide,
    z.object({ starts_at: instant, zone }),
  ),
  confirm: post('confirm', 'call/confirm', 'Confirm the proposed time', expertSide, z.object({}).default({})),
  refuse: post(
    'refuse',
    'call/refuse',
    'The proposed time cannot work',
    expertSide,
    z.object({ reason: z.string().trim().max(2000).default('') }),
  ),
  move: post(
    'move',
    'call/move',
    'Ask to move the call; what else is on offer stays, otherwise new times are asked for',
    party,
    reason,
  ),
  missed: post('missed', 'call/missed', 'The call did not take place', party, reason),
  held: post(
    'held',
    'call/held',
    'Record that the call was held, and for how long',
    (actor) => isExpert(actor.kind),
    z.object({ minutes: z.number().int().min(1).max(600), prep_minutes: z.number().int().min(0).max(6000).default(0) }),
  ),
  invite: post(
    'invite',
    'attendees',
    'Invite someone to the call',
    requesterSide,
    z.object({
      name: z.string().trim().min(1, 'Required').max(200),
      email: z.email('Enter an e-mail address'),
      role: z.string().trim().max(100).default(''),
    }),
  ),
  uninvite: post(
    'uninvite',
    'attendees/remove',
    'Take someone off the call',
    requesterSide,
    z.object({ attendee_id: z.number().int().positive() }),
  ),
};
