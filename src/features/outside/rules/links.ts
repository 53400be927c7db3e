import { dateIn, DAY, HOUR } from '../../../core/time.ts';

/** What a link of somebody outside is for. */
export const PURPOSES = ['records', 'statement', 'response'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const MOST_DAYS = 30;
/** The link's holder is reminded this long before its end, if it was open for longer than twice that. */
const REMIND_MS = 2 * DAY;
/** A look again by the same visit within this time is the same look. */
export const SAME_LOOK_MS = HOUR;

/** What of a link decides whether it still opens. */
export interface LinkFacts {
  expires_at: Date;
  finished_at: Date | null;
  revoked_at: Date | null;
}

/**
 * How a link stands. `not_needed`: it was not ended, but what it asks for has been answered otherwise or the review has
 * gone on; `unknown` is said of a token that is none of ours.
 */
export const LINK_ENDS = ['finished', 'revoked', 'expired', 'not_needed', 'unknown'] as const;
export type LinkEnd = (typeof LINK_ENDS)[number];
export type LinkState = 'open' | Exclude<LinkEnd, 'unknown'>;

/** The one place that says whether a link opens. `needed`: whether what it asks for can still be brought. */
export function linkState(link: LinkFacts, needed: boolean, now: Date): LinkState {
  if (link.finished_at !== null) return 'finished';
  if (link.revoked_at !== null) return 'revoked';
  if (!needed) return 'not_needed';
  return link.expires_at <= now ? 'expired' : 'open';
}

/** When a link made or renewed now for so many days ends. */
export const endAfter = (days: number, now: Date): Date => new Date(now.getTime() + days * DAY);

/** When its holder is reminded, or null where it is too short for that. */
export function reminderAt(from: Date, expires_at: Date): Date | null {
  return expires_at.getTime() - from.getTime() > 2 * REMIND_MS ? new Date(expires_at.getTime() - REMIND_MS) : null;
}

/** The day named in the mail: the one asked for, unless the link ends before it or it is over. */
export function dueDay(asked: string | null, expires_at: Date, now: Date, zone: string): string {
  const last = dateIn(expires_at, zone);
  return asked !== null && asked >= dateIn(now, zone) && asked < last ? asked : last;
}

/** What the page says of a link that opens nothing. It names nobody and nothing of the matter. */
export const LINK_ENDED: Record<LinkEnd, { title: string; text: string }> = {
  finished: {
    title: 'This was already sent',
    text: 'What you were asked for has arrived, and the link is no longer needed. If something is still missing, the person who sent you the link can send another.',
  },
  revoked: {
    title: 'This link was withdrawn',
    text: 'The person who sent it has ended it. If you expected to send something, ask them for a new link.',
  },
  expired: {
    title: 'This link has expired',
    text: 'It has expired. The person who sent it can renew it with one click; then the same link works again.',
  },
  not_needed: {
    title: 'Nothing more is needed',
    text: 'What this link asked for has been settled another way. Thank you for your help.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Check that the whole address from the e-mail is in the address bar. If it is, ask the person who sent it for a new link.',
  },
};

/** The same for whoever made the link, in a list. */
export const LINK_WORDS: Record<LinkState, string> = {
  open: 'Open',
  finished: 'Answered',
  revoked: 'Withdrawn',
  expired: 'Expired',
  not_needed: 'No longer needed',
};
