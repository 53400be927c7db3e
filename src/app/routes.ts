import { KIND_NAMES, KINDS, type Kind } from '../core/kinds.ts';

/**
 * Every page of the product: its route, parameters in braces. What begins with a colon stands for the paths of every
 * kind of review: its list, its completed list, one review, the invitation. The router mounts these and `npm run routes`
 * prints them. `access`: public pages, entry pages for people not yet (wholly) signed in, everything else needs an actor.
 */
export interface PageRoute {
  path: string;
  access: 'public' | 'entry' | 'actor';
}

export const PAGE_TABLE = [
  { path: '/', access: 'public' },
  { path: '/login', access: 'entry' },
  { path: '/register', access: 'public' },
  { path: '/org-register/{slug}', access: 'public' },
  { path: '/accept-invitation', access: 'public' },
  { path: '/break-glass', access: 'public' },
  { path: '/verify', access: 'entry' },
  { path: '/auth/callback', access: 'public' },
  { path: '/auth/error', access: 'public' },
  { path: '/forgot-password', access: 'public' },
  { path: '/reset-password', access: 'public' },
  { path: '/contact', access: 'public' },
  { path: '/invoice', access: 'public' },
  { path: '/agree-price', access: 'public' },
  { path: '/approvals', access: 'actor' },
  { path: '/apply', access: 'public' },
  { path: '/active-reviews', access: 'actor' },
  { path: '/completed-reviews', access: 'actor' },
  { path: '/admin-active-reviews', access: 'actor' },
  { path: '/admin-inactive-reviews', access: 'actor' },
  { path: '/admin-completed-reviews', access: 'actor' },
  { path: '/admin', access: 'actor' },
  { path: '/admin/organizations', access: 'actor' },
  { path: '/admin/organizations/{organizationId}', access: 'actor' },
  { path: '/admin/announcements', access: 'actor' },
  { path: '/admin/taxonomy', access: 'actor' },
  { path: '/admin/wording', access: 'actor' },
  { path: '/admin/wording/{template}', access: 'actor' },
  { path: '/admin/holidays', access: 'actor' },
  { path: '/admin/people', access: 'actor' },
  { path: '/admin/people/{personId}', access: 'actor' },
  { path: '/admin/report-forms', access: 'actor' },
  { path: '/admin/report-forms/{formId}', access: 'actor' },
  { path: '/admin/peer-review-types', access: 'actor' },
  { path: '/admin/exam-rules', access: 'actor' },
  { path: '/admin/court-rules', access: 'actor' },
  { path: '/admin/merit-templates', access: 'actor' },
  { path: '/admin/rented-rooms', access: 'actor' },
  { path: '/admin/statutes', access: 'actor' },
  { path: '/admin/meeting-types', access: 'actor' },
  { path: '/admin/deadlines', access: 'actor' },
  { path: '/admin/experts', access: 'actor' },
  { path: '/admin/experts/{expertId}', access: 'actor' },
  { path: '/admin/applications', access: 'actor' },
  { path: '/admin/applications/{applicationId}', access: 'actor' },
  { path: '/admin/outbox', access: 'actor' },
  { path: '/admin/audit', access: 'actor' },
  { path: '/admin/audit/verification', access: 'actor' },
  { path: '/admin/audit/{entryId}', access: 'actor' },
  { path: '/admin/jobs', access: 'actor' },
  { path: '/admin/health', access: 'actor' },
  { path: '/admin/signed-in', access: 'actor' },
  { path: '/admin/queues', access: 'actor' },
  { path: '/admin/support', access: 'actor' },
  { path: '/admin/support/{messageId}', access: 'actor' },
  { path: '/admin/subscriptions', access: 'actor' },
  { path: '/admin/invoices', access: 'actor' },
  { path: '/admin/billing-orders', access: 'actor' },
  { path: '/admin/record-systems', access: 'actor' },
  { path: '/admin/ledger', access: 'actor' },
  { path: '/admin/spend', access: 'actor' },
  { path: '/admin/budgets', access: 'actor' },
  { path: '/admin/price-books', access: 'actor' },
  { path: '/admin/payouts', access: 'actor' },
  { path: '/admin/subscriptions/{subscriptionId}', access: 'actor' },
  { path: '/billing-orders', access: 'actor' },
  { path: '/account', access: 'actor' },
  { path: '/account/working-hours', access: 'actor' },
  { path: '/account/cv', access: 'actor' },
  { path: '/account/credentials', access: 'actor' },
  { path: '/account/sites', access: 'actor' },
  { path: '/account/rates', access: 'actor' },
  { path: '/account/affiliations', access: 'actor' },
  { path: '/records-to-certify', access: 'actor' },
  { path: '/account/testimony', access: 'actor' },
  { path: '/account/publications', access: 'actor' },
  { path: '/interview/{interviewId}', access: 'actor' },
  { path: '/left-expenses', access: 'actor' },
  { path: '/earnings', access: 'actor' },
  { path: '/account/vendor-info', access: 'actor' },
  { path: '/payouts', access: 'actor' },
  { path: '/account/integrations', access: 'actor' },
  { path: '/zoom_auth', access: 'actor' },
  { path: '/ms_auth', access: 'actor' },
  { path: '/box_auth', access: 'actor' },
  { path: '/account/invitations', access: 'actor' },
  { path: '/case-old/{reviewId}', access: 'public' },
  { path: '/file-link/{fileId}', access: 'actor' },
  { path: '/account/password', access: 'actor' },
  { path: '/account/security', access: 'actor' },
  { path: '/:list', access: 'actor' },
  { path: '/:completed', access: 'actor' },
  { path: '/pre-order-peer-reviews', access: 'actor' },
  { path: '/pre-order-peer-reviews/records', access: 'actor' },
  { path: '/peer-reviews/trends', access: 'actor' },
  { path: '/:review', access: 'actor' },
  { path: '/:review/step-one', access: 'actor' },
  { path: '/:review/step-two', access: 'actor' },
  { path: '/:review/step-three', access: 'actor' },
  { path: '/:review/step-four', access: 'actor' },
  { path: '/:review/edit', access: 'actor' },
  { path: '/:review/file-request', access: 'actor' },
  { path: '/:review/purpose-letter', access: 'actor' },
  { path: '/:review/agreement', access: 'actor' },
  { path: '/:review/cancel-automated-closeout', access: 'actor' },
  { path: '/:review/matching', access: 'actor' },
  { path: '/:review/experts', access: 'actor' },
  { path: '/:review/report', access: 'actor' },
  { path: '/:review/opinions', access: 'actor' },
  { path: '/{reviewType}/{reviewId}/choose-available-times', access: 'actor' },
  { path: '/{reviewType}/{reviewId}/choose-call-time', access: 'actor' },
  { path: '/{reviewType}/{reviewId}/availability-calendar', access: 'actor' },
  { path: '/{reviewType}/{reviewId}/rate-medical-expert', access: 'actor' },
  { path: '/{reviewType}/{reviewId}/rate-claim-requester', access: 'actor' },
  { path: '/{reviewType}/{reviewId}/medical-expert-reviewed', access: 'actor' },
  { path: '/{reviewType}/{reviewId}/claim-requester-reviewed', access: 'actor' },
  { path: '/:invite/{uniqueHash}', access: 'public' },
  { path: '/records-upload/{token}', access: 'public' },
  { path: '/provider-statement/{token}', access: 'public' },
  { path: '/exam-visit/{token}', access: 'public' },
  { path: '/report-delivery/{token}', access: 'public' },
  { path: '/public-report/{id}', access: 'public' },
  { path: '/preview-file/{fileId}', access: 'actor' },
  { path: '/preview-default-form', access: 'actor' },
  { path: '/preview-form', access: 'actor' },
  { path: '/up-next', access: 'actor' },
  { path: '/account/notifications', access: 'actor' },
  { path: '/chats', access: 'actor' },
  { path: '/chats/open', access: 'actor' },
  { path: '/chats-open', access: 'actor' },
  { path: '/chat', access: 'actor' },
  { path: '/chat/{channelId}', access: 'actor' },
  { path: '/report-verification/{code}', access: 'public' },
  { path: '/signed-pdf', access: 'public' },
] as const satisfies readonly PageRoute[];

export type PagePath = (typeof PAGE_TABLE)[number]['path'];

/** A path of the table for one kind. */
function pathOf(path: string, kind: Kind): string {
  const { list_path, completed_path, slug, invite_path } = KINDS[kind];
  return path
    .replace(/^\/:list\b/, list_path)
    .replace(/^\/:completed\b/, completed_path)
    .replace(/^\/:review\b/, `/${slug}/{reviewId}`)
    .replace(/^\/:invite\b/, invite_path);
}

/** The routes a path of the table stands for. */
export const pathsOf = (path: string): string[] =>
  path.startsWith('/:') ? KIND_NAMES.map((kind) => pathOf(path, kind)) : [path];

/** Every route that has its page. */
export const PAGE_ROUTES: readonly PageRoute[] = PAGE_TABLE.flatMap(({ path, access }) =>
  pathsOf(path).map((one) => ({ path: one, access })),
);
