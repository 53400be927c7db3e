import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { defineEndpoint, idParam, instant } from '../../../core/endpoint.ts';
import { AGREEMENT_MAX } from '../rules/agreement.ts';
import { keepsOrganizations } from '../rules/standing.ts';

const allow = ({ kind }: Actor): boolean => keepsOrganizations(kind);
const params = z.object({ id: idParam });

const agreement = z
  .object({
    lock_version: z.number(),
    /** What its people accept now, its own or a parent's; null: nothing. */
    current: z
      .object({
        html: z.string(),
        published_at: instant.nullable(),
        /** Whose it is, where it is not its own. */
        from: z.object({ id: z.number(), name: z.string() }).nullable(),
      })
      .nullable(),
    /** What the next one would be written from. */
    source: z.string(),
    /** Those whom the organization's own concerns, and how many of them accepted it as it is now. */
    people: z.number(),
    accepted: z.number(),
    versions: z.array(
      z.object({
        id: z.number(),
        /** Null: the agreement was taken away. */
        html: z.string().nullable(),
        published_at: instant,
        published_by: z.string().nullable(),
        /** People whose last acceptance was of this one. */
        accepted: z.number(),
      }),
    ),
  })
  .meta({ id: 'OrganizationAgreement' });
export type OrganizationAgreement = z.output<typeof agreement>;

const acceptance = z.object({
  user_id: z.number(),
  name: z.string(),
  accepted_at: instant.nullable(),
  /** When what was accepted was published; null: none, or nobody knows. */
  version_at: instant.nullable(),
  is_current: z.boolean(),
});

export const agreementEndpoints = {
  read: defineEndpoint({
    id: 'organizations.agreement',
    method: 'GET',
    path: '/api/v1/organizations/{id}/agreement',
    summary: 'An organization’s license agreement with its versions',
    allow,
    shape: { params, output: agreement },
    errors: ['not_found'],
  }),
  publish: defineEndpoint({
    id: 'organizations.publish_agreement',
    method: 'PUT',
    path: '/api/v1/organizations/{id}/agreement',
    summary: 'Publish a new agreement, which everyone accepts before working on; null takes the own one away',
    allow,
    shape: {
      params,
      body: z.object({
        lock_version: z.number().int(),
        source: z.string().max(AGREEMENT_MAX).nullable(),
      }),
      output: agreement,
    },
    errors: ['not_found', 'stale', 'invalid'],
  }),
  accepted: defineEndpoint({
    id: 'organizations.agreement_people',
    method: 'GET',
    path: '/api/v1/organizations/{id}/agreement/people',
    summary: 'Whom an organization’s own agreement concerns, and which version each accepted',
    allow,
    shape: {
      params,
      query: z.object({
        cursor: z.string().max(2000).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
      output: z.object({ data: z.array(acceptance), next_cursor: z.string().nullable() }),
    },
    errors: ['not_found', 'malformed'],
  }),
};
