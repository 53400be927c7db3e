import { z } from 'zod';
import { type ActorKind, actsForRequester, isExpertSide, isRequesterSide, isStaff } from '../../../core/actor.ts';
import { defineEndpoint, idParam, instant, kindName } from '../../../core/endpoint.ts';
import { reviewCommand } from '../../../core/review-command.ts';
import { DEPARTURES } from '../../engagements/rules.ts';

export const formerExpertsView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    /** The newest first. To the expert who followed only those whose handover they may read. */
    experts: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        engaged_at: instant,
        left_at: instant,
        /** Null to the expert who followed, as is the reason. */
        how: z.enum(DEPARTURES).nullable(),
        reason: z.string().nullable(),
        /** What is done, what is open and where things are; null where they wrote none, and for who may not read it. */
        handover: z.string().nullable(),
        /** Since when the expert who follows may read it. */
        shown_at: instant.nullable(),
        /** What they had delivered. */
        reports: z.array(
          z.object({ id: z.number(), version: z.number(), delivered_at: instant, pages: z.number().nullable() }),
        ),
      }),
    ),
    can: z.object({ show: z.boolean() }),
  })
  .meta({ id: 'FormerExperts' });
export type FormerExpertsView = z.output<typeof formerExpertsView>;

type Who = { kind: ActorKind };
const params = z.object({ id: idParam });

export const formerExpertEndpoints = {
  read: defineEndpoint({
    id: 'former_experts.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/former_experts',
    summary: 'Experts who left the matter: why, what they hand over, and what they had delivered',
    allow: ({ kind }: Who) => isRequesterSide(kind) || isExpertSide(kind) || isStaff(kind),
    shape: { params, output: formerExpertsView },
    errors: ['not_found'],
  }),
  show: defineEndpoint({
    ...reviewCommand('former_experts.show', 'former_experts/show'),
    summary: 'Lets the expert who follows read a handover, or no longer',
    allow: ({ kind }: Who) => actsForRequester(kind),
    shape: { params, body: z.object({ id: idParam, shown: z.boolean() }), output: formerExpertsView },
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid'],
  }),
};
