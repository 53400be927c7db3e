import { isAdmin } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

export const LEDGER_PLACE: ConsolePlace = {
  group: 'Money',
  label: 'Ledger',
  about: 'See every amount that was charged, paid in or drawn, with what it comes from.',
  path: '/admin/ledger',
  glyph: 'ledger',
  admits: (kind) => isAdmin(kind),
  words: 'accounts balances money book charges',
};
