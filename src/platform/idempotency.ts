import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Refusal, refuseFields } from '../core/errors.ts';
import { json } from './db/json.ts';
import type { DB } from './db/types.ts';

/** The claim of a request that carries an Idempotency-Key: the command it runs settles it in its own transaction. */
interface Claim {
  user_id: number;
  endpoint: string;
  key: string;
  claimed_at: Date;
  success: number;
  settled: boolean;
}

const claims = new AsyncLocalStorage<Claim>();
const RELEASE_AFTER_MS = 60_000;

const rowOf = (claim: { user_id: number; endpoint: string; key: string }) =>
  ({ user_id: claim.user_id, endpoint: claim.endpoint, key: claim.key }) as const;

/**
 * Same key and same body: the same answer, without doing it again. The claim is a row inserted before the work; the
 * command stores its answer in the row inside its own transaction, so that a crash leaves either both or neither. A
 * row without an answer belongs to a request under way, or to one that died, and is released after a minute.
 * Answers `{ replayed, status, answer }`. Refuses `key_reused` for another body and `in_flight` for a duplicate.
 */
export async function idempotent(
  db: Kysely<DB>,
  request: { user_id: number; endpoint: string; key: string; content: unknown; success: number; now: Date },
  run: () => Promise<unknown>,
): Promise<{ status: number; answer: unknown }> {
  if (request.key.length > 200) refuseFields([{ path: 'Idempotency-Key', message: 'At most 200 characters' }]);
  const hash = createHash('sha256').update(JSON.stringify(request.content)).digest();
  const claim: Claim = { ...rowOf(request), claimed_at: request.now, success: request.success, settled: false };
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ ...rowOf(request), body_hash: hash, created_at: request.now })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  if (!claimed.numInsertedOrUpdatedRows) {
    const found = await at(db.selectFrom('idempotency_keys').selectAll(), claim).executeTakeFirst();
    if (!found) throw new Refusal('in_flight');
    if (!found.body_hash.equals(hash)) throw new Refusal('key_reused');
    if (found.status) return { status: found.status, answer: found.response };
    if (request.now.getTime() - found.created_at.getTime() < RELEASE_AFTER_MS) throw new Refusal('in_flight');
    const taken = await at(db.updateTable('idempotency_keys').set({ created_at: request.now }), claim)
      .where('created_at', '=', found.created_at)
      .where('status', 'is', null)
      .executeTakeFirst();
    if (taken.numUpdatedRows !== 1n) throw new Refusal('in_flight');
  }
  try {
    const answer = await claims.run(claim, run);
    await at(
      db.updateTable('idempotency_keys').set({ status: claim.success, response: json((answer ?? null) as null) }),
      claim,
    ).execute();
    return { status: claim.success, answer };
  } catch (error) {
    if (!claim.settled) await at(db.deleteFrom('idempotency_keys'), claim).execute();
    throw error;
  }
}

/** Stores a command's result with the claim of the request it runs in, if any; called inside the command's transaction. */
export async function settleClaim(tx: Kysely<DB>, result: unknown): Promise<(() => void) | undefined> {
  const claim = claims.getStore();
  if (!claim || claim.settled) return undefined;
  const settled = await at(
    tx.updateTable('idempotency_keys').set({ status: claim.success, response: json((result ?? null) as null) }),
    claim,
  )
    .where('created_at', '=', claim.claimed_at)
    .executeTakeFirst();
  // another request took the claim over while this one was stuck: only one of the two may commit
  if (settled.numUpdatedRows !== 1n) throw new Refusal('in_flight');
  return () => {
    claim.settled = true;
  };
}

function at<
  Q extends {
    where(column: 'user_id', op: '=', value: number): Q;
    where(column: 'endpoint' | 'key', op: '=', value: string): Q;
  },
>(query: Q, claim: { user_id: number; endpoint: string; key: string }): Q {
  return query.where('user_id', '=', claim.user_id).where('endpoint', '=', claim.endpoint).where('key', '=', claim.key);
}
