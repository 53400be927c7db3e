import { z } from 'zod';
import { isSuperAdmin } from '../../../core/actor.ts';
import { defineEndpoint, instant } from '../../../core/endpoint.ts';
import { hearsOfHolds } from '../rules/legal-hold.ts';
import { idNamed, reviewParams } from './common.ts';

const legalHold = z
  .object({
    /** Its own. */
    on: z.boolean(),
    /** The organization whose hold keeps it as well, here or above. */
    organization: idNamed.nullable(),
    /** Newest first: who put it on or lifted it, when and why. */
    history: z.array(z.object({ at: instant, by: z.string(), on: z.boolean(), reason: z.string() })),
    may_set: z.boolean(),
  })
  .meta({ id: 'LegalHold' });
export type LegalHold = z.output<typeof legalHold>;

export const readLegalHold = defineEndpoint({
  id: 'reviews.legal_hold',
  method: 'GET',
  path: '/api/v1/{kind}/{id}/legal_hold',
  summary: 'Whether a legal hold keeps a review from being deleted: by whom, since when, why',
  allow: (actor) => hearsOfHolds(actor),
  shape: { params: reviewParams, output: legalHold },
});

export const setLegalHold = defineEndpoint({
  id: 'reviews.set_legal_hold',
  method: 'PUT',
  path: '/api/v1/{kind}/{id}/legal_hold',
  summary: 'Put a legal hold on a review, or lift it, with the reason',
  allow: (actor) => isSuperAdmin(actor.kind),
  shape: {
    params: reviewParams,
    body: z.object({ on: z.boolean(), reason: z.string().trim().max(2000) }),
    output: legalHold,
  },
  errors: ['wrong_state', 'invalid'],
});
