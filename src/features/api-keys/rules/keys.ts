import { type ActorKind, isAdmin, isOrganizationAdmin } from '../../../core/actor.ts';
import { DAY } from '../../../core/durations.ts';

/** Who makes a key: an organization's own admins, for it asks as them. Peritus' admins see too much for that. */
export const makesKeys = (kind: ActorKind): boolean => isOrganizationAdmin(kind);
/** Who sees an organization's keys and revokes them. */
export const keepsKeys = (kind: ActorKind): boolean => isAdmin(kind) || isOrganizationAdmin(kind);

/** Keys of one organization that open something. */
export const MOST_KEYS = 20;
export const MOST_DAYS = 365;
export const MOST_ADDRESSES = 20;
/** So long before it expires its people are told. */
export const WARNED_BEFORE_MS = 14 * DAY;

export const KEY_STATES = ['good', 'resting', 'expired', 'revoked'] as const;
/** `resting`: its maker may no longer do what it was made for. */
export type KeyState = (typeof KEY_STATES)[number];

export interface KeyFacts {
  expires_at: Date;
  revoked_at: Date | null;
  /** Its maker is still there, and still administers its organization. */
  maker_may: boolean;
}

/** What has become of a key by now. */
export function keyState({ expires_at, revoked_at, maker_may }: KeyFacts, now: Date): KeyState {
  if (revoked_at !== null) return 'revoked';
  if (expires_at <= now) return 'expired';
  return maker_may ? 'good' : 'resting';
}

/** When its people are told that a key ends: two weeks before, and of a shorter one never. */
export function warnedAt({ created_at, expires_at }: { created_at: Date; expires_at: Date }): Date | null {
  const at = new Date(expires_at.getTime() - WARNED_BEFORE_MS);
  return at > created_at ? at : null;
}
