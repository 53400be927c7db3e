import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { ability, defineEndpoint, idParam, instant, kindName, pageOf } from '../../core/endpoint.ts';
import { letter } from './contract/letter.ts';
import { MESSAGE_SORTS, MESSAGE_STATES, readsOutbox } from './rules.ts';

export type { LetterView } from './contract/letter.ts';
export { wordingEndpoints } from './contract/wording.ts';

const row = z.object({
  id: z.number(),
  sort: z.enum(MESSAGE_SORTS),
  to: z.string(),
  to_name: z.string(),
  template: z.string(),
  /** The subject of a mail, the words of a text; what it opens is dots. */
  subject: z.string(),
  state: z.enum(MESSAGE_STATES),
  why: z.string().nullable(),
  review: z.object({ id: z.number(), kind: kindName, number: z.string() }).nullable(),
  created_at: instant,
  sent_at: instant.nullable(),
});
export type MessageRow = z.output<typeof row>;

const content = z.object({
  subject: z.string(),
  /** Null for texts, and for mails from before letters were kept. */
  letter: letter.nullable(),
  text: z.string(),
});

const message = row
  .extend({
    ...content.shape,
    calendar: z.string().nullable(),
    attempts: z.number(),
    resent_of: z.number().nullable(),
    /** What it opens: nothing, gone (sent, used, over), hidden, or shown; until when, and whether the reader can ask. */
    opener: z.object({
      state: z.enum(['none', 'gone', 'hidden', 'shown']),
      until: instant.nullable(),
      reveal: ability,
    }),
    resend: ability,
    /** Whether it was given up and still waits for somebody. */
    set_aside: ability,
  })
  .meta({ id: 'OutboxMessage' });
export type MessageView = z.output<typeof message>;

const demoMessage = content.extend({ id: z.number(), sort: z.enum(MESSAGE_SORTS), created_at: instant });
export type DemoMessage = z.output<typeof demoMessage>;

const sort = z.enum(MESSAGE_SORTS);
const one = z.object({ sort, id: idParam });
const allow = ({ kind }: Actor): boolean => readsOutbox(kind);

export const outboxEndpoints = {
  list: defineEndpoint({
    id: 'outbox.list',
    method: 'GET',
    path: '/api/v1/outbox/{sort}',
    summary: 'Stored mails or texts, newest first: to whom, about what, where they are and why',
    allow,
    shape: {
      params: z.object({ sort }),
      query: z.object({
        state: z.enum(MESSAGE_STATES).optional(),
        q: z.string().trim().max(200).optional(),
        cursor: z.string().max(200).optional(),
      }),
      output: pageOf(row),
    },
    errors: ['malformed'],
  }),
  read: defineEndpoint({
    id: 'outbox.read',
    method: 'GET',
    path: '/api/v1/outbox/{sort}/{id}',
    summary: 'A stored message as it is sent; what it opens is hidden, but in the demo world',
    allow,
    shape: { params: one, output: message },
    errors: ['not_found'],
  }),
  reveal: defineEndpoint({
    id: 'outbox.reveal',
    method: 'POST',
    path: '/api/v1/outbox/{sort}/{id}/reveal',
    summary: 'The same with what it opens, for a super admin where nothing sends; on the record',
    allow,
    shape: { params: one, output: message },
    errors: ['not_found', 'forbidden', 'wrong_state'],
  }),
  resend: defineEndpoint({
    id: 'outbox.resend',
    method: 'POST',
    path: '/api/v1/outbox/{sort}/{id}/resend',
    summary: 'Send it again; what it opens is made anew, and the earlier one ends',
    allow,
    shape: { params: one, output: z.object({ id: z.number() }) },
    success: 201,
    errors: ['not_found', 'forbidden', 'wrong_state', 'throttled'],
  }),
  setAside: defineEndpoint({
    id: 'outbox.set_aside',
    method: 'POST',
    path: '/api/v1/outbox/{sort}/{id}/set_aside',
    summary: 'Leave a message that was given up as it is; on the record',
    allow,
    shape: {
      params: one,
      body: z.object({ reason: z.string().trim().min(1).max(500) }),
      output: z.object({ set_aside: z.literal(true) }),
    },
    errors: ['not_found', 'wrong_state'],
  }),
  demo: defineEndpoint({
    id: 'outbox.demo',
    method: 'POST',
    path: '/api/v1/demo/messages',
    summary:
      'In a demo world alone: what was just sent to an address, or to who is signed in; elsewhere there is nothing',
    allow: 'public',
    shape: {
      body: z.object({ to: z.string().trim().max(254).optional() }),
      output: z.object({ data: z.array(demoMessage) }),
    },
    errors: ['not_found'],
  }),
};
