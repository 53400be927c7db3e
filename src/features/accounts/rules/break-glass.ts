import { HOUR, MINUTE } from '../../../core/durations.ts';

/** A link made by command opens a sign-in for so long. */
export const BREAK_GLASS_LINK_MS = 15 * MINUTE;
/** The session it begins ends after so long, used or not. */
export const BREAK_GLASS_SESSION_MS = HOUR;

export type BreakGlassState = 'open' | 'used' | 'replaced' | 'expired';

/** Whether a link still opens a sign-in, or how it ended. */
export function breakGlassState(
  link: { used_at: Date | null; replaced_at: Date | null; expires_at: Date },
  now: Date,
): BreakGlassState {
  if (link.used_at !== null) return 'used';
  if (link.replaced_at !== null) return 'replaced';
  return link.expires_at <= now ? 'expired' : 'open';
}

/** What is wrong with a reason for it, or null. */
export function breakGlassReasonFault(reason: string): string | null {
  const length = reason.trim().length;
  if (length < 10) return 'Say why in ten characters or more: it stands on the record.';
  return length > 500 ? 'Use 500 characters at most.' : null;
}
