import { z } from 'zod';
import { defineEndpoint } from '../../../core/endpoint.ts';

const subSpecialtyRow = z.object({
  id: z.number(),
  name: z.string(),
  price_modifier: z.number(),
  /** Dollars. */
  report_cost: z.number(),
  /** Dollars a page. */
  report_overage_cost: z.number(),
  price_modifier_limited: z.number(),
  price_modifier_standard: z.number(),
});

/** What people choose a specialty from; everyone signed in may. */
export const readSpecialties = defineEndpoint({
  id: 'specialties.list',
  method: 'GET',
  path: '/api/v3/specialties',
  summary: 'Specialties and their sub-specialties with prices in dollars',
  allow: () => true,
  shape: {
    output: z.object({
      data: z.array(z.object({ id: z.number(), name: z.string(), sub_specialties: z.array(subSpecialtyRow) })),
    }),
  },
});
