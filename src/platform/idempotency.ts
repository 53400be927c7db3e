import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../core/actor.ts';
import { Refusal, refuseFields } from '../core/errors.ts';
import { ActorDb } from './db/actor-db.ts';
import { json } from './db/json.ts';
import type { DB } from './db/types.ts';

interface Request {
  user_id: number;
  /** Who asks; null while the second factor is missing. */
  actor: Actor | null;
  /** The review in the request's address. */
  review_id: number | null;
  endpoint: string;
  key: string;
  /** What the request says, to tell a repetition from another request under the same key. */
  content: unknown;
  success: number;
  now: Date;
}

/** The request under way, for the command it runs: that one settles it, in its own transaction. */
interface Claim extends Request {
  hash: Buffer;
  settled: boolean;
}

const claims = new AsyncLocalStorage<Claim>();

/** Found, inside the transaction, that the request was carried out meanwhile. */
class Replayed extends Error {
  readonly stored: { status: number; answer: unknown };
  constructor(stored: { status: number; answer: unknown }) {
    super('replayed');
    this.stored = stored;
  }
}

/**
 * Same key and same body: the same answer, without doing it again. The key is written with its answer in the
 * transaction of the command, under an advisory lock on the key, so that a crash leaves both or neither and the key is
 * free again at once. Refuses `key_reused` for another body, `in_flight` for a duplicate of what is still running, and
 * `not_found` when the answer is about a review that went out of the asking person's sight since.
 */
export async function idempotent(
  db: Kysely<DB>,
  request: Request,
  run: () => Promise<unknown>,
): Promise<{ status: number; answer: unknown }> {
  if (request.key.length > 200) refuseFields([{ path: 'Idempotency-Key', message: 'At most 200 characters' }]);
  const hash = createHash('sha256').update(JSON.stringify(request.content)).digest();
  const claim: Claim = { ...request, hash, settled: false };
  const stored = await find(db, claim);
  if (stored) return stored;
  try {
    const answer = await claims.run(claim, run);
    if (!claim.settled) await store(db, claim, answer, new Set());
    return { status: request.success, answer };
  } catch (error) {
    if (error instanceof Replayed) return error.stored;
    throw error;
  }
}

/** Takes the lock of the request a command runs in, if it has a key; to be called first in the transaction. */
export async function claimKey(tx: Kysely<DB>): Promise<void> {
  const claim = claims.getStore();
  if (!claim || claim.settled) return;
  const lock = createHash('sha256')
    .update(JSON.stringify([claim.user_id, claim.endpoint, claim.key]))
    .digest()
    .readBigInt64BE(0);
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(${lock.toString()}::bigint) as taken`.execute(tx);
  if (!rows[0]?.taken) throw new Refusal('in_flight');
  const stored = await find(tx, claim);
  if (stored) throw new Replayed(stored);
}

/**
 * Stores a command's result with the key of its request, if any; to be called last in the transaction. `reviews`: what the
 * command was about, so that the answer goes with them.
 */
export async function settleKey(
  tx: Kysely<DB>,
  result: unknown,
  reviews: ReadonlySet<number>,
): Promise<(() => void) | undefined> {
  const claim = claims.getStore();
  if (!claim || claim.settled) return undefined;
  await store(tx, claim, result, reviews);
  return () => {
    claim.settled = true;
  };
}

async function find(db: Kysely<DB>, claim: Claim): Promise<{ status: number; answer: unknown } | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'response', 'seen_review_ids'])
    .where('user_id', '=', claim.user_id)
    .where('endpoint', '=', claim.endpoint)
    .where('key', '=', claim.key)
    .executeTakeFirst();
  if (!row) return null;
  if (!row.body_hash.equals(claim.hash)) throw new Refusal('key_reused');
  const seen = await seenOf(db, claim.actor, row.seen_review_ids);
  if (seen.length < row.seen_review_ids.length) throw new Refusal('not_found');
  return { status: row.status, answer: row.response };
}

/** Those of these reviews that the actor sees. */
async function seenOf(db: Kysely<DB>, actor: Actor | null, reviews: readonly number[]): Promise<number[]> {
  if (!actor || reviews.length === 0) return [];
  const seen = await new ActorDb(db, actor)
    .selectFrom('reviews')
    .select('reviews.id')
    .where('reviews.id', 'in', reviews)
    .execute();
  return seen.map(({ id }) => id);
}

async function store(db: Kysely<DB>, claim: Claim, answer: unknown, reviews: ReadonlySet<number>): Promise<void> {
  const about = claim.review_id === null ? reviews : new Set(reviews).add(claim.review_id);
  const seen_review_ids = await seenOf(db, claim.actor, [...about]);
  await db
    .insertInto('idempotency_keys')
    .values({
      user_id: claim.user_id,
      endpoint: claim.endpoint,
      key: claim.key,
      body_hash: claim.hash,
      status: claim.success,
      response: json(answer ?? null),
      created_at: claim.now,
      review_ids: [...reviews],
      seen_review_ids,
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Answers about a review, as a condition on `idempotency_keys`: by the command's traces, the address, or the answer itself. */
export const answersAbout = (
  reviewId: number,
): RawBuilder<boolean> => sql<boolean>`(review_ids @> array[${reviewId}::bigint]
  or endpoint ~ ${`^[A-Z]+ /api/v1/[a-z_]+/${reviewId}(/|$)`} or response ->> 'review_id' = ${String(reviewId)})`;

/** Forgets the stored answers about a review: they hold what the review held. */
export async function purgeAnswers(tx: Kysely<DB>, reviewId: number): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where(answersAbout(reviewId)).execute();
}

/** Forgets the stored answers that are something else's, by the first word of their address and the id they answered. */
export async function forgetAnswers(tx: Kysely<DB>, resource: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from idempotency_keys where endpoint ~ ${`^[A-Z]+ /api/v1/${resource}(/|$)`}
    and response ->> 'id' = any(${ids.map(String)}::text[])`.execute(tx);
}
