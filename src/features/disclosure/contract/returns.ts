import { z } from 'zod';
import {
  type ActorKind,
  isExpert,
  isExpertSide,
  isRequesterSide,
  isStaff,
  readsContents,
} from '../../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, kindName, nothing } from '../../../core/endpoint.ts';
import { reviewCommand } from '../../../core/review-command.ts';
import { typedSignature } from '../../../core/typed-signature.ts';
import { HOW_MOST, RECORD_FATE_NAMES } from '../rules.ts';

const awaitedReturn = z.object({ due_on: calendarDate, asked_at: instant, overdue: z.boolean() });

/** What a certificate is signed with. */
const signedReturn = z
  .object({
    fate: z.enum(RECORD_FATE_NAMES),
    done_on: calendarDate.nullable().default(null),
    how: z.string().trim().max(HOW_MOST).default(''),
    besides: z.string().trim().max(HOW_MOST).default(''),
    /** All of its words as they were read. */
    text: z.string().max(500_000),
    ...typedSignature.shape,
  })
  .meta({ id: 'SignedRecordReturn' });
export type SignedReturn = z.input<typeof signedReturn>;

const returnsView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    today: calendarDate,
    own_name: z.string(),
    /** Whether a legal hold is on the matter: then nothing is destroyed. */
    held: z.boolean(),
    /** By when the certificate of who leads it is asked for, or the reader’s own; null: it is not. */
    awaited: awaitedReturn.nullable(),
    /** Those awaited of experts who left it; none for an expert. */
    of_former: z.array(awaitedReturn.extend({ by: z.string() })),
    /** What a certificate names; records are there for who signs. */
    facts: z.object({
      caption: z.string(),
      court: z.string(),
      docket: z.string(),
      firm: z.string(),
      number: z.string(),
    }),
    records: z.array(
      z.object({
        name: z.string(),
        pages: z.number().nullable(),
        bates: z.string().nullable(),
        sha256: z.string().nullable(),
      }),
    ),
    certificates: z.array(
      z.object({
        id: z.number(),
        fate: z.enum(RECORD_FATE_NAMES),
        signed_by: z.string().nullable(),
        signed_at: instant,
        sha256: z.string(),
        has_words: z.boolean(),
      }),
    ),
    can: z.object({ sign: z.boolean() }),
  })
  .meta({ id: 'RecordReturns' });
export type ReturnsView = z.output<typeof returnsView>;

/** One certificate of a matter the reader left. */
const ownReturn = returnsView
  .pick({
    kind: true,
    review_id: true,
    today: true,
    own_name: true,
    held: true,
    awaited: true,
    facts: true,
    records: true,
  })
  .extend({
    id: z.number(),
    /** Null while it is awaited. */
    signed: z
      .object({ fate: z.enum(RECORD_FATE_NAMES), signed_at: instant, sha256: z.string(), has_words: z.boolean() })
      .nullable(),
  })
  .meta({ id: 'OwnRecordReturn' });
export type OwnReturn = z.output<typeof ownReturn>;

type Who = { kind: ActorKind };
const params = z.object({ id: idParam });
const ownParams = z.object({ returnId: idParam });
const own = ({ kind }: Who) => isExpert(kind);
const SIGNING = [
  'not_found',
  'forbidden',
  'wrong_state',
  'lost_race',
  'invalid',
  'stale',
  'reauthentication_required',
] as const;
const either = ({ kind }: Who) => isExpertSide(kind) || isRequesterSide(kind) || (isStaff(kind) && readsContents(kind));

export const returnEndpoints = {
  read: defineEndpoint({
    id: 'record_returns.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/record_returns',
    summary: 'What became of the records the expert of a legal case received, and whether a certificate is awaited',
    allow: either,
    shape: { params, output: returnsView },
    errors: ['not_found'],
  }),
  sign: defineEndpoint({
    ...reviewCommand('record_returns.sign', 'record_returns/sign'),
    summary: 'Certifies that the records were returned, destroyed or kept, word by word as it was read',
    allow: ({ kind }) => isExpert(kind),
    in_person: true,
    shape: {
      params,
      body: signedReturn,
      output: returnsView,
    },
    errors: SIGNING,
  }),
  document: defineEndpoint({
    id: 'record_returns.document',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/record_returns/{returnId}/document',
    summary: 'A signed certificate as PDF; the same bytes each time',
    allow: either,
    shape: { params: params.extend({ returnId: idParam }), output: nothing },
    errors: ['not_found'],
    raw: 'application/pdf',
  }),
  ownList: defineEndpoint({
    id: 'record_returns.own',
    method: 'GET',
    path: '/api/v1/record_returns',
    summary:
      'The certificates about records of matters the reader left: awaited and signed, each with what it is about',
    allow: own,
    shape: { output: z.object({ returns: z.array(ownReturn) }) },
    errors: [],
  }),
  ownSign: defineEndpoint({
    id: 'record_returns.sign_own',
    method: 'POST',
    path: '/api/v1/record_returns/{returnId}/sign',
    summary: 'Certifies what became of the records of a matter the reader left, word by word as it was read',
    allow: own,
    in_person: true,
    shape: { params: ownParams, body: signedReturn, output: z.object({ returns: z.array(ownReturn) }) },
    errors: SIGNING,
  }),
  ownDocument: defineEndpoint({
    id: 'record_returns.own_document',
    method: 'GET',
    path: '/api/v1/record_returns/{returnId}/document',
    summary: 'The reader’s own signed certificate of a matter they left, as PDF; the same bytes each time',
    allow: own,
    shape: { params: ownParams, output: nothing },
    errors: ['not_found'],
    raw: 'application/pdf',
  }),
};
