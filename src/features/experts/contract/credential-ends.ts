import { z } from 'zod';
import { isStaff } from '../../../core/actor.ts';
import { defineEndpoint, idParam, instant } from '../../../core/endpoint.ts';

const lapse = z
  .object({
    expert_profile_id: z.number(),
    code: z.string(),
    /** "license in TX" */
    what: z.string(),
    ended_at: instant,
  })
  .meta({ id: 'CredentialLapse' });
export type LapseView = z.output<typeof lapse>;

export const credentialEndEndpoints = {
  lapses: defineEndpoint({
    id: 'experts.lapses',
    method: 'GET',
    path: '/api/v1/expert_lapses/{reviewId}',
    summary:
      'What has ended, at this instant, that the experts of an open review rest on: licenses, certifications, cover',
    allow: (actor) => isStaff(actor.kind),
    shape: { params: z.object({ reviewId: idParam }), output: z.object({ data: z.array(lapse) }) },
    errors: ['not_found'],
  }),
};
