import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { defineEndpoint, idParam, nothing } from '../../../core/endpoint.ts';
import { keepsOrganizations } from '../rules/standing.ts';

const allow = ({ kind }: Actor): boolean => keepsOrganizations(kind);
const params = z.object({ id: idParam });
/** The logo that was shown, empty where there was none: another one by now is not written over. */
const query = z.object({ replaces: z.string().max(200).default('') });

export const logoEndpoints = {
  save: defineEndpoint({
    id: 'organizations.save_logo',
    method: 'PUT',
    path: '/api/v1/organizations/{id}/logo',
    summary: 'Set an organization’s logo: the bytes of a JPEG, PNG or WebP; drawn anew and kept at its own proportions',
    allow,
    shape: { params, query, output: z.object({ logo: z.string() }) },
    errors: ['not_found', 'stale', 'invalid', 'too_large', 'unsupported_type', 'storage_full'],
  }),
  remove: defineEndpoint({
    id: 'organizations.remove_logo',
    method: 'DELETE',
    path: '/api/v1/organizations/{id}/logo',
    summary: 'Take an organization’s own logo away; its parent’s then stands for it',
    allow,
    shape: { params, query, output: nothing },
    success: 204,
    errors: ['not_found', 'stale'],
  }),
  logo: defineEndpoint({
    id: 'organizations.logo',
    method: 'GET',
    path: '/api/v1/logos/{key}',
    summary: 'A logo, as it is shown where people register',
    allow: 'public',
    shape: { params: z.object({ key: z.string().max(60) }), output: nothing },
    errors: ['not_found'],
    raw: 'image/webp',
  }),
};
