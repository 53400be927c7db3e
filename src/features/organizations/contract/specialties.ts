import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { ability, defineEndpoint, idParam } from '../../../core/endpoint.ts';
import { pricing } from '../../../core/pricing.ts';
import { SPECIALTY_NAME_MAX } from '../../../core/specialties.ts';
import { keepsOrganizations } from '../rules/standing.ts';

const allow = ({ kind }: Actor): boolean => keepsOrganizations(kind);
const params = z.object({ id: idParam });

/** Dollars, an overage a page; modifiers are factors. */
const ownPrice = z
  .object({
    sub_specialty_id: z.number().int(),
    price_modifier: z.number(),
    report_cost: z.number(),
    report_overage_cost: z.number(),
    price_modifier_limited: z.number(),
    price_modifier_standard: z.number(),
  })
  .meta({ id: 'OwnSpecialtyPrice' });
export type OwnSpecialtyPrice = z.output<typeof ownPrice>;

const database = z
  .object({
    lock_version: z.number(),
    /** Its own database; null: it has none. */
    own: z.object({ name: z.string(), prices: z.array(ownPrice) }).nullable(),
    /** What holds without an own one: a parent's, or the platform's where `from` is null. */
    inherited: z.object({ name: z.string(), from: z.object({ id: z.number(), name: z.string() }).nullable() }),
    /** Every specialty with the prices that hold without own ones. */
    specialties: z.array(z.object({ id: z.number(), name: z.string(), sub_specialties: z.array(pricing) })),
    change: ability,
  })
  .meta({ id: 'OrganizationSpecialties' });
export type OrganizationSpecialties = z.output<typeof database>;

export const specialtyDatabaseEndpoints = {
  read: defineEndpoint({
    id: 'organizations.specialties',
    method: 'GET',
    path: '/api/v1/organizations/{id}/specialties',
    summary: 'An organization’s own specialty database, and what it would have without',
    allow,
    shape: { params, output: database },
    errors: ['not_found'],
  }),
  save: defineEndpoint({
    id: 'organizations.save_specialties',
    method: 'PUT',
    path: '/api/v1/organizations/{id}/specialties',
    summary: 'Give an organization a specialty database of its own; null takes it away. Prices already agreed stay',
    allow,
    shape: {
      params,
      body: z.object({
        lock_version: z.number().int(),
        database: z
          .object({ name: z.string().trim().min(1).max(SPECIALTY_NAME_MAX), prices: z.array(ownPrice).max(2000) })
          .nullable(),
      }),
      output: database,
    },
    errors: ['not_found', 'forbidden', 'stale', 'invalid'],
  }),
};
