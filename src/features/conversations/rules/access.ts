import { type ExpertOfReview, isOn } from '../../../core/experts.ts';
import {
  type Actor,
  isOrganizationWide,
  isRequesterSide,
  isStaff,
  type Role,
  sideOf,
  isExpertSide,
  isReadingStaff,
  ADMIN_KINDS,
  isAtDesk,
  isAttendee,
  STAFF_KINDS,
} from '../../../core/actor.ts';
import type { Audience } from './channel-id.ts';
import { AUDIENCE_SIDES, type Seat } from './channels.ts';

/** What access to a conversation depends on. That the review is in the actor's scope has been seen to before. */
export interface ChannelFacts {
  audience: Audience;
  requester_id: number;
  experts: readonly ExpertOfReview[];
  closed: boolean;
  /** Why it is closed: the review has ended, or its expert is gone. */
  ended: boolean;
  /** The seat the actor is a member with, or null. */
  member_seat: Seat | null;
}

type Who = Pick<Actor, 'user_id' | 'kind' | 'expert_profile_ids'>;

/** Staff whose desk answers a conversation. The others of the staff join it when they write in it. */
export const DESK_ROLES: readonly Role[] = STAFF_KINDS.filter(isAtDesk);
/** Who stands in when nobody holds one of those offices. */
export const DESK_FALLBACK: readonly Role[] = ADMIN_KINDS;

/** Everyone but applicants and users without a profile can have a conversation. */
export const mayConverse = ({ kind }: Pick<Actor, 'kind'>): boolean => sideOf(kind) !== null || isAttendee(kind);

/** The seat the actor speaks from in this conversation, or null when it has none there. */
export function sideIn(actor: Who, channel: Pick<ChannelFacts, 'audience' | 'experts'>): Seat | null {
  const seats = AUDIENCE_SIDES[channel.audience];
  if (isAttendee(actor.kind)) return seats.includes('attendee') ? 'attendee' : null;
  if (isStaff(actor.kind)) return seats.includes('staff') ? 'staff' : null;
  if (isRequesterSide(actor.kind)) return seats.includes('requester') ? 'requester' : null;
  return isExpertSide(actor.kind) && isOn(actor, channel) && seats.includes('expert') ? 'expert' : null;
}

/** Whether the actor may read: whoever has a seat there, and the staff who read contents. */
export function mayRead(actor: Who, channel: Pick<ChannelFacts, 'audience' | 'experts'>): boolean {
  return sideIn(actor, channel) !== null || isReadingStaff(actor.kind);
}

/** Permission alone: may this actor ever write here? Null: yes; otherwise why not. */
export function mayNotWrite(actor: Who, channel: ChannelFacts): string | null {
  const seat = sideIn(actor, channel);
  if (seat === null) return 'You can read this conversation. To write, use the one on your own side.';
  // a colleague who only watches holds no office on the review
  if (seat === 'requester' && !isOrganizationWide(actor.kind) && actor.user_id !== channel.requester_id)
    return 'You can read this conversation. Only the requester and their managers can write in it.';
  return null;
}

/** State alone: can anybody write here now? Null: yes; otherwise why not. */
export function cannotWriteNow(channel: Pick<ChannelFacts, 'audience' | 'closed' | 'ended'>): string | null {
  if (channel.ended) return 'This review has ended. Its conversations stay readable.';
  if (channel.closed && channel.audience === 'call')
    return 'Nobody else is invited to the call. This conversation stays readable.';
  return channel.closed ? 'The expert has left this review. This conversation stays readable.' : null;
}
