import { HOUR, MINUTE } from '../../core/durations.ts';
import { atLeastAsked, growingWait } from '../../core/waits.ts';

/** So long after its end a call is still one to be held. */
const OVER_AFTER_MS = HOUR;
/** After so long without an answer whoever hosts is told; sooner where the call is near. */
const TOLD_AFTER_MS = 10 * MINUTE;
const NEAR_MS = 2 * HOUR;

/** A booking by its latest appointment. */
export interface Booking {
  status: 'scheduled' | 'tentative' | 'held' | 'missed' | 'cancelled' | 'moved';
  starts_at: Date;
  duration_minutes: number;
  /** The review was cancelled or closed. */
  review_over: boolean;
  /** The review’s records were deleted. */
  purged: boolean;
  /** The appointment says the link of a meeting. */
  has_link: boolean;
}

/** What should stand at a provider for a booking: a meeting at its time, whatever stands there now, or nothing. */
export type Wanted = { starts_at: Date; duration_minutes: number; has_link: boolean } | 'as_is' | 'nothing';

/** See `Wanted`. While a new time is looked for, the meeting stays: its link is the one people have. */
export function wantedOf(booking: Booking | undefined, now: Date): Wanted {
  if (!booking || booking.purged || booking.status === 'cancelled' || booking.status === 'tentative') return 'nothing';
  if (booking.status === 'held') return 'as_is';
  if (booking.status !== 'scheduled') return booking.review_over ? 'nothing' : 'as_is';
  const { starts_at, duration_minutes, has_link } = booking;
  const over = starts_at.getTime() + duration_minutes * MINUTE + OVER_AFTER_MS;
  return now.getTime() < over ? { starts_at, duration_minutes, has_link } : 'as_is';
}

/** A meeting as it is known here. */
export interface Held {
  state: 'none' | 'claimed' | 'made';
  connection_id: number | null;
  starts_at: Date | null;
  duration_minutes: number | null;
}

/**
 * What is to be done next: make it, move it, remove it; let go of one whose connection is no more; or nothing.
 * `hosts` may host now, first who should; `open` are those that can be asked at all.
 */
export type Step = 'make' | 'move' | 'remove' | 'let_go' | 'nothing';

/** See `Step`. */
export function stepOf(held: Held, wanted: Wanted, hosts: readonly number[], open: readonly number[]): Step {
  const stands = held.state !== 'none' && held.connection_id !== null;
  if (wanted === 'as_is') return 'nothing';
  // one that the appointment says no link of was another expert's
  const isTheirs = wanted !== 'nothing' && (held.state !== 'made' || wanted.has_link);
  if (stands && (!isTheirs || !hosts.includes(held.connection_id ?? 0)))
    return open.includes(held.connection_id ?? 0) ? 'remove' : 'let_go';
  if (wanted === 'nothing') return 'nothing';
  if (held.state !== 'made') return hosts.length > 0 ? 'make' : 'nothing';
  const same =
    held.starts_at?.getTime() === wanted.starts_at.getTime() && held.duration_minutes === wanted.duration_minutes;
  return same ? 'nothing' : 'move';
}

interface Hosting<P extends string> {
  id: number;
  user_id: number;
  provider: P;
}

/**
 * Who may host, first who should: whoever ordered; then the expert, unless the organization keeps its experts unnamed,
 * since a link may say whose account it is of. Of each the account connected last. Only by what the organization allows.
 */
export function hostsOf<P extends string>(
  connections: readonly Hosting<P>[],
  people: { requester: number; expert: number | null; unnamed: boolean },
  allowed: ReadonlySet<P>,
): number[] {
  const order = [people.requester, ...(people.expert === null || people.unnamed ? [] : [people.expert])];
  return order.flatMap((who) =>
    connections.flatMap(({ id, user_id, provider }) => (user_id === who && allowed.has(provider) ? [id] : [])),
  );
}

/** How long is waited after the nth failure: twice as long each time up to an hour, or as long as is asked. */
export const waitAfter = (attempts: number, asked_ms: number | null): number =>
  atLeastAsked(growingWait(attempts, { first_ms: MINUTE, longest_ms: HOUR }), asked_ms, 6 * HOUR);

/** Whether whoever hosts is told now that there is no link yet: once. `lasting`: asking again will be answered the same. */
export const tellsNow = (
  failing: { failing_since: Date; told_at: Date | null; lasting: boolean; call_at: Date },
  now: Date,
): boolean =>
  failing.told_at === null &&
  (failing.lasting ||
    now.getTime() - failing.failing_since.getTime() >= TOLD_AFTER_MS ||
    failing.call_at.getTime() - now.getTime() <= NEAR_MS);

/** What marks a meeting as ours at the provider: no name, no number. */
export const markerOf = ({ ics_uid, generation }: { ics_uid: string; generation: number }): string =>
  `${ics_uid}.${generation}`;
