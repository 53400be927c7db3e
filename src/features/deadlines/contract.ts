import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { defineEndpoint, instant, kindName } from '../../core/endpoint.ts';
import { HOLD_CAUSES, letsGo } from './rules.ts';

const row = z.object({
  id: z.number(),
  kind: z.string(),
  /** What it does, in words. */
  does: z.string(),
  due_at: instant,
  review: z.object({ id: z.number(), kind: kindName, number: z.string() }).nullable(),
  /** Of what it is where it is of no review: the id of a subscription. */
  subscription_id: z.number().nullable(),
});
export type HeldRow = z.output<typeof row>;

const rows = z.object({ total: z.number(), data: z.array(row) }).meta({ id: 'HeldDeadlines' });

const held = z.object({
  /** The product's clock when this was answered. */
  clock_at: instant,
  holds: z.array(
    z.object({
      id: z.number(),
      cause: z.enum(HOLD_CAUSES),
      /** The time that was seen last before, and the one the clock showed then. */
      seen_at: instant,
      clock_at: instant,
      due: z.number(),
    }),
  ),
  /** What waits, earliest first. */
  waiting: rows,
  /** What a clock that was ahead of this one set: it happens too late. */
  set_ahead: rows,
});
export type HeldView = z.output<typeof held>;

const allow = ({ kind }: Actor): boolean => letsGo(kind);

export const deadlineEndpoints = {
  held: defineEndpoint({
    id: 'deadlines.held',
    method: 'GET',
    path: '/api/v1/deadlines/held',
    summary:
      'Actions that cannot be undone and are waiting for confirmation: why, and what each would do to which review',
    allow,
    shape: { output: held },
    errors: [],
  }),
  confirm: defineEndpoint({
    id: 'deadlines.confirm',
    method: 'POST',
    path: '/api/v1/deadlines/confirm',
    summary: 'Confirms that the clock is correct: what was shown as waiting happens now; on the record',
    allow,
    shape: {
      body: z.object({
        /** The holds that were shown, and the clock that was shown with them. */
        holds: z.array(z.number().int().positive()).min(1).max(3),
        clock_at: instant,
      }),
      output: z.object({ released: z.number() }),
    },
    errors: ['wrong_state', 'stale'],
  }),
};
