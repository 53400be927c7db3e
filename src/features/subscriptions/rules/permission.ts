import {
  type ActorKind,
  isAdmin,
  isOrganizationAdmin,
  isOrganizationWide,
  isRequesterSide,
  isStaff,
} from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';
import { subscribedKind } from '../../../core/kinds.ts';

/** Everyone who orders sees their organization's subscriptions; staff see all. */
export const maySee = (kind: ActorKind): boolean => isRequesterSide(kind) || isStaff(kind);

/** Review managers, organization and customer admins, and the platform's admins change them. */
export const mayManage = (kind: ActorKind): boolean => isOrganizationWide(kind) || isAdmin(kind);

/** The platform's admins agree on prices with their customers. */
export const maySetPrice = (kind: ActorKind): boolean => isAdmin(kind);

/** Who may, as those are told who may not. */
export const WHO_MAY = {
  begin: 'Review managers and administrators begin subscriptions.',
  manage: 'Review managers and administrators change subscriptions.',
  price: 'The platform’s administrators set the price of included reviews.',
} as const;

/** In the console for those who administer; the others who see subscriptions find them in their user menu. */
export const SUBSCRIPTIONS_PLACE: ConsolePlace = {
  group: 'Money',
  label: 'Subscriptions',
  about: 'Plan the regular review of providers: seats, periods, and what is used of them.',
  path: '/admin/subscriptions',
  glyph: 'subscriptions',
  admits: (kind) => isStaff(kind) || isOrganizationAdmin(kind),
  only_with: subscribedKind(),
  words: 'program seats quotas',
};
