import { isAdmin, isOrganizationAdmin, seesAllPrices } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

export const BUDGETS_PLACE: ConsolePlace = {
  group: 'Money',
  label: 'Budgets',
  about: 'Set what an organization, a requester, a matter or a cost center may come to.',
  path: '/admin/budgets',
  glyph: 'budgets',
  admits: (kind) => isAdmin(kind) || (isOrganizationAdmin(kind) && seesAllPrices(kind)),
  words: 'limits spending stop warning',
};
