import { z } from 'zod';
import { isStaff } from '../../../core/actor.ts';
import { defineEndpoint } from '../../../core/endpoint.ts';
import { idNamed, reviewParams } from './common.ts';

const words = z.string().trim().max(120);

export const salesView = z
  .object({
    tracked: z.boolean(),
    /** Where the review came from: "Conference, Chicago". */
    source: z.string(),
    campaign: z.string(),
    /** Who of Peritus looks after the customer. */
    account_owner: idNamed.nullable(),
    /** Peritus's people, to choose from. */
    owners: z.array(idNamed),
  })
  .meta({ id: 'SalesTracking' });
export type SalesView = z.output<typeof salesView>;

export const readSales = defineEndpoint({
  id: 'reviews.sales',
  method: 'GET',
  path: '/api/v1/{kind}/{id}/sales',
  summary: 'How a review came to be; for staff',
  allow: (actor) => isStaff(actor.kind),
  shape: { params: reviewParams, output: salesView },
});

export const saveSales = defineEndpoint({
  id: 'reviews.save_sales',
  method: 'PUT',
  path: '/api/v1/{kind}/{id}/sales',
  summary: 'Switches a review’s sales tracking on or off, and changes it',
  allow: (actor) => isStaff(actor.kind),
  errors: ['wrong_state', 'invalid'],
  shape: {
    params: reviewParams,
    body: z.object({
      tracked: z.boolean(),
      source: words.default(''),
      campaign: words.default(''),
      account_owner_id: z.number().int().positive().nullable().default(null),
    }),
    output: salesView,
  },
});
