import { PERIODS } from '../../core/periods.ts';
import { z } from 'zod';
import { ability, calendarDate, defineEndpoint, idParam, instant, pageOf } from '../../core/endpoint.ts';
import { maySee } from './rules.ts';

const named = z.object({ id: z.number(), name: z.string() });
const text = (max: number) => z.string().trim().min(1).max(max);

export const usage = z
  .object({
    /** "Q4 2026" */
    period: z.string(),
    starts_on: calendarDate,
    ends_on: calendarDate,
    /** The last day a pre-order of it can be confirmed. */
    lapses_on: calendarDate,
    quota: z.number(),
    used: z.number(),
    /** Pre-orders still waiting for their charts. */
    waiting: z.number(),
  })
  .meta({ id: 'SubscriptionUsage' });
export type Usage = z.output<typeof usage>;

/** One detail of a seat that was corrected, in words. */
export const seatChange = z.object({ field: z.string(), old: z.string(), new: z.string() });

export const seatView = z
  .object({
    id: z.number(),
    subscription_id: z.number(),
    provider_name: z.string(),
    provider_blind: z.boolean(),
    license_type: z.string(),
    license_id: z.string().nullable(),
    npi: z.string().nullable(),
    state: z.string(),
    specialty: named,
    sub_specialty: named,
    status: z.enum(['active', 'paused', 'replaced']),
    starts_on: calendarDate,
    /** Whose place it took, and who took its place. */
    replaces: named.nullable(),
    replaced_by: named.nullable(),
    usage: usage.nullable(),
    /** Earlier periods, newest first. */
    past: z.array(usage),
    /** Reviews for it that a correction still reaches: not ordered yet. And those that keep what they were ordered with. */
    not_ordered: z.number(),
    ordered: z.number(),
    /** What was corrected in it, newest first. */
    corrections: z.array(z.object({ at: instant, by: z.string(), changes: z.array(seatChange) })),
    lock_version: z.number(),
  })
  .meta({ id: 'SubscriptionSeat' });
export type SeatView = z.output<typeof seatView>;

const row = {
  id: z.number(),
  name: z.string(),
  organization: named,
  review_type: z.string(),
  review_type_label: z.string(),
  facility: z.string(),
  service: z.enum(['standard', 'limited']),
  period: z.enum(PERIODS),
  reviews_per_seat: z.number(),
  charts_per_review: z.number(),
  carry_over_days: z.number(),
  starts_on: calendarDate,
  ends_on: calendarDate.nullable(),
  status: z.enum(['active', 'ended']),
  seats: z.number(),
  /** Of all its seats, in the period that runs now. */
  usage: usage.nullable(),
  /** What each included review costs, from the next period on; null for who sees no prices. */
  review_price_cents: z.number().int().nullable(),
};
export const subscriptionRow = z.object(row);
export type SubscriptionRow = z.output<typeof subscriptionRow>;

export const subscriptionView = z
  .object({
    ...row,
    committee: z.string(),
    contact: named,
    seat_list: z.array(seatView),
    /** Whether the organization keeps license numbers with its seats. */
    license_ids: z.boolean(),
    limited: z.boolean(),
    /** What the period that runs is charged with for each review; null while none runs, and for who sees no prices. */
    current_price_cents: z.number().int().nullable(),
    lock_version: z.number(),
    updated_at: instant,
    abilities: z.object({ manage: ability, order: ability, price: ability }),
  })
  .meta({ id: 'Subscription' });
export type SubscriptionView = z.output<typeof subscriptionView>;

const provider = {
  provider_name: text(200),
  provider_blind: z.boolean().default(false),
  license_type: z.string().max(20),
  license_id: z.string().trim().max(60).nullish(),
  npi: z.string().trim().max(20).nullish(),
  state: z.string().regex(/^[A-Z]{2}$/, 'Two capital letters'),
  specialty_id: z.number().int().positive(),
  sub_specialty_id: z.number().int().positive(),
};
export const providerBody = z.object(provider);
export type ProviderBody = z.output<typeof providerBody>;
/** A correction names all details as they should be; a license number left out stays as it is. */
export const seatCorrection = z.object({ ...provider, lock_version: z.number().int() });
export type SeatCorrection = z.output<typeof seatCorrection>;
export const seatBody = z.object({
  ...provider,
  /** Its first day; default: today. */
  starts_on: calendarDate.optional(),
});
export type SeatBody = z.output<typeof seatBody>;

/** Cents, USD. */
const price = z.number().int().min(0).max(10_000_000);
const plan = {
  name: text(120),
  facility: text(200),
  committee: z.string().trim().max(200).default(''),
  reviews_per_seat: z.number().int().min(1).max(50),
  charts_per_review: z.number().int().min(1).max(10),
  carry_over_days: z.number().int().min(0).max(90),
  ends_on: calendarDate.nullable(),
  contact_id: z.number().int().positive(),
};
export const planBody = z.object({
  ...plan,
  /** The ordering organization; default: the reader's own. */
  organization_id: z.number().int().positive().optional(),
  review_type: z.string().max(60),
  service: z.enum(['standard', 'limited']),
  period: z.enum(PERIODS),
  starts_on: calendarDate,
  /** What each included review costs; default: the service's price. Only the platform's admins say another one. */
  review_price_cents: price.optional(),
});
export type PlanBody = z.output<typeof planBody>;
/** What may still change in a plan that runs; counts hold from the next period on. */
export const planChange = z.object({ ...plan, review_price_cents: price.optional(), lock_version: z.number().int() });
export type PlanChange = z.output<typeof planChange>;

const params = z.object({ id: idParam });
const reason = z.object({ reason: text(2_000) });
const seen = (actor: { kind: Parameters<typeof maySee>[0] }): boolean => maySee(actor.kind);

export const subscriptionEndpoints = {
  list: defineEndpoint({
    id: 'subscriptions.list',
    method: 'GET',
    path: '/api/v1/subscriptions',
    summary: 'Peer-review subscriptions of the reader’s organizations with what is used of them, newest first',
    allow: seen,
    shape: {
      query: z.object({
        status: z.enum(['active', 'ended']).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
        cursor: z.string().max(100).optional(),
      }),
      output: pageOf(subscriptionRow).extend({
        create: ability,
        limited: z.boolean(),
        /** Whether the reader's are those of several organizations. */
        of_several: z.boolean(),
      }),
    },
  }),
  read: defineEndpoint({
    id: 'subscriptions.read',
    method: 'GET',
    path: '/api/v1/subscriptions/{id}',
    summary: 'A subscription with its seats and what each has used',
    allow: seen,
    shape: { params, output: subscriptionView },
    errors: ['not_found'],
  }),
  create: defineEndpoint({
    id: 'subscriptions.create',
    method: 'POST',
    path: '/api/v1/subscriptions',
    summary: 'Begins a subscription; its first period opens when it starts',
    allow: seen,
    idempotent: true,
    success: 201,
    shape: { body: planBody, output: subscriptionView },
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid'],
  }),
  change: defineEndpoint({
    id: 'subscriptions.change',
    method: 'PUT',
    path: '/api/v1/subscriptions/{id}',
    summary: 'Changes the plan; counts hold from the next period on',
    allow: seen,
    shape: { params, body: planChange, output: subscriptionView },
    errors: ['not_found', 'forbidden', 'wrong_state', 'stale', 'invalid'],
  }),
  end: defineEndpoint({
    id: 'subscriptions.end',
    method: 'POST',
    path: '/api/v1/subscriptions/{id}/end',
    summary: 'Ends a subscription today; pre-orders nobody has begun lapse',
    allow: seen,
    idempotent: true,
    shape: { params, body: reason, output: subscriptionView },
    errors: ['not_found', 'forbidden', 'wrong_state'],
  }),
  addSeat: defineEndpoint({
    id: 'subscriptions.add_seat',
    method: 'POST',
    path: '/api/v1/subscriptions/{id}/seats',
    summary: 'Adds a provider; one who begins within a period gets their share of it',
    allow: seen,
    idempotent: true,
    success: 201,
    shape: { params, body: seatBody, output: subscriptionView },
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid'],
  }),
  readSeat: defineEndpoint({
    id: 'subscriptions.read_seat',
    method: 'GET',
    path: '/api/v1/subscription_seats/{id}',
    summary: 'A seat, with what an order from it begins with and who pays for it',
    allow: seen,
    shape: {
      params,
      output: z.object({
        id: z.number(),
        subscription: named,
        organization: named,
        provider_name: z.string(),
        status: z.enum(['active', 'paused', 'replaced']),
        included: z.boolean(),
        says: z.string(),
        order: ability,
      }),
    },
    errors: ['not_found'],
  }),
  correctSeat: defineEndpoint({
    id: 'subscriptions.correct_seat',
    method: 'PUT',
    path: '/api/v1/subscription_seats/{id}',
    summary: 'Corrects the details of a provider; reviews not ordered yet get them, ordered ones keep theirs',
    allow: seen,
    shape: { params, body: seatCorrection, output: subscriptionView },
    errors: ['not_found', 'forbidden', 'wrong_state', 'stale', 'invalid'],
  }),
  pauseSeat: defineEndpoint({
    id: 'subscriptions.pause_seat',
    method: 'POST',
    path: '/api/v1/subscription_seats/{id}/pause',
    summary: 'Pauses a seat; pre-orders nobody has begun lapse',
    allow: seen,
    idempotent: true,
    shape: { params, body: reason, output: subscriptionView },
    errors: ['not_found', 'forbidden', 'wrong_state'],
  }),
  resumeSeat: defineEndpoint({
    id: 'subscriptions.resume_seat',
    method: 'POST',
    path: '/api/v1/subscription_seats/{id}/resume',
    summary: 'Resumes a paused seat with what is left of its period',
    allow: seen,
    idempotent: true,
    shape: { params, output: subscriptionView },
    errors: ['not_found', 'forbidden', 'wrong_state'],
  }),
  replaceSeat: defineEndpoint({
    id: 'subscriptions.replace_seat',
    method: 'POST',
    path: '/api/v1/subscription_seats/{id}/replace',
    summary: 'Gives the seat to another provider, who uses what is left of the period',
    allow: seen,
    idempotent: true,
    success: 201,
    shape: { params, body: providerBody, output: subscriptionView },
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid'],
  }),
};
