import { HOUR, MINUTE } from '../../../core/durations.ts';
import { atLeastAsked, growingWait } from '../../../core/waits.ts';

/** A booking by its latest appointment, for one person. */
export interface BookedFor {
  status: 'scheduled' | 'tentative' | 'held' | 'missed' | 'cancelled' | 'moved';
  starts_at: Date;
  duration_minutes: number;
  /** The person is its expert, or ordered the review and still works there. */
  own: boolean;
  /** The review’s records were deleted. */
  purged: boolean;
}

/** When an entry is. */
export interface EntryTime {
  starts_at: Date;
  duration_minutes: number;
}

/** What should stand in a person's calendar for a booking: an entry at its time, whatever stands there now, or nothing. */
export type WantedEntry = EntryTime | 'as_is' | 'nothing';

const isPast = ({ starts_at, duration_minutes }: EntryTime, now: Date): boolean =>
  starts_at.getTime() + duration_minutes * MINUTE <= now.getTime();

/**
 * See `WantedEntry`. What is over stays where it was; while a new time is looked for there is none, so that the old one is
 * free.
 */
export function wantedEntry(booking: BookedFor | undefined, held: EntryTime | null, now: Date): WantedEntry {
  if (booking?.status === 'held' || booking?.status === 'missed') return 'as_is';
  if (booking?.own && !booking.purged && booking.status === 'scheduled') {
    const { starts_at, duration_minutes } = booking;
    return isPast(booking, now) ? 'as_is' : { starts_at, duration_minutes };
  }
  return held && isPast(held, now) ? 'as_is' : 'nothing';
}

/** An entry as it is known here. */
export interface HeldEntry {
  state: 'none' | 'claimed' | 'made';
  account_id: string | null;
  starts_at: Date | null;
  duration_minutes: number | null;
}

/**
 * What is to be done next: make it, move it, remove it; let go of one in an account that is another since; or nothing. `into`:
 * the account the person wants entries in; null: none, now.
 */
export type EntryStep = 'make' | 'move' | 'remove' | 'let_go' | 'nothing';

/** See `EntryStep`. */
export function entryStep(held: HeldEntry, wanted: WantedEntry, into: { account_id: string } | null): EntryStep {
  if (wanted === 'as_is') return 'nothing';
  const stands = held.state !== 'none';
  if (stands && into && into.account_id !== held.account_id) return 'let_go';
  if (stands && (!into || wanted === 'nothing')) return 'remove';
  if (wanted === 'nothing' || !into) return 'nothing';
  if (held.state !== 'made') return 'make';
  const same =
    held.starts_at?.getTime() === wanted.starts_at.getTime() && held.duration_minutes === wanted.duration_minutes;
  return same ? 'nothing' : 'move';
}

/** How long is waited after the nth failure: twice as long each time up to an hour, or as long as is asked. */
export const entryWait = (attempts: number, asked_ms: number | null): number =>
  atLeastAsked(growingWait(attempts, { first_ms: MINUTE, longest_ms: HOUR }), asked_ms, 6 * HOUR);

/** What marks an entry as ours at the provider: no name, and a number of ours alone. */
export const entryMarker = ({ id, generation, ics_uid }: { id: number; generation: number; ics_uid: string }): string =>
  `${id}.${generation}.${ics_uid}`;
