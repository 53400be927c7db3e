/** Who of the handlers may handle how many events at a time: rules without I/O. */

/** A handler as it stands: what it has in hand, and whether more may wait for it. */
export interface Lane {
  /** It writes to people: what others do of the same events comes first. */
  tells: boolean;
  /** Events in hand, those that are being fetched included. */
  running: number;
  /** Something may wait for it. */
  hungry: boolean;
}

/** Events of one handler at a time, each of another review. */
export const MOST_OF_ONE = 4;
/** Events beyond the first of each handler, of all together: connections are for requests, too. */
export const MOST_EXTRA = 8;

/**
 * How many more events a handler may take in hand now. Each may always have one, so that none waits for another that is
 * slow; beyond that they share. One that writes to people has no more than one while others have something to do.
 */
export function roomFor(lane: Lane, lanes: readonly Lane[]): number {
  const first = lane.running === 0 ? 1 : 0;
  if (lane.tells && lanes.some((other) => !other.tells && (other.hungry || other.running > 0))) return first;
  const extra = lanes.reduce((sum, { running }) => sum + Math.max(0, running - 1), 0);
  const shared = Math.max(0, MOST_EXTRA - extra);
  return Math.max(first, Math.min(MOST_OF_ONE - lane.running, first + shared));
}
