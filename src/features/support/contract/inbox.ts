import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { ability, defineEndpoint, idParam, instant, pageOf } from '../../../core/endpoint.ts';
import { REASON_NAMES } from '../rules.ts';
import { ANSWER_MAX, INBOX_ACTIONS, MESSAGE_STATES, worksInInbox } from '../rules/inbox.ts';

const state = z.enum(MESSAGE_STATES);
const person = z.object({ id: z.number(), name: z.string() });

const row = z
  .object({
    id: z.number(),
    reference: z.string(),
    name: z.string(),
    email: z.string(),
    reason: z.enum(REASON_NAMES),
    /** How the message begins. */
    begins: z.string(),
    state,
    assigned_to: person.nullable(),
    answers: z.number(),
    created_at: instant,
  })
  .meta({ id: 'SupportMessageRow' });
export type SupportRow = z.output<typeof row>;

const message = row
  .omit({ begins: true, answers: true })
  .extend({
    message: z.string(),
    /** Who they are in Peritus, where they were signed in. */
    sender: z.object({ role: z.string(), organization: z.string().nullable() }).nullable(),
    answers: z.array(
      z.object({
        id: z.number(),
        by: z.string(),
        at: instant,
        body: z.string(),
        /** What became of its mail. */
        mail: z.enum(['waiting', 'kept', 'sent', 'failed']),
      }),
    ),
    settled: z.object({ by: z.string(), at: instant }).nullable(),
    /** What else came from this address, newest first. */
    others: z.array(z.object({ id: z.number(), reference: z.string(), state, created_at: instant })),
    assignable: z.array(person),
    abilities: z.object({ answer: ability, assign: ability, close: ability, reopen: ability }),
  })
  .meta({ id: 'SupportMessage' });
export type SupportMessage = z.output<typeof message>;

const params = z.object({ messageId: idParam });
const allow = ({ kind }: Actor): boolean => worksInInbox(kind);

export const inboxEndpoints = {
  messages: defineEndpoint({
    id: 'support.messages',
    method: 'GET',
    path: '/api/v1/support/messages',
    summary: 'What was written to support: open messages longest waiting first, others newest first, with counts',
    allow,
    shape: {
      query: z.object({
        state: state.optional(),
        reason: z.enum(REASON_NAMES).optional(),
        assigned: z.enum(['me', 'nobody']).optional(),
        q: z.string().trim().max(100).optional(),
        cursor: z.string().max(200).optional(),
      }),
      output: pageOf(row).extend({ counts: z.partialRecord(state, z.number()) }),
    },
    errors: ['malformed'],
  }),
  message: defineEndpoint({
    id: 'support.message',
    method: 'GET',
    path: '/api/v1/support/messages/{messageId}',
    summary: 'A message to support with its answers',
    allow,
    shape: { params, output: message },
    errors: ['not_found'],
  }),
  answer: defineEndpoint({
    id: 'support.answer',
    method: 'POST',
    path: '/api/v1/support/messages/{messageId}/answers',
    summary: 'Answer by e-mail with the reference; whoever answers first is given the message',
    allow,
    shape: {
      params,
      body: z.object({
        body: z.string().trim().max(ANSWER_MAX),
        /** How many answers the page showed: an answer nobody saw is not answered over. */
        seen: z.number().int().min(0),
      }),
      output: message,
    },
    success: 201,
    errors: ['not_found', 'wrong_state', 'stale', 'invalid'],
    idempotent: true,
    example: { body: 'Your invoice is on its way.', seen: 0 },
  }),
  assign: defineEndpoint({
    id: 'support.assign',
    method: 'PUT',
    path: '/api/v1/support/messages/{messageId}/assignee',
    summary: 'Give a message to somebody of support, or to nobody',
    allow,
    shape: { params, body: z.object({ user_id: z.number().int().positive().nullable() }), output: message },
    errors: ['not_found', 'wrong_state', 'invalid'],
  }),
  settle: defineEndpoint({
    id: 'support.settle',
    method: 'POST',
    path: '/api/v1/support/messages/{messageId}/{action}',
    summary: 'Close a message, or reopen it',
    allow,
    shape: { params: params.extend({ action: z.enum(INBOX_ACTIONS) }), output: message },
    errors: ['not_found', 'wrong_state'],
  }),
};
