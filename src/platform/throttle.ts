import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../core/errors.ts';
import { DAY, HOUR } from '../core/time.ts';
import type { DB } from './db/types.ts';
import { addressIn } from './http/addresses.ts';

/** So many tries in a window that begins with the first of them. */
export interface Limit {
  tries: number;
  window_ms: number;
}

/** The key of a throttle: what is counted and whose, the latter hashed so that the table names nobody. */
export function throttleKey(what: string, who: string): string {
  return `${what}:${createHash('sha256').update(who).digest('base64url')}`;
}

/**
 * The part of a peer's address that is counted: an IPv4 address whole, an IPv6 address by its /64, which is the least
 * one subscriber has. It is the socket's address, or what a trusted proxy says it passes on; no other header counts.
 */
export function sourceOf(ip: string): string {
  const address = addressIn(ip) ?? ip;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups.slice(0, 4).join(':');
}

/**
 * Counts one try before it is made, so that tries made at once cannot slip past the limit together. Refuses
 * `throttled` with the seconds left when the limit is used up; a refused try is not counted.
 */
export async function countTry(db: Kysely<DB>, key: string, limit: Limit, now: Date): Promise<void> {
  const ends = new Date(now.getTime() + limit.window_ms);
  const { rows } = await sql<{ hits: number }>`
    insert into throttles as t (key, hits, window_ends_at) values (${key}, 1, ${ends})
    on conflict (key) do update set
      hits = case when t.window_ends_at <= ${now} then 1 else t.hits + 1 end,
      window_ends_at = case when t.window_ends_at <= ${now} then ${ends} else t.window_ends_at end
    where t.window_ends_at <= ${now} or t.hits < ${limit.tries}
    returning hits`.execute(db);
  if (rows.length > 0) return;
  const row = await db.selectFrom('throttles').select('window_ends_at').where('key', '=', key).executeTakeFirst();
  const left = (row?.window_ends_at.getTime() ?? now.getTime()) - now.getTime();
  throw new Refusal('throttled', undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)),
    limit: { name: key.split(':')[0] ?? '', ...limit },
  });
}

/** Takes a counted try back: it was no failure. */
export async function forgiveTry(db: Kysely<DB>, key: string): Promise<void> {
  await sql`update throttles set hits = greatest(hits - 1, 0) where key = ${key}`.execute(db);
}

/** Ends a throttle's count: the account has shown that it is its owner's. Counts long over go with it. */
export async function clearTries(db: Kysely<DB>, key: string, now: Date): Promise<void> {
  const old = new Date(now.getTime() - DAY);
  await sql`delete from throttles where key = ${key} or window_ends_at < ${old}`.execute(db);
}

/** Tokens that open nothing, for each source. They carry 256 bits: this keeps the database quiet. */
const UNKNOWN: Limit = { tries: 60, window_ms: HOUR };

/**
 * What somebody's token opens; nothing found counts as a try of their source (`what`: of which sort of links), and too many
 * of them refuse `throttled`. Counted before it is looked up, so that tries made at once cannot slip past together.
 */
export async function foundByToken<T>(
  db: Kysely<DB>,
  what: string,
  ip: string,
  now: Date,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const source = throttleKey(`${what}_source`, sourceOf(ip));
  await countTry(db, source, UNKNOWN, now);
  const found = await find();
  if (found !== undefined) await forgiveTry(db, source);
  return found;
}
