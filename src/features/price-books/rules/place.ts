import { type ActorKind, isAdmin, isOrganizationAdmin, seesPrices } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

/** Who writes price books: who issues by them. */
export const keepsBooks = (kind: ActorKind): boolean => isAdmin(kind);

/** Who reads what customers pay by them: admins, and an organization's at their own. */
export const readsBooks = (kind: ActorKind): boolean =>
  keepsBooks(kind) || (isOrganizationAdmin(kind) && seesPrices(kind));

export const PRICE_BOOKS_PLACE: ConsolePlace = {
  group: 'Money',
  label: 'Price books',
  about: 'Set what reviews cost from a day on, and see what that changes.',
  path: '/admin/price-books',
  glyph: 'prices',
  admits: readsBooks,
  words: 'fees rates bases modifiers tax minimum expedited',
};
