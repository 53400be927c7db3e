import { z } from 'zod';
import { type Actor, isOrganizationAdmin } from '../../../core/actor.ts';
import { defineEndpoint, idParam } from '../../../core/endpoint.ts';
import { SETUP_STEPS } from '../rules/setup.ts';

const allow = ({ kind }: Actor): boolean => isOrganizationAdmin(kind);
const params = z.object({ id: idParam });
const step = z.enum(SETUP_STEPS);

const setup = z
  .object({
    /** False once everything is done or skipped, or it was put away. */
    shown: z.boolean(),
    steps: z.array(z.object({ key: step, done: z.boolean(), skipped: z.boolean() })),
  })
  .meta({ id: 'OrganizationSetup' });
export type OrganizationSetup = z.output<typeof setup>;

export const setupEndpoints = {
  read: defineEndpoint({
    id: 'organizations.setup',
    method: 'GET',
    path: '/api/v1/organizations/{id}/setup',
    summary: 'How far the setting up of an organization is, as its own admins see it',
    allow,
    shape: { params, output: setup },
    errors: ['not_found'],
  }),
  change: defineEndpoint({
    id: 'organizations.change_setup',
    method: 'PATCH',
    path: '/api/v1/organizations/{id}/setup',
    summary: 'Skip a step of setting up, take it on again, or put the list away',
    allow,
    shape: {
      params,
      body: z.object({ skip: step.optional(), take_on: step.optional(), put_away: z.boolean().optional() }),
      output: setup,
    },
    errors: ['not_found'],
  }),
};
