import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant } from '../../../core/endpoint.ts';
import { keepsOrganizations } from '../rules/standing.ts';

const allow = ({ kind }: Actor): boolean => keepsOrganizations(kind);
const named = z.object({ id: z.number(), name: z.string() });
const platformType = z.enum(['managed', 'saas']);
const params = z.object({ id: idParam });

const row = z.object({
  id: z.number(),
  name: z.string(),
  parent: named.nullable(),
  /** How far below the top of its tree. */
  depth: z.number(),
  platform_type: platformType,
  sub_organizations: z.number(),
  people: z.number(),
  open_reviews: z.number(),
  /** Held here or by a parent. */
  billing_hold: z.boolean(),
  /** The day since which billing is held because an invoice is overdue; null: it is not. */
  overdue_since: calendarDate.nullable(),
  legal_hold: z.boolean(),
});
export type OrganizationListRow = z.output<typeof row>;

/** The value of a field: which sort it is, the field's own kind says. */
const value = z.unknown();

const settings = z
  .object({
    id: z.number(),
    name: z.string(),
    parents: z.array(named),
    platform_type: platformType,
    logo: z.string().nullable(),
    /** The first directly below it, in the order of the tree. */
    sub_organizations: z.array(named.extend({ people: z.number() })),
    /** How many there are directly below it, those not listed included. */
    sub_organization_count: z.number(),
    /** Of itself and of everything below it: whom a change concerns. */
    people: z.number(),
    /** Where its people register; null where there is no link. */
    registration_url: z.string().nullable(),
    lock_version: z.number(),
    may_add_below: z.boolean(),
    fields: z.record(
      z.string(),
      z.object({
        is_own: z.boolean(),
        value,
        /** What holds where the organization has no value of its own. */
        otherwise: value,
        /** Whose that is; null: the default. */
        from: named.nullable(),
        may_set: z.boolean(),
        /** When it was last changed here; null: never. */
        changed_at: instant.nullable(),
      }),
    ),
  })
  .meta({ id: 'OrganizationSettings' });
export type OrganizationSettingsView = z.output<typeof settings>;

const change = z.object({
  id: z.number(),
  at: instant,
  field: z.string(),
  before: value,
  after: value,
  reason: z.string().nullable(),
  by: z.string(),
});
export type OrganizationChange = z.output<typeof change>;

export const organizationConsoleEndpoints = {
  list: defineEndpoint({
    id: 'organizations.list',
    method: 'GET',
    path: '/api/v1/organizations',
    summary: 'The organizations the caller keeps, each below its parent',
    allow,
    shape: {
      query: z.object({
        q: z.string().trim().max(200).optional(),
        platform_type: platformType.optional(),
        hold: z.enum(['billing', 'legal']).optional(),
        cursor: z.string().max(2000).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
      output: z.object({
        data: z.array(row),
        next_cursor: z.string().nullable(),
        /** Whether the caller may make one without a parent. */
        may_create: z.boolean(),
      }),
    },
    errors: ['malformed'],
  }),
  create: defineEndpoint({
    id: 'organizations.create',
    method: 'POST',
    path: '/api/v1/organizations',
    summary: 'Make an organization, of its own or below another',
    allow,
    shape: {
      body: z.object({
        name: z.string().max(1000),
        parent_id: z.number().int().positive().nullable().default(null),
        platform_type: platformType.optional(),
        time_zone: z.string().max(100).optional(),
      }),
      output: z.object({ id: z.number() }),
    },
    idempotent: true,
    success: 201,
    errors: ['not_found', 'forbidden', 'invalid'],
  }),
  settings: defineEndpoint({
    id: 'organizations.settings',
    method: 'GET',
    path: '/api/v1/organizations/{id}/settings',
    summary: 'Everything that can be set about an organization: own, inherited and default values',
    allow,
    shape: { params, output: settings },
    errors: ['not_found'],
  }),
  change: defineEndpoint({
    id: 'organizations.change',
    method: 'PATCH',
    path: '/api/v1/organizations/{id}/settings',
    summary: 'Set fields of an organization, all or none; null takes the own value away',
    allow,
    shape: {
      params,
      body: z.object({
        /** The version the changes were made on. */
        lock_version: z.number().int(),
        changes: z.record(z.string().max(100), z.unknown()),
        /** Why; needed for holds. */
        reason: z.string().trim().max(2000).optional(),
      }),
      output: settings,
    },
    errors: ['not_found', 'forbidden', 'stale', 'invalid'],
  }),
  history: defineEndpoint({
    id: 'organizations.history',
    method: 'GET',
    path: '/api/v1/organizations/{id}/history',
    summary: 'What was changed about an organization, newest first: who, when, before and after',
    allow,
    shape: {
      params,
      query: z.object({
        field: z.string().max(100).optional(),
        cursor: z.string().max(2000).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
      output: z.object({
        data: z.array(change),
        next_cursor: z.string().nullable(),
        /** The fields that were ever changed, to narrow it by. */
        fields: z.array(z.string()),
      }),
    },
    errors: ['not_found', 'malformed'],
  }),
};
