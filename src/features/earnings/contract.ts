import { z } from 'zod';
import { type Actor, isExpert } from '../../core/actor.ts';
import { calendarDate, defineEndpoint, instant, kindName } from '../../core/endpoint.ts';
import { EARNING_STATES } from './rules.ts';

const review = z.object({ id: z.number(), kind: kindName, number: z.string() });
const cents = z.number().int();

const earning = z
  .object({
    id: z.number(),
    review,
    /** What was earned by: "Expert’s time". */
    what: z.string(),
    /** The rule it was due by. */
    rule: z.string(),
    happened_at: instant,
    /** A later entry of the same thing: the difference. */
    corrects: z.boolean(),
    state: z.enum(EARNING_STATES),
    /** When it was paid; null while it was not. */
    paid_on: calendarDate.nullable(),
    lines: z.array(z.object({ label: z.string(), cents })),
    cents,
  })
  .meta({ id: 'Earning' });
export type Earning = z.output<typeof earning>;

export const earningsView = z
  .object({
    totals: z.object({
      /** Earned in the months that are shown. */
      earned_cents: cents,
      /** Earned at any time and not paid yet. */
      owed_cents: cents,
      /** What reviews that are under way will come to. */
      expected_cents: cents,
    }),
    /** The last twelve months in the reader's zone, the newest first. */
    months: z.array(z.object({ month: z.string(), cents })),
    /** Of reviews that are under way, what is not earned yet. */
    expected: z.array(z.object({ review, cents })),
    data: z.array(earning),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'Earnings' });
export type EarningsView = z.output<typeof earningsView>;

/** An expert's own; nobody acts for them here. */
const allow = ({ kind }: Actor): boolean => isExpert(kind);
/** Both days included, of the reader's zone; the default is this year. */
const between = z.object({ from: calendarDate.optional(), until: calendarDate.optional() });

export const earningsEndpoints = {
  list: defineEndpoint({
    id: 'earnings.list',
    method: 'GET',
    path: '/api/v1/earnings',
    summary: 'What an expert earned, the newest first, by month, and what is expected of reviews under way',
    allow,
    shape: { query: z.object({ cursor: z.string().max(200).optional() }), output: earningsView },
    errors: ['not_found', 'malformed'],
  }),
  export: defineEndpoint({
    id: 'earnings.export',
    method: 'GET',
    path: '/api/v1/earnings/export',
    summary: 'The same of some days as a comma-separated file',
    allow,
    shape: { query: between, output: z.unknown() },
    raw: 'text/csv',
    errors: ['not_found', 'malformed', 'invalid'],
  }),
  statement: defineEndpoint({
    id: 'earnings.statement',
    method: 'GET',
    path: '/api/v1/earnings/statement',
    summary: 'What was earned in some days as a PDF, without anything of a patient',
    allow,
    shape: { query: between, output: z.unknown() },
    raw: 'application/pdf',
    errors: ['not_found', 'malformed', 'invalid'],
  }),
};
