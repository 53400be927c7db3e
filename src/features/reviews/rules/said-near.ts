import { PLATFORM_DEPTH } from '../../../core/price-books.ts';
import type { OwnSpecialties } from '../../../core/specialties.ts';
import type { ServicePrice } from '../../billing/rules.ts';
import { type OrganizationSettings, ownSetting } from '../../organizations/rules.ts';
import type { OfferedService } from './meeting-types.ts';

/*
 * How near to an organization something of its prices is said beside price books: 0 by itself, 1 by its parent, and so on. Books
 * farther away than that say nothing about it.
 */

/** The base price of a service: by the organization's setting, or by a type of call. */
export function baseNear(
  path: readonly { id: number; settings: unknown }[],
  settings: OrganizationSettings,
  own_price: ServicePrice['own_price'],
  { of }: Pick<OfferedService, 'of'>,
): number {
  if (own_price && settings[own_price] > 0)
    return path.findIndex((step) => ownSetting(step.settings, own_price) !== undefined);
  return of === 'shipped' ? Infinity : of === null ? PLATFORM_DEPTH : path.findIndex(({ id }) => id === of);
}

/** A sub-specialty's prices: by an organization's own database. */
export const subNear = (
  path: readonly { specialty_database: OwnSpecialties | null }[],
  own: OwnSpecialties | null,
  id: number,
): number => (own?.prices[id] === undefined ? Infinity : path.findIndex((step) => step.specialty_database !== null));
