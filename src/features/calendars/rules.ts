import { DAY, HOUR, MINUTE } from '../../core/durations.ts';
import { atLeastAsked, growingWait } from '../../core/waits.ts';

export * from './rules/availability.ts';
export * from './rules/entries.ts';
export * from './rules/ranges.ts';

/** So far ahead a calendar is read. */
export const READ_AHEAD_MS = 366 * DAY;
/** Of so many days it is told how many busy times were found. */
export const FOUND_DAYS = 60;
/** How often a calendar is read again. */
export const READ_EVERY_MS = 30 * MINUTE;
/** After so long one that says it did not change is read anyway: what repeats reaches further ahead by then. */
export const READ_WHOLE_MS = 7 * DAY;
export const MOST_CALENDARS = 5;
export const MOST_BYTES = 8 * 1024 * 1024;
export const MOST_REDIRECTS = 3;
/** Somebody is told of a calendar that could not be read for so long. */
const TOLD_AFTER_MS = DAY;
const WAITS = { first_ms: READ_EVERY_MS, longest_ms: 6 * HOUR };

/** Why a calendar could not be read, as its person reads it. */
export const FAILURES = {
  private_network: 'The address leads into a private network. Calendars are read from public addresses only.',
  not_connected: 'The account is connected no longer. Connect it again below.',
  not_allowed: 'The server does not let us read it. Look up the private address anew, and add that.',
  not_found: 'There is no calendar at this address anymore. Look up the private address anew, and add that.',
  too_often: 'The server asks to be left alone for a while.',
  server_error: 'The calendar’s server has a problem of its own.',
  no_answer: 'The server gave no answer within 10 seconds.',
  unreachable: 'The server could not be reached.',
  not_a_calendar: 'What the address answers is no calendar, or was cut off.',
  too_large: 'The calendar is larger than 8 MB.',
  too_many: 'The calendar holds more entries, or repeats one more often, than can be read.',
  redirects: 'The address leads from one to another and to no calendar.',
} as const;
export type Failure = keyof typeof FAILURES;

/** What an answer that is no calendar means. */
export function failureOf(status: number): Failure {
  if (status === 401 || status === 403 || status === 407) return 'not_allowed';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 429) return 'too_often';
  if (status >= 500) return 'server_error';
  return 'not_a_calendar';
}

/** How long is waited after the nth failure in a row: twice as long each time up to six hours, as long as the server asks up to a day. */
export const waitAfter = (failures: number, asked_ms: number | null): number =>
  atLeastAsked(growingWait(failures, WAITS), asked_ms, DAY);

/** Whether a person is told now that their calendar cannot be read: once, a day after it began. */
export const tellsNow = (failing: { failing_since: Date; told_at: Date | null }, now: Date): boolean =>
  failing.told_at === null && now.getTime() - failing.failing_since.getTime() >= TOLD_AFTER_MS;

/** An address as it is asked: calendars' own word for https goes. */
export const askedAt = (address: string): string => address.trim().replace(/^webcals?:\/\//i, 'https://');

/** What is wrong with an address, in words; null: nothing. Which networks it leads to is seen when it is asked. */
export function addressFault(text: string, allowLoopback: boolean): string | null {
  const url = URL.parse(askedAt(text));
  if (!url) return 'Give the whole address, such as https://calendar.example.com/private/basic.ics.';
  const onThisMachine = allowLoopback && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && onThisMachine))
    return 'The address must begin with https or webcal.';
  if (url.username !== '' || url.password !== '') return 'Leave name and password out of the address.';
  return null;
}

/** What is shown of an address: whose server it is, and how it ends. */
export function shownOf(address: string): { host: string; ending: string } {
  const url = new URL(address);
  return { host: url.host, ending: `${url.pathname}${url.search}`.slice(-4) };
}
