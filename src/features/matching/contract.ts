import type { ReviewStatus } from '../reviews/rules.ts';
import { ATTESTATION_LINES, RELATION_VALUES } from '../reviews/rules/attestation.ts';
import { z } from 'zod';
import { actsForRequester, isExpert } from '../../core/actor.ts';
import { defineEndpoint, idParam, instant, nothing, kindName } from '../../core/endpoint.ts';
import { openTo } from '../experts/contract.ts';
import { DECLINE_REASONS, mayMatch } from './rules.ts';
import { LEADS, PLACES_MAX } from './rules/panel.ts';

const reviewParams = z.object({ id: idParam });
const party = z.object({ name: z.string(), role: z.string() });

/** What every transition of this feature answers. */
export const matchingState = z.object({
  review_id: z.number(),
  status: z.string<ReviewStatus>(),
  lock_version: z.number(),
});

/** What an expert would earn, cents. */
const earns = z.object({ cents: z.number().int(), per: z.enum(['review', 'hour']) }).nullable();
const reason = z.object({ tone: z.enum(['good', 'warn', 'new']), text: z.string() });

export const rankedCandidate = z.object({
  profile_id: z.number(),
  code: z.string(),
  name: z.string(),
  specialty: z.string(),
  years: z.number(),
  place: z.string(),
  /** Among all who could be asked, from 1. */
  rank: z.number(),
  score: z.number(),
  /** Others have as many points: their order was drawn. */
  drawn: z.boolean(),
  parts: z.record(z.string(), z.number()),
  reasons: z.array(reason),
  is_new: z.boolean(),
  earliest: instant.nullable(),
  open_reviews: z.number(),
  max_open_reviews: z.number(),
  rating: z.object({ mean: z.number().nullable(), n: z.number() }),
  /** Besides reviews; empty unless the ordering organization asks for it. */
  open_to: openTo,
  /** What they would earn; null for who sees no prices. */
  earns,
});
export type RankedCandidate = z.output<typeof rankedCandidate>;

export const invitationRow = z
  .object({
    id: z.number(),
    panel_place: z.number(),
    expert: z.object({ profile_id: z.number(), code: z.string(), name: z.string() }),
    status: z.string(),
    created_at: instant,
    expires_at: instant,
    answered_at: instant.nullable(),
    decline_reason: z.string().nullable(),
    decline_note: z.string().nullable(),
    disclosure: z.string().nullable(),
    /** Attestation lines answered so that a person has to look at them. */
    disclosed: z.array(z.string()),
    needs_decision: z.boolean(),
    /** Whether the requester could set aside what was disclosed. */
    waivable: z.boolean(),
    /** What was decided about it and by whom; `waived`: the requester's word where theirs was asked. */
    decision: z
      .object({
        value: z.enum(['none', 'waivable', 'hard']),
        by: z.string(),
        at: instant,
        relation: z.string().nullable(),
        waived: z.object({ value: z.boolean(), by: z.string(), at: instant }).nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'ExpertInvitation' });

export const board = z
  .object({
    review_id: z.number(),
    number: z.string(),
    /** Which place the ranking is for: 1 leads. */
    place: z.number(),
    /** The places of a panel beside its lead, with who has them; empty where one examiner was ordered, or the lead is not found. */
    panel: z.array(
      z.object({
        place: z.number(),
        specialty: z.string(),
        examiner: z.string().nullable(),
        invited: z.number(),
        given_up: z.boolean(),
      }),
    ),
    status: z.string<ReviewStatus>(),
    lock_version: z.number(),
    organization: z.string(),
    requester: z.string(),
    need: z.array(z.object({ label: z.string(), value: z.string() })),
    conflict_names: z.array(party),
    ranking: z.object({
      at: instant,
      weights: z.record(z.string(), z.number()),
      weights_of: z.string(),
      total: z.number(),
      funnel: z.array(z.object({ key: z.string(), label: z.string(), left: z.number() })),
      /** The best of those the last step left, and whoever is asked for, suggested or presented. */
      candidates: z.array(rankedCandidate),
      /** Profiles of whom to present if nobody chooses otherwise. */
      suggested: z.array(z.number()),
      /** Profiles of those the requester asked for by name. */
      preferred_experts: z.array(z.number()),
    }),
    presented: z.array(
      z.object({ profile_id: z.number(), code: z.string(), score: z.number(), presented_at: instant }),
    ),
    invitations: z.array(invitationRow),
    failed_invitations: z.number(),
    /** Others waiting for an expert, soonest due first, for going through them one by one. */
    queue: z.array(z.object({ review_id: z.number(), number: z.string() })),
    can_present: z.boolean(),
    /** Why not, where presenting or inviting is not possible now. */
    cannot_because: z.string().nullable(),
  })
  .meta({ id: 'MatchingBoard' });
export type MatchingBoard = z.output<typeof board>;

/** One presented expert as the requester compares them: blind unless the organization shows names. */
export const presentedCandidate = z.object({
  id: z.number(),
  position: z.number(),
  code: z.string(),
  name: z.string().nullable(),
  specialty: z.string(),
  years: z.number(),
  setting: z.string().nullable(),
  region: z.string().nullable(),
  summary: z.string(),
  rating: z.object({ mean: z.number().nullable(), n: z.number() }),
  earliest: instant.nullable(),
  on_time: z.object({ finished: z.number(), late: z.number() }),
  /** Two sentences from their own record. */
  record: z.array(z.string()),
  price_cents: z.number().nullable(),
  /** What of it the expert would earn; null unless the organization's price book shows it. */
  earns,
  /** How often they testified, for which side, what was excluded; null where nobody testifies. */
  testimony: z
    .object({
      recent: z.number(),
      plaintiff: z.number(),
      defense: z.number(),
      excluded_part: z.number(),
      excluded_all: z.number(),
    })
    .nullable(),
  /** What they ask by their own kept rates, cents; null where no agreement is signed, and for who sees no prices. */
  fees: z
    .object({
      hourly_cents: z.number().nullable(),
      deposition_hourly_cents: z.number().nullable(),
      trial_day_cents: z.number().nullable(),
      travel_hourly_cents: z.number().nullable(),
    })
    .nullable(),
  reasons: z.array(reason),
  /** Besides reviews; empty unless the ordering organization asks for it. */
  open_to: openTo,
  /** The CV the organization's flags open to its people; null where the expert has none to show. */
  cv: z
    .object({
      version: z.enum(['full', 'redacted']),
      pages: z.number().nullable(),
      url: z.string(),
      /** Null where it is read in the page only. */
      download_url: z.string().nullable(),
    })
    .nullable(),
});
export type PresentedCandidate = z.output<typeof presentedCandidate>;

export const presentation = z.object({
  review_id: z.number(),
  number: z.string(),
  subject: z.string(),
  status: z.string<ReviewStatus>(),
  lock_version: z.number(),
  note: z.string(),
  presented_at: instant.nullable(),
  answer_by: instant.nullable(),
  candidates: z.array(presentedCandidate),
  can_select: z.boolean(),
  cannot_because: z.string().nullable(),
});

export const invitationState = z.enum(['open', 'accepted', 'declined', 'expired', 'withdrawn', 'taken', 'unknown']);

/**
 * The blind minimum an invited expert sees before attesting: no facts of the matter, but the names to check. No amount:
 * what the customer pays is not what an expert earns.
 */
export const invitationView = z.object({
  state: invitationState,
  /** Whether the reader is signed in as the invited expert. */
  yours: z.boolean(),
  review_id: z.number().nullable(),
  number: z.string().nullable(),
  kind: kindName.nullable(),
  specialty: z.string().nullable(),
  region: z.string().nullable(),
  service: z.string().nullable(),
  pages: z.number().nullable(),
  needed_by: z.string().nullable(),
  expedited: z.boolean(),
  /** What the kind tells beside, in the words of its form. */
  told_first: z.array(z.object({ label: z.string(), value: z.string() })),
  expires_at: instant.nullable(),
  sent_at: instant.nullable(),
  /** The review is on hold: since then the time to answer stands still. */
  paused_at: instant.nullable(),
  /** "Second examiner of a panel"; null for who leads, or is alone. */
  panel: z.string().nullable(),
  /** The visit that is set already, whose time comes with the place. */
  visit: z.object({ starts_at: instant, ends_at: instant, time_zone: z.string(), place: z.string() }).nullable(),
  conflict_names: z.array(party),
  /** Sent to the matching team and waiting for their answer. */
  awaiting_decision: z.boolean(),
  /** What the reader disclosed and was decided not to stand in the way: with these words, and not with others. */
  decided: z.object({ lines: z.array(z.string()), disclosure: z.string() }).nullable(),
  /** What the expert earns by it, for them alone; null where they are shown no amounts, or are paid by the hour. */
  fee: z
    .object({
      lines: z.array(z.object({ label: z.string(), cents: z.number().int() })),
      amount_cents: z.number().int(),
      own: z.boolean(),
    })
    .nullable(),
});
export type InvitationView = z.output<typeof invitationView>;

/** A relation the invited expert disclosed, for the requester to decide on: its kind, and no name. */
const conflictQuestion = z.object({
  invitation_id: z.number(),
  /** "a work relation" */
  told: z.string(),
  asked_at: instant,
  answer_by: instant,
  can_answer: z.boolean(),
  cannot_because: z.string().nullable(),
});
export type ConflictQuestion = z.output<typeof conflictQuestion>;

const attestation = z.object({
  answers: z.partialRecord(z.enum(ATTESTATION_LINES.map((l) => l.key) as [string, ...string[]]), z.boolean()),
  disclosure: z.string().trim().max(4000).default(''),
});
const decline = z.object({
  reason: z.enum(DECLINE_REASONS.map((r) => r.value) as [string, ...string[]]),
  note: z.string().trim().max(2000).default(''),
});
/** The token from the mail, or `review-{id}` for an expert who is signed in. */
const token = z.object({ token: z.string().min(6).max(200) });

export const matchingEndpoints = {
  board: defineEndpoint({
    id: 'matching.board',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/matching',
    summary: 'Ranked candidates with reasons, invitations so far',
    allow: mayMatch,
    shape: {
      params: reviewParams,
      query: z
        .object({
          /** Of a panel: whom it is for. Left out: the first place that is open. */
          place: z.coerce.number().int().min(LEADS).max(PLACES_MAX).optional(),
        })
        .default({}),
      output: board,
    },
  }),
  present: defineEndpoint({
    id: 'matching.present',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/candidates',
    summary: 'Present up to five experts to the requester',
    allow: mayMatch,
    idempotent: true,
    success: 201,
    shape: {
      params: reviewParams,
      body: z.object({
        expert_profile_ids: z.array(z.number().int().positive()).min(1).max(5),
        note: z.string().trim().max(1000).default(''),
        lock_version: z.number().int().optional(),
      }),
      output: matchingState,
    },
    errors: ['wrong_state', 'invalid', 'stale'],
  }),
  candidates: defineEndpoint({
    id: 'matching.candidates',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/candidates',
    summary: 'The presented experts, blind where the organization asks for it',
    allow: (actor) => actsForRequester(actor.kind) || mayMatch(actor),
    shape: { params: reviewParams, output: presentation },
  }),
  select: defineEndpoint({
    id: 'matching.select',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/candidates/{candidate_id}/select',
    summary: 'Choose a presented expert, who is then invited',
    allow: (actor) => actsForRequester(actor.kind),
    idempotent: true,
    shape: {
      params: z.object({ id: idParam, candidate_id: idParam }),
      body: z.object({ lock_version: z.number().int().optional() }).default({}),
      output: matchingState,
    },
    errors: ['wrong_state', 'lost_race', 'stale'],
  }),
  invite: defineEndpoint({
    id: 'matching.invite',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/invitations',
    summary: 'Invite one expert directly, or several of whom the first to accept gets it',
    allow: mayMatch,
    idempotent: true,
    success: 201,
    shape: {
      params: reviewParams,
      body: z.object({
        expert_profile_ids: z.array(z.number().int().positive()).min(1).max(5),
        /** Of a panel: the place they are invited to. */
        panel_place: z.number().int().min(LEADS).max(PLACES_MAX).default(LEADS),
        lock_version: z.number().int().optional(),
      }),
      output: matchingState,
    },
    errors: ['wrong_state', 'invalid', 'stale'],
  }),
  withdraw: defineEndpoint({
    id: 'matching.withdraw',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/invitations/withdraw',
    summary: 'Withdraw the open invitations',
    allow: mayMatch,
    idempotent: true,
    shape: {
      params: reviewParams,
      body: z.object({ reason: z.string().trim().min(1).max(1000) }),
      output: matchingState,
    },
    errors: ['wrong_state'],
  }),
  decideConflict: defineEndpoint({
    id: 'matching.decide_conflict',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/invitations/{invitation_id}/decision',
    summary: 'Decide on what an expert disclosed: no conflict, a hard one, or one the requester may set aside',
    allow: mayMatch,
    idempotent: true,
    shape: {
      params: z.object({ id: idParam, invitation_id: idParam }),
      body: z.discriminatedUnion('decision', [
        z.object({ decision: z.enum(['none', 'hard']) }),
        z.object({ decision: z.literal('waivable'), relation: z.enum(RELATION_VALUES).optional() }),
      ]),
      output: matchingState,
    },
    errors: ['wrong_state', 'invalid'],
  }),
  conflictQuestion: defineEndpoint({
    id: 'matching.conflict_question',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/conflict_question',
    summary: 'The kind of relation the requester is asked about, if any',
    allow: (actor) => actsForRequester(actor.kind) || mayMatch(actor),
    shape: { params: reviewParams, output: z.object({ question: conflictQuestion.nullable() }) },
  }),
  answerConflictQuestion: defineEndpoint({
    id: 'matching.answer_conflict_question',
    in_person: true,
    method: 'POST',
    path: '/api/v1/{kind}/{id}/invitations/{invitation_id}/waiver',
    summary: 'The requester sets a relation aside, or keeps to it, which releases the expert',
    allow: (actor) => actsForRequester(actor.kind),
    idempotent: true,
    shape: {
      params: z.object({ id: idParam, invitation_id: idParam }),
      body: z.object({ waived: z.boolean() }),
      output: matchingState,
    },
    errors: ['forbidden', 'wrong_state'],
  }),
  invitation: defineEndpoint({
    id: 'matching.invitation',
    method: 'GET',
    path: '/api/v1/invitations/{token}',
    summary: 'An invitation by its link: the blind minimum, signed in or not',
    allow: 'public',
    shape: { params: token, output: invitationView },
    errors: ['not_found', 'throttled'],
  }),
  accept: defineEndpoint({
    id: 'matching.accept',
    in_person: true,
    method: 'POST',
    path: '/api/v1/invitations/{token}/accept',
    summary: 'Attest and accept; what is disclosed goes to the matching team first',
    allow: (actor) => isExpert(actor.kind),
    idempotent: true,
    shape: { params: token, body: attestation, output: z.object({ accepted: z.boolean(), review_id: z.number() }) },
    errors: ['not_found', 'wrong_state', 'lost_race', 'slot_taken', 'invalid'],
  }),
  decline: defineEndpoint({
    id: 'matching.decline',
    method: 'POST',
    path: '/api/v1/invitations/{token}/decline',
    summary: 'Decline, with a reason',
    allow: (actor) => isExpert(actor.kind),
    idempotent: true,
    success: 204,
    shape: { params: token, body: decline, output: nothing },
    errors: ['not_found', 'wrong_state', 'invalid'],
  }),
};
