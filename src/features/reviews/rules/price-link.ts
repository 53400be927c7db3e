import { DAY } from '../../../core/time.ts';

/** How long the link of a mail takes an answer about a price. */
export const PRICE_LINK_MS = 14 * DAY;

export const PRICE_LINK_ENDS = ['unknown', 'agreed', 'settled', 'review_ended', 'handed_over', 'expired'] as const;
export type PriceLinkEnd = (typeof PRICE_LINK_ENDS)[number];

/** What is said where a link takes no answer. */
export const PRICE_LINK_ENDED: Readonly<Record<PriceLinkEnd, { title: string; text: string }>> = {
  unknown: {
    title: 'No price is found by this link',
    text: 'Copy the whole address from the e-mail, or sign in and open the review.',
  },
  agreed: { title: 'This price was agreed to', text: 'It was agreed to by this link. Nothing is left to do.' },
  settled: {
    title: 'No price waits for you',
    text: 'The price was settled since the e-mail was sent. Nothing is left to do.',
  },
  review_ended: { title: 'The review has ended', text: 'Its price needs no agreement.' },
  handed_over: {
    title: 'Somebody else agrees to this price',
    text: 'The review was handed to another requester since the e-mail was sent.',
  },
  expired: {
    title: 'This link has expired',
    text: 'It was open for 14 days. Sign in and open the review to look at its price.',
  },
};

/** Whether a link takes an answer, by what it is of as it stands now. */
export function priceLinkState(
  link: {
    user_id: number;
    expires_at: Date;
    ended_at: Date | null;
    agreed_cents: number | null;
    /** Null: the review is out of reach, its person suspended or its kind switched off. */
    review: { requester_id: number; active: boolean; pending: boolean } | null;
  },
  now: Date,
): 'open' | PriceLinkEnd {
  if (link.agreed_cents !== null) return 'agreed';
  const { review } = link;
  if (review === null || !review.active) return 'review_ended';
  if (link.ended_at !== null || !review.pending) return 'settled';
  if (review.requester_id !== link.user_id) return 'handed_over';
  return link.expires_at <= now ? 'expired' : 'open';
}
