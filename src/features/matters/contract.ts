import { z } from 'zod';
import { type ActorKind, actsForRequester, isRequesterSide, isStaff } from '../../core/actor.ts';
import { defineEndpoint, idParam, kindName } from '../../core/endpoint.ts';
import { reviewCommand } from '../../core/review-command.ts';

export const matterView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    /** Every expert's order on the matter that the reader can open, this one among them, the first ordered first. One alone: none is linked. */
    experts: z.array(
      z.object({
        id: z.number(),
        number: z.string(),
        specialty: z.string().nullable(),
        /** Null while none is on it, or their name is hidden. */
        expert: z.string().nullable(),
        status: z.object({ label: z.string(), tone: z.string() }),
      }),
    ),
    /** Files that can go with an order for another expert; empty for who cannot order. */
    files: z.array(z.object({ id: z.number(), name: z.string(), pages: z.number().nullable() })),
    can: z.object({ add: z.boolean(), link: z.boolean(), unlink: z.boolean() }),
  })
  .meta({ id: 'Matter' });
export type MatterView = z.output<typeof matterView>;

type Who = { kind: ActorKind };
const params = z.object({ id: idParam });
const REFUSALS = ['not_found', 'forbidden', 'wrong_state', 'lost_race', 'invalid'] as const;
const actors = ({ kind }: Who) => actsForRequester(kind);

export const matterEndpoints = {
  read: defineEndpoint({
    id: 'matters.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/matter',
    summary: 'The experts on the same matter: the legal cases that belong together. No expert is told of it',
    allow: ({ kind }) => isRequesterSide(kind) || isStaff(kind),
    shape: { params, output: matterView },
    errors: ['not_found'],
  }),
  add: defineEndpoint({
    ...reviewCommand('matters.add', 'matter/add'),
    summary: 'Opens a draft for another expert on the same matter, with its names, dates and the chosen files',
    allow: actors,
    shape: {
      params,
      body: z.object({ files: z.array(idParam).max(500) }),
      output: z.object({ review_id: z.number(), number: z.string() }),
    },
    errors: [...REFUSALS, 'not_accepting'],
  }),
  link: defineEndpoint({
    ...reviewCommand('matters.link', 'matter/link'),
    summary: 'Says that another legal case of the organization is about the same matter',
    allow: actors,
    shape: {
      params,
      body: z.object({ number: z.string().trim().min(1, 'Enter its number.').max(40) }),
      output: matterView,
    },
    errors: REFUSALS,
  }),
  unlink: defineEndpoint({
    ...reviewCommand('matters.unlink', 'matter/unlink'),
    summary: 'Says that this legal case does not belong to the matter of the others',
    allow: actors,
    shape: { params, body: z.object({}), output: matterView },
    errors: REFUSALS,
  }),
};
