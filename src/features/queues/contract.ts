import { z } from 'zod';
import { isStaff } from '../../core/actor.ts';
import { choicesShown } from '../../core/choices.ts';
import { defineEndpoint, idParam, instant, kindName, pageOf } from '../../core/endpoint.ts';
import { QUEUE_NAMES } from './rules.ts';

const queue = z.enum(QUEUE_NAMES);
const person = z.object({ id: z.number(), name: z.string() });
const ofReview = z.object({ id: z.number(), kind: kindName, number: z.string() });

const row = z
  .object({
    review: ofReview,
    organization: person,
    /** What it is called among people who read contents; null to all others. */
    subject: z.string().nullable(),
    /** Its state, as people read it. */
    state: z.string(),
    expedited: z.boolean(),
    /** Since when it waits here; null: not recorded. */
    since: instant.nullable(),
    due_at: instant.nullable(),
    failed_invitations: z.number(),
    assigned_to: person.nullable(),
  })
  .meta({ id: 'QueueRow' });
export type QueuedReview = z.output<typeof row>;

const params = z.object({ queue });

export const queueEndpoints = {
  all: defineEndpoint({
    id: 'queues.all',
    method: 'GET',
    path: '/api/v1/queues',
    summary: 'The queues the caller works in: how much waits, how much is nobody’s, how much is the caller’s',
    allow: ({ kind }) => isStaff(kind),
    shape: {
      output: z.object({
        data: z.array(
          z.object({
            queue,
            waiting: z.number(),
            unassigned: z.number(),
            mine: z.number(),
            overdue: z.number(),
          }),
        ),
      }),
    },
  }),
  list: defineEndpoint({
    id: 'queues.list',
    method: 'GET',
    path: '/api/v1/queues/{queue}',
    summary: 'What waits in a queue, the most urgent first, with who has it and how much each person has',
    allow: ({ kind }) => isStaff(kind),
    shape: {
      params,
      query: z.object({
        organization_id: z.coerce.number().int().positive().optional(),
        kind: kindName.optional(),
        /** A person’s id, or nobody’s. */
        assigned: z.union([z.literal('nobody'), z.coerce.number().int().positive()]).optional(),
        cursor: z.string().max(200).optional(),
      }),
      output: pageOf(row).extend({
        total: z.number(),
        /** Who works here, with how much each has of this queue now. */
        people: z.array(person.extend({ has: z.number() })),
      }),
    },
    errors: ['malformed'],
  }),
  organizations: defineEndpoint({
    id: 'queues.organizations',
    method: 'GET',
    path: '/api/v1/queue_organizations',
    summary:
      'The first organizations whose reviews wait in a queue and whose names have what is typed, and whether there are more',
    allow: ({ kind }) => isStaff(kind),
    shape: {
      query: z.object({
        queue,
        q: z.string().trim().max(200).optional(),
        /** This one alone, whether anything of it waits or not: what a choice made earlier is called. */
        id: idParam.optional(),
      }),
      output: choicesShown,
    },
  }),
  assign: defineEndpoint({
    id: 'queues.assign',
    method: 'PUT',
    path: '/api/v1/queues/{queue}/{reviewId}/assignee',
    summary: 'Give a waiting review to oneself, to a colleague or to nobody',
    allow: ({ kind }) => isStaff(kind),
    shape: {
      params: params.extend({ reviewId: idParam }),
      body: z.object({
        user_id: z.number().int().positive().nullable(),
        /** Who the page says has it. */
        was: z.number().int().positive().nullable(),
      }),
      output: row,
    },
    errors: ['not_found', 'wrong_state', 'stale', 'invalid'],
  }),
  next: defineEndpoint({
    id: 'queues.next',
    method: 'POST',
    path: '/api/v1/queues/{queue}/next',
    summary: 'Take the most urgent review nobody has; two who ask at once get different ones',
    allow: ({ kind }) => isStaff(kind),
    shape: { params, output: z.object({ review: ofReview.nullable() }) },
    errors: [],
  }),
};
