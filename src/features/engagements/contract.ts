import { PAYMENT_METHODS } from '../../core/payment-methods.ts';
import { z } from 'zod';
import {
  type ActorKind,
  actsForRequester,
  isAdmin,
  isExpert,
  isExpertSide,
  isRequesterSide,
  isStaff,
  runsMatching,
  seesWorkAmounts,
} from '../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, kindName, nothing } from '../../core/endpoint.ts';
import { reviewCommand } from '../../core/review-command.ts';
import { typedSignature } from '../../core/typed-signature.ts';
import { LEGAL_SERVICES } from '../reviews/kinds/legal-case/options.ts';
import { BILLING_STEPS, FURTHER_MOST, HANDOVER_MOST, MOST_CENTS, RETAINER_EVENTS } from './rules.ts';

const cents = z.number().int().min(0).max(MOST_CENTS);

/** What both sides agree on: amounts in cents. */
export const engagementTerms = z
  .object({
    role: z.enum(LEGAL_SERVICES.map(({ value }) => value)),
    hourly_cents: cents,
    deposition_hourly_cents: cents,
    deposition_minimum_hours: z.number().int().min(0).max(24),
    trial_day_cents: cents,
    travel_hourly_cents: cents,
    step_minutes: z.union(BILLING_STEPS.map((minutes) => z.literal(minutes))),
    retainer_cents: cents,
    replenish_below_cents: cents,
    holds_when_used_up: z.boolean(),
    budget_cents: cents.nullable(),
    cancel_days: z.number().int().min(0).max(90),
    cancel_percent: z.number().int().min(0).max(100),
    statement_days: z.number().int().min(0).max(120),
    no_drafts: z.boolean(),
    further: z.string().max(FURTHER_MOST),
  })
  .meta({ id: 'EngagementTerms' });

const side = z.enum(['requester', 'expert']);

const versionView = z.object({
  version: z.number().int(),
  by_side: side,
  by: z.string(),
  at: instant,
  status: z.enum(['open', 'superseded', 'signed', 'refused', 'lapsed', 'ended', 'replaced']),
  /** Which version it replaces once both have signed it; null for an agreement of its own. */
  amends: z.number().int().nullable(),
  lapses_at: instant,
  note: z.string(),
  /** What differs from the version before, or from the one it amends; empty for the first, and where nothing does. */
  changes: z.array(z.object({ label: z.string(), was: z.string(), now: z.string() })),
  terms: engagementTerms,
  text: z.string(),
  headings: z.array(z.string()),
  /** SHA-256 of the text, in hex. */
  sha256: z.string(),
  signatures: z.array(z.object({ side, name: z.string(), at: instant })),
});
export type AgreementVersionView = z.output<typeof versionView>;

const retainerView = z.object({
  due_cents: z.number(),
  received_cents: z.number(),
  used_cents: z.number(),
  refunded_cents: z.number(),
  balance_cents: z.number(),
  /** Work rests until it is paid up again, since then. */
  rests_since: instant.nullable(),
  /** Everything that happened to it, newest first. */
  movements: z.array(
    z.object({
      id: z.number(),
      event: z.enum(RETAINER_EVENTS),
      cents: z.number(),
      at: instant,
      by: z.string().nullable(),
      moved_on: calendarDate.nullable(),
      method: z.enum(PAYMENT_METHODS).nullable(),
      reference: z.string(),
      reason: z.string(),
    }),
  ),
});

export const engagementView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    number: z.string(),
    status: z.string(),
    lock_version: z.number(),
    /** How far it is: nothing is proposed, one is talked over, both have signed. */
    stands: z.enum(['none', 'open', 'signed']),
    /** Who the two are, as the document names them. */
    facts: z.object({
      number: z.string(),
      caption: z.string(),
      court: z.string(),
      firm: z.string(),
      expert: z.string(),
      /** What a change of theirs replaces; only for who may propose one. */
      replaces: z.object({ version: z.number(), signed_on: calendarDate, role: engagementTerms.shape.role }).optional(),
    }),
    /** The reader’s name, as a signature is typed. */
    own_name: z.string(),
    /** What a proposal of the reader’s begins with; null for who proposes none. */
    start: engagementTerms.nullable(),
    /** Whether that begins with rates the expert keeps. */
    start_has_rates: z.boolean(),
    /** The newest first; null for who sees no amounts. */
    versions: z.array(versionView).nullable(),
    /** When the version that is open was proposed and by whom, for who sees no amounts, too. */
    open: z.object({ by_side: side, at: instant, lapses_at: instant }).nullable(),
    agreed_at: instant.nullable(),
    /** What who writes on the matter is told of it: the expert’s role as agreed, or as ordered before that, and whether drafts are kept. */
    writing: z.object({ role: engagementTerms.shape.role, no_drafts: z.boolean() }),
    /** Null before anything was agreed, and for who sees no amounts. */
    retainer: retainerView.nullable(),
    /** Today in the organization’s zone. */
    today: calendarDate,
    can: z.object({
      propose: z.boolean(),
      sign: z.boolean(),
      refuse: z.boolean(),
      /** Proposing a change of what both signed, or another one than is proposed. */
      amend: z.boolean(),
      sign_amendment: z.boolean(),
      decline_amendment: z.boolean(),
      receive: z.boolean(),
      ask: z.boolean(),
      waive: z.boolean(),
      refund: z.boolean(),
      withdraw: z.boolean(),
      confirm_conflict: z.boolean(),
    }),
  })
  .meta({ id: 'Engagement' });
export type EngagementView = z.output<typeof engagementView>;

type Who = { kind: ActorKind };
const params = z.object({ id: idParam });
const either = ({ kind }: Who) => actsForRequester(kind) || isExpert(kind);
/** Who keeps the money: the expert, or admins for them. */
const keeper = ({ kind }: Who) => isExpert(kind) || isAdmin(kind);
const REFUSALS = ['not_found', 'forbidden', 'wrong_state', 'lost_race', 'stale', 'invalid'] as const;
const SIGNING = [...REFUSALS, 'reauthentication_required'] as const;
const reason = z.string().trim().min(1, 'Say why, in a sentence or two.').max(2000);
/** Signs the very document that was read. */
const signsVersion = typedSignature.extend({ version: z.number().int(), sha256: z.string().length(64) });
const payment = z.object({
  cents: z.number().int().min(1, 'Enter the amount.').max(MOST_CENTS),
  moved_on: calendarDate,
  method: z.enum(PAYMENT_METHODS),
  reference: z.string().trim().max(100).default(''),
});

export const engagementEndpoints = {
  read: defineEndpoint({
    id: 'engagements.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/agreement',
    summary: 'The agreement with the expert: its versions, who signed what, and the retainer',
    allow: ({ kind }) => isRequesterSide(kind) || isExpertSide(kind) || isStaff(kind),
    shape: { params, output: engagementView },
    errors: ['not_found'],
  }),
  document: defineEndpoint({
    id: 'engagements.document',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/agreement/{version}/document',
    summary: 'A version of the agreement as PDF, with the certificate of who signed it; the same bytes each time',
    allow: ({ kind }) => seesWorkAmounts(kind),
    shape: { params: z.object({ id: idParam, version: idParam }), output: nothing },
    errors: ['not_found'],
    raw: 'application/pdf',
  }),
  propose: defineEndpoint({
    ...reviewCommand('engagements.propose', 'agreement/propose'),
    summary: 'Proposes terms, and signs them; a former proposal is superseded',
    allow: either,
    in_person: true,
    shape: {
      params,
      body: typedSignature.extend({
        terms: engagementTerms,
        note: z.string().trim().max(2000).default(''),
        lock_version: z.number().int(),
      }),
      output: engagementView,
    },
    errors: SIGNING,
  }),
  sign: defineEndpoint({
    ...reviewCommand('engagements.sign', 'agreement/sign'),
    summary: 'Signs what the other side proposed: both have signed, and the retainer is due',
    allow: either,
    in_person: true,
    shape: {
      params,
      body: signsVersion,
      output: engagementView,
    },
    errors: SIGNING,
  }),
  refuse: defineEndpoint({
    ...reviewCommand('engagements.refuse', 'agreement/refuse'),
    summary: 'Ends the talks about the agreement; another expert is looked for',
    allow: either,
    shape: {
      params,
      body: z.object({ reason }),
      output: z.object({ review_id: z.number(), status: z.string() }),
    },
    errors: REFUSALS,
  }),
  amend: defineEndpoint({
    ...reviewCommand('engagements.amend', 'agreement/amend'),
    summary:
      'Proposes to change what both signed, and signs that; until the other side signs, too, the former terms hold',
    allow: either,
    in_person: true,
    shape: {
      params,
      body: typedSignature.extend({
        terms: engagementTerms,
        note: z.string().trim().max(2000).default(''),
        // the version both signed that it is to replace, and of the open change it answers; null: none was open
        amends: z.number().int(),
        answers: z.number().int().nullable(),
      }),
      output: engagementView,
    },
    errors: SIGNING,
  }),
  signAmendment: defineEndpoint({
    ...reviewCommand('engagements.sign_amendment', 'agreement/sign_amendment'),
    summary: 'Signs a change of the agreement that the other side proposed: it holds from now on',
    allow: either,
    in_person: true,
    shape: {
      params,
      body: signsVersion,
      output: engagementView,
    },
    errors: SIGNING,
  }),
  declineAmendment: defineEndpoint({
    ...reviewCommand('engagements.decline_amendment', 'agreement/decline_amendment'),
    summary: 'Declines a change of the agreement, or takes back one’s own: what both signed holds',
    allow: either,
    shape: { params, body: z.object({ version: z.number().int(), reason }), output: engagementView },
    errors: REFUSALS,
  }),
  withdraw: defineEndpoint({
    ...reviewCommand('engagements.withdraw', 'agreement/withdraw'),
    summary: 'Takes the expert off the matter, by themselves or by the matching desk',
    allow: ({ kind }) => isExpert(kind) || runsMatching(kind),
    shape: {
      params,
      /** What an expert who withdraws from what both signed hands over; nothing of anybody else. */
      body: z.object({ reason, handover: z.string().max(HANDOVER_MOST).default('') }),
      output: z.object({ review_id: z.number(), status: z.string() }),
    },
    errors: REFUSALS,
  }),
  confirmConflict: defineEndpoint({
    ...reviewCommand('engagements.confirm_conflict', 'agreement/confirm_conflict'),
    summary:
      'Finds that a reported conflict stands in the way: another expert is looked for, and this one is not asked again',
    allow: ({ kind }) => runsMatching(kind),
    shape: {
      params,
      body: z.object({ reason }),
      output: z.object({ review_id: z.number(), status: z.string() }),
    },
    errors: REFUSALS,
  }),
  receive: defineEndpoint({
    ...reviewCommand('engagements.receive', 'retainer/receive'),
    summary: 'Records that money of the retainer came; once all that was asked is there, work begins',
    allow: keeper,
    shape: { params, body: payment, output: engagementView },
    errors: REFUSALS,
  }),
  ask: defineEndpoint({
    ...reviewCommand('engagements.ask', 'retainer/ask'),
    summary: 'Asks for more retainer',
    allow: keeper,
    shape: {
      params,
      body: z.object({ cents: payment.shape.cents, reason }),
      output: engagementView,
    },
    errors: REFUSALS,
  }),
  waive: defineEndpoint({
    ...reviewCommand('engagements.waive', 'retainer/waive'),
    summary: 'Waives what is still due of the retainer',
    allow: keeper,
    shape: { params, body: z.object({ reason }), output: engagementView },
    errors: REFUSALS,
  }),
  refund: defineEndpoint({
    ...reviewCommand('engagements.refund', 'retainer/refund'),
    summary: 'Records that money of the retainer was paid back',
    allow: keeper,
    shape: { params, body: payment.extend({ reason }), output: engagementView },
    errors: REFUSALS,
  }),
};
