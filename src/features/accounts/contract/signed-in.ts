import { z } from 'zod';
import { ability, defineEndpoint, pageOf } from '../../../core/endpoint.ts';
import { keepsPeople } from '../rules.ts';
import { sessionRow } from './security.ts';

const row = sessionRow
  .extend({
    person: z.object({
      id: z.number(),
      name: z.string(),
      email: z.string(),
      organization: z.string().nullable(),
    }),
    /** Who acts as them there. */
    acting: z.string().nullable(),
    /** It waits for the second factor, and is good for nothing until then. */
    waits: z.boolean(),
    end: ability,
  })
  .meta({ id: 'SignedIn' });
export type SignedInRow = z.output<typeof row>;

export const DEVICE_SORTS = ['computer', 'handheld'] as const;

export const signedInEndpoints = {
  list: defineEndpoint({
    id: 'accounts.signed_in',
    method: 'GET',
    path: '/api/v1/sessions',
    summary: 'Who of those the caller keeps is signed in, by name: with what, since when, and from where',
    allow: ({ kind }) => keepsPeople(kind),
    shape: {
      query: z.object({
        /** A name, an e-mail address or a network address. */
        q: z.string().trim().max(200).optional(),
        device: z.enum(DEVICE_SORTS).optional(),
        cursor: z.string().max(2000).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
      output: pageOf(row),
    },
    errors: ['malformed'],
  }),
};
