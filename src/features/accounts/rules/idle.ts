import { plural } from '../../../core/phrases.ts';
import { MINUTE } from '../../../core/durations.ts';

/** The warning comes this long before the end. */
const IDLE_WARNING_MS = 2 * MINUTE;
/** A page tells the server of activity at most this often. */
export const IDLE_TELL_MS = 20_000;

/**
 * How long a page may be idle (ms) in a session that may be idle so long: less, because the server hears of activity a
 * little late and notes it once a minute, and the page has to be cleared before the session ends.
 */
export const pageIdleMs = (sessionIdleMs: number): number => sessionIdleMs - Math.min(1.5 * MINUTE, sessionIdleMs / 4);

export type IdleState = { state: 'active' } | { state: 'warning'; left_ms: number } | { state: 'over' };

/**
 * How an open page stands, given when anybody last did something on any page of the session (ms) and how long the
 * session may be idle (ms). With a very short one the warning takes half of it.
 */
export function idleState(lastActivity: number, now: number, idleMs: number): IdleState {
  const left = lastActivity + idleMs - now;
  if (left <= 0) return { state: 'over' };
  const warning = Math.min(IDLE_WARNING_MS, idleMs / 2);
  return left <= warning ? { state: 'warning', left_ms: left } : { state: 'active' };
}

/** The time left in words, for the dialog: "1 minute 40 seconds", in steps a reader can follow. */
export function idleWords(leftMs: number): string {
  const seconds = Math.max(1, Math.ceil(leftMs / 1000));
  if (seconds > 60) {
    const minutes = Math.ceil(seconds / 60);
    return `${minutes} minutes`;
  }
  if (seconds === 60) return '1 minute';
  return plural(seconds, 'second');
}
