import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Refusal } from '../core/errors.ts';
import { systemCommand } from './command.ts';
import { stepAt } from './content-stream.ts';
import { DamagedObjectError } from './sealed-chunks.ts';
import type { Services } from './services.ts';
import { ObjectMissingError, type Source } from './storage.ts';

/** So many bytes are looked at before anything is promised; those behind them are verified while they leave. */
const LOOKED_AT_FIRST = 64 * 1024 * 1024;

/** A stored content, with what was recorded of it when it was put there. */
export interface Stored {
  storage_key: string;
  size_bytes?: number | null;
  /** In hex. */
  sha256?: string | null;
  /** It was found damaged before. */
  damaged?: boolean;
  /** Whether what it belongs to is still there: an object nobody knows is then one that was lost, not one that was removed. */
  isWanted?: () => Promise<boolean>;
}

/** What the system says of a file that is there and cannot be read: a broken disk, another thing in its place, no right. */
const UNREADABLE: ReadonlySet<string> = new Set(['EACCES', 'EIO', 'EISDIR', 'ELOOP', 'ENOTDIR', 'EPERM']);
/** Such an error comes of a file, not of a connection. */
const READS_FILE: ReadonlySet<string> = new Set(['fstat', 'open', 'read', 'stat']);

const isUnreadable = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  UNREADABLE.has(String(error.code)) &&
  'syscall' in error &&
  READS_FILE.has(String(error.syscall));

/** What is wrong with an object, where an error says that; null for any other error. */
export function damageIn(error: unknown): { at: number | null } | null {
  if (error instanceof ObjectMissingError || isUnreadable(error)) return { at: 0 };
  return error instanceof DamagedObjectError ? { at: error.at } : null;
}

/**
 * A stored content for whoever asked; `not_found` where no object has this key. What is damaged, cut or gone is `damaged` at once, on the record, and told to
 * staff the first time it is found. Behind the first 64 MiB of what was asked for the answer has begun when damage is
 * met: it breaks off before the first wrong byte, and the next one is refused at once.
 */
export async function readStored(
  services: Services,
  stored: Stored,
  range?: { start: number; end: number },
): Promise<Readable> {
  const key = stored.storage_key;
  try {
    const known = stored.damaged ? await knownDamage(services, key) : undefined;
    const content = await services.storage.read(key, range, async (source) => {
      if (!known) return look(source, stored, range);
      // where it was damaged before is where it will be
      await source.bytes(known.at_byte ?? 0, 1);
      return look(source, stored, undefined, Infinity);
    });
    if (stored.damaged) await foundSound(services, key);
    content.once('error', (error) => {
      const damage = damageIn(error);
      if (damage) void foundDamaged(services, key, damage.at);
    });
    return content;
  } catch (error) {
    // nothing is known of it here: removed meanwhile, or nobody says that it should be there
    if (error instanceof ObjectMissingError && !(await stored.isWanted?.())) throw new Refusal('not_found');
    const damage = damageIn(error);
    if (!damage) throw error;
    await foundDamaged(services, key, damage.at);
    throw new Refusal('damaged');
  }
}

/** Reads what was asked for as far as `most` bytes, and compares size and hash with what was recorded. Throws DamagedObjectError. */
async function look(
  source: Source,
  { size_bytes, sha256 }: Stored,
  range?: { start: number; end: number },
  most = LOOKED_AT_FIRST,
): Promise<void> {
  if (typeof size_bytes === 'number' && source.size !== size_bytes)
    throw new DamagedObjectError(source.size < size_bytes ? source.size : null);
  const from = range?.start ?? 0;
  const to = Math.min(range ? range.end + 1 : source.size, source.size, from + most);
  const hash = sha256 && from === 0 && to === source.size ? createHash('sha256') : null;
  for (let at = from; at < to;) {
    const bytes = await source.bytes(at, stepAt(at, to));
    if (bytes.length === 0) throw new DamagedObjectError(at);
    hash?.update(bytes);
    at += bytes.length;
  }
  if (hash && hash.digest('hex') !== sha256) throw new DamagedObjectError(null);
}

const knownDamage = ({ database }: Services, key: string) =>
  database.systemDb.selectFrom('damaged_objects').select('at_byte').where('storage_key', '=', key).executeTakeFirst();

/** Puts on the record that an object is damaged, and has its feature tell whom it concerns: the first time only. */
export async function foundDamaged(services: Services, storage_key: string, at: number | null): Promise<void> {
  try {
    const isNew = await systemCommand(services, { kind: 'system', request_id: 'stored-damaged' }, async (tx) => {
      const added = await tx.system
        .insertInto('damaged_objects')
        .values({ storage_key, at_byte: at, found_at: tx.now })
        .onConflict((oc) => oc.doNothing())
        .executeTakeFirstOrThrow();
      if (added.numInsertedOrUpdatedRows === 0n) return false;
      await tx.emit('object.damaged', { storage_key });
      return true;
    });
    if (isNew) services.log.error({ storage_key, at }, 'a stored object is damaged');
  } catch (error) {
    // whoever reads is told all the same
    services.log.error({ err: error, storage_key, at }, 'a stored object is damaged, and that could not be noted');
  }
}

async function foundSound(services: Services, storage_key: string): Promise<void> {
  await systemCommand(services, { kind: 'system', request_id: 'stored-sound' }, async (tx) => {
    await tx.system.deleteFrom('damaged_objects').where('storage_key', '=', storage_key).execute();
    await tx.emit('object.sound', { storage_key });
  });
}

/** Looks for objects that are gone, and whether what was damaged was brought back; answers how many are damaged. */
export async function checkStored(services: Services, signal?: AbortSignal): Promise<number> {
  for await (const key of services.storage.vanished(signal)) await foundDamaged(services, key, 0);
  const known = await services.database.systemDb
    .selectFrom('damaged_objects')
    .select(['storage_key', 'at_byte'])
    .execute();
  let damaged = known.length;
  for (const { storage_key, at_byte } of known) {
    if (signal?.aborted) break;
    // only who knows the hash can tell
    if (at_byte === null) continue;
    try {
      await services.storage.access(storage_key, async (source) => {
        await source.bytes(at_byte, 1);
        await look(source, { storage_key }, undefined, Infinity);
      });
      await foundSound(services, storage_key);
      damaged -= 1;
    } catch (error) {
      if (!damageIn(error)) throw error;
    }
  }
  return damaged;
}
