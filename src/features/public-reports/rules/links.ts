import { DAY, HOUR } from '../../../core/durations.ts';
import { typedPasscode } from '../../reports/rules/deliveries.ts';

/** Days a link is offered for, and the most it opens. */
export const USUAL_DAYS = [7, 30, 90] as const;
const MOST_DAYS = 365;
/** How many wrong passcodes lock a link, for how long, and how many locks end it. */
export const PASSCODE_TRIES = 5;
const LOCK_MS = HOUR;
const MOST_LOCKS = 5;
/** So long an opened report is read before it is opened anew. */
export const VISIT_MS = HOUR;
/** The letters and digits of a passcode of one's own. */
export const OWN_PASSCODE = { least: 8, most: 40 } as const;

/** How a link stands. */
export const LINK_STATES = ['open', 'locked', 'expired', 'revoked', 'disallowed', 'guessed', 'gone'] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** What of a link decides how it stands. `there`: its report's PDF is. */
export interface LinkFacts {
  expires_at: Date;
  ended_why: 'revoked' | 'disallowed' | 'guessed' | 'deleted' | null;
  locked_until: Date | null;
  there: boolean;
}

/** The one place that says how a link stands. */
export function linkState(link: LinkFacts, now: Date): LinkState {
  if (link.ended_why === 'deleted' || !link.there) return 'gone';
  if (link.ended_why !== null) return link.ended_why;
  if (link.expires_at <= now) return 'expired';
  return isLocked(link, now) ? 'locked' : 'open';
}

/** Whether a link still opens; one that is locked does again later. */
export const isLive = (state: LinkState): boolean => state === 'open' || state === 'locked';

const isLocked = ({ locked_until }: { locked_until: Date | null }, now: Date): boolean =>
  locked_until !== null && locked_until > now;

/** What tries have done to a link. */
export interface Tries {
  wrong_tries: number;
  locks: number;
  locked_until: Date | null;
}

/**
 * A link after one more try, which is counted before it is judged, so that tries made at once cannot slip past together; null
 * while it is locked. The last of them locks it at once.
 */
export function afterTry(link: Tries, now: Date): Tries | null {
  if (isLocked(link, now)) return null;
  const wrong_tries = (link.locked_until === null ? link.wrong_tries : 0) + 1;
  if (wrong_tries < PASSCODE_TRIES) return { wrong_tries, locks: link.locks, locked_until: null };
  return { wrong_tries, locks: link.locks + 1, locked_until: new Date(now.getTime() + LOCK_MS) };
}

/** A link once a counted try turned out right: as if that one had not been made. Other wrong ones still count. */
export const afterRight = ({ wrong_tries, locks, locked_until }: Tries): Tries => ({
  wrong_tries: Math.max(0, wrong_tries - 1),
  locks: locked_until === null ? locks : locks - 1,
  locked_until: null,
});

/** Whether so many wrong passcodes were tried that the link ends. */
export const isGuessedAt = ({ locks }: Tries): boolean => locks >= MOST_LOCKS;

/** What is wrong with the last day of a link; null: nothing. Both are calendar dates. */
export function dayFault(day: string, today: string): string | null {
  const days = (Date.parse(day) - Date.parse(today)) / DAY;
  if (days < 0) return 'Choose today or a later day.';
  return days > MOST_DAYS ? 'A link opens for a year at most.' : null;
}

/** What is wrong with a passcode somebody thought of; null: nothing. */
export function passcodeFault(typed: string): string | null {
  const { length } = typedPasscode(typed);
  if (length < OWN_PASSCODE.least) return `Use ${OWN_PASSCODE.least} letters and digits or more.`;
  if (length > OWN_PASSCODE.most) return `Use ${OWN_PASSCODE.most} letters and digits at most.`;
  return new Set(typedPasscode(typed)).size < 4 ? 'Use more than three different letters and digits.' : null;
}

/** The range an address is in, so that a log tells readers apart and names no connection: "203.0.113.x", "2001:db8:12::". */
export function addressRange(address: string): string {
  if (!address.includes(':')) return address.replace(/\.\d+$/, '.x');
  return `${address.split(':').slice(0, 3).join(':')}::`;
}
