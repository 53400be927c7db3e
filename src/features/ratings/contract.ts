import { z } from 'zod';
import { isExpert, isRequesterSide } from '../../core/actor.ts';
import { defineEndpoint, idParam } from '../../core/endpoint.ts';

export const direction = z.enum(['medical_expert', 'claim_requester']);

export const ratingView = z
  .object({
    review_id: z.number(),
    number: z.string(),
    subject: z.string(),
    direction,
    /** Whom the rating is about, as the reader may know them. */
    about: z.string(),
    /** Whether a rating can be given now, or the one given changed. */
    rateable: z.boolean(),
    /** The reader's own rating; nobody else's is ever shown. */
    rating: z
      .object({
        scores: z.record(z.string(), z.union([z.number(), z.boolean()])),
        private_comment: z.string(),
        editable_until: z.string(),
        editable: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'Rating' });
export type RatingView = z.output<typeof ratingView>;

const params = z.object({ id: idParam, direction });

export const ratingEndpoints = {
  read: defineEndpoint({
    id: 'ratings.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/ratings/{direction}',
    summary: 'What one rates, and one’s own rating if there is one',
    allow: (actor) => isRequesterSide(actor.kind) || isExpert(actor.kind),
    shape: { params, output: ratingView },
    errors: ['not_found', 'forbidden'],
  }),
  save: defineEndpoint({
    id: 'ratings.save',
    in_person: true,
    method: 'PUT',
    path: '/api/v1/{kind}/{id}/ratings/{direction}',
    summary: 'Rate the other side; can be changed for seven days',
    allow: (actor) => isRequesterSide(actor.kind) || isExpert(actor.kind),
    shape: {
      params,
      body: z.object({
        scores: z.record(z.string(), z.union([z.number(), z.boolean()])),
        private_comment: z.string().max(4000).default(''),
      }),
      output: ratingView,
    },
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid'],
  }),
};
