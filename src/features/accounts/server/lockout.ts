import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { sourceOf, throttleKey } from '../../../platform/throttle.ts';
import { LOCK_AFTER, LOCK_FORGET_MS, waitAfter } from '../rules.ts';
import { knownBrowserOf } from './known-browsers.ts';

type Whose = keyof typeof LOCK_AFTER;
interface Counted {
  key: string;
  tries: number;
}

/**
 * Counts one guess at a second factor before it is looked at, for the account and for the source, in a browser known to
 * the person for that alone; the statement that counts also sets the wait, so that guesses made at once cannot slip past
 * together. Refuses `throttled` while there is a wait. Answers what takes the count back once the guess was right.
 */
export async function countGuess(
  services: Services,
  userId: number,
  request: FastifyRequest,
): Promise<() => Promise<void>> {
  const forget = (key: string) => services.database.systemDb.deleteFrom('lockouts').where('key', '=', key).execute();
  const browser = await knownBrowserOf(services, request, userId);
  if (browser !== null) {
    const own = await count(services, 'account', throttleKey('second_factor_browser', browser));
    return async () => void (await forget(own.key));
  }
  const source = await count(services, 'source', throttleKey('second_factor_source', sourceOf(request.ip)));
  let account: Counted;
  try {
    account = await count(services, 'account', throttleKey('second_factor', String(userId)));
  } catch (error) {
    await takeBack(services, source);
    throw error;
  }
  return async () => {
    await forget(account.key);
    await takeBack(services, source);
  };
}

async function count(services: Services, whose: Whose, key: string): Promise<Counted> {
  const now = services.clock.now();
  const forget = new Date(now.getTime() + LOCK_FORGET_MS);
  const after = LOCK_AFTER[whose];
  // as many waits as there are different ones; the last holds for every later lockout
  const waits = [1, 2, 3, 4, 5, 6].map((n) => waitAfter(n * after, after));
  const { rows } = await sql<{ tries: number }>`
    insert into lockouts as l (key, tries, locked_until, forget_at) values (${key}, 1, null, ${forget})
    on conflict (key) do update set
      tries = case when l.forget_at <= ${now} then 1 else l.tries + 1 end,
      locked_until = case when l.forget_at > ${now} and (l.tries + 1) % ${after} = 0
        then ${now}::timestamptz + (${waits}::bigint[])[least((l.tries + 1) / ${after}, ${waits.length})] * interval '1 millisecond'
      end,
      forget_at = ${forget}
    where l.locked_until is null or l.locked_until <= ${now} or l.forget_at <= ${now}
    returning tries`.execute(services.database.systemDb);
  const [row] = rows;
  if (row) return { key, tries: row.tries };
  const locked = await services.database.systemDb
    .selectFrom('lockouts')
    .select('locked_until')
    .where('key', '=', key)
    .executeTakeFirst();
  const left = (locked?.locked_until?.getTime() ?? now.getTime()) - now.getTime();
  throw new Refusal('throttled', 'Too many wrong codes. Wait a little, then try again.', {
    retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)),
  });
}

/** A right guess costs its source nothing; a wait it set itself is lifted. */
async function takeBack(services: Services, { key, tries }: Counted): Promise<void> {
  await services.database.systemDb
    .updateTable('lockouts')
    .set((eb) => ({
      tries: sql<number>`greatest(${eb.ref('tries')} - 1, 0)`,
      locked_until: sql<Date | null>`case when tries = ${tries} then null else locked_until end`,
    }))
    .where('key', '=', key)
    .execute();
}
