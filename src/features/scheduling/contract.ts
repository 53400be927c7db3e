import type { ReviewStatus } from '../reviews/rules.ts';
import { z } from 'zod';
import { reviewCommand } from '../../core/review-command.ts';
import { isEmail, normalizeEmail } from '../../core/emails.ts';
import { MISSED_BY } from '../../core/missed-by.ts';
import {
  actsForClinOps,
  actsForRequester,
  isExpert,
  isRequesterSide,
  isStaff,
  isExpertSide,
  isAttendee,
} from '../../core/actor.ts';
import { defineEndpoint, idParam, instant, kindName } from '../../core/endpoint.ts';

const reviewParams = z.object({ id: idParam });
const zone = z.string().min(1).max(64);

/** Whoever joins the call beside the two; the address is for who orders and for staff. */
export const attendeeRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.string(),
});

export const callView = z
  .object({
    id: z.number(),
    starts_at: instant,
    ends_at: instant,
    duration_minutes: z.number(),
    zone: z.string(),
    status: z.enum(['scheduled', 'tentative', 'held', 'missed', 'cancelled', 'moved']),
    dial_in: z.string(),
    minutes_held: z.number().nullable(),
    /** How long its meeting was under way by what the provider told; to who records it, and never recorded by itself. */
    minutes_told: z.number().nullable(),
  })
  .meta({ id: 'ScheduledCall' });
export type CallView = z.output<typeof callView>;

/** A call that did not take place, and who missed it. Amounts are cents, null to whom sees no prices. */
export const missedCallView = z.object({
  call_id: z.number(),
  starts_at: instant,
  missed_by: z.enum(MISSED_BY),
  /** Who recorded it. */
  said_side: z.enum(['requester', 'expert', 'staff']),
  /** What the requester is charged for it. */
  fee_cents: z.number().int().nullable(),
  /** What they are charged where it was them. */
  at_stake_cents: z.number().int().nullable(),
  contested: z.object({ side: z.enum(['requester', 'expert']), note: z.string().nullable() }).nullable(),
  decided: z.object({ at: instant, note: z.string().nullable() }).nullable(),
  /** Until when the reader can contest it; null where they cannot. */
  contest_until: instant.nullable(),
  may_decide: z.boolean(),
});
export type MissedCallView = z.output<typeof missedCallView>;

export const offerView = z
  .object({
    id: z.number(),
    starts_at: instant,
    ends_at: instant,
    status: z.enum(['open', 'chosen', 'lapsed', 'withdrawn', 'taken']),
    /** Where it lies outside the organization's business hours: a warning, or a refusal when these are strict. */
    outside_hours: z.enum(['warn', 'refuse']).nullable(),
    /** Whether it falls on a public holiday where the requester is. */
    holiday: z.boolean(),
    /** The expert's own calendar says that they are busy then; told to nobody but their side. It stays on offer until it is taken back. */
    calendar_busy: z.boolean(),
  })
  .meta({ id: 'TimeOffer' });
export type OfferView = z.output<typeof offerView>;

export const scheduleView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    number: z.string(),
    subject: z.string(),
    status: z.string<ReviewStatus>(),
    lock_version: z.number(),
    duration_minutes: z.number(),
    /** Minutes that stay free of the expert's other engagements on both sides of it. */
    buffer_before: z.number(),
    buffer_after: z.number(),
    needed_by: z.string().nullable(),
    /** The other side's zone beside the reader's own, with the name to show for it. */
    expert: z.object({ label: z.string(), name: z.string(), zone: z.string(), city: z.string().nullable() }).nullable(),
    requester: z.object({ label: z.string(), zone: z.string() }),
    offers: z.array(offerView),
    call: callView.nullable(),
    /** Calls that did not take place, newest first. */
    missed: z.array(missedCallView),
    attendees: z.array(attendeeRow),
    attendees_allowed: z.boolean(),
    /** Only for the expert's side: working time and what is taken in the next weeks. */
    calendar: z
      .object({
        until: instant,
        working: z.array(z.object({ start: instant, end: instant })),
        busy: z.array(z.object({ start: instant, end: instant })),
        /** When the requester is usually there: the office hours their organization keeps, else their own. Strict: no call outside. */
        office: z.object({ strict: z.boolean(), open: z.array(z.object({ start: instant, end: instant })) }),
        /** Public holidays, YYYY-MM-DD. */
        holidays: z.array(z.string()),
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
  })
  .meta({ id: 'Schedule' });
export type ScheduleView = z.output<typeof scheduleView>;

const party = (actor: { kind: Parameters<typeof isExpert>[0] }) =>
  actsForRequester(actor.kind) || isExpertSide(actor.kind);
const expertSide = (actor: { kind: Parameters<typeof isExpert>[0] }) => isExpertSide(actor.kind);
const requesterSide = (actor: { kind: Parameters<typeof isExpert>[0] }) => actsForRequester(actor.kind);
const anyone = (actor: { kind: Parameters<typeof isExpert>[0] }) =>
  isRequesterSide(actor.kind) || party(actor) || isStaff(actor.kind) || isAttendee(actor.kind);

const reason = z.object({ reason: z.string().trim().min(1, 'Required').max(2000) });
const note = z.string().trim().min(1, 'Required').max(2000);
const post = (id: string, path: string) => reviewCommand(`scheduling.${id}`, path);
const changing = <B extends z.ZodType>(body: B) => ({ params: reviewParams, body, output: scheduleView });
const REFUSALS = ['not_found', 'wrong_state', 'lost_race', 'slot_taken', 'invalid', 'stale'] as const;

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
  offer: defineEndpoint({
    ...post('offer', 'time_offers'),
    summary: 'Offer call times: at least three, on the quarter hour, a day or more ahead; or any free working hour',
    allow: expertSide,
    shape: changing(
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
    errors: REFUSALS,
  }),
  withdrawOffer: defineEndpoint({
    ...post('withdraw_offer', 'time_offers/withdraw'),
    summary: 'Take an offered time back',
    allow: expertSide,
    shape: changing(z.object({ offer_id: z.number().int().positive() })),
    errors: REFUSALS,
  }),
  choose: defineEndpoint({
    ...post('choose', 'call'),
    summary: 'Set the call for an offered time',
    allow: requesterSide,
    shape: changing(
      z.object({ offer_id: z.number().int().positive(), zone, lock_version: z.number().int().optional() }),
    ),
    errors: REFUSALS,
  }),
  noneFit: defineEndpoint({
    ...post('none_fit', 'call/none_fit'),
    summary: 'None of the times can work; says what would',
    allow: requesterSide,
    shape: changing(reason),
    errors: REFUSALS,
  }),
  propose: defineEndpoint({
    ...post('propose', 'call/propose'),
    summary: 'Propose a time before the expert has offered any',
    allow: requesterSide,
    shape: changing(z.object({ starts_at: instant, zone })),
    errors: REFUSALS,
  }),
  confirm: defineEndpoint({
    ...post('confirm', 'call/confirm'),
    summary: 'Confirm the proposed time',
    allow: expertSide,
    shape: changing(z.object({}).default({})),
    errors: REFUSALS,
  }),
  refuse: defineEndpoint({
    ...post('refuse', 'call/refuse'),
    summary: 'The proposed time cannot work',
    allow: expertSide,
    shape: changing(z.object({ reason: z.string().trim().max(2000).default('') })),
    errors: REFUSALS,
  }),
  move: defineEndpoint({
    ...post('move', 'call/move'),
    summary:
      'Ask to move the call, at the fee that was shown; what else is on offer stays, otherwise new times are requested',
    allow: party,
    // another fee is 409 with the one of now; the expert's side pays none
    shape: changing(reason.extend({ confirmed_fee_cents: z.number().int().min(0).optional() })),
    errors: REFUSALS,
  }),
  missed: defineEndpoint({
    ...post('missed', 'call/missed'),
    summary: 'The call did not take place, and who missed it',
    allow: party,
    // who ordered confirms what missing it costs; another amount is 409 with the one of now
    shape: changing(
      reason.extend({
        missed_by: z.enum(MISSED_BY, 'Say who missed it'),
        confirmed_fee_cents: z.number().int().min(0).optional(),
      }),
    ),
    errors: REFUSALS,
  }),
  contestMissed: defineEndpoint({
    ...post('contest_missed', 'call/missed/contest'),
    summary: 'Dispute who missed a call; Peritus decides',
    allow: party,
    shape: changing(z.object({ call_id: z.number().int().positive(), note })),
    errors: REFUSALS,
  }),
  decideMissed: defineEndpoint({
    ...post('decide_missed', 'call/missed/decide'),
    summary: 'Decide a dispute about who missed a call',
    allow: (actor) => actsForClinOps(actor.kind),
    shape: changing(z.object({ call_id: z.number().int().positive(), missed_by: z.enum(MISSED_BY), note })),
    errors: REFUSALS,
  }),
  held: defineEndpoint({
    ...post('held', 'call/held'),
    summary: 'Record that the call was held, and for how long',
    allow: (actor) => isExpert(actor.kind),
    shape: changing(
      z.object({
        minutes: z.number().int().min(1).max(600),
        prep_minutes: z.number().int().min(0).max(6000).default(0),
      }),
    ),
    errors: REFUSALS,
  }),
  invite: defineEndpoint({
    ...post('invite', 'attendees'),
    summary: 'Invite someone to the call',
    allow: requesterSide,
    shape: changing(
      z.object({
        name: z.string().trim().min(1, 'Required').max(200),
        email: z.string().refine((text) => isEmail(normalizeEmail(text)), 'Enter an e-mail address'),
        role: z.string().trim().max(100).default(''),
      }),
    ),
    errors: REFUSALS,
  }),
  uninvite: defineEndpoint({
    ...post('uninvite', 'attendees/remove'),
    summary: 'Take someone off the call',
    allow: requesterSide,
    shape: changing(z.object({ attendee_id: z.number().int().positive() })),
    errors: REFUSALS,
  }),
};
