import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { ability, defineEndpoint, instant, kindName, pageOf } from '../../../core/endpoint.ts';
import { mendsWork, readsWork, WORK_STATES } from '../rules/work.ts';

const row = z
  .object({
    /** Of a queue's work, or of a time. */
    id: z.string(),
    name: z.string(),
    label: z.string(),
    review: z.object({ id: z.number(), kind: kindName, number: z.string() }).nullable(),
    tries: z.number(),
    /** The last failure, without the values it was about. */
    error: z.string().nullable(),
    /** When it was given up, is tried next, began to wait or run, or is due. */
    at: instant,
    retry: ability,
    set_aside: ability,
  })
  .meta({ id: 'Work' });
export type WorkRow = z.output<typeof row>;

const reads = ({ kind }: Actor): boolean => readsWork(kind);
const mends = ({ kind }: Actor): boolean => mendsWork(kind);
const params = z.object({
  workId: z.string().regex(/^(job-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|time-[1-9]\d{0,14})$/),
});
const reason = z.string().trim().min(1).max(500);

export const workEndpoints = {
  list: defineEndpoint({
    id: 'work.list',
    method: 'GET',
    path: '/api/v1/work',
    summary: 'What the product does behind requests, by where it is: failed newest first, all else soonest first',
    allow: reads,
    shape: {
      query: z.object({
        state: z.enum(WORK_STATES).default('failed'),
        /** Words of its name, or a review’s number. */
        q: z.string().trim().max(100).optional(),
        cursor: z.string().max(300).optional(),
      }),
      output: pageOf(row),
    },
    errors: ['malformed'],
  }),
  counts: defineEndpoint({
    id: 'work.counts',
    method: 'GET',
    path: '/api/v1/work/counts',
    summary: 'How much work there is in each state',
    allow: reads,
    shape: {
      output: z.object({
        counts: z.record(z.enum(WORK_STATES), z.number()),
        /** What failed, by name, most first. */
        failed: z.array(z.object({ name: z.string(), label: z.string(), count: z.number(), retry: ability })),
      }),
    },
  }),
  retryAll: defineEndpoint({
    id: 'work.retry_all',
    method: 'POST',
    path: '/api/v1/work/retry',
    summary: 'Try again all work of a name that is no longer tried; on the record',
    allow: mends,
    shape: {
      body: z.object({ name: z.string().min(1).max(200), reason }),
      output: z.object({ retried: z.number() }),
    },
    errors: ['wrong_state'],
  }),
  retry: defineEndpoint({
    id: 'work.retry',
    method: 'POST',
    path: '/api/v1/work/{workId}/retry',
    summary: 'Try a piece of work that failed again, or at once what would be tried later; on the record',
    allow: mends,
    shape: { params, body: z.object({ reason }), output: z.object({ retried: z.number() }) },
    errors: ['not_found', 'wrong_state'],
  }),
  setAside: defineEndpoint({
    id: 'work.set_aside',
    method: 'POST',
    path: '/api/v1/work/{workId}/set_aside',
    summary: 'Give up a piece of work that is no longer tried, for good; on the record',
    allow: mends,
    shape: { params, body: z.object({ reason }), output: z.object({ set_aside: z.literal(true) }) },
    errors: ['not_found', 'wrong_state', 'reauthentication_required'],
  }),
};
