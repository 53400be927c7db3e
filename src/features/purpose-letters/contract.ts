import { z } from 'zod';
import { type ActorKind, actsForClinOps, actsForRequester, isRequesterSide, isStaff } from '../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, kindName } from '../../core/endpoint.ts';
import { reviewCommand } from '../../core/review-command.ts';
import { LETTER_STATES, QUESTION_MOST, QUESTIONS_MOST, TEXT_MOST } from './rules.ts';

const body = z
  .object({
    background: z.string().max(TEXT_MOST),
    questions: z.array(z.string().max(QUESTION_MOST)).max(QUESTIONS_MOST),
    closing: z.string().max(TEXT_MOST),
    operated_on: calendarDate.nullable(),
    improvement: z.enum(['reached', 'not_reached', 'unknown']),
  })
  .meta({ id: 'PurposeLetterBody' });

const facts = z.object({
  number: z.string(),
  organization: z.string(),
  claim_numbers: z.array(z.string()),
  examinee: z.string(),
  born_on: z.string().nullable(),
  injured_on: z.string().nullable(),
  jurisdiction: z.string().nullable(),
  body_parts: z.array(z.object({ part: z.string(), standing: z.string() })),
  parties: z.array(z.object({ name: z.string(), role: z.string() })),
  records: z.array(z.object({ name: z.string(), category: z.string(), pages: z.number().nullable() })),
});

export const purposeLetterView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    number: z.string(),
    state: z.enum(LETTER_STATES),
    lock_version: z.number(),
    /** As it was last written; before that, what the order gives. */
    body,
    /** What the order and its records bring into it. */
    facts,
    /** The record that was uploaded as the letter, where none was written here. */
    uploaded: z.string().nullable(),
    /** Today in the organization's zone, for how early a question comes. */
    today: calendarDate,
    /** Why the last one proposed was returned; empty where none was. */
    returned_reason: z.string(),
    question_bank: z.array(z.object({ group: z.string(), text: z.string() })),
    /** What was proposed and sent, newest first. */
    versions: z.array(
      z.object({
        version: z.number(),
        kept_as: z.enum(['proposed', 'sent']),
        text: z.string(),
        returned_reason: z.string(),
        made_by: z.string(),
        made_at: instant,
        /** The record it became; null for one that was only proposed, and until its page is made. */
        file_id: z.number().nullable(),
      }),
    ),
    can: z.object({
      write: z.boolean(),
      ask: z.boolean(),
      take_back: z.boolean(),
      propose: z.boolean(),
      return: z.boolean(),
      send: z.boolean(),
      /** Whether the organization uploads letters of its own. */
      upload: z.boolean(),
    }),
  })
  .meta({ id: 'PurposeLetter' });
export type PurposeLetterView = z.output<typeof purposeLetterView>;

type Who = { kind: ActorKind };
const params = z.object({ id: idParam });
const requester = ({ kind }: Who) => actsForRequester(kind);
const writer = ({ kind }: Who) => actsForClinOps(kind);
const either = ({ kind }: Who) => actsForRequester(kind) || actsForClinOps(kind);
const REFUSALS = ['not_found', 'forbidden', 'wrong_state', 'lost_race', 'stale', 'invalid'] as const;
const lock_version = z.number().int();
const post = (id: string) => reviewCommand(`purpose_letters.${id}`, `purpose_letter/${id}`);

export const purposeLetterEndpoints = {
  read: defineEndpoint({
    id: 'purpose_letters.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/purpose_letter',
    summary: 'The purpose letter: how it stands, what it says, and its versions',
    allow: ({ kind }) => isRequesterSide(kind) || isStaff(kind),
    shape: { params, output: purposeLetterView },
    errors: ['not_found'],
  }),
  write: defineEndpoint({
    ...post('write'),
    idempotent: false,
    summary: 'Keeps what is written of the letter so far',
    allow: either,
    shape: { params, body: z.object({ body, lock_version }), output: purposeLetterView },
    errors: REFUSALS,
  }),
  ask: defineEndpoint({
    ...post('ask'),
    summary: 'Asks Peritus to write the letter',
    allow: requester,
    shape: { params, body: z.object({}).default({}), output: purposeLetterView },
    errors: REFUSALS,
  }),
  takeBack: defineEndpoint({
    ...post('take_back'),
    summary: 'Writes the letter oneself after all',
    allow: requester,
    shape: { params, body: z.object({}).default({}), output: purposeLetterView },
    errors: REFUSALS,
  }),
  propose: defineEndpoint({
    ...post('propose'),
    summary: 'Proposes the letter to the requester, who sends or returns it',
    allow: writer,
    shape: { params, body: z.object({ lock_version }), output: purposeLetterView },
    errors: REFUSALS,
  }),
  return: defineEndpoint({
    ...post('return'),
    summary: 'Returns the letter that was proposed, saying what to change',
    allow: requester,
    shape: {
      params,
      body: z.object({ reason: z.string().trim().min(1, 'Required').max(2000) }),
      output: purposeLetterView,
    },
    errors: REFUSALS,
  }),
  send: defineEndpoint({
    ...post('send'),
    summary: 'Sends the letter: it joins the records as a PDF, and its questions are those of the order',
    allow: requester,
    shape: { params, body: z.object({ lock_version }), output: purposeLetterView },
    errors: REFUSALS,
  }),
};
