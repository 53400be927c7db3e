import type { ReviewStatus } from '../../reviews/rules.ts';
import { isPurged } from '../../reviews/rules/kinds.ts';
import type { Side } from '../../../core/actor.ts';
import { KINDS, type Kind } from '../../../core/kinds.ts';
import type { Audience } from './channel-id.ts';

/** From where somebody speaks in a conversation: for a side, or as who was invited to the call. */
export const SEATS = ['requester', 'staff', 'expert', 'attendee'] as const satisfies readonly (Side | 'attendee')[];
export type Seat = (typeof SEATS)[number];

/** Whose switch for mails holds for a seat: no organization's for somebody who joins a call. */
export const seatOfMail = (seat: Seat): Side | 'none' => (seat === 'attendee' ? 'none' : seat);

/** The seats that talk in a conversation. */
export const AUDIENCE_SIDES: Readonly<Record<Audience, readonly [Seat, Seat, ...Seat[]]>> = {
  requester_expert: ['requester', 'expert'],
  requester_staff: ['requester', 'staff'],
  expert_staff: ['expert', 'staff'],
  call: ['requester', 'expert', 'attendee'],
};

/** What decides which conversations a review has. */
export interface ChannelReview {
  kind: Kind;
  bucket: string;
  status: ReviewStatus;
  submitted_at: Date | string | null;
  /** Set once an expert has accepted. */
  expert_profile_id: number | null;
  /** Somebody with an account is invited to its call. */
  attended: boolean;
}

/**
 * The conversations a review needs now: with the platform once it is ordered, with the expert once one has accepted, and the call's
 * while others are invited to it.
 */
export function audiencesOf(review: ChannelReview): Audience[] {
  if (review.submitted_at === null || review.bucket === 'draft') return [];
  if (review.expert_profile_id === null) return ['requester_staff'];
  // who is to stay unknown talks to the platform only
  return KINDS[review.kind].blind_expert
    ? ['requester_staff', 'expert_staff']
    : ['requester_expert', 'requester_staff', 'expert_staff', ...(review.attended ? (['call'] as const) : [])];
}

/** Whether a review has ended: its conversations stay readable and take no more messages. */
export const hasEnded = (review: Pick<ChannelReview, 'kind' | 'bucket' | 'status'>): boolean =>
  review.bucket === 'completed' || review.bucket === 'cancelled' || isPurged(review);

/** The other side as the reader sees it: whose seat tints the avatar. */
export function otherSide(audience: Audience, own: Seat): Seat {
  const [first, second] = AUDIENCE_SIDES[audience];
  return own === first ? second : first;
}

/** How lists are ordered: what is unread first, then the newest created; ties by id, newest first. */
export function byUnreadThenNewest(a: Listed, b: Listed): number {
  return (
    Number(b.unread > 0) - Number(a.unread > 0) ||
    Date.parse(b.created_at) - Date.parse(a.created_at) ||
    (a.channel_id < b.channel_id ? 1 : a.channel_id > b.channel_id ? -1 : 0)
  );
}
interface Listed {
  unread: number;
  created_at: string;
  channel_id: string;
}

/** How long a message waits unread before its reader gets an e-mail about it. */
export const DIGEST_AFTER_MS = 15 * 60_000;
