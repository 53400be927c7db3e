import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { ability, defineEndpoint, idParam } from '../../../core/endpoint.ts';
import { SPECIALTY_NAME_MAX } from '../../../core/specialties.ts';
import { AVAILABILITIES, LICENSE_KEY_MAX, readsTaxonomy } from '../rules/taxonomy-desk.ts';

/** Dollars, an overage a page; modifiers are factors. */
const prices = z.object({
  price_modifier: z.number(),
  report_cost: z.number(),
  report_overage_cost: z.number(),
  price_modifier_limited: z.number(),
  price_modifier_standard: z.number(),
});
const availability = z.enum(AVAILABILITIES);
const name = z.string().trim().min(1).max(SPECIALTY_NAME_MAX);

/** Where it is used: by experts' credentials, by open reviews and by others, by seats of subscriptions. */
const used = z.object({ experts: z.number(), open_reviews: z.number(), past_reviews: z.number(), seats: z.number() });
export type TaxonomyUse = z.output<typeof used>;

const keptSub = z
  .object({
    id: z.number(),
    name: z.string(),
    active: z.boolean(),
    lock_version: z.number(),
    used,
    /** null: who reads sees no prices. */
    prices: prices.nullable(),
  })
  .meta({ id: 'KeptSubSpecialty' });
export type KeptSubSpecialty = z.output<typeof keptSub>;

const keptSpecialty = z
  .object({
    id: z.number(),
    name: z.string(),
    availability,
    nucc_code: z.string().nullable(),
    active: z.boolean(),
    /** What it went into. */
    merged_into: z.object({ id: z.number(), name: z.string() }).nullable(),
    lock_version: z.number(),
    used,
    sub_specialties: z.array(keptSub),
  })
  .meta({ id: 'KeptSpecialty' });
export type KeptSpecialty = z.output<typeof keptSpecialty>;

const keptLicense = z
  .object({
    key: z.string(),
    localized_name: z.string(),
    active: z.boolean(),
    lock_version: z.number(),
    /** How many hold one. */
    experts: z.number(),
  })
  .meta({ id: 'KeptLicense' });
export type KeptLicense = z.output<typeof keptLicense>;

const taxonomy = z
  .object({
    specialties: z.array(keptSpecialty),
    license_types: z.array(keptLicense),
    change: ability,
  })
  .meta({ id: 'Taxonomy' });
export type Taxonomy = z.output<typeof taxonomy>;

const allow = ({ kind }: Actor): boolean => readsTaxonomy(kind);
const params = z.object({ id: idParam });
const lock_version = z.number().int();
const licenseKey = z.string().trim().min(1).max(LICENSE_KEY_MAX);
const made = z.object({ id: z.number() });

export const taxonomyEndpoints = {
  read: defineEndpoint({
    id: 'taxonomy.read',
    method: 'GET',
    path: '/api/v1/taxonomy',
    summary: 'Every specialty as it is kept, retired ones too, with where each is used',
    allow,
    shape: { output: taxonomy },
  }),
  addSpecialty: defineEndpoint({
    id: 'taxonomy.add_specialty',
    method: 'POST',
    path: '/api/v1/taxonomy/specialties',
    summary: 'Add a specialty, at the end of the order; it begins with a general sub-specialty',
    allow,
    shape: { body: z.object({ name, availability, nucc_code: z.string().nullable() }), output: made },
    success: 201,
    errors: ['forbidden', 'invalid'],
  }),
  changeSpecialty: defineEndpoint({
    id: 'taxonomy.change_specialty',
    method: 'PATCH',
    path: '/api/v1/taxonomy/specialties/{id}',
    summary: 'Rename a specialty, say whether work is taken in it, retire it or bring it back',
    allow,
    shape: {
      params,
      body: z.object({
        lock_version,
        name: name.optional(),
        availability: availability.optional(),
        nucc_code: z.string().nullable().optional(),
        active: z.boolean().optional(),
      }),
      output: made,
    },
    errors: ['not_found', 'forbidden', 'stale', 'wrong_state', 'invalid'],
  }),
  order: defineEndpoint({
    id: 'taxonomy.order',
    method: 'PUT',
    path: '/api/v1/taxonomy/order',
    summary: 'Put the specialties in order: all of them, each once',
    allow,
    shape: { body: z.object({ ids: z.array(idParam).max(2000) }), output: z.object({ count: z.number() }) },
    errors: ['forbidden', 'wrong_state'],
  }),
  merge: defineEndpoint({
    id: 'taxonomy.merge',
    method: 'POST',
    path: '/api/v1/taxonomy/specialties/{id}/merge',
    summary: 'Merge a specialty into another: its experts go there, its reviews keep their name and are matched there',
    allow,
    shape: {
      params,
      body: z.object({ lock_version, into: idParam }),
      output: z.object({ experts: z.number() }),
    },
    errors: ['not_found', 'forbidden', 'stale', 'wrong_state', 'invalid'],
  }),
  addSub: defineEndpoint({
    id: 'taxonomy.add_sub_specialty',
    method: 'POST',
    path: '/api/v1/taxonomy/specialties/{id}/sub_specialties',
    summary: 'Add a sub-specialty with its prices',
    allow,
    shape: { params, body: prices.extend({ name }), output: made },
    success: 201,
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid'],
  }),
  changeSub: defineEndpoint({
    id: 'taxonomy.change_sub_specialty',
    method: 'PATCH',
    path: '/api/v1/taxonomy/sub_specialties/{id}',
    summary: 'Rename a sub-specialty, set its prices, retire it or bring it back',
    allow,
    shape: {
      params,
      body: prices.partial().extend({ lock_version, name: name.optional(), active: z.boolean().optional() }),
      output: made,
    },
    errors: ['not_found', 'forbidden', 'stale', 'wrong_state', 'invalid'],
  }),
  addLicense: defineEndpoint({
    id: 'taxonomy.add_license',
    method: 'POST',
    path: '/api/v1/taxonomy/license_types',
    summary: 'Add a license type by its letters, at the end of the order',
    allow,
    shape: { body: z.object({ key: licenseKey, name }), output: z.object({ key: z.string() }) },
    success: 201,
    errors: ['forbidden', 'wrong_state', 'invalid'],
  }),
  changeLicense: defineEndpoint({
    id: 'taxonomy.change_license',
    method: 'PATCH',
    path: '/api/v1/taxonomy/license_types/{key}',
    summary: 'Rename a license type, retire it or bring it back; its letters stay',
    allow,
    shape: {
      params: z.object({ key: licenseKey }),
      body: z.object({ lock_version, name: name.optional(), active: z.boolean().optional() }),
      output: z.object({ key: z.string() }),
    },
    errors: ['not_found', 'forbidden', 'stale', 'wrong_state', 'invalid'],
  }),
};
