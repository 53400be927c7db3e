import type { ComponentType } from 'react';
import {
  type ActorKind,
  hasUpNext,
  isExpert,
  isExpertSide,
  isRequesterSide,
  isOrganizationWide,
  isStaff,
  isReadingStaff,
  overseesOrganizations,
  isApplicant,
  isAdmin,
  actsForClinOps,
  isOrganizationAdmin,
  rolesAt,
  seesAllPrices,
} from '../../core/actor.ts';
import { INVITERS, isPayee, passesFurtherCheck } from '../../features/accounts/rules.ts';
import { keepsOrganizations } from '../../features/organizations/rules/standing.ts';
import { mayConverse } from '../../features/conversations/rules.ts';
import { type KindRow, KINDS, kindOf, reviewNumber } from '../../core/kinds.ts';
import { hasConsole } from '../has-console.ts';
import { type PagePath, pathsOf } from '../routes.ts';

export interface Page {
  /** What the window is called; never names of people. */
  title: string | ((params: Params, path: string) => string);
  load: () => Promise<ComponentType>;
  /** Who may open it; others are sent to the home of their role. Everyone when it is not given. */
  admits?: (kind: ActorKind) => boolean;
  /** Keeps to the window; its parts scroll themselves. */
  fixed?: boolean;
  /** One comes here before signing in, also after a session ended: it is never blanked. */
  entry?: boolean;
  /** One works here, as on all that keep to the window: notes take no line. */
  work?: boolean;
  /** It stands alone, without the frame and the program: `main.tsx` draws it. */
  bare?: boolean;
}

/** The expert's side, and who offers the appointments of an exam for it. */
const offersTimes = (kind: ActorKind): boolean => (hasUpNext(kind) || actsForClinOps(kind)) && passesFurtherCheck(kind);
const choosesTimes = (kind: ActorKind): boolean => !hasUpNext(kind) && passesFurtherCheck(kind);
const hasNoUpNext = (kind: ActorKind): boolean => !hasUpNext(kind);

/** Those who order reports, write them or check them. */
const seesForms = (kind: ActorKind): boolean => isExpertSide(kind) || isRequesterSide(kind) || isStaff(kind);
/** The support desk and admins. */
const atSupport = (kind: ActorKind): boolean => isAdmin(kind) || rolesAt('support').some((role) => role === kind);
const managesReviews = (kind: ActorKind): boolean => isOrganizationWide(kind) || isReadingStaff(kind);

const converses = (kind: ActorKind): boolean => mayConverse({ kind });

type Params = Record<string, string | undefined>;

/** The title of a page about one review: its number, then what the page is for. */
function ofReview(what: string): (params: Params, path: string) => string {
  return ({ reviewType, reviewId }, path) => {
    const kind = kindOf(reviewType ?? path.split('/')[1] ?? '');
    return kind && /^\d{1,15}$/.test(reviewId ?? '') ? `${reviewNumber(kind, Number(reviewId))} · ${what}` : what;
  };
}

/** The title of a list of one kind, by the path it is at. */
function ofKind(words: (kind: KindRow) => string): (params: Params, path: string) => string {
  return (_, path) => {
    const kind = Object.values(KINDS).find((row) => row.list_path === path || row.completed_path === path);
    return kind ? words(kind) : 'Reviews';
  };
}

/** Home and sign-in come before the program: entry.tsx, entry-routes.tsx. */
export type FramedPath = Exclude<PagePath, '/' | '/login'>;

/** The component of each page, loaded when it is first opened. A route without one does not compile. */
export const PAGES: Record<FramedPath, Page> = {
  '/register': {
    title: 'Register',
    load: () => import('../../features/accounts/web/register-page.tsx').then((m) => m.RegisterPage),
    entry: true,
  },
  '/org-register/{slug}': {
    title: 'Register',
    load: () => import('../../features/accounts/web/org-register-page.tsx').then((m) => m.OrgRegisterPage),
    entry: true,
  },
  '/accept-invitation': {
    title: 'Invitation',
    load: () => import('../../features/accounts/web/accept-invitation-page.tsx').then((m) => m.AcceptInvitationPage),
    entry: true,
  },
  '/break-glass': {
    title: 'Emergency sign-in',
    load: () => import('../../features/accounts/web/break-glass-page.tsx').then((m) => m.BreakGlassPage),
    entry: true,
  },
  '/verify': {
    title: 'Confirm',
    load: () => import('../../features/accounts/web/verify-page.tsx').then((m) => m.VerifyPage),
    entry: true,
  },
  '/auth/callback': {
    title: 'Signing in',
    load: () => import('../../features/accounts/web/sso-callback-page.tsx').then((m) => m.SsoCallbackPage),
    entry: true,
  },
  '/auth/error': {
    title: 'Not signed in',
    load: () => import('../../features/accounts/web/sso-error-page.tsx').then((m) => m.SsoErrorPage),
    entry: true,
  },
  '/forgot-password': {
    title: 'Forgot password',
    load: () => import('../../features/accounts/web/forgot-password-page.tsx').then((m) => m.ForgotPasswordPage),
    entry: true,
  },
  '/reset-password': {
    title: 'New password',
    load: () => import('../../features/accounts/web/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
    entry: true,
  },
  '/contact': {
    title: 'Contact',
    load: () => import('../../features/support/web/contact-page.tsx').then((m) => m.ContactPage),
  },
  '/invoice': {
    title: 'Invoices',
    load: () => import('../../features/invoices/web/invoice-page.tsx').then((m) => m.InvoicePage),
  },
  '/approvals': {
    title: 'Approvals',
    load: () => import('../../features/reviews/web/approvals-page.tsx').then((m) => m.ApprovalsPage),
  },
  '/agree-price': {
    title: 'A changed price',
    load: () => import('../../features/reviews/web/agree-price-page.tsx').then((m) => m.AgreePricePage),
  },
  '/apply': {
    title: 'Review as a medical expert',
    load: () => import('../../features/experts/web/apply-page.tsx').then((m) => m.ApplyPage),
  },
  '/active-reviews': {
    title: 'Active reviews',
    load: () => import('../../features/reviews/web/list-page.tsx').then((m) => m.ActiveReviewsPage),
    admits: isExpertSide,
  },
  '/completed-reviews': {
    title: 'Completed reviews',
    load: () => import('../../features/reviews/web/list-page.tsx').then((m) => m.CompletedReviewsPage),
    admits: isExpertSide,
  },
  '/admin-active-reviews': {
    title: 'Active reviews',
    load: () => import('../../features/reviews/web/list-page.tsx').then((m) => m.AdminActiveReviewsPage),
    admits: overseesOrganizations,
  },
  '/admin-inactive-reviews': {
    title: 'Inactive reviews',
    load: () => import('../../features/reviews/web/list-page.tsx').then((m) => m.AdminInactiveReviewsPage),
    admits: overseesOrganizations,
  },
  '/admin-completed-reviews': {
    title: 'Completed reviews',
    load: () => import('../../features/reviews/web/list-page.tsx').then((m) => m.AdminCompletedReviewsPage),
    admits: overseesOrganizations,
  },
  '/case-old/{reviewId}': {
    title: ofReview('Case Review'),
    load: () => import('./forward-pages.tsx').then((m) => m.OldCasePage),
  },
  '/file-link/{fileId}': {
    title: 'Record',
    load: () => import('../../features/files/web/file-link-page.tsx').then((m) => m.FileLinkPage),
  },
  '/account/password': {
    title: 'Password',
    load: () => import('../../features/accounts/web/account-password-page.tsx').then((m) => m.AccountPasswordPage),
  },
  '/account/security': {
    title: 'Security',
    load: () => import('../../features/accounts/web/account-security-page.tsx').then((m) => m.AccountSecurityPage),
  },
  '/account': {
    title: 'Personal info',
    load: () => import('../../features/accounts/web/account-page.tsx').then((m) => m.AccountPage),
  },
  '/account/working-hours': {
    title: 'Working hours',
    load: () => import('../../features/accounts/web/working-hours-page.tsx').then((m) => m.WorkingHoursPage),
    admits: isExpert,
  },
  '/account/cv': {
    title: 'CV',
    load: () => import('./account-cv-page.tsx').then((m) => m.AccountCvPage),
    admits: (kind) => isExpert(kind) || isApplicant(kind),
  },
  '/account/credentials': {
    title: 'Credentials',
    load: () => import('./account-records-pages.tsx').then((m) => m.CredentialsPage),
    admits: isExpertSide,
  },
  '/account/sites': {
    title: 'Practice sites',
    load: () => import('./account-records-pages.tsx').then((m) => m.SitesPage),
    admits: isExpertSide,
  },
  '/account/rates': {
    title: 'Rates',
    load: () => import('./account-records-pages.tsx').then((m) => m.RatesPage),
    admits: isExpert,
  },
  '/account/affiliations': {
    title: 'Affiliations',
    load: () => import('./account-records-pages.tsx').then((m) => m.AffiliationsPage),
    admits: isExpertSide,
  },
  '/interview/{interviewId}': {
    title: 'Interview',
    load: () => import('../../features/interviews/web/interview-page.tsx').then((m) => m.InterviewPage),
    admits: isExpertSide,
    work: true,
  },
  '/left-expenses': {
    title: 'Expenses of matters you left',
    load: () => import('../../features/work/web/left-expenses-page.tsx').then((m) => m.LeftExpensesPage),
    admits: isExpertSide,
    work: true,
  },
  '/earnings': {
    title: 'Earnings',
    load: () => import('../../features/earnings/web/earnings-page.tsx').then((m) => m.EarningsPage),
    admits: isExpert,
    work: true,
  },
  '/records-to-certify': {
    title: 'Records to certify',
    load: () => import('../../features/disclosure/web/own-returns-page.tsx').then((m) => m.OwnReturnsPage),
    admits: isExpert,
    work: true,
  },
  '/account/testimony': {
    title: 'Testimony',
    load: () => import('./account-records-pages.tsx').then((m) => m.TestimonyPage),
    admits: isExpertSide,
  },
  '/account/publications': {
    title: 'Publications',
    load: () => import('./account-records-pages.tsx').then((m) => m.PublicationsPage),
    admits: isExpertSide,
  },
  '/account/vendor-info': {
    title: 'Payment details',
    load: () => import('../../features/accounts/web/vendor-info-page.tsx').then((m) => m.VendorInfoPage),
    admits: isPayee,
  },
  '/payouts': {
    title: 'Payouts',
    load: () => import('../../features/payouts/web/own-payouts-page.tsx').then((m) => m.OwnPayoutsPage),
    admits: isPayee,
  },
  '/account/integrations': {
    title: 'Integrations',
    load: () => import('./integrations-page.tsx').then((m) => m.ConnectedPage),
  },
  '/zoom_auth': {
    title: 'Connecting',
    load: () => import('../../features/connected-accounts/web/connecting-page.tsx').then((m) => m.ConnectingPage),
  },
  '/ms_auth': {
    title: 'Connecting',
    load: () => import('../../features/connected-accounts/web/connecting-page.tsx').then((m) => m.ConnectingPage),
  },
  '/box_auth': {
    title: 'Connecting',
    load: () => import('../../features/connected-accounts/web/connecting-page.tsx').then((m) => m.ConnectingPage),
  },
  '/account/invitations': {
    title: 'Invitations',
    load: () => import('../../features/accounts/web/invitations-page.tsx').then((m) => m.InvitationsPage),
    admits: (kind) => INVITERS.has(kind),
  },
  '/:list': {
    title: ofKind(({ label }) => label),
    load: () => import('../../features/reviews/web/list-page.tsx').then((m) => m.KindListPage),
    admits: hasNoUpNext,
  },
  '/:completed': {
    title: ofKind(({ label }) => `Completed ${label}`),
    load: () => import('../../features/reviews/web/list-page.tsx').then((m) => m.CompletedKindListPage),
    admits: hasNoUpNext,
  },
  '/pre-order-peer-reviews': {
    title: 'Pre-ordered Peer Reviews',
    load: () => import('../../features/reviews/web/list-page.tsx').then((m) => m.AheadListPage),
    admits: hasNoUpNext,
  },
  '/pre-order-peer-reviews/records': {
    title: 'Records of several reviews',
    load: () => import('../../features/files/web/bulk-upload/bulk-upload-page.tsx').then((m) => m.BulkUploadPage),
    admits: hasNoUpNext,
  },
  '/admin': {
    title: 'Admin',
    load: () => import('./console-begin-page.tsx').then((m) => m.ConsoleBeginPage),
    admits: hasConsole,
  },
  '/admin/organizations': {
    title: 'Organizations',
    load: () => import('../../features/organizations/web/organizations-page.tsx').then((m) => m.OrganizationsPage),
    admits: keepsOrganizations,
  },
  '/admin/organizations/{organizationId}': {
    title: 'Organization',
    load: () => import('./organization-page.tsx').then((m) => m.KeptOrganizationPage),
    admits: keepsOrganizations,
  },
  '/admin/announcements': {
    title: 'Announcements',
    load: () => import('../../features/notifications/web/announcements-page.tsx').then((m) => m.AnnouncementsPage),
    admits: isStaff,
  },
  '/admin/taxonomy': {
    title: 'Taxonomy',
    load: () => import('../../features/experts/web/desk/taxonomy-page.tsx').then((m) => m.TaxonomyPage),
    admits: isStaff,
  },
  '/admin/wording': {
    title: 'Mail wording',
    load: () => import('../../features/outbox/web/wording-page.tsx').then((m) => m.WordingPage),
    admits: isAdmin,
  },
  '/admin/wording/{template}': {
    title: 'Wording of an e-mail',
    load: () => import('../../features/outbox/web/wording-editor.tsx').then((m) => m.WordingEditor),
    admits: isAdmin,
  },
  '/admin/holidays': {
    title: 'Holidays',
    load: () => import('../../features/reviews/web/holidays/holidays-page.tsx').then((m) => m.HolidaysPage),
    admits: isStaff,
  },
  '/admin/people': {
    title: 'People',
    load: () => import('../../features/accounts/web/desk/people-page.tsx').then((m) => m.PeoplePage),
    admits: (kind) => INVITERS.has(kind),
  },
  '/admin/people/{personId}': {
    title: 'Person',
    load: () => import('../../features/accounts/web/desk/person-page.tsx').then((m) => m.PersonPage),
    admits: (kind) => INVITERS.has(kind),
  },
  '/admin/report-forms': {
    title: 'Report forms',
    load: () => import('../../features/reports/web/design/forms-page.tsx').then((m) => m.FormsPage),
    admits: (kind) => actsForClinOps(kind) || isOrganizationAdmin(kind),
  },
  '/admin/report-forms/{formId}': {
    title: 'Report form',
    load: () => import('../../features/reports/web/design/form-page.tsx').then((m) => m.FormPage),
    admits: (kind) => actsForClinOps(kind) || isOrganizationAdmin(kind),
  },
  '/admin/peer-review-types': {
    title: 'Peer review types',
    load: () => import('../../features/reports/web/design/types-page.tsx').then((m) => m.TypesPage),
    admits: (kind) => actsForClinOps(kind) || isOrganizationAdmin(kind),
  },
  '/admin/exam-rules': {
    title: 'Exam rules',
    load: () => import('../../features/exams/web/exam-rules-page.tsx').then((m) => m.ExamRulesPage),
    admits: actsForClinOps,
  },
  '/admin/court-rules': {
    title: 'Court rules',
    load: () => import('../../features/matter-dates/web/court-rules-page.tsx').then((m) => m.CourtRulesPage),
    admits: actsForClinOps,
  },
  '/admin/merit-templates': {
    title: 'Certificates of merit',
    load: () => import('../../features/disclosure/web/merit-templates-page.tsx').then((m) => m.MeritTemplatesPage),
    admits: actsForClinOps,
  },
  '/admin/rented-rooms': {
    title: 'Rented rooms',
    load: () => import('../../features/exams/web/rented-rooms-page.tsx').then((m) => m.RentedRoomsPage),
    admits: actsForClinOps,
  },
  '/admin/statutes': {
    title: 'Statutes',
    load: () => import('../../features/reviews/web/statutes/statutes-page.tsx').then((m) => m.StatutesPage),
    admits: (kind) => actsForClinOps(kind) || isOrganizationAdmin(kind),
  },
  '/admin/meeting-types': {
    title: 'Meeting types',
    load: () => import('../../features/reviews/web/meeting-types/page.tsx').then((m) => m.MeetingTypesPage),
    admits: (kind) => isStaff(kind) || isOrganizationAdmin(kind),
  },
  '/admin/deadlines': {
    title: 'Waiting for your confirmation',
    load: () => import('../../features/deadlines/web/held-page.tsx').then((m) => m.HeldPage),
    admits: isAdmin,
  },
  '/admin/experts': {
    title: 'Experts',
    load: () => import('../../features/experts/web/desk/experts-page.tsx').then((m) => m.ExpertsPage),
    admits: isStaff,
  },
  '/admin/experts/{expertId}': {
    title: 'Expert',
    load: () => import('../../features/experts/web/desk/expert-page.tsx').then((m) => m.ExpertPage),
    admits: isStaff,
  },
  '/admin/applications': {
    title: 'Applications',
    load: () => import('../../features/experts/web/desk/applications-page.tsx').then((m) => m.ApplicationsPage),
    admits: isStaff,
  },
  '/admin/applications/{applicationId}': {
    title: 'Application',
    load: () => import('../../features/experts/web/desk/application-page.tsx').then((m) => m.ApplicationPage),
    admits: isStaff,
  },
  '/billing-orders': {
    title: 'Billing orders',
    load: () => import('../../features/billing-orders/web/orders-page.tsx').then((m) => m.OrdersPage),
    admits: (kind) => seesAllPrices(kind) && !isStaff(kind),
  },
  '/admin/record-systems': {
    title: 'Record systems',
    load: () => import('./organization-page.tsx').then((m) => m.RecordSystemsPage),
    admits: isAdmin,
  },
  '/admin/billing-orders': {
    title: 'Billing orders',
    load: () => import('../../features/billing-orders/web/orders-page.tsx').then((m) => m.OrdersPage),
    admits: isAdmin,
  },
  '/admin/invoices': {
    title: 'Invoices',
    load: () => import('../../features/invoices/web/invoices-page.tsx').then((m) => m.InvoicesPage),
    admits: isAdmin,
  },
  '/admin/price-books': {
    title: 'Price books',
    load: () => import('../../features/price-books/web/price-books-page.tsx').then((m) => m.PriceBooksPage),
    admits: (kind) => isAdmin(kind) || isOrganizationAdmin(kind),
  },
  '/admin/ledger': {
    title: 'Ledger',
    load: () => import('../../features/ledger/web/ledger-page.tsx').then((m) => m.LedgerPage),
    admits: isAdmin,
  },
  '/admin/spend': {
    title: 'Spend',
    load: () => import('../../features/spend/web/spend-page.tsx').then((m) => m.SpendPage),
    admits: seesAllPrices,
  },
  '/admin/budgets': {
    title: 'Budgets',
    load: () => import('../../features/budgets/web/budgets-page.tsx').then((m) => m.BudgetsPage),
    admits: seesAllPrices,
  },
  '/admin/payouts': {
    title: 'Payouts',
    load: () => import('../../features/payouts/web/payouts-page.tsx').then((m) => m.PayoutsPage),
    admits: isAdmin,
  },
  '/admin/outbox': {
    title: 'Outbox',
    load: () => import('../../features/outbox/web/outbox-page.tsx').then((m) => m.OutboxPage),
    admits: isAdmin,
  },
  '/admin/audit': {
    title: 'Audit log',
    load: () => import('../../features/oversight/web/audit-page.tsx').then((m) => m.AuditPage),
    admits: isAdmin,
  },
  '/admin/audit/verification': {
    title: 'Verification of the audit log',
    load: () => import('../../features/oversight/web/verification-page.tsx').then((m) => m.VerificationPage),
    admits: isAdmin,
  },
  '/admin/audit/{entryId}': {
    title: 'Row of the audit log',
    load: () => import('../../features/oversight/web/entry-page.tsx').then((m) => m.EntryPage),
    admits: isAdmin,
  },
  '/admin/jobs': {
    title: 'Jobs',
    load: () => import('../../features/oversight/web/jobs-page.tsx').then((m) => m.JobsPage),
    admits: atSupport,
  },
  '/admin/health': {
    title: 'Health',
    load: () => import('../../features/oversight/web/health-page.tsx').then((m) => m.HealthPage),
    admits: atSupport,
  },
  '/admin/signed-in': {
    title: 'Signed in',
    load: () => import('../../features/accounts/web/desk/signed-in-page.tsx').then((m) => m.SignedInPage),
    admits: (kind) => INVITERS.has(kind),
  },
  '/admin/queues': {
    title: 'Queues',
    load: () => import('../../features/queues/web/queues-page.tsx').then((m) => m.QueuesPage),
    admits: isStaff,
  },
  '/admin/support': {
    title: 'Support',
    load: () => import('../../features/support/web/inbox-page.tsx').then((m) => m.InboxPage),
    admits: atSupport,
  },
  '/admin/support/{messageId}': {
    title: 'Message to support',
    load: () => import('../../features/support/web/message-page.tsx').then((m) => m.MessagePage),
    admits: atSupport,
  },
  '/admin/subscriptions': {
    title: 'Subscriptions',
    load: () => import('../../features/subscriptions/web/subscription-page.tsx').then((m) => m.SubscriptionsPage),
    admits: hasNoUpNext,
  },
  '/admin/subscriptions/{subscriptionId}': {
    title: 'Subscription',
    load: () => import('../../features/subscriptions/web/subscription-page.tsx').then((m) => m.SubscriptionPage),
    admits: hasNoUpNext,
  },
  '/peer-reviews/trends': {
    title: 'Peer review trends',
    load: () => import('../../features/opinions/web/trends-page.tsx').then((m) => m.TrendsPage),
    admits: managesReviews,
  },
  '/:review': {
    title: ofReview('Review'),
    load: () => import('../../features/reviews/web/detail-page.tsx').then((m) => m.ReviewDetailPage),
  },
  '/:review/step-one': wizardStep('Step one'),
  '/:review/step-two': wizardStep('Step two'),
  '/:review/step-three': wizardStep('Step three'),
  '/:review/step-four': wizardStep('Step four'),
  '/:review/edit': {
    title: ofReview('Change the order'),
    load: () => import('../../features/reviews/web/edit-page.tsx').then((m) => m.EditOrderPage),
    admits: hasNoUpNext,
    work: true,
  },
  '/:review/file-request': {
    title: ofReview('Records requested'),
    load: () => import('../../features/files/web/file-request-page.tsx').then((m) => m.FileRequestPage),
    admits: passesFurtherCheck,
  },
  '/:review/purpose-letter': {
    title: ofReview('Purpose letter'),
    load: () => import('../../features/purpose-letters/web/purpose-letter-page.tsx').then((m) => m.PurposeLetterPage),
    admits: hasNoUpNext,
    work: true,
  },
  '/:review/agreement': {
    title: ofReview('Agreement'),
    load: () => import('../../features/engagements/web/agreement-page.tsx').then((m) => m.AgreementPage),
    admits: passesFurtherCheck,
    work: true,
  },
  '/:review/cancel-automated-closeout': {
    title: ofReview('Keep it open'),
    load: () => import('../../features/reviews/web/closeout-page.tsx').then((m) => m.CancelCloseoutPage),
    admits: hasNoUpNext,
  },
  '/:review/matching': {
    title: ofReview('Matching'),
    load: () => import('../../features/matching/web/board-page.tsx').then((m) => m.MatchingBoardPage),
    admits: isStaff,
    work: true,
  },
  '/:review/experts': {
    title: ofReview('Choose an expert'),
    load: () => import('../../features/matching/web/choose-expert-page.tsx').then((m) => m.ChooseExpertPage),
    admits: hasNoUpNext,
    work: true,
  },
  '/:invite/{uniqueHash}': {
    title: 'Invitation',
    load: () => import('../../features/matching/web/invitation-page.tsx').then((m) => m.InvitationPage),
  },
  '/up-next': {
    title: 'Up next',
    load: () => import('../../features/reviews/web/up-next-page.tsx').then((m) => m.UpNextPage),
    admits: hasUpNext,
  },
  '/{reviewType}/{reviewId}/rate-medical-expert': {
    title: ofReview('Rate the expert'),
    load: () => import('../../features/ratings/web/rate-page.tsx').then((m) => m.RateExpertPage),
  },
  '/{reviewType}/{reviewId}/rate-claim-requester': {
    title: ofReview('Rate the requester'),
    load: () => import('../../features/ratings/web/rate-page.tsx').then((m) => m.RateRequesterPage),
  },
  '/{reviewType}/{reviewId}/medical-expert-reviewed': {
    title: ofReview('Rated'),
    load: () => import('../../features/ratings/web/rate-page.tsx').then((m) => m.ExpertReviewedPage),
  },
  '/{reviewType}/{reviewId}/claim-requester-reviewed': {
    title: ofReview('Rated'),
    load: () => import('../../features/ratings/web/rate-page.tsx').then((m) => m.RequesterReviewedPage),
  },
  '/{reviewType}/{reviewId}/choose-available-times': {
    title: ofReview('Offer times'),
    load: () => import('./choose-times-page.tsx').then((m) => m.ChooseTimesPage),
    admits: offersTimes,
    work: true,
  },
  '/{reviewType}/{reviewId}/choose-call-time': {
    title: ofReview('Choose a call time'),
    load: () => import('./choose-times-page.tsx').then((m) => m.ChooseTimePage),
    admits: choosesTimes,
    work: true,
  },
  '/{reviewType}/{reviewId}/availability-calendar': {
    title: ofReview('Calendar'),
    load: () => import('../../features/calendars/web/availability-page.tsx').then((m) => m.AvailabilityPage),
    admits: passesFurtherCheck,
  },
  '/:review/report': {
    title: ofReview('Report'),
    load: () => import('../../features/reports/web/report-page.tsx').then((m) => m.ReportPage),
    fixed: true,
  },
  '/preview-default-form': {
    title: 'The default report form',
    load: () => import('../../features/reports/web/form-preview-page.tsx').then((m) => m.DefaultFormPage),
    admits: seesForms,
  },
  '/preview-form': {
    title: 'A report form',
    load: () => import('../../features/reports/web/form-preview-page.tsx').then((m) => m.FormPage),
    admits: seesForms,
  },
  '/:review/opinions': {
    title: ofReview('Opinions to settle'),
    load: () => import('../../features/opinions/web/opinions-page.tsx').then((m) => m.OpinionsPage),
    admits: isExpertSide,
  },
  '/report-verification/{code}': {
    title: 'Check a report',
    load: () => import('../../features/reports/web/verification-page.tsx').then((m) => m.ReportVerificationPage),
  },
  '/signed-pdf': {
    title: 'Check a signed PDF',
    load: () => import('../../features/reports/web/signed-pdf-page.tsx').then((m) => m.SignedPdfPage),
  },
  '/account/notifications': {
    title: 'Notifications',
    load: () => import('./account-notifications-page.tsx').then((m) => m.AccountNotificationsPage),
  },
  '/chats': {
    title: 'Conversations',
    load: () => import('../../features/conversations/web/chats-page.tsx').then((m) => m.ChatsPage),
    admits: converses,
    fixed: true,
  },
  '/chats/open': openChats(),
  '/chats-open': openChats(),
  '/chat': {
    title: 'Conversation',
    load: () => import('../../features/conversations/web/chats-page.tsx').then((m) => m.NewestChatPage),
    admits: converses,
    fixed: true,
  },
  '/chat/{channelId}': {
    title: 'Conversation',
    load: () => import('../../features/conversations/web/chats-page.tsx').then((m) => m.ChatPage),
    admits: converses,
    fixed: true,
  },
  '/provider-statement/{token}': {
    title: 'Peer review',
    load: () => import('../../features/outside/web/provider-statement-page.tsx').then((m) => m.ProviderStatementPage),
  },
  '/exam-visit/{token}': {
    title: 'Exam',
    load: () => import('../../features/examinees/web/visit-page.tsx').then((m) => m.VisitPage),
    bare: true,
  },
  '/report-delivery/{token}': {
    title: 'A report for you',
    load: () => import('../../features/reports/web/delivery-page.tsx').then((m) => m.DeliveryPage),
  },
  '/public-report/{id}': {
    title: 'A shared report',
    load: () => import('../../features/public-reports/web/public-report-page.tsx').then((m) => m.PublicReportPage),
  },
  '/records-upload/{token}': {
    title: 'Send records',
    load: () => import('../../features/outside/web/records-upload-page.tsx').then((m) => m.RecordsUploadPage),
  },
  '/preview-file/{fileId}': {
    title: 'Record',
    load: () => import('../../features/files/web/preview-page.tsx').then((m) => m.PreviewFilePage),
    admits: passesFurtherCheck,
    fixed: true,
  },
};

function openChats(): Page {
  return {
    title: 'Open conversations',
    load: () => import('../../features/conversations/web/chats-page.tsx').then((m) => m.ChatsPage),
    admits: converses,
    fixed: true,
  };
}

function wizardStep(what: string): Page {
  return {
    title: ofReview(what),
    load: () => import('../../features/reviews/web/wizard-page.tsx').then((m) => m.WizardPage),
    admits: hasNoUpNext,
    work: true,
  };
}

const patternsOf = (pages: (page: Page) => boolean): RegExp[] =>
  Object.entries(PAGES)
    .filter(([, page]) => pages(page))
    .flatMap(([path]) => pathsOf(path))
    .map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));

const FIXED = patternsOf(({ fixed }) => fixed ?? false);
const ENTRIES = patternsOf(({ entry }) => entry ?? false);
const WORK = patternsOf(({ fixed, work }) => (fixed || work) ?? false);

/** Whether the page at a path keeps to the window and scrolls its own parts. */
export const isFixed = (path: string): boolean => FIXED.some((pattern) => pattern.test(path));

/** Whether the page at a path comes before signing in. */
export const isEntry = (path: string): boolean =>
  path === '/' || path === '/login' || ENTRIES.some((pattern) => pattern.test(path));

/** Whether one works at the page at a path, rather than looking for what to do. */
export const isWork = (path: string): boolean => WORK.some((pattern) => pattern.test(path));
