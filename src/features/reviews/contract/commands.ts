import { z } from 'zod';
import { calendarDate, defineEndpoint, idParam, instant } from '../../../core/endpoint.ts';
import { idNamed, quoteView, reviewParams, reviewState, sectionParams, statusView } from './common.ts';
import { sectionView } from './detail.ts';
import { drafters, orderers, overriders, participants, pricers } from './who.ts';

/** A field that stands in the way of ordering: `path` is "step_one.claim_number" or "step_four.attendees.2.email". */
export const missingField = z.object({ section: z.string(), path: z.string(), message: z.string(), rule: z.string() });
export type MissingField = z.output<typeof missingField>;
export const stepState = z
  .object({ section: z.string(), started: z.boolean(), missing: z.array(missingField) })
  .meta({ id: 'StepState' });
/** Something to look at that does not stand in the way: the claim number is in use elsewhere. */
export const warningView = z.object({ path: z.string(), message: z.string() });

/** A review with the price that was fixed. */
const orderedState = reviewState
  .extend({
    total_cents: z.number().int(),
    /** Somebody has to approve it before work begins. */
    waits_for_approval: z.boolean(),
  })
  .meta({ id: 'OrderedReview' });

/** Why an order goes beyond a budget that stops it: counts of whoever keeps the budget alone. */
export const beyondBudget = z.string().max(500).optional();

export const createReview = defineEndpoint({
  id: 'reviews.create',
  method: 'POST',
  path: '/api/v1/{kind}',
  summary: 'Starts a draft, empty, with first fields, or with the fields of another review',
  allow: drafters,
  idempotent: true,
  success: 201,
  errors: ['not_accepting', 'invalid', 'not_found'],
  example: { sections: { step_one: { claim_number: 'WC-2026-4417' } } },
  shape: {
    body: z.object({
      /** The ordering organization; default: the requester's own. */
      organization_id: z.number().int().positive().optional(),
      /** First fields, by step. */
      sections: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
      /** Copies the fields of this review, never its files. */
      copy_of: z.number().int().positive().optional(),
      /** The seat of a subscription it is ordered for: its provider and scope come with it and stay. */
      seat_id: z.number().int().positive().optional(),
      /** At its own price, although the seat has reviews left. */
      force_one_off: z.boolean().optional(),
    }),
    output: reviewState,
  },
});

export const readSection = defineEndpoint({
  id: 'reviews.read_section',
  method: 'GET',
  path: '/api/v1/{kind}/{id}/sections/{section}',
  summary: 'One step of the form',
  allow: participants,
  shape: { params: sectionParams, output: sectionView.extend({ step: stepState, warnings: z.array(warningView) }) },
});

/** Saves a step whole: fields left out are empty afterwards. A stale version is 409 `stale` with the section in `current`. */
/** What an address names a draft to begin with: the organization that orders, a subscription's seat. */
export const setOrigin = defineEndpoint({
  id: 'reviews.set_origin',
  method: 'PUT',
  path: '/api/v1/{kind}/{id}/origin',
  summary: 'Ties a draft to its organization and to the seat it is ordered for',
  allow: orderers,
  errors: ['not_found', 'not_accepting', 'wrong_state', 'invalid'],
  shape: {
    params: reviewParams,
    body: z.object({
      organization_id: z.number().int().positive().optional(),
      seat_id: z.number().int().positive().optional(),
      /** At its own price, although a seat has reviews left; also where no seat is named. */
      force_one_off: z.boolean().optional(),
      /** A type of review by its value, its number or its label; the first one known counts. */
      review_type: z.string().max(100).optional(),
      review_type_id: z.string().max(100).optional(),
      review_type_label: z.string().max(100).optional(),
      /** Named by an address: what it names cannot be changed in the form. */
      fixed: z.boolean().default(false),
    }),
    output: reviewState,
  },
});

export const saveSection = defineEndpoint({
  id: 'reviews.save_section',
  method: 'PUT',
  path: '/api/v1/{kind}/{id}/sections/{section}',
  summary: 'Saves one step of the form',
  allow: orderers,
  errors: ['stale', 'wrong_state', 'invalid'],
  example: { version: 3, data: { claim_number: 'WC-2026-4417' } },
  shape: {
    params: sectionParams,
    body: z.object({ version: z.number().int().min(0), data: z.record(z.string(), z.unknown()) }),
    output: sectionView.extend({ step: stepState, warnings: z.array(warningView), subject: z.string() }),
  },
});

export const readQuote = defineEndpoint({
  id: 'reviews.quote',
  method: 'GET',
  path: '/api/v1/{kind}/{id}/quote',
  summary: 'The price as it stands and what each step still misses',
  allow: participants,
  shape: {
    params: reviewParams,
    output: z.object({
      quote: quoteView.nullable(),
      steps: z.array(stepState),
      warnings: z.array(warningView),
      ready: z.boolean(),
      /** Why it cannot be ordered although every field is there (billing hold, not accepting); null when it can. */
      blocked: z.string().nullable(),
      /** The date by which candidates can be expected when ordered now. */
      experts_by: calendarDate.nullable(),
      /** Whether people of ours check the records and the report; else both pass automatically. */
      team_checked: z.boolean(),
      /** What each service of a draft would cost as the order stands, once its specialty is known; empty before, or without prices. */
      services: z.array(z.object({ service: z.string(), total_cents: z.number().int() })),
      /** Files that could not be taken: what is wrong and what to do. They are no part of the order. */
      failed_files: z.array(z.object({ id: z.number(), name: z.string(), failure: z.string() })),
      /** Budgets that this order would bring to where they warn or stop, in sentences; without prices none. */
      budgets: z.array(z.string()),
      /** Not ordered yet, and no record is with it. */
      without_records: z.boolean(),
    }),
  },
});

export const submitReview = defineEndpoint({
  id: 'reviews.submit',
  in_person: true,
  method: 'POST',
  path: '/api/v1/{kind}/{id}/submit',
  summary: 'Orders the review at the price that was shown: validates everything and fixes the price',
  allow: orderers,
  idempotent: true,
  errors: ['not_accepting', 'wrong_state', 'price_changed', 'over_budget', 'stale', 'invalid'],
  example: { lock_version: 12, confirmed_total_cents: 93_750 },
  shape: {
    params: reviewParams,
    body: z
      .object({
        lock_version: z.number().int().optional(),
        /** The total that was shown. Another price is 409 with the quote of now; only who sees no prices leaves it out. */
        confirmed_total_cents: z.number().int().min(0).optional(),
        beyond_budget: beyondBudget,
      })
      .default({}),
    output: orderedState,
  },
});

/** Transitions that need no more than a reason or a confirmed amount. Those with a payload belong to their own endpoints and answer 400 here. */
export const actOnReview = defineEndpoint({
  id: 'reviews.act',
  method: 'POST',
  path: '/api/v1/{kind}/{id}/actions/{action}',
  summary: 'Carries out an action of the review’s lifecycle',
  allow: participants,
  idempotent: true,
  errors: ['wrong_state', 'over_budget', 'stale', 'lost_race', 'invalid'],
  example: { lock_version: 14, reason: 'The claim was settled.' },
  shape: {
    params: reviewParams.extend({ action: z.string().max(60) }),
    body: z
      .object({
        lock_version: z.number().int().optional(),
        reason: z.string().trim().max(2_000).optional(),
        /** request_report: the price shown to the requester. */
        approved_total_cents: z.number().int().min(0).optional(),
        /** cancel: the fee shown to the requester. */
        confirmed_fee_cents: z.number().int().min(0).optional(),
        /** conclude and cancel of a matter worked on by the hour: what ends with it, and what waits, as they were shown; left out: nothing. */
        confirmed_ending: z
          .object({ called_off_cents: z.number().int().min(0), waiting_cents: z.number().int().min(0) })
          .optional(),
        /** request_transfer: the colleague who takes it over; left out, it goes elsewhere. */
        requester_id: z.number().int().positive().optional(),
        /** record_outcome: what the committee decided, by its key. */
        outcome: z.string().max(60).optional(),
      })
      .default({}),
    output: reviewState,
  },
});

/** The requester agrees to a price that moved beyond the threshold; it is fixed anew. */
export const consentToQuote = defineEndpoint({
  id: 'reviews.consent_to_quote',
  in_person: true,
  method: 'POST',
  path: '/api/v1/{kind}/{id}/quote/consent',
  summary: 'Agrees to the changed price',
  allow: orderers,
  idempotent: true,
  errors: ['wrong_state', 'over_budget', 'invalid'],
  shape: {
    params: reviewParams,
    body: z.object({ total_cents: z.number().int().min(0), beyond_budget: beyondBudget }),
    output: orderedState,
  },
});

export const approvalDecided = z.object({
  review_id: z.number(),
  state: z.enum(['approved', 'declined', 'waiting']),
});

export const askApprovalAgain = defineEndpoint({
  id: 'approvals.ask',
  method: 'POST',
  path: '/api/v1/{kind}/{id}/approval/ask',
  summary: 'Asks once more for approval of an order that was declined',
  allow: orderers,
  shape: { params: reviewParams, output: approvalDecided },
  errors: ['wrong_state'],
});

const withPrice = reviewState
  .extend({ total_cents: z.number().int(), needs_consent: z.boolean() })
  .meta({ id: 'PricedReview' });
/** Beside the service something else was needed: a rented room, a study. It becomes a line of the price. */
export const addExtra = defineEndpoint({
  id: 'reviews.add_extra',
  method: 'POST',
  path: '/api/v1/{kind}/{id}/extras',
  summary: 'Adds what came beside the service to the price',
  allow: pricers,
  idempotent: true,
  errors: ['wrong_state', 'invalid'],
  shape: {
    params: reviewParams,
    body: z.object({
      key: z.string().max(40),
      cents: z.number().int().min(1).max(10_000_000),
      note: z.string().trim().max(200).default(''),
    }),
    output: withPrice,
  },
});
export const removeExtra = defineEndpoint({
  id: 'reviews.remove_extra',
  method: 'DELETE',
  path: '/api/v1/{kind}/{id}/extras/{extra_id}',
  summary: 'Takes it off the price again',
  allow: pricers,
  idempotent: true,
  errors: ['wrong_state'],
  shape: { params: reviewParams.extend({ extra_id: z.coerce.number().int().positive() }), output: withPrice },
});

export const overrideStatus = defineEndpoint({
  id: 'reviews.override',
  method: 'POST',
  path: '/api/v1/{kind}/{id}/override',
  summary: 'Moves a review to a neighboring state, with a reason',
  allow: overriders,
  idempotent: true,
  errors: ['wrong_state', 'stale', 'invalid'],
  shape: {
    params: reviewParams,
    body: z.object({
      to: z.string().max(40),
      reason: z.string().trim().min(1).max(2_000),
      lock_version: z.number().int().optional(),
      /** Where the review counts in a seat's quota again: how many of it are used then, as it was shown. */
      confirmed_seat_use: z.number().int().min(0).optional(),
    }),
    output: reviewState,
  },
});

export const findDuplicates = defineEndpoint({
  id: 'reviews.duplicates',
  method: 'GET',
  path: '/api/v1/{kind}/{id}/duplicates',
  summary: 'Other reviews of the organization under the same claim number',
  allow: orderers,
  shape: {
    params: reviewParams,
    output: z.object({
      data: z.array(
        z.object({ id: z.number(), number: z.string(), subject: z.string(), status: statusView, created_at: instant }),
      ),
    }),
  },
});

const followers = z.object({ data: z.array(idNamed) });
export const readFollowers = defineEndpoint({
  id: 'reviews.watchers',
  method: 'GET',
  path: '/api/v1/{kind}/{id}/watchers',
  summary: 'Who follows a review, and the colleagues who could',
  allow: orderers,
  shape: { params: reviewParams, output: followers.extend({ others: z.array(idNamed) }) },
});
export const addFollower = defineEndpoint({
  id: 'reviews.add_watcher',
  method: 'PUT',
  path: '/api/v1/{kind}/{id}/watchers/{user_id}',
  summary: 'Lets a colleague follow the review and its news',
  allow: orderers,
  errors: ['invalid'],
  shape: { params: reviewParams.extend({ user_id: idParam }), output: followers },
});
export const removeFollower = defineEndpoint({
  id: 'reviews.remove_watcher',
  method: 'DELETE',
  path: '/api/v1/{kind}/{id}/watchers/{user_id}',
  summary: 'Ends following',
  allow: orderers,
  shape: { params: reviewParams.extend({ user_id: idParam }), output: followers },
});

/** What a purge took away and when, by counts and fingerprints. `complete` once nothing of it is left in the database but what `stays` names. */
export const readCertificate = defineEndpoint({
  id: 'reviews.certificate',
  method: 'GET',
  path: '/api/v1/{kind}/{id}/certificate',
  summary: 'The certificate of destruction of a purged review',
  allow: orderers,
  errors: ['not_found', 'forbidden'],
  shape: {
    params: reviewParams,
    output: z.object({
      review_id: z.number(),
      number: z.string(),
      organization: z.string(),
      closed_at: instant.nullable(),
      purged_at: instant,
      /** Null: by itself, when the retention was over. */
      purged_by: z.string().nullable(),
      /** Who asked for it, where it took two people: outside the schedule. */
      asked_by: z.string().nullable(),
      reason: z.string(),
      complete: z.boolean(),
      /** What other reviews of the same case hold of it now, and until when: null as long as they are kept. Empty: nothing. */
      stays: z.array(
        z.object({
          review_id: z.number(),
          number: z.string(),
          /** A copy of the order, with whom it is about. */
          order: z.boolean(),
          /** Records over the same bytes. */
          files: z.number(),
          until: instant.nullable(),
        }),
      ),
      contents: z.object({
        files: z.object({ count: z.number(), bytes: z.number(), pages: z.number(), sha256: z.array(z.string()) }),
        reports: z.array(
          z.object({ version: z.number(), signed_at: z.string().nullable(), sha256: z.string().nullable() }),
        ),
        sections: z.number(),
        parties: z.number(),
        file_requests: z.number(),
        attendees: z.number(),
        messages: z.number(),
        /** Other reviews of the case that held the same records then. */
        linked: z.array(z.object({ review_id: z.number(), files: z.number() })).optional(),
      }),
    }),
  },
});
export type Certificate = z.output<typeof readCertificate.shape.output>;
