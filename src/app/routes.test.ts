import { expect, test } from 'vitest';
import { KIND_NAMES, KINDS } from '../core/kinds.ts';

import { LATER_ROUTES, ROUTES } from './planned-routes.ts';

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
  '/chat/{channelId}',
];

/** Addresses without their page. This list only ever gets shorter. */
const LATER = new Set(['/apply', '/account/password']);

test('every promised address is a route, once', () => {
  const paths: string[] = ROUTES.map((route) => route.path);
  expect(PROMISED.filter((path) => !paths.includes(path))).toEqual([]);
  expect(new Set(paths).size).toBe(paths.length);
});

test('no page stops being there', () => {
  expect(LATER_ROUTES.map((route) => route.path).filter((path) => !LATER.has(path))).toEqual([]);
});

test('a page that is not there yet says what will be, what there is today, and the way to it', () => {
  for (const { title, later, today, way } of LATER_ROUTES) {
    expect(title.length).toBeGreaterThan(3);
    expect([later, today].every((sentence) => /^[A-Z].+\.$/.test(sentence))).toBe(true);
    if (way === 'home') continue;
    const path = way.href.split('?')[0] ?? '';
    const there = ROUTES.filter((route) => route.later === undefined).map((route) => route.path);
    expect([...there, '/{reviewType}/{reviewId}']).toContain(path);
  }
});
