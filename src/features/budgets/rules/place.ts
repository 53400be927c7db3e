import { isAdmin, isOrganizationAdmin, seesAllPrices } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

export const BUDGETS_PLACE: ConsolePlace = {
  group: 'Money',
  label: 'Budgets',
  about: 'Set what may be spent, and see what is used.',
  path: '/admin/budgets',
  glyph: 'budgets',
  admits: (kind) => isAdmin(kind) || (isOrganizationAdmin(kind) && seesAllPrices(kind)),
  words: 'limits',
};
