import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { defineEndpoint, instant } from '../../../core/endpoint.ts';
import { readsWork } from '../rules/work.ts';

const figures = z.object({
  requests: z.number(),
  errors: z.number(),
  p50_ms: z.number().nullable(),
  p99_ms: z.number().nullable(),
});
/** How many wait, and for how many seconds the oldest has. */
const queue = z.object({ waiting: z.number(), oldest_s: z.number().nullable() });

const alert = z.object({
  id: z.number(),
  says: z.string(),
  link: z.string(),
  opened_at: instant,
  closed_at: instant.nullable(),
});
export type AlertView = z.output<typeof alert>;

const health = z
  .object({
    at: instant,
    status: z.enum(['ready', 'degraded', 'not_ready']),
    /** What has to be in order, by name. */
    checks: z.record(z.string(), z.boolean()),
    version: z.object({
      product: z.string(),
      node: z.string(),
      database: z.string(),
      migration: z.string(),
      started_at: instant,
    }),
    /** Of the process that answers, since it began. */
    requests: z.object({ last_5_minutes: figures, last_hour: figures }),
    database: z.object({
      answers_ms: z.number(),
      size_bytes: z.number(),
      connections: z.object({ used: z.number(), idle: z.number(), waiting: z.number(), most: z.number() }),
    }),
    queues: z.object({ events: queue, work: queue, times: queue, mails: queue, texts: queue }),
    /** How many reviews of the demo there are of those there will be; null: nothing is to come. */
    demo: z.object({ made: z.number(), of: z.number() }).nullable(),
    /** Null: it could not be read. */
    disk: z.object({ free_bytes: z.number(), total_bytes: z.number(), least_bytes: z.number() }).nullable(),
    deliveries: z.array(
      z.object({
        sort: z.enum(['mails', 'texts']),
        /** Whether something sends them here. */
        sends: z.boolean(),
        last_sent_at: instant.nullable(),
        last_failed_at: instant.nullable(),
        /** Given up, and nobody dealt with it. */
        given_up: z.number(),
      }),
    ),
    /** What goes wrong now, then what was mended last. */
    alerts: z.array(alert),
    /** As this process read them; null for readers they are not for. */
    settings: z
      .array(
        z.object({
          name: z.string(),
          about: z.string(),
          value: z.string().nullable(),
          secret: z.boolean(),
          set: z.boolean(),
          by_default: z.boolean(),
        }),
      )
      .nullable(),
  })
  .meta({ id: 'Health' });
export type Health = z.output<typeof health>;

export const healthEndpoints = {
  read: defineEndpoint({
    id: 'health.read',
    method: 'GET',
    path: '/api/v1/health',
    summary:
      'Whether requests, the database, queues, disk and mail are in order, and which version runs with which settings',
    allow: ({ kind }: Actor): boolean => readsWork(kind),
    shape: { output: health },
  }),
};
