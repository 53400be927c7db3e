import { z } from 'zod';
import { calendarDate, defineEndpoint, idParam, kindName } from '../../core/endpoint.ts';
import { pricing } from '../../core/pricing.ts';
import { LANDING_LISTS, ORGANIZATION_FLAGS, type OrganizationFlag } from './rules.ts';

const flagShape = Object.fromEntries(ORGANIZATION_FLAGS.map((name) => [name, z.boolean()])) as Record<
  OrganizationFlag,
  z.ZodBoolean
>;
const option = z.object({ label: z.string(), value: z.string() });

/** Every flag, resolved with inheritance, and the settings the specification lists among them. Prices in dollars. */
export const organizationFeatureFlags = z
  .object({
    ...flagShape,
    automated_closeout_delay_in_hours: z.number(),
    data_purge_delay_in_days: z.number(),
    limited_peer_review_price: z.number(),
    default_route_on_login: z.enum(LANDING_LISTS),
    case_type_options: z.array(option),
    ime_type_options: z.array(option),
  })
  .meta({ id: 'OrganizationFlags' });

export const specialtyDatabase = z
  .object({
    name: z.string(),
    specialties: z.array(z.object({ id: z.number(), name: z.string(), sub_specialties: z.array(pricing).optional() })),
  })
  .meta({ id: 'SpecialtyDatabase' });
export type SpecialtyDatabase = z.output<typeof specialtyDatabase>;

export const subOrganization = z.object({
  id: z.number(),
  name: z.string(),
  shortest_name: z.string().nullable(),
  preferred_short_name: z.string().nullable(),
  preferred_short_name_with_fallback: z.string(),
  /** The review kinds it has, inherited flags included. */
  enabled_kinds: z.array(kindName),
});

/** An organization as its people get it. Tokens of integrations are never part of it. */
export const organization = z
  .object({
    id: z.number(),
    name: z.string(),
    service_provider: z.string(),
    questions_for_expert_prompt: z.string().optional(),
    claim_professional_label: z.string().optional(),
    platform_type: z.enum(['managed', 'saas']),
    profile_aliases: z.record(z.string(), z.string()),
    billing_hold: z.boolean(),
    /** The day since which it is held because an invoice is overdue; left out: it is not. */
    overdue_since: calendarDate.optional(),
    business_hours: z
      .object({ start_time: z.string().optional(), end_time: z.string().optional(), time_zone: z.string().optional() })
      .nullable(),
    eula: z.string().optional(),
    eula_updated_at: z.string().optional(),
    logo: z.string().nullable(),
    shortest_name: z.string().nullable(),
    preferred_short_name: z.string().nullable(),
    preferred_short_name_with_fallback: z.string(),
    sub_organizations: z.array(subOrganization),
    specialty_database: specialtyDatabase,
    feature_flags: organizationFeatureFlags,
  })
  .meta({ id: 'Organization' });
export type Organization = z.output<typeof organization>;

export const organizationEndpoints = {
  read: defineEndpoint({
    id: 'organizations.read',
    method: 'GET',
    path: '/api/v1/organizations/{id}',
    summary: 'An organization with every flag and setting as it holds, inheritance included',
    allow: () => true,
    shape: { params: z.object({ id: idParam }), output: organization },
    errors: ['not_found'],
  }),
};
export * from './contract/console.ts';
export * from './contract/agreement.ts';
export * from './contract/choices.ts';
export * from './contract/logo.ts';
export * from './contract/setup.ts';
export * from './contract/specialties.ts';
