import type { ReviewStatus } from '../../reviews/rules.ts';
import { isPurged } from '../../reviews/rules/kinds.ts';
import type { Side } from '../../../core/actor.ts';
import { KIND_NAMES, KINDS, type Kind } from '../../../core/kinds.ts';

/** The two sides a conversation is between. */
export const AUDIENCES = ['requester_expert', 'requester_staff', 'expert_staff'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** The seats that talk in a conversation. */
export const AUDIENCE_SIDES: Readonly<Record<Audience, readonly [Side, Side]>> = {
  requester_expert: ['requester', 'expert'],
  requester_staff: ['requester', 'staff'],
  expert_staff: ['expert', 'staff'],
};

/** A channel id has letters, digits, underscore, hyphen and exclamation mark, and no colon. */
export const CHANNEL_ID = /^[\w!-]{1,120}$/;

/** The id of a review's channel: chat type, review and audience, as in "hoot-case-20418-requester_expert". */
export function channelId(kind: Kind, reviewId: number, audience: Audience): string {
  return `${KINDS[kind].chat_type}-${reviewId}-${audience}`;
}

/** What a channel id says, or null when it names no channel of ours. */
export function parseChannelId(id: string): { kind: Kind; type: string; review_id: number; audience: Audience } | null {
  if (!CHANNEL_ID.test(id)) return null;
  const parts = /^([\w-]+)-([1-9]\d{0,14})-([a-z_]+)$/.exec(id);
  const kind = KIND_NAMES.find((name) => KINDS[name].chat_type === parts?.[1]);
  const audience = AUDIENCES.find((name) => name === parts?.[3]);
  if (!parts || !kind || !audience) return null;
  return { kind, type: KINDS[kind].chat_type, review_id: Number(parts[2]), audience };
}

/** What decides which conversations a review has. */
export interface ChannelReview {
  kind: Kind;
  bucket: string;
  status: ReviewStatus;
  submitted_at: Date | string | null;
  /** Set once an expert has accepted. */
  expert_profile_id: number | null;
}

/** The conversations a review needs now: with the platform once it is ordered, with the expert once one has accepted. */
export function audiencesOf(review: ChannelReview): Audience[] {
  if (review.submitted_at === null || review.bucket === 'draft') return [];
  if (review.expert_profile_id === null) return ['requester_staff'];
  // who is to stay unknown talks to the platform only
  return KINDS[review.kind].blind_expert
    ? ['requester_staff', 'expert_staff']
    : ['requester_expert', 'requester_staff', 'expert_staff'];
}

/** Whether a review has ended: its conversations stay readable and take no more messages. */
export const hasEnded = (review: Pick<ChannelReview, 'kind' | 'bucket' | 'status'>): boolean =>
  review.bucket === 'completed' || review.bucket === 'cancelled' || isPurged(review);

/** The other side as the reader sees it: whose seat tints the avatar. */
export function otherSide(audience: Audience, own: Side): Side {
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
