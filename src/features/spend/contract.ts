import { z } from 'zod';
import { type Actor, seesAllPrices } from '../../core/actor.ts';
import { defineEndpoint, idParam, kindName } from '../../core/endpoint.ts';
import { isMonth, SPEND_BY } from './rules.ts';

/** Cents, USD. */
const cents = z.number().int();
/** YYYY-MM. */
const month = z.string().refine(isMonth, 'A month as YYYY-MM.');

const spend = z
  .object({
    from: month,
    until: month,
    total_cents: cents,
    /** Of it. */
    tax_cents: cents,
    /** Reviews of which something was charged for the first time in these months. */
    reviews: z.number().int(),
    /** Each month, also those in which nothing was spent. */
    months: z.array(
      z.object({
        month,
        cents,
        reviews: z.number().int(),
        /** What the organization’s budget has for it: of the month, else an even share of the quarter or the year; null: none. */
        budget_cents: cents.nullable(),
      }),
    ),
    /** Of the months that have one; null where none has, or this is not all an organization spends. */
    budget_cents: cents.nullable(),
    /** By what was asked for, the largest first; at most 200. */
    rows: z.array(z.object({ id: z.string(), label: z.string(), cents, reviews: z.number().int() })),
    /** Those of the reader's organizations that have spent, by name. */
    organizations: z.array(z.object({ id: z.number(), name: z.string() })),
    /** Earned and on no invoice yet; null where it is of every organization. */
    unbilled_cents: cents.nullable(),
  })
  .meta({ id: 'Spend' });
export type SpendView = z.output<typeof spend>;

const allow = ({ kind }: Actor): boolean => seesAllPrices(kind);
const query = z.object({
  organization_id: idParam.optional(),
  kind: z.union([kindName, z.literal('subscription')]).optional(),
  from: month.optional(),
  until: month.optional(),
  by: z.enum(SPEND_BY).default('kind'),
});
export type SpendAsked = z.output<typeof query>;

export const spendEndpoints = {
  read: defineEndpoint({
    id: 'spend.read',
    method: 'GET',
    path: '/api/v1/spend',
    summary: 'What the reader’s organizations spent: by month, and by kind, specialty, requester or organization',
    allow,
    shape: { query, output: spend },
    errors: ['not_found', 'malformed', 'invalid'],
  }),
  export: defineEndpoint({
    id: 'spend.export',
    method: 'GET',
    path: '/api/v1/spend/export',
    summary: 'The same as a comma-separated file: a row for each month, organization, kind, specialty and requester',
    allow,
    shape: { query: query.omit({ by: true }), output: z.unknown() },
    raw: 'text/csv',
    errors: ['not_found', 'malformed', 'invalid'],
  }),
};
