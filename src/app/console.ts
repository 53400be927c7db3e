import type { ConsolePlace } from '../core/console.ts';
import { ANNOUNCEMENTS_PLACE } from '../features/notifications/rules.ts';
import { PEOPLE_PLACE, SIGNED_IN_PLACE } from '../features/accounts/rules.ts';
import { HELD_PLACE } from '../features/deadlines/rules.ts';
import { ORGANIZATIONS_PLACE } from '../features/organizations/rules/standing.ts';
import { APPLICATIONS_PLACE } from '../features/experts/rules/application-place.ts';
import { TAXONOMY_PLACE } from '../features/experts/rules/taxonomy-desk.ts';
import { EXPERTS_PLACE } from '../features/experts/rules/experts-desk.ts';
import { WORDING_PLACE } from '../features/outbox/rules/wording.ts';
import { AUDIT_PLACE } from '../features/oversight/rules.ts';
import { HEALTH_PLACE, JOBS_PLACE } from '../features/oversight/rules/work.ts';
import { HL7_PLACE } from '../features/hl7/rules.ts';
import { OUTBOX_PLACE } from '../features/outbox/rules.ts';
import { QUEUES_PLACE } from '../features/queues/rules.ts';
import { ROOMS_PLACE } from '../features/exams/rules/room-place.ts';
import { RULES_PLACE } from '../features/exams/rules/rule-place.ts';
import { BILLING_ORDERS_PLACE } from '../features/billing-orders/rules/place.ts';
import { INVOICES_PLACE } from '../features/invoices/rules/place.ts';
import { PRICE_BOOKS_PLACE } from '../features/price-books/rules/place.ts';
import { LEDGER_PLACE } from '../features/ledger/rules/place.ts';
import { PAYOUTS_PLACE } from '../features/payouts/rules/place.ts';
import { BUDGETS_PLACE } from '../features/budgets/rules/place.ts';
import { SPEND_PLACE } from '../features/spend/rules/place.ts';
import { MERIT_PLACE } from '../features/disclosure/rules/merit-place.ts';
import { MATTER_RULES_PLACE } from '../features/matter-dates/rules/rule-place.ts';
import { HOLIDAYS_PLACE } from '../features/reviews/rules/holiday-place.ts';
import { STATUTES_PLACE } from '../features/reviews/rules/statute-place.ts';
import { MEETING_TYPES_PLACE } from '../features/reviews/rules/meeting-place.ts';
import { PEER_REVIEW_TYPES_PLACE, REPORT_FORMS_PLACE } from '../features/reports/rules/form-desk.ts';
import { SUBSCRIPTIONS_PLACE } from '../features/subscriptions/rules.ts';
import { SUPPORT_PLACE } from '../features/support/rules/inbox.ts';

/** Every place of the console, in the order its navigation shows them within their group. */
export const CONSOLE_PLACES: readonly ConsolePlace[] = [
  QUEUES_PLACE,
  APPLICATIONS_PLACE,
  SUPPORT_PLACE,
  EXPERTS_PLACE,
  ORGANIZATIONS_PLACE,
  PEOPLE_PLACE,
  REPORT_FORMS_PLACE,
  PEER_REVIEW_TYPES_PLACE,
  MEETING_TYPES_PLACE,
  STATUTES_PLACE,
  RULES_PLACE,
  MATTER_RULES_PLACE,
  MERIT_PLACE,
  ROOMS_PLACE,
  SUBSCRIPTIONS_PLACE,
  BILLING_ORDERS_PLACE,
  INVOICES_PLACE,
  PAYOUTS_PLACE,
  LEDGER_PLACE,
  SPEND_PLACE,
  BUDGETS_PLACE,
  PRICE_BOOKS_PLACE,
  TAXONOMY_PLACE,
  ANNOUNCEMENTS_PLACE,
  HOLIDAYS_PLACE,
  WORDING_PLACE,
  JOBS_PLACE,
  HELD_PLACE,
  OUTBOX_PLACE,
  HL7_PLACE,
  HEALTH_PLACE,
  SIGNED_IN_PLACE,
  AUDIT_PLACE,
];
