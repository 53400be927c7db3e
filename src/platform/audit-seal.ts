import { type Kysely, sql } from 'kysely';
import { detailHash } from './audit.ts';
import { type Keyring, sameSecret } from './crypto.ts';
import type { Db } from './db/database.ts';
import { json } from './db/json.ts';
import type { DB } from './db/types.ts';
import type { Services } from './services.ts';
import { LOCKS } from './db/locks.ts';

const SEAL_ROWS = 500;
const VERIFY_SEALS = 200;
const PURPOSE = 'audit';
const START = Buffer.alloc(32);

/** A row as the chain covers it: every column, in one order and one spelling. */
interface CanonicalRow {
  id: number;
  text: string;
  detail_hash: Buffer | null;
}

/**
 * Seals committed audit rows: each batch gets a MAC over its rows and the MAC before it, under a key that is not in the
 * database. Writers never wait for it; one sealer works at a time, others leave at once. Answers how many rows.
 */
export async function sealAudit({
  database,
  keys,
  clock,
}: Pick<Services, 'database' | 'keys' | 'clock'>): Promise<number> {
  let total = 0;
  // most often there is nothing to seal, and that is seen without a transaction
  const { rows } = await sql<{ some: boolean }>`select exists (select from audit_unsealed) as some`.execute(
    database.systemDb,
  );
  if (!rows[0]?.some) return total;
  for (;;) {
    const count = await database.systemDb.transaction().execute(async (trx) => {
      const lock = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${LOCKS.audit}) as got`.execute(trx);
      if (!lock.rows[0]?.got) return 0;
      const waiting = await trx
        .selectFrom('audit_unsealed')
        .select('audit_id')
        .orderBy('audit_id')
        .limit(SEAL_ROWS)
        .execute();
      if (waiting.length === 0) return 0;
      const ids = waiting.map((row) => row.audit_id);
      const rows = await canonicalRows(trx, ids);
      const last = await trx.selectFrom('audit_seals').select('mac').orderBy('id', 'desc').limit(1).executeTakeFirst();
      const previous = last?.mac ?? START;
      const sealedAt = clock.now();
      const sealed = rows.map((row) => row.id);
      await trx
        .insertInto('audit_seals')
        .values({
          row_count: sealed.length,
          row_ids: json(sealed),
          previous_mac: previous,
          mac: sealMac(keys, previous, sealedAt, rows),
          sealed_at: sealedAt,
        })
        .execute();
      await sql`delete from audit_unsealed where audit_id = any(${ids}::bigint[])`.execute(trx);
      return ids.length;
    });
    total += count;
    if (count < SEAL_ROWS) return total;
  }
}

function sealMac(keys: Keyring, previous: Buffer, sealedAt: Date, rows: readonly CanonicalRow[]): Buffer {
  const head = [previous.toString('hex'), sealedAt.toISOString(), rows.length];
  return keys.hmac(PURPOSE, `${JSON.stringify(head)}\n${rows.map((row) => row.text).join('\n')}`);
}

/** The rows of these ids, by id. The database spells instants and JSON, so that nothing is lost on the way here. */
async function canonicalRows(db: Kysely<DB>, ids: readonly number[]): Promise<CanonicalRow[]> {
  const { rows } = await sql<{ id: number; detail_hash: Buffer | null } & Record<string, unknown>>`
    select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, action, actor_user_id, actor_kind,
      profile_id, organization_id, review_id, subject, from_state, to_state, reason, override, data::text as data,
      detail_hash, ip, request_id, timeline, impersonator_user_id
    from audit_rows where id = any(${ids}::bigint[]) order by id`.execute(db);
  return rows.map(({ id, detail_hash, ...row }) => ({
    id,
    detail_hash,
    text: JSON.stringify([
      id,
      row.at,
      row.action,
      row.actor_user_id,
      row.actor_kind,
      row.profile_id,
      row.organization_id,
      row.review_id,
      row.subject,
      row.from_state,
      row.to_state,
      row.reason,
      row.override,
      row.data,
      detail_hash?.toString('hex') ?? null,
      row.ip,
      row.request_id,
      row.timeline,
      // rows from before it could be, and all where nobody acts for another, read as they did
      ...(row.impersonator_user_id === null ? [] : [row.impersonator_user_id]),
    ]),
  }));
}

/** Where the chain ends now. Kept outside (printed, mailed), it later shows whether the chain's end was cut off. */
export interface ChainHead {
  seal_id: number;
  mac: string;
  sealed_at: string;
}

/** The last seal, or null when nothing was sealed yet. */
export async function chainHead(db: Db): Promise<ChainHead | null> {
  const last = await db.selectFrom('audit_seals').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
  return last ? { seal_id: last.id, mac: last.mac.toString('hex'), sealed_at: last.sealed_at.toISOString() } : null;
}

interface AuditFault {
  kind:
    | 'seal_broken' // a row of the seal, or the seal itself, was changed
    | 'chain_broken' // a seal was removed, inserted or moved before this one
    | 'row_missing'
    | 'row_sealed_twice'
    | 'row_foreign' // neither sealed nor waiting to be
    | 'detail_changed'
    | 'unsealed_too_long'
    | 'head_missing'; // a head kept outside is not in the chain
  seal_id?: number;
  /** The rows concerned; of a broken seal all of them, since the MAC does not say which. */
  audit_ids: number[];
}

export interface AuditReport {
  ok: boolean;
  rows: number;
  seals: number;
  faults: AuditFault[];
  head: ChainHead | null;
}

/**
 * Checks every audit row against the chain: changed, missing, foreign and doubly sealed rows, moved or removed seals,
 * and details that differ from their salted hash. Details that were purged are in order. It reads one snapshot, so it
 * may run during use. `heads` are chain heads kept outside; `unsealedSeconds` is how long a row may wait (default 30).
 */
export async function verifyAudit(
  db: Db,
  keys: Keyring,
  options: { now: Date; heads?: readonly ChainHead[]; unsealedSeconds?: number },
): Promise<AuditReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const faults: AuditFault[] = [];
      const covered = new IdSet();
      const heads = new Map((options.heads ?? []).map((head) => [head.mac, head]));
      let previous: Buffer = START;
      let after = 0;
      let seals = 0;
      let rows = 0;
      for (;;) {
        const batch = await trx
          .selectFrom('audit_seals')
          .selectAll()
          .where('id', '>', after)
          .orderBy('id')
          .limit(VERIFY_SEALS)
          .execute();
        for (const seal of batch) {
          const ids = Array.isArray(seal.row_ids) ? seal.row_ids.map(Number) : [];
          const found = await canonicalRows(trx, ids);
          const report = (kind: AuditFault['kind'], audit_ids: number[]) => {
            if (audit_ids.length > 0) faults.push({ kind, seal_id: seal.id, audit_ids });
          };
          if (!sameSecret(seal.previous_mac, previous)) report('chain_broken', ids);
          const present = new Set(found.map((row) => row.id));
          const missing = ids.filter((id) => !present.has(id));
          report('row_missing', missing);
          if (missing.length === 0) {
            const mac = sealMac(keys, seal.previous_mac, seal.sealed_at, found);
            if (!sameSecret(mac, seal.mac) || seal.row_count !== ids.length) report('seal_broken', ids);
          }
          report(
            'row_sealed_twice',
            ids.filter((id) => !covered.add(id)),
          );
          report('detail_changed', await changedDetails(trx, found));
          heads.delete(seal.mac.toString('hex'));
          previous = seal.mac;
          after = seal.id;
          seals += 1;
          rows += found.length;
        }
        if (batch.length < VERIFY_SEALS) break;
      }
      for (const head of heads.values()) faults.push({ kind: 'head_missing', seal_id: head.seal_id, audit_ids: [] });
      faults.push(...(await strayRows(trx, covered, options)));
      const head = seals > 0 ? await chainHead(trx) : null;
      return { ok: faults.length === 0, rows, seals, faults, head };
    });
}

async function changedDetails(db: Kysely<DB>, rows: readonly CanonicalRow[]): Promise<number[]> {
  const hashes = new Map(rows.map((row) => [row.id, row.detail_hash]));
  const { rows: details } = await sql<{ audit_id: number; salt: Buffer; old_value: unknown; new_value: unknown }>`
    select audit_id, salt, old_value, new_value from audit_details
    where audit_id = any(${[...hashes.keys()]}::bigint[]) order by audit_id`.execute(db);
  return details
    .filter(({ audit_id, salt, old_value, new_value }) => {
      const hash = hashes.get(audit_id);
      return !hash || !sameSecret(hash, detailHash(salt, old_value, new_value));
    })
    .map(({ audit_id }) => audit_id);
}

/** Rows no seal covers: waiting for theirs, waiting too long, or put in beside the sealer. */
async function strayRows(
  db: Kysely<DB>,
  covered: IdSet,
  { now, unsealedSeconds = 30 }: { now: Date; unsealedSeconds?: number },
): Promise<AuditFault[]> {
  const foreign: number[] = [];
  const late: number[] = [];
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; at: Date; waiting: boolean }>`
      select r.id, r.at, u.audit_id is not null as waiting
      from audit_rows r left join audit_unsealed u on u.audit_id = r.id
      where r.id > ${after} order by r.id limit 10000`.execute(db);
    for (const row of rows) {
      after = row.id;
      if (covered.has(row.id)) continue;
      if (!row.waiting) foreign.push(row.id);
      else if (now.getTime() - row.at.getTime() > unsealedSeconds * 1_000) late.push(row.id);
    }
    if (rows.length === 0) break;
  }
  const faults: AuditFault[] = [];
  if (foreign.length > 0) faults.push({ kind: 'row_foreign', audit_ids: foreign });
  if (late.length > 0) faults.push({ kind: 'unsealed_too_long', audit_ids: late });
  return faults;
}

/** A set of row ids, one bit each: a million rows take 125 KB. */
class IdSet {
  #bits = new Uint32Array(1024);

  /** Adds an id; answers false when it was there. */
  add(id: number): boolean {
    const word = Math.floor(id / 32);
    if (word >= this.#bits.length) {
      const grown = new Uint32Array(Math.max(word + 1, this.#bits.length * 2));
      grown.set(this.#bits);
      this.#bits = grown;
    }
    const before = this.#bits[word] ?? 0;
    const after = (before | (1 << (id % 32))) >>> 0;
    this.#bits[word] = after;
    return after !== before;
  }

  has(id: number): boolean {
    return (((this.#bits[Math.floor(id / 32)] ?? 0) >>> (id % 32)) & 1) === 1;
  }
}
