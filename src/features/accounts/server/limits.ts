import type { Kysely } from 'kysely';
import { DAY, HOUR, MINUTE } from '../../../core/time.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, forgiveTry, type Limit, sourceOf, throttleKey } from '../../../platform/throttle.ts';

/** How often things may be tried: from one source for anybody, and for one account or address from anywhere. */
export const LIMITS = {
  forgot_password: { source: { tries: 30, window_ms: HOUR }, whose: [{ tries: 5, window_ms: HOUR }] },
  register: { source: { tries: 20, window_ms: HOUR }, whose: [{ tries: 5, window_ms: HOUR }] },
  // five tries a code, and no more for its person: another code brings no further guesses
  code: {
    source: { tries: 60, window_ms: HOUR },
    whose: [
      { tries: 5, window_ms: 10 * MINUTE },
      { tries: 20, window_ms: DAY },
    ],
  },
  /** Links carry 256 bits: this only keeps the database quiet. */
  link: { source: { tries: 200, window_ms: HOUR }, whose: [] },
  change_email: { source: { tries: 20, window_ms: HOUR }, whose: [{ tries: 5, window_ms: HOUR }] },
  /** Codes of the second factor that are sent. */
  send_code: { source: { tries: 60, window_ms: HOUR }, whose: [{ tries: 10, window_ms: HOUR }] },
  send_text: { source: { tries: 40, window_ms: HOUR }, whose: [{ tries: 5, window_ms: HOUR }] },
  avatar: { source: { tries: 300, window_ms: HOUR }, whose: [{ tries: 40, window_ms: HOUR }] },
  invite: { source: { tries: 300, window_ms: HOUR }, whose: [{ tries: 200, window_ms: DAY }] },
} as const satisfies Record<string, { source: Limit; whose: readonly Limit[] }>;

const keysOf = (what: keyof typeof LIMITS, whose: string) =>
  LIMITS[what].whose.map((limit) => ({ limit, key: throttleKey(`${what}_${limit.window_ms}`, whose) }));

/**
 * Counts one try before it is made. Refuses `throttled`, in the same words whether or not there is such an account.
 * A try refused for the account costs its source nothing.
 */
export async function countTries(
  services: Services,
  what: keyof typeof LIMITS,
  ip: string,
  whose: string,
  /** The transaction it counts in: one that asked for a connection beside its own would wait for others that do the same. */
  db: Kysely<DB> = services.database.systemDb,
): Promise<void> {
  const now = services.clock.now();
  const source = throttleKey(`${what}_source`, sourceOf(ip));
  await countTry(db, source, LIMITS[what].source, now);
  const counted = [source];
  try {
    for (const { key, limit } of keysOf(what, whose)) {
      await countTry(db, key, limit, now);
      counted.push(key);
    }
  } catch (error) {
    for (const key of counted) await forgiveTry(db, key);
    throw error;
  }
}

/** Takes the count of an account's tries back: the person has shown that it is theirs. */
export async function forgiveTries(services: Services, what: keyof typeof LIMITS, whose: string): Promise<void> {
  for (const { key } of keysOf(what, whose)) {
    await services.database.systemDb.deleteFrom('throttles').where('key', '=', key).execute();
  }
}
