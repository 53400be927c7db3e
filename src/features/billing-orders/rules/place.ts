import { isAdmin } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

/** Where an organization's own people find their orders. */
export const ORDERS_PATH = '/billing-orders';

export const BILLING_ORDERS_PLACE: ConsolePlace = {
  group: 'Money',
  label: 'Billing orders',
  about: 'See what organizations approved or voided, and settle what is disputed.',
  path: '/admin/billing-orders',
  glyph: 'orders',
  admits: (kind) => isAdmin(kind),
  words: 'approvals purchase orders disputes',
};
