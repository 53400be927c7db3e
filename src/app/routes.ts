import { LATER_ROUTES, type LaterPath } from './routes-later.ts';

/**
 * Every page of the product: its route, parameters in braces. The router mounts these and `npm run routes` prints
 * them. `access`: public pages, entry pages for people not yet (wholly) signed in, everything else needs an actor.
 */
export interface PageRoute {
  path: string;
  access: 'public' | 'entry' | 'actor';
}

export const PAGE_ROUTES = [
  { path: '/', access: 'public' },
  { path: '/login', access: 'entry' },
  { path: '/register', access: 'public' },
  { path: '/org-register/{slug}', access: 'public' },
  { path: '/accept-invitation', access: 'public' },
  { path: '/verify', access: 'entry' },
  { path: '/auth/callback', access: 'public' },
  { path: '/auth/error', access: 'public' },
  { path: '/forgot-password', access: 'public' },
  { path: '/reset-password', access: 'public' },
  { path: '/contact', access: 'public' },
  { path: '/apply', access: 'public' },
  { path: '/active-reviews', access: 'actor' },
  { path: '/completed-reviews', access: 'actor' },
  { path: '/admin-active-reviews', access: 'actor' },
  { path: '/admin-inactive-reviews', access: 'actor' },
  { path: '/admin-completed-reviews', access: 'actor' },
  { path: '/account', access: 'actor' },
  { path: '/account/working-hours', access: 'actor' },
  { path: '/account/cv', access: 'actor' },
  { path: '/account/vendor-info', access: 'actor' },
  { path: '/account/integrations', access: 'actor' },
  { path: '/account/invitations', access: 'actor' },
  { path: '/case-old/{reviewId}', access: 'public' },
  { path: '/file-link/{fileId}', access: 'actor' },
  { path: '/account/password', access: 'actor' },
  { path: '/account/security', access: 'actor' },
  { path: '/cases', access: 'actor' },
  { path: '/completed-cases', access: 'actor' },
  { path: '/case/{reviewId}', access: 'actor' },
  { path: '/case/{reviewId}/step-one', access: 'actor' },
  { path: '/case/{reviewId}/step-two', access: 'actor' },
  { path: '/case/{reviewId}/step-three', access: 'actor' },
  { path: '/case/{reviewId}/step-four', access: 'actor' },
  { path: '/case/{reviewId}/file-request', access: 'actor' },
  { path: '/case/{reviewId}/cancel-automated-closeout', access: 'actor' },
  { path: '/case/{reviewId}/matching', access: 'actor' },
  { path: '/case/{reviewId}/experts', access: 'actor' },
  { path: '/case/{reviewId}/report', access: 'actor' },
  { path: '/{reviewType}/{reviewId}/choose-available-times', access: 'actor' },
  { path: '/{reviewType}/{reviewId}/choose-call-time', access: 'actor' },
  { path: '/{reviewType}/{reviewId}/rate-medical-expert', access: 'actor' },
  { path: '/{reviewType}/{reviewId}/rate-claim-requester', access: 'actor' },
  { path: '/{reviewType}/{reviewId}/medical-expert-reviewed', access: 'actor' },
  { path: '/{reviewType}/{reviewId}/claim-requester-reviewed', access: 'actor' },
  { path: '/case-invite/{uniqueHash}', access: 'public' },
  { path: '/preview-file/{fileId}', access: 'actor' },
  { path: '/up-next', access: 'actor' },
  { path: '/account/notifications', access: 'actor' },
  { path: '/chats', access: 'actor' },
  { path: '/chats/open', access: 'actor' },
  { path: '/chats-open', access: 'actor' },
  { path: '/chat', access: 'actor' },
  { path: '/chat/{channelId}', access: 'actor' },
  { path: '/report-verification/{code}', access: 'public' },
] as const satisfies readonly PageRoute[];

export type PagePath = (typeof PAGE_ROUTES)[number]['path'];

/** Refuses to compile while a path has both its page and a row among those without one: remove that row. */
type Both = Extract<PagePath, LaterPath>;
const both: Both extends never ? true : Both = true;
void both;

/** Every route of the product, those whose page is not there yet included (they carry `later`). */
export const ROUTES: readonly (PageRoute & { later?: string })[] = [...PAGE_ROUTES, ...LATER_ROUTES];
