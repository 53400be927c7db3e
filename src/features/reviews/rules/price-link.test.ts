import { expect, it } from 'vitest';
import { priceLinkState, PRICE_LINK_MS } from './price-link.ts';

const now = new Date('2026-11-19T15:00:00Z');
const link = {
  user_id: 7,
  expires_at: new Date(now.getTime() + PRICE_LINK_MS),
  ended_at: null,
  agreed_cents: null,
  review: { requester_id: 7, active: true, pending: true },
};

it.each([
  ['open', {}, now],
  ['open', {}, new Date(now.getTime() + PRICE_LINK_MS - 1)],
  ['expired', {}, new Date(now.getTime() + PRICE_LINK_MS)],
  ['agreed', { ended_at: now, agreed_cents: 900 }, now],
  ['settled', { ended_at: now }, now],
  ['settled', { review: { ...link.review, pending: false } }, now],
  ['handed_over', { review: { ...link.review, requester_id: 8 } }, now],
  ['review_ended', { review: { ...link.review, active: false } }, now],
  ['review_ended', { review: null }, now],
] as const)('a link is %s', (state, change, at) => {
  expect(priceLinkState({ ...link, ...change }, at)).toBe(state);
});
