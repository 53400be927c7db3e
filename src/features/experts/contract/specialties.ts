import { z } from 'zod';
import { defineEndpoint } from '../../../core/endpoint.ts';
import { subSpecialty } from '../../../core/pricing.ts';

/** What people choose a specialty from; everyone signed in may. */
export const readSpecialties = defineEndpoint({
  id: 'specialties.list',
  method: 'GET',
  path: '/api/v3/specialties',
  summary: 'Specialties and their sub-specialties, with prices in dollars for who sees prices',
  allow: () => true,
  shape: {
    output: z.object({
      data: z.array(z.object({ id: z.number(), name: z.string(), sub_specialties: z.array(subSpecialty) })),
    }),
  },
});

const license = z.object({ key: z.string(), localized_name: z.string(), localized_designation: z.string() });

/** The licenses of health professions that providers and experts hold. */
export const readLicenseTypes = defineEndpoint({
  id: 'license_types.list',
  method: 'GET',
  path: '/api/v3/license_types',
  summary: 'Licenses of health professions by their letters',
  allow: () => true,
  shape: { output: z.object({ data: z.array(license) }) },
});

/** What can be asked for: a specialty, whether its experts take reviews, and the licenses they hold. */
export const readCredentials = defineEndpoint({
  id: 'credentials.list',
  method: 'GET',
  path: '/api/v3/credentials',
  summary: 'Specialties with the availability of their experts and the licenses these hold',
  allow: () => true,
  shape: {
    output: z.object({
      data: z.array(
        z.object({
          specialty: z.object({
            id: z.number(),
            localized_full_name: z.string(),
            availability: z.enum(['accepting', 'limited', 'none']),
            supported_license_keys: z.array(z.string()),
          }),
        }),
      ),
    }),
  },
});
