import { z } from 'zod';

/** A sub-specialty's price as every priced thing has it. Dollars, an overage a page; modifiers are factors. */
export const pricing = z
  .object({
    id: z.number(),
    name: z.string(),
    price_modifier: z.number(),
    report_cost: z.number(),
    report_overage_cost: z.number(),
    price_modifier_limited: z.number(),
    price_modifier_standard: z.number(),
  })
  .meta({ id: 'Pricing' });

/** A sub-specialty, with its prices for who sees prices (decision 0112). */
export const subSpecialty = pricing.partial().required({ id: true, name: true }).meta({ id: 'SubSpecialty' });
