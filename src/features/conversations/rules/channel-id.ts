import { KIND_NAMES, KINDS, type Kind } from '../../../core/kinds.ts';

/** Whom a conversation is between: two sides, or everybody in a call. */
export const AUDIENCES = ['requester_expert', 'requester_staff', 'expert_staff', 'call'] as const;
export type Audience = (typeof AUDIENCES)[number];

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

/**
 * What an address names, as other programs link to conversations: an id, or with `channelType` a review's number or the rest of
 * an id. The id of a conversation, or the review whose conversations are meant, or null.
 */
export function namedByAddress(
  id: string,
  channelType: unknown,
): { id: string } | { kind: Kind; review_id: number } | null {
  if (parseChannelId(id)) return { id };
  const kind = KIND_NAMES.find((name) => KINDS[name].chat_type === channelType);
  if (!kind) return null;
  if (/^[1-9]\d{0,14}$/.test(id)) return { kind, review_id: Number(id) };
  const whole = `${KINDS[kind].chat_type}-${id}`;
  return parseChannelId(whole) ? { id: whole } : null;
}
