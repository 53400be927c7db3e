import { HOUR, MINUTE } from '../../../core/durations.ts';

/** A code from a mail or text: six digits, ten minutes, five tries, once. */
const CODE_DIGITS = 6;
export const CODE_MS = 10 * MINUTE;
export const CODE_TRIES = 5;
/** After this long another code can be asked for. */
export const CODE_AGAIN_MS = 30_000;
/** How long a registration waits for its code, resent ones included. */
export const REGISTRATION_MS = HOUR;

export const RESET_MS = HOUR;
export const EMAIL_CHANGE_MS = 24 * HOUR;
/** How long the old address can take a change back. */
export const EMAIL_STOP_MS = 7 * 24 * HOUR;
export const INVITATION_MS = 7 * 24 * HOUR;

/** A code as it was typed or pasted: digits only; null when it cannot be one. */
export function readCode(text: string): string | null {
  const digits = text.normalize('NFKC').replaceAll(/[\s\-\u2010-\u2015]/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** A code from four random bytes, each of the million equally likely; null where the bytes would favor some. */
export function codeFrom(bytes: Uint8Array): string | null {
  const number = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0);
  const fair = Math.floor(2 ** 32 / 1_000_000) * 1_000_000;
  return number < fair ? String(number % 1_000_000).padStart(CODE_DIGITS, '0') : null;
}

/** The one sentence for a code that is wrong, used, replaced, over or of nobody. */
export const CODE_FAULT = 'That code does not match, or its ten minutes are up. Check it or ask for a new one.';

export type CodeState = 'open' | 'used' | 'over' | 'worn';

/** Whether a code can still be tried at an instant. */
export function codeState(
  code: { attempts: number; expires_at: Date; used_at: Date | null; ended_at?: Date | null },
  now: Date,
): CodeState {
  if (code.used_at !== null || (code.ended_at ?? null) !== null) return 'used';
  if (code.expires_at <= now) return 'over';
  return code.attempts >= CODE_TRIES ? 'worn' : 'open';
}
