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
} from '../../core/actor.ts';
import { defineEndpoint, idParam, instant, kindName } from '../../core/endpoint.ts';
import { reviewCommand } from '../../core/review-command.ts';
import { CONTINUATION_STATES, FILES_MOST, NAMED_ROLES, NAMES_MOST } from './rules.ts';

const named = z.object({ name: z.string().trim().max(200), role: z.enum(NAMED_ROLES) });

export const continuationView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    /** The kind it would continue as. */
    as_kind: kindName,
    /** Null while none was asked for, or the reader is not told of it. */
    asked: z
      .object({
        id: z.number(),
        state: z.enum(CONTINUATION_STATES),
        by: z.string(),
        at: instant,
        reason: z.string(),
        names: z.array(z.object({ name: z.string(), role: z.string() })),
        /** How many files go with it, and which, for who reads the review’s files. */
        file_count: z.number(),
        files: z.array(z.object({ id: z.number(), name: z.string() })),
        expert: z.string(),
        answered_at: instant.nullable(),
        decline_reason: z.string().nullable(),
        /** What stands in the way, by the expert’s answers: for the staff who match alone. */
        disclosed: z.array(z.string()),
        decided_at: instant.nullable(),
        /** What it continues as, for who can open that. */
        continued_as: z.object({ id: z.number(), number: z.string() }).nullable(),
      })
      .nullable(),
    /** Files that could go with it; empty for who cannot ask. */
    files: z.array(z.object({ id: z.number(), name: z.string(), pages: z.number().nullable() })),
    can: z.object({ ask: z.boolean(), take_back: z.boolean(), answer: z.boolean(), grant: z.boolean() }),
  })
  .meta({ id: 'Continuation' });
export type ContinuationView = z.output<typeof continuationView>;

type Who = { kind: ActorKind };
const params = z.object({ id: idParam });
/** Which of what was asked is meant: the one that was read. */
const asked_id = z.number().int().positive();
const reason = z.string().trim().min(1, 'Say why, in a sentence or two.').max(2000);
const REFUSALS = ['not_found', 'forbidden', 'wrong_state', 'lost_race', 'stale', 'invalid'] as const;

export const continuationEndpoints = {
  read: defineEndpoint({
    id: 'continuations.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/continuation',
    summary: 'Whether a review continues as a legal case with its expert: what was asked, answered and granted',
    allow: ({ kind }) => isRequesterSide(kind) || isExpertSide(kind) || isStaff(kind),
    shape: { params, output: continuationView },
    errors: ['not_found'],
  }),
  ask: defineEndpoint({
    ...reviewCommand('continuations.ask', 'continuation/ask'),
    summary:
      'Asks to continue a review as a legal case with its expert: the names that come with it, and the files that go with it',
    allow: ({ kind }: Who) => actsForRequester(kind),
    shape: {
      params,
      body: z.object({
        reason,
        names: z.array(named).min(1).max(NAMES_MOST),
        files: z.array(idParam).max(FILES_MOST),
      }),
      output: continuationView,
    },
    errors: [...REFUSALS, 'not_accepting'],
  }),
  takeBack: defineEndpoint({
    ...reviewCommand('continuations.take_back', 'continuation/take_back'),
    summary: 'Takes back that a review is to continue as a legal case; it stays as it is',
    allow: ({ kind }: Who) => actsForRequester(kind),
    shape: { params, body: z.object({ asked_id, reason }), output: continuationView },
    errors: REFUSALS,
  }),
  answer: defineEndpoint({
    ...reviewCommand('continuations.answer', 'continuation/answer'),
    summary:
      'The expert agrees, with their answers about the names, or declines with a reason; an answer that stands in the way declines, too, and only who matches reads it',
    allow: ({ kind }: Who) => isExpert(kind),
    in_person: true,
    shape: {
      params,
      body: z.discriminatedUnion('agrees', [
        z.object({ asked_id, agrees: z.literal(true), answers: z.record(z.string().max(40), z.boolean()) }),
        z.object({ asked_id, agrees: z.literal(false), reason }),
      ]),
      output: continuationView,
    },
    errors: REFUSALS,
  }),
  grant: defineEndpoint({
    ...reviewCommand('continuations.grant', 'continuation/grant'),
    summary:
      'Grants it: the legal case is opened as a draft with what is known and the chosen files, and the review ends here',
    allow: ({ kind }: Who) => isAdmin(kind) || runsMatching(kind),
    shape: { params, body: z.object({ asked_id }), output: continuationView },
    errors: [...REFUSALS, 'not_accepting'],
  }),
};
