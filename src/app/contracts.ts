import type { Endpoint } from '../core/endpoint.ts';
import * as accounts from '../features/accounts/contract.ts';
import * as peopleDesk from '../features/accounts/contract/people-desk.ts';
import * as security from '../features/accounts/contract/security.ts';
import * as signedIn from '../features/accounts/contract/signed-in.ts';
import * as billingOrders from '../features/billing-orders/contract.ts';
import * as console from '../features/console/contract.ts';
import * as conversations from '../features/conversations/contract.ts';
import * as deadlines from '../features/deadlines/contract.ts';
import * as engagements from '../features/engagements/contract.ts';
import * as examinees from '../features/examinees/contract.ts';
import * as exams from '../features/exams/contract.ts';
import * as examRules from '../features/exams/contract/jurisdictions.ts';
import * as rooms from '../features/exams/contract/rooms.ts';
import * as experts from '../features/experts/contract.ts';
import * as exports from '../features/exports/contract.ts';
import * as files from '../features/files/contract.ts';
import * as matching from '../features/matching/contract.ts';
import * as notifications from '../features/notifications/contract.ts';
import * as opinions from '../features/opinions/contract.ts';
import * as organizations from '../features/organizations/contract.ts';
import * as oversight from '../features/oversight/contract.ts';
import * as queues from '../features/queues/contract.ts';
import * as outbox from '../features/outbox/contract.ts';
import * as outside from '../features/outside/contract.ts';
import * as matterDates from '../features/matter-dates/contract.ts';
import * as purposeLetters from '../features/purpose-letters/contract.ts';
import * as ratings from '../features/ratings/contract.ts';
import * as publicReports from '../features/public-reports/contract.ts';
import * as sharedReports from '../features/public-reports/contract/shared-report.ts';
import * as reports from '../features/reports/contract.ts';
import * as reportForms from '../features/reports/contract/design.ts';
import * as reviews from '../features/reviews/contract.ts';
import * as approvals from '../features/reviews/contract/approvals.ts';
import * as priceLinks from '../features/reviews/contract/price-link.ts';
import * as statutes from '../features/reviews/contract/statutes.ts';
import * as meetingTypes from '../features/reviews/contract/meeting-types.ts';
import * as scheduling from '../features/scheduling/contract.ts';
import * as subscriptions from '../features/subscriptions/contract.ts';
import * as disclosure from '../features/disclosure/contract.ts';
import * as returns from '../features/disclosure/contract/returns.ts';
import * as merit from '../features/disclosure/contract/merit.ts';
import * as invoices from '../features/invoices/contract.ts';
import * as priceBooks from '../features/price-books/contract.ts';
import * as ledger from '../features/ledger/contract.ts';
import * as earnings from '../features/earnings/contract.ts';
import * as payouts from '../features/payouts/contract.ts';
import * as budgets from '../features/budgets/contract.ts';
import * as apiKeys from '../features/api-keys/contract.ts';
import * as calendars from '../features/calendars/contract.ts';
import * as meetings from '../features/meetings/contract.ts';
import * as boxImport from '../features/box-import/contract.ts';
import * as connectedAccounts from '../features/connected-accounts/contract.ts';
import * as hl7 from '../features/hl7/contract.ts';
import * as webhooks from '../features/webhooks/contract.ts';
import * as spend from '../features/spend/contract.ts';
import * as formerExperts from '../features/matters/contract/former.ts';
import * as matters from '../features/matters/contract.ts';
import * as continuations from '../features/continuations/contract.ts';
import * as interviews from '../features/interviews/contract.ts';
import * as testimony from '../features/testimony/contract.ts';
import * as work from '../features/work/contract.ts';
import * as support from '../features/support/contract.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'allow' in value;

/** The endpoints a contract exports, alone or gathered in an object. */
function endpointsIn(contract: object): Endpoint[] {
  return Object.values(contract).flatMap((value: unknown) =>
    isEndpoint(value)
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).filter((inner) => isEndpoint(inner))
        : [],
  );
}

/** Every endpoint of the product, once. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...new Map(
    [
      accounts,
      billingOrders,
      console,
      conversations,
      deadlines,
      engagements,
      exams,
      work,
      examRules,
      rooms,
      examinees,
      experts,
      exports,
      files,
      matching,
      notifications,
      opinions,
      organizations,
      oversight,
      queues,
      outbox,
      outside,
      peopleDesk,
      signedIn,
      disclosure,
      merit,
      continuations,
      matters,
      formerExperts,
      returns,
      interviews,
      ledger,
      spend,
      budgets,
      earnings,
      invoices,
      priceBooks,
      payouts,
      hl7,
      webhooks,
      apiKeys,
      calendars,
      connectedAccounts,
      meetings,
      boxImport,
      testimony,
      matterDates,
      purposeLetters,
      ratings,
      reportForms,
      meetingTypes,
      statutes,
      reports,
      publicReports,
      sharedReports,
      reviews,
      approvals,
      priceLinks,
      scheduling,
      security,
      subscriptions,
      support,
    ]
      .flatMap(endpointsIn)
      .map((endpoint) => [endpoint.id, endpoint]),
  ).values(),
];
