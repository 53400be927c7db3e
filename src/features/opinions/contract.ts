import type { ReviewStatus } from '../reviews/rules.ts';
import { z } from 'zod';
import { reviewCommand } from '../../core/review-command.ts';
import { ability, defineEndpoint, idParam, instant } from '../../core/endpoint.ts';
import { isExpert, seesOwnOrders } from '../../core/actor.ts';
import type { PresentedReport } from '../reports/rules.ts';
import { isReviewer, knowsOfOpinions, mayAsk, ROLES, SCALE_NAMES, TRIGGERS } from './rules.ts';

export * from './contract/trends.ts';

const reviewParams = z.object({ id: idParam });

export const levelView = z
  .object({
    scale: z.enum(SCALE_NAMES),
    level: z.number().int(),
    label: z.string(),
    tone: z.enum(['ok', 'info', 'warn', 'bad']),
    /** Share met in percent, where the form is scored. */
    percent: z.number().nullable(),
  })
  .meta({ id: 'OpinionLevel' });
export type LevelView = z.output<typeof levelView>;

export const opinionMember = z.object({
  review_id: z.number(),
  number: z.string(),
  role: z.enum(ROLES),
  status: z.string<ReviewStatus>(),
  status_label: z.string(),
  /** Whether this reader can open that review. */
  open: z.boolean(),
  trigger: z.enum(TRIGGERS).nullable(),
  trigger_words: z.string().nullable(),
  /** Why it was asked for, in the words of who did. */
  reason: z.string(),
  asked_by: z.string().nullable(),
  asked_at: instant.nullable(),
  delivered_at: instant.nullable(),
  /** Null while there is none, where none could be determined, or where the report is not this reader's. */
  level: levelView.nullable(),
});
export type OpinionMember = z.output<typeof opinionMember>;

const difference = z.object({
  key: z.string(),
  section: z.string(),
  label: z.string(),
  first: z.string(),
  second: z.string(),
});

export const opinionsView = z.object({
  review_id: z.number(),
  number: z.string(),
  /** What this review is among the opinions on the case; null where its kind has none. */
  role: z.enum(ROLES).nullable(),
  original: z.object({ review_id: z.number(), number: z.string(), open: z.boolean() }).nullable(),
  /** Whether the reports are for this reader; without that, levels and the comparison are left out. */
  reads: z.boolean(),
  members: z.array(opinionMember),
  /** Where two delivered opinions part; null while there are not two. */
  comparison: z
    .object({
      verdict: z.enum(['agree', 'one_apart', 'far_apart', 'undecided']),
      gap: z.number().int().nullable(),
      says: z.string(),
      /** Null: on different forms, so that only the levels can be compared. */
      differences: z.array(difference).nullable(),
    })
    .nullable(),
  /** The level that counts for the case; null while it is open. */
  settled: levelView.extend({ how: z.enum(['agreed', 'adjudicated']), by: z.string() }).nullable(),
  /** What one more review costs at today's price, in cents; null for who sees no prices. */
  price_cents: z.number().int().nullable(),
  can: z.object({ ask_second: ability, ask_adjudication: ability }),
});
export type OpinionsView = z.output<typeof opinionsView>;

const askBody = z.object({ reason: z.string().trim().min(1, 'Required').max(2_000) });
/** What came of asking. */
export const opened = z
  .object({
    review_id: z.number(),
    number: z.string(),
    /** False: it waits as a draft for what its order lacks. */
    ordered: z.boolean(),
    faults: z.array(z.object({ path: z.string(), message: z.string() })),
  })
  .meta({ id: 'AskedOpinion' });

const report = z.custom<PresentedReport>((v) => typeof v === 'object' && v !== null);
/** What a reviewer is told of opinions to settle, before and after opening them. */
export const toSettle = z
  .object({
    review_id: z.number(),
    number: z.string(),
    /** Whether this reader settles where two opinions part; anybody else is told nothing, not even whether there are any. */
    settles: z.boolean(),
    /** When the reader's own judgment was closed and both were opened; null: not yet. */
    opened_at: instant.nullable(),
    /** What the reader's own judgment lacks before it can be closed; where there is nothing to settle it is empty. */
    left: z.array(z.object({ label: z.string(), message: z.string() })),
    can: z.object({ open: ability }),
  })
  .meta({ id: 'OpinionsToSettle' });
export type ToSettle = z.output<typeof toSettle>;

export const blindOpinions = z.object({
  review_id: z.number(),
  number: z.string(),
  opened_at: instant,
  /** Where the two part, Opinion 1 first; null on different forms. */
  differences: z.array(difference).nullable(),
  opinions: z.array(z.object({ name: z.string(), form: z.string(), level: levelView.nullable(), report })),
});
export type BlindOpinions = z.output<typeof blindOpinions>;

const asking = (kind: Parameters<typeof mayAsk>[0]['kind']): boolean =>
  seesOwnOrders(kind) || mayAsk({ kind, user_id: 0 }, { requester_id: 1 });

const ask = (id: string, path: string) => reviewCommand(`opinions.${id}`, `opinions/${path}`);

const askers = (actor: { kind: Parameters<typeof asking>[0] }): boolean => asking(actor.kind);
const asked = { params: reviewParams, body: askBody, output: opened };
const REFUSALS = ['not_found', 'wrong_state', 'not_accepting', 'lost_race', 'invalid'] as const;

export const opinionEndpoints = {
  read: defineEndpoint({
    id: 'opinions.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/opinions',
    summary: 'The opinions on a case: second opinion, adjudication, how far they are apart, what was settled',
    // reviewers are told of no other opinion, so that each one is their own
    allow: (actor) => knowsOfOpinions(actor.kind),
    shape: { params: reviewParams, output: opinionsView },
    errors: ['not_found'],
  }),
  askSecond: defineEndpoint({
    ...ask('ask_second', 'second'),
    summary: 'Ask another reviewer for a second opinion on a delivered review',
    allow: askers,
    success: 201,
    shape: asked,
    errors: REFUSALS,
  }),
  askAdjudication: defineEndpoint({
    ...ask('ask_adjudication', 'adjudication'),
    summary: 'Ask a third reviewer to settle where two opinions part',
    allow: askers,
    success: 201,
    shape: asked,
    errors: REFUSALS,
  }),
  toSettle: defineEndpoint({
    id: 'opinions.to_settle',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/opinions/to_settle',
    summary: 'Whether this review settles two opinions, and what the reviewer’s own judgment lacks before they open',
    allow: (actor) => isReviewer(actor.kind),
    shape: { params: reviewParams, output: toSettle },
    errors: ['not_found'],
  }),
  open: defineEndpoint({
    ...ask('open', 'open'),
    in_person: true,
    summary: 'Close one’s own judgment as it stands and open the two opinions to settle',
    allow: (actor) => isExpert(actor.kind),
    shape: { params: reviewParams, body: z.object({}).default({}), output: toSettle },
    errors: ['not_found', 'wrong_state', 'lost_race', 'invalid'],
  }),
  blind: defineEndpoint({
    id: 'opinions.blind',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/opinions/blind',
    summary:
      'The two opinions a third reviewer settles, once opened: without names, numbers or codes; each look is recorded',
    allow: (actor) => isReviewer(actor.kind),
    shape: { params: reviewParams, output: blindOpinions },
    errors: ['not_found', 'wrong_state'],
  }),
};
