import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { defineEndpoint, idParam, instant } from '../../core/endpoint.ts';
import { API_SCOPE_NAMES, KEY_STATES, keepsKeys, makesKeys, MOST_ADDRESSES, MOST_DAYS } from './rules.ts';

const allow = ({ kind }: Actor): boolean => keepsKeys(kind);
const ofOrganization = z.object({ id: idParam });

const scopes = z.array(z.enum(API_SCOPE_NAMES)).min(1).max(API_SCOPE_NAMES.length);

const apiKey = z
  .object({
    id: z.number(),
    name: z.string(),
    scopes,
    /** Addresses and networks it is taken from; none named: from anywhere. */
    addresses: z.array(z.string()),
    made_by: z.object({ user_id: z.number(), name: z.string() }),
    created_at: instant,
    expires_at: instant,
    /** Noted once a minute. */
    last_used_at: instant.nullable(),
    last_used_ip: z.string().nullable(),
    revoked_at: instant.nullable(),
    state: z.enum(KEY_STATES),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof apiKey>;

const withToken = apiKey.extend({ token: z.string() }).meta({ id: 'ApiKeyWithToken' });
export type ApiKeyWithToken = z.output<typeof withToken>;

const base = '/api/v1/organizations/{id}/api_keys';

export const apiKeyEndpoints = {
  list: defineEndpoint({
    id: 'api_keys.list',
    method: 'GET',
    path: base,
    summary: 'The keys of an organization’s programs, those that open something first',
    allow,
    shape: { params: ofOrganization, output: z.object({ data: z.array(apiKey) }) },
    errors: ['not_found'],
  }),
  make: defineEndpoint({
    id: 'api_keys.make',
    method: 'POST',
    path: base,
    summary: 'Make a key; it is answered once and never shown again',
    in_person: true,
    allow: ({ kind }: Actor) => makesKeys(kind),
    shape: {
      params: ofOrganization,
      body: z.object({
        name: z.string().trim().min(1).max(100),
        scopes,
        /** It opens for so many days. */
        days: z.number().int().min(1).max(MOST_DAYS),
        addresses: z.array(z.string().trim().min(1).max(60)).max(MOST_ADDRESSES).default([]),
      }),
      output: withToken,
    },
    success: 201,
    errors: ['not_found', 'reauthentication_required', 'wrong_state', 'invalid'],
    example: {
      name: 'Claims system',
      scopes: ['reviews:read', 'reviews:order', 'files:write'],
      days: 180,
      addresses: ['203.0.113.0/24'],
    },
  }),
  revoke: defineEndpoint({
    id: 'api_keys.revoke',
    method: 'POST',
    path: `${base}/{keyId}/revoke`,
    summary: 'Revoke a key: it opens nothing from this moment',
    allow,
    shape: { params: z.object({ id: idParam, keyId: idParam }), output: apiKey },
    idempotent: true,
    errors: ['not_found', 'wrong_state'],
  }),
  own: defineEndpoint({
    id: 'api_keys.own',
    method: 'GET',
    path: '/api/v1/api_key',
    summary: 'The key this request is made with',
    allow: ({ api_key }: Actor) => api_key !== undefined,
    shape: {
      output: apiKey
        .pick({ id: true, name: true, scopes: true, expires_at: true })
        .extend({ organization_id: z.number(), acts_as: z.object({ user_id: z.number(), name: z.string() }) }),
    },
  }),
};
