import { isAdmin, isOrganizationAdmin, seesAllPrices } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

export const SPEND_PLACE: ConsolePlace = {
  group: 'Money',
  label: 'Spend',
  about: 'See what was spent by month, organization, kind, specialty and requester.',
  path: '/admin/spend',
  glyph: 'spend',
  admits: (kind) => isAdmin(kind) || (isOrganizationAdmin(kind) && seesAllPrices(kind)),
  words: 'costs budget months chart',
};
