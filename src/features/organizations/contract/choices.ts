import { z } from 'zod';
import { type Actor, isRequesterSide, isStaff } from '../../../core/actor.ts';
import { choicesAsked, choicesShown } from '../../../core/choices.ts';
import { defineEndpoint, kindName } from '../../../core/endpoint.ts';

const allow = ({ kind }: Actor): boolean => isStaff(kind) || isRequesterSide(kind);

/** Organizations to choose from: all for staff, else those of one's own tree. */
export const organizationChoices = defineEndpoint({
  id: 'organizations.choices',
  method: 'GET',
  path: '/api/v1/organization_choices',
  summary: 'The first organizations whose names have what is typed, and whether there are more',
  allow,
  shape: {
    query: z.object({
      ...choicesAsked,
      /** Those that have this kind of review. */
      uses: kindName.optional(),
      /** Those this kind of review can be ordered for now. */
      orders: kindName.optional(),
      /** Those that bring in experts of their own. */
      external_experts: z.literal('yes').optional(),
    }),
    output: choicesShown,
  },
});
