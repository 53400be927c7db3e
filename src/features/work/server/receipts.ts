import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { type Actor, isExpertSide } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { FILE_TYPES, typeOfName } from '../../../core/file-types.ts';
import type { Kind } from '../../../core/kinds.ts';
import { DAY, HOUR } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { newToken } from '../../../platform/crypto.ts';
import { tellStaff } from '../../../platform/damage-notice.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Whose } from '../../../platform/inspect/in-turn.ts';
import type { InspectRequest, InspectResult } from '../../../platform/inspect/types.ts';
import { keepStored } from '../../../platform/keep-stored.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { Source } from '../../../platform/storage.ts';
import { countTry, throttleKey } from '../../../platform/throttle.ts';
import type { ReceiptView } from '../contract.ts';
import { RECEIPT_BYTES_MAX, RECEIPT_FAULTS, RECEIPT_TYPES, expenseTime, sidesOf } from '../rules.ts';
import { loadWorkReview, type WorkReview } from './load.ts';

/** Looks into a stored file in a process of its own, in its person's turn. */
export type Inspect = (request: InspectRequest, content: Source, whose: Whose) => Promise<InspectResult>;

/** So many receipts a person may send. */
const TRIES = { tries: 100, window_ms: HOUR };
/** A receipt that is part of no expense for so long goes with the next one its person sends. */
const UNUSED_MS = DAY;

/** Registers routes that take the bytes of a receipt as their body. */
export function withReceiptBodies(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      [...RECEIPT_TYPES, 'application/octet-stream'],
      { parseAs: 'buffer', bodyLimit: RECEIPT_BYTES_MAX },
      (_, bytes, done) => {
        done(null, bytes);
      },
    );
    routes(scope);
  });
}

const prefixOf = (reviewId: number): string => `receipts/${reviewId}/`;

const refuse = (message: string): never => {
  throw new Refusal('invalid', message, { errors: [{ path: 'receipt_id', message }] });
};
/** Refuses who records no expense of this matter now, nor corrects one. */
async function admit(db: Kysely<DB>, actor: Actor, review: WorkReview): Promise<void> {
  if (!sidesOf(actor, review).includes('expert')) throw new Refusal('forbidden');
  if (expenseTime(review) === 'over' && !(await hasOwn(db, actor, review.id)))
    throw new Refusal('wrong_state', 'Work is recorded only while the expert is engaged on this matter.');
}

/** Whether an expense of one's own is on record: one that was questioned is corrected at any time. */
async function hasOwn(db: Kysely<DB>, { expert_profile_ids }: Actor, reviewId: number): Promise<boolean> {
  if (expert_profile_ids.length === 0) return false;
  const row = await db
    .selectFrom('matter_expenses')
    .select('id')
    .where('review_id', '=', reviewId)
    .where('expert_profile_id', 'in', expert_profile_ids)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores a receipt and looks into it: what it is, its bytes say, and what does something by itself is refused. It belongs
 * to who sent it until an expense names it. Refuses `invalid` at `receipt_id`.
 */
export async function takeReceipt(
  services: Services,
  inspect: Inspect,
  { actor, db }: { actor: Actor; db: ActorDb },
  of: { kind: Kind; id: number; name: string; body: unknown },
): Promise<ReceiptView> {
  await admit(db.executor, actor, await loadWorkReview(db, of.kind, of.id));
  const type = typeOfName(of.name);
  const body = Buffer.isBuffer(of.body) && of.body.length > 0 ? of.body : refuse(RECEIPT_FAULTS.kind);
  const content_type = RECEIPT_TYPES.find((one) => type !== null && FILE_TYPES[type].content_type === one);
  if (content_type === undefined) return refuse(RECEIPT_FAULTS.kind);
  const { systemDb } = services.database;
  await countTry(systemDb, throttleKey('receipt', String(actor.user_id)), TRIES, services.clock.now());
  // a token may begin with a dash, the name of an object may not
  const storage_key = `${prefixOf(of.id)}c${newToken()}`;
  const whose = { organization: String(actor.organization_id ?? ''), person: String(actor.user_id) };
  return keepStored(services, storage_key, body, {
    async look(content) {
      const found = await inspect({ name: of.name }, content, whose);
      if (found.failure !== null) refuse(found.failure);
      return found;
    },
    async keep(object, { pages }) {
      const { id } = await command(services, actor, async (tx) => {
        const review = await loadWorkReview(tx.db, of.kind, of.id);
        await admit(tx.system, actor, review);
        const kept = { ...object, name: of.name, content_type, pages };
        const added = await tx.system
          .insertInto('expense_receipts')
          .values({ ...kept, review_id: of.id, added_by: actor.user_id, added_at: tx.now })
          .returning('id')
          .executeTakeFirstOrThrow();
        await dropUnused(tx, of.id);
        return added;
      });
      return { id, name: of.name, pages, size_bytes: object.size_bytes };
    },
    isNamed: async () =>
      (await systemDb
        .selectFrom('expense_receipts')
        .select('id')
        .where('storage_key', '=', storage_key)
        .executeTakeFirst()) !== undefined,
  });
}

/** Forgets one's own receipts that became part of no expense; their stored bytes go by the outbox. */
async function dropUnused(tx: Tx<Actor>, reviewId: number): Promise<void> {
  const rows = await tx.system
    .deleteFrom('expense_receipts')
    .where('review_id', '=', reviewId)
    .where('added_by', '=', tx.actor.user_id)
    .where('added_at', '<', new Date(tx.now.getTime() - UNUSED_MS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('matter_expenses as e').select('e.id').whereRef('e.receipt_id', '=', 'expense_receipts.id')),
      ),
    )
    .returning('storage_key')
    .execute();
  for (const { storage_key } of rows) await tx.emit('receipt.removed', { storage_key }, reviewId);
}

/** A receipt for who may see it: of one’s own, or one an expense of this matter names, to experts their own. Refuses `not_found`. */
export async function receiptOf(db: Kysely<DB>, actor: Actor, reviewId: number, id: number) {
  const row = await db
    .selectFrom('expense_receipts as r')
    .select(['r.id', 'r.name', 'r.content_type', 'r.size_bytes', 'r.sha256', 'r.storage_key'])
    .where('r.id', '=', id)
    .where('r.review_id', '=', reviewId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('r.added_by', '=', actor.user_id),
        exists(
          selectFrom('matter_expenses as e')
            .select('e.id')
            .whereRef('e.receipt_id', '=', 'r.id')
            .whereRef('e.review_id', '=', 'r.review_id')
            .$if(isExpertSide(actor.kind), (q) => q.where('e.expert_profile_id', 'in', actor.expert_profile_ids)),
        ),
      ]),
    )
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

/** Takes a purged matter's receipts away: rows, and what is stored of them, also what a killed process left without a row. */
export async function purgeReceipts(tx: Tx, reviewId: number): Promise<void> {
  await tx.system.deleteFrom('expense_receipts').where('review_id', '=', reviewId).execute();
  const stored = await tx.system
    .selectFrom('stored_objects')
    .select('storage_key')
    .where('storage_key', 'like', `${prefixOf(reviewId)}%`)
    .execute();
  for (const { storage_key } of stored) await tx.emit('receipt.removed', { storage_key }, reviewId);
}

/** A receipt whose stored bytes are damaged or gone is on the record, and staff hear of it. */
export async function tellOfDamagedReceipt(tx: Tx, ports: Ports, storage_key: string): Promise<void> {
  const receipt = await tx.system
    .selectFrom('expense_receipts')
    .select(['id', 'review_id'])
    .where('storage_key', '=', storage_key)
    .executeTakeFirst();
  if (!receipt) return;
  const { id, review_id } = receipt;
  await tx.audit({ action: 'work.receipt_damaged', review_id, subject: `expense_receipt:${id}` });
  await tellStaff(tx, ports, { template: 'receipt_damaged', review_id, once: `expense_receipt:${id}` });
}
