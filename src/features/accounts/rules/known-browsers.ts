import { DAY } from '../../../core/time.ts';

/** A browser counts as known for so long after a whole sign-in there. */
export const KNOWN_MS = 180 * DAY;
/** People one browser is known to; with another one the oldest is forgotten. */
const MOST = 4;

/** That a browser is known to a person, as the browser holds it. */
export interface KnownBrowser {
  user_id: number;
  since_ms: number;
  /** Tells browsers apart. */
  id: string;
  /** Shows that we said so. */
  seal: string;
}

/** What is sealed: whoever changes any of it, the password's hash included, makes it worthless. */
export const sealed = ({ user_id, since_ms, id }: Omit<KnownBrowser, 'seal'>, passwordHash: string): string =>
  JSON.stringify([user_id, since_ms, id, passwordHash]);

/** A cookie's value as we wrote it; whatever is not is left out. */
export function readKnown(value: string | undefined): KnownBrowser[] {
  if (value === undefined || value.length > 1_000) return [];
  return value.split('~').flatMap((one) => {
    const parts = /^(\d{1,15})\.(\d{1,15})\.([\w-]{16,64})\.([\w-]{43})$/.exec(one);
    return parts?.[3] && parts[4]
      ? [{ user_id: Number(parts[1]), since_ms: Number(parts[2]), id: parts[3], seal: parts[4] }]
      : [];
  });
}

/** The cookie's value with one more, newest first; an earlier one of the same person goes. */
export const withKnown = (all: readonly KnownBrowser[], made: KnownBrowser): string =>
  [made, ...all.filter((one) => one.user_id !== made.user_id)]
    .slice(0, MOST)
    .map((one) => [one.user_id, one.since_ms, one.id, one.seal].join('.'))
    .join('~');
