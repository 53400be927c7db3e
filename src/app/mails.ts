import { MAILS as accounts } from '../features/accounts/server/mails.ts';
import { MAILS as conversations } from '../features/conversations/server/mails.ts';
import { MAILS as deadlines } from '../features/deadlines/server/mails.ts';
import { MAILS as engagements } from '../features/engagements/server/mails.ts';
import { MAILS as examinees } from '../features/examinees/server/mails.ts';
import { MAILS as exams } from '../features/exams/server/mails.ts';
import { MAILS as experts } from '../features/experts/server/mails.ts';
import { MAILS as exports } from '../features/exports/server/mails.ts';
import { MAILS as files } from '../features/files/server/mails.ts';
import { MAILS as matching } from '../features/matching/server/mails.ts';
import { MAILS as notifications } from '../features/notifications/server/mails.ts';
import { MAILS as opinions } from '../features/opinions/server/mails.ts';
import { MAILS as outside } from '../features/outside/server/mails.ts';
import { MAILS as oversight } from '../features/oversight/server/mails.ts';
import { MAILS as matterDates } from '../features/matter-dates/server/mails.ts';
import { MAILS as purposeLetters } from '../features/purpose-letters/server/mails.ts';
import { MAILS as ratings } from '../features/ratings/server/mails.ts';
import { MAILS as reports } from '../features/reports/server/mails.ts';
import { MAILS as reviews } from '../features/reviews/server/mails.ts';
import { MAILS as scheduling } from '../features/scheduling/server/mails.ts';
import { MAILS as subscriptions } from '../features/subscriptions/server/mails.ts';
import { MAILS as disclosure } from '../features/disclosure/server/mails.ts';
import { MAILS as continuations } from '../features/continuations/server/mails.ts';
import { MAILS as interviews } from '../features/interviews/server/mails.ts';
import { MAILS as publicReports } from '../features/public-reports/server/mails.ts';
import { MAILS as testimony } from '../features/testimony/server/mails.ts';
import { MAILS as billingOrders } from '../features/billing-orders/server/mails.ts';
import { MAILS as budgets } from '../features/budgets/server/mails.ts';
import { MAILS as invoices } from '../features/invoices/server/mails.ts';
import { MAILS as payouts } from '../features/payouts/server/mails.ts';
import { MAILS as ledger } from '../features/ledger/server/mails.ts';
import { MAILS as apiKeys } from '../features/api-keys/server/mails.ts';
import { MAILS as calendars } from '../features/calendars/server/mails.ts';
import { MAILS as meetings } from '../features/meetings/server/mails.ts';
import { MAILS as boxImport } from '../features/box-import/server/mails.ts';
import { MAILS as connectedAccounts } from '../features/connected-accounts/server/mails.ts';
import { MAILS as hl7 } from '../features/hl7/server/mails.ts';
import { MAILS as webhooks } from '../features/webhooks/server/mails.ts';
import { MAILS as work } from '../features/work/server/mails.ts';
import { MAILS as support } from '../features/support/server/mails.ts';

/** Every mail the product writes, by name, from the features whose events they tell. */
export const MAILS = {
  ...accounts,
  ...conversations,
  ...deadlines,
  ...engagements,
  ...examinees,
  ...exams,
  ...experts,
  ...exports,
  ...files,
  ...matching,
  ...matterDates,
  ...notifications,
  ...opinions,
  ...outside,
  ...oversight,
  ...purposeLetters,
  ...ratings,
  ...reports,
  ...reviews,
  ...scheduling,
  ...subscriptions,
  ...support,
  ...disclosure,
  ...continuations,
  ...interviews,
  ...publicReports,
  ...testimony,
  ...work,
  ...budgets,
  ...billingOrders,
  ...invoices,
  ...payouts,
  ...ledger,
  ...hl7,
  ...webhooks,
  ...apiKeys,
  ...calendars,
  ...boxImport,
  ...connectedAccounts,
  ...meetings,
} as const;
