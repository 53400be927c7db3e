import { z } from 'zod';
import { calendarDate, defineEndpoint } from '../../../core/endpoint.ts';
import { quoteLine } from './common.ts';

const token = z.string().regex(/^[\w-]{20,64}$/);

const priceByLink = z
  .object({
    number: z.string(),
    organization: z.string(),
    /** What was agreed to until now. */
    before: z.object({ lines: z.array(quoteLine), total_cents: z.number().int() }),
    now: z.object({ lines: z.array(quoteLine), total_cents: z.number().int() }),
    /** A rise of more than this is asked about: what it rose by since a price was agreed to counts. */
    consent_over_cents: z.number().int(),
    /** The day it expires where the organization is. */
    expires_on: calendarDate,
  })
  .meta({ id: 'PriceByLink' });
export type PriceByLink = z.output<typeof priceByLink>;

export const priceLinkEndpoints = {
  read: defineEndpoint({
    id: 'reviews.price_by_link',
    method: 'GET',
    path: '/api/v1/agree_price',
    summary: 'A changed price that waits for agreement, by the link of its mail, without an account',
    allow: 'public',
    shape: { query: z.object({ token }), output: priceByLink },
    errors: ['gone', 'throttled'],
  }),

  /** Once, at exactly the price that was looked at; another one is 409 with the lines of now in `current`. */
  agree: defineEndpoint({
    id: 'reviews.agree_by_link',
    method: 'POST',
    path: '/api/v1/agree_price',
    summary: 'Agrees to the changed price by that link',
    allow: 'public',
    in_person: true,
    shape: {
      body: z.object({ token, total_cents: z.number().int().min(0) }),
      output: z.object({ number: z.string(), total_cents: z.number().int(), waits_for_approval: z.boolean() }),
    },
    errors: ['gone', 'throttled', 'wrong_state', 'over_budget'],
  }),
};
