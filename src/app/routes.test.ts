import { expect, test } from 'vitest';
import { KIND_NAMES, KINDS } from '../core/kinds.ts';

import { PAGE_ROUTES } from './routes.ts';

const steps = (one: string): string[] => ['one', 'two', 'three', 'four'].map((n) => `${one}/step-${n}`);

/** Every address the product promises, by its own list. */
const PROMISED = [
  '/',
  '/login',
  '/verify',
  '/invoice',
  '/register',
  '/org-register/{slug}',
  '/accept-invitation',
  '/auth/callback',
  '/auth/error',
  '/forgot-password',
  '/reset-password',
  '/contact',
  '/public-report/{id}',
  '/active-reviews',
  '/completed-reviews',
  '/up-next',
  '/admin-active-reviews',
  '/admin-inactive-reviews',
  '/admin-completed-reviews',
  '/case-old/{reviewId}',
  '/case/{reviewId}/cancel-automated-closeout',
  '/pre-order-peer-reviews',
  ...KIND_NAMES.flatMap((kind) => {
    const { list_path, completed_path, slug, invite_path } = KINDS[kind];
    const one = `/${slug}/{reviewId}`;
    return [list_path, completed_path, one, `${one}/edit`, `${one}/file-request`, ...steps(one)].concat(
      `${invite_path}/{uniqueHash}`,
    );
  }),
  ...[
    'choose-available-times',
    'choose-call-time',
    'availability-calendar',
    'rate-medical-expert',
    'rate-claim-requester',
    'medical-expert-reviewed',
    'claim-requester-reviewed',
  ].map((page) => `/{reviewType}/{reviewId}/${page}`),
  '/file-link/{fileId}',
  '/preview-file/{fileId}',
  '/preview-default-form',
  '/preview-form',
  '/zoom_auth',
  '/ms_auth',
  '/box_auth',
  ...['', '/cv', '/password', '/integrations', '/vendor-info', '/working-hours'].map((page) => `/account${page}`),
  '/chats',
  '/chats/open',
  '/chats-open',
  '/chat',
  '/chat/{channelId}',
];

test('every promised address has its page, once', () => {
  const paths: string[] = PAGE_ROUTES.map((route) => route.path);
  expect(PROMISED.filter((path) => !paths.includes(path))).toEqual([]);
  expect(new Set(paths).size).toBe(paths.length);
});
