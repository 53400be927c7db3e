import { isAdmin } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

export const LEDGER_PLACE: ConsolePlace = {
  group: 'Money',
  label: 'Ledger',
  about: 'See each amount charged, paid in or drawn, and what it comes from.',
  path: '/admin/ledger',
  glyph: 'ledger',
  admits: (kind) => isAdmin(kind),
  words: 'accounts balances charges',
};
