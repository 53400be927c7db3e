import type { ConsolePlace } from '../../../core/console.ts';
import { keepsPayouts } from './states.ts';

export const PAYOUTS_PLACE: ConsolePlace = {
  group: 'Money',
  label: 'Payouts',
  about: 'Pay experts what they earned: one person proposes, another releases.',
  path: '/admin/payouts',
  glyph: 'payouts',
  admits: keepsPayouts,
  words: 'experts nacha ach bank 1099 w-9 tax',
};
