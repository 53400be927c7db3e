import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { DecryptionError, type Keyring, syncFolder } from './crypto.ts';
import { chunksOf, STEP_BYTES, stepAt, streamOf } from './content-stream.ts';
import type { Db } from './db/database.ts';
import { makeFolders, openIfThere, readAt, writeAll } from './durable-files.ts';
import {
  CHUNK_BYTES,
  DamagedObjectError,
  newObjectKey,
  openChunk,
  readSealed,
  release,
  type SealedObject,
  sealChunk,
  type Sealing,
  sealPiece,
  SEAL_BYTES,
  SLOT_BYTES,
} from './sealed-chunks.ts';
import { ObjectMissingError, OffsetMismatchError, type Source, type Storage, StorageFullError } from './storage.ts';

const DRAFTS = '.drafts';
/** Encrypted objects, each in a file whose name tells nothing. */
const SEALED = '.sealed';
/** A draft nobody wrote to for this long was left by a crash, ms. */
const ABANDONED_MS = 24 * 3_600_000;
const ROWS_AT_ONCE = 500;

/** Segments of letters, digits, dot, dash and underscore that do not begin with a dot, joined by slashes. */
const KEY = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,120}(?:\/[A-Za-z0-9_][A-Za-z0-9._-]{0,120}){0,7}$/;

/** Where objects are kept in the folder of the product's data. */
export const filesFolder = ({ data_dir }: { data_dir: string }): string => join(data_dir, 'files');

/** Where an encrypted object stands in the folder. */
const sealedPath = (root: string, place: string): string => join(root, SEALED, place.slice(0, 2), place);

/** So many objects are looked for before the folder is taken for another one. Their names are random, and so are they. */
const LOOKED_FOR = 100;

/**
 * Whether the folder is the one this database's objects were stored in: one of them is there, or none has bytes to be
 * there. Single ones may be missing; that is told at reading.
 */
export async function holdsKnownFiles(folder: string, db: Db): Promise<boolean> {
  const rows = await db
    .selectFrom('stored_objects')
    .select('place')
    // of one that still grows only whole chunks stand in its file
    .where((e) => e.or([e.and([e('tail', 'is', null), e('size_bytes', '>', 0)]), e('size_bytes', '>=', CHUNK_BYTES)]))
    .orderBy('place')
    .limit(LOOKED_FOR)
    .execute();
  for (const { place } of rows) if (await stat(sealedPath(resolve(folder), place)).catch(() => null)) return true;
  return rows.length === 0;
}

/** Where an object stands and what opens it. */
interface Row {
  place: string;
  key: Buffer;
  size_bytes: number;
  tail: Buffer | null;
}

/**
 * Objects as encrypted files in a folder, their keys in the database under the instance's key. An object is there once
 * its row is; the file came before, or grows behind it. What an earlier version stored in the clear lies in the folder
 * under its own key and is read there until it is taken over. Opening clears away drafts that a crash left behind.
 */
export async function openDiskStorage(folder: string, db: Db, keys: Keyring): Promise<Storage> {
  const root = resolve(folder);
  const drafts = join(root, DRAFTS);
  await mkdir(drafts, { recursive: true, mode: 0o700 });
  await clearAbandoned(drafts);

  /** Where an object in the clear would lie. */
  const plainPath = (key: string): string => {
    if (!KEY.test(key)) throw new Error('A storage key has a form it cannot have.');
    return join(root, key);
  };
  const pathOf = (place: string): string => sealedPath(root, place);
  const purposeOf = (place: string): string => `storage.object:${place}`;

  async function find(key: string): Promise<Row | null> {
    plainPath(key);
    const row = await db.selectFrom('stored_objects').selectAll().where('storage_key', '=', key).executeTakeFirst();
    if (!row) return null;
    try {
      return { ...row, key: keys.decrypt(row.sealed_key, purposeOf(row.place)) };
    } catch (error) {
      throw error instanceof DecryptionError ? new DamagedObjectError() : error;
    }
  }

  /** Writes contents as an encrypted file that nobody knows of yet. */
  async function write(content: AsyncIterable<Uint8Array>): Promise<Row & { sha256: string }> {
    const place = randomUUID();
    const key = newObjectKey();
    const draft = join(drafts, place);
    const handle = await open(draft, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      let sealing: Sealing = { chunks: 0, rest: Buffer.alloc(0) };
      try {
        for await (const piece of content) {
          hash.update(piece);
          const { sealed, to } = sealPiece(key, sealing, piece);
          await writeAll(handle, sealed, sealing.chunks * SLOT_BYTES);
          release(sealed);
          sealing = to;
        }
        const { chunks, rest } = sealing;
        if (rest.length > 0) await writeAll(handle, sealChunk(key, chunks, rest), chunks * SLOT_BYTES);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await makeFolders(root, dirname(pathOf(place)));
      await rename(draft, pathOf(place));
      await syncFolder(dirname(pathOf(place)));
      const size_bytes = sealing.chunks * CHUNK_BYTES + sealing.rest.length;
      return { place, key, size_bytes, tail: null, sha256: hash.digest('hex') };
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  const columns = ({ place, key, size_bytes, tail }: Row) => ({
    place,
    sealed_key: keys.encrypt(key, purposeOf(place)),
    size_bytes,
    tail,
  });

  async function drop(path: string): Promise<void> {
    await rm(path, { force: true });
    await syncFolder(dirname(path)).catch((error: unknown) => {
      if (!isCode(error, 'ENOENT')) throw error;
    });
  }

  /** Bytes an object has, those included that a killed process wrote and nobody noted: whole chunks, the last verified. */
  async function presentSize(row: Row): Promise<number> {
    const rest = row.size_bytes % CHUNK_BYTES;
    if (rest > 0 && row.tail === null) return row.size_bytes; // it has ended
    const handle = await openIfThere(pathOf(row.place));
    if (!handle) return row.size_bytes;
    try {
      for (let n = Math.floor((await handle.stat()).size / SLOT_BYTES); n * CHUNK_BYTES > row.size_bytes; n -= 1) {
        try {
          openChunk(row.key, n - 1, await readAt(handle, (n - 1) * SLOT_BYTES, SLOT_BYTES), CHUNK_BYTES);
          return n * CHUNK_BYTES;
        } catch (error) {
          if (!(error instanceof DamagedObjectError)) throw error;
        }
      }
      return row.size_bytes;
    } finally {
      await handle.close();
    }
  }

  const sealedObject = (row: Row, handle: FileHandle | null, size: number): SealedObject => ({
    key: row.key,
    size,
    tail: size === row.size_bytes ? row.tail : null,
    stored: async (start, length) => (handle ? readAt(handle, start, length) : Buffer.alloc(0)),
  });

  /** An object to read from, wherever it lies. Its file is the caller's to close. */
  async function openSource(key: string): Promise<Source & { close(): Promise<void> }> {
    for (let attempt = 0; ; attempt += 1) {
      const row = await find(key);
      if (row) {
        const size = await presentSize(row);
        const handle = await openIfThere(pathOf(row.place));
        const object = sealedObject(row, handle, size);
        return {
          size,
          bytes: (start, length) => readSealed(object, start, length),
          close: async () => handle?.close(),
        };
      }
      const handle = await openIfThere(plainPath(key));
      if (handle) {
        const { size } = await handle.stat();
        return {
          size,
          bytes: (start, length) => readAt(handle, start, Math.max(0, Math.min(length, size - start))),
          close: () => handle.close(),
        };
      }
      // between the two looks it may have been taken over
      if (attempt > 0) throw new ObjectMissingError(key);
    }
  }

  /** One object from the clear to encrypted: its row appears when its file is whole, and only then the old file goes. */
  async function takeOverOne(key: string): Promise<void> {
    const path = plainPath(key);
    await db.transaction().execute(async (trx) => {
      // whoever removes it meanwhile waits, so that it does not come back
      await sql`select pg_advisory_xact_lock(hashtextextended(${`object:${key}`}, 0))`.execute(trx);
      const known = await trx.selectFrom('stored_objects').select('place').where('storage_key', '=', key).execute();
      if (known.length > 0) return;
      const handle = await openIfThere(path);
      if (!handle) return;
      const row = await write(handle.createReadStream({ highWaterMark: STEP_BYTES }));
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('stored_objects')
        .values({ storage_key: key, ...columns(row) })
        .onConflict((oc) => oc.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) await drop(pathOf(row.place));
    });
    await drop(path);
  }

  /** The object to append to, made when there is none. */
  async function growing(key: string, offset: number): Promise<Row> {
    const found = await find(key);
    if (found) return found;
    if (await stat(plainPath(key)).catch(() => null)) {
      await takeOverOne(key);
      return growing(key, offset);
    }
    if (offset !== 0) throw new OffsetMismatchError(0);
    const row: Row = { place: randomUUID(), key: newObjectKey(), size_bytes: 0, tail: null };
    await db
      .insertInto('stored_objects')
      .values({ storage_key: key, ...columns(row) })
      .execute();
    return row;
  }

  async function note(key: string, row: Pick<Row, 'place' | 'size_bytes' | 'tail'>): Promise<void> {
    await db
      .updateTable('stored_objects')
      .set({ size_bytes: row.size_bytes, tail: row.tail })
      .where('storage_key', '=', key)
      .where('place', '=', row.place)
      .execute();
  }

  return {
    async put(key, content) {
      const plain = plainPath(key);
      try {
        const row = await write(chunksOf(content));
        const before = await find(key).catch(() => null);
        await db
          .insertInto('stored_objects')
          .values({ storage_key: key, ...columns(row) })
          .onConflict((oc) => oc.column('storage_key').doUpdateSet(columns(row)))
          .execute();
        await db.deleteFrom('damaged_objects').where('storage_key', '=', key).execute();
        if (before) await drop(pathOf(before.place));
        if (await stat(plain).catch(() => null)) await drop(plain);
        return { size: row.size_bytes, sha256: row.sha256 };
      } catch (error) {
        throw asStorageError(error, key);
      }
    },

    async append(key, offset, content, whole) {
      try {
        const row = await growing(key, offset);
        const present = await presentSize(row);
        if (present !== offset) throw new OffsetMismatchError(present);
        const path = pathOf(row.place);
        await makeFolders(root, dirname(path));
        const handle = (await openIfThere(path, 'r+')) ?? (await open(path, 'wx+', 0o600));
        try {
          const start = offset - (offset % CHUNK_BYTES);
          const rest = await readSealed(sealedObject(row, handle, offset), start, CHUNK_BYTES);
          let sealing: Sealing = { chunks: start / CHUNK_BYTES, rest };
          // a last chunk that stood in the file is kept in the row before it is written over
          if (rest.length > 0 && row.tail === null) {
            const tail = Buffer.concat(sealChunk(row.key, sealing.chunks, rest));
            await note(key, { place: row.place, size_bytes: offset, tail });
          }
          await handle.truncate(sealing.chunks * SLOT_BYTES);
          const sizeNow = (): number => sealing.chunks * CHUNK_BYTES + sealing.rest.length;
          /** The piece being written; meanwhile the next one is read and sealed. */
          let writing: Promise<Sealing> = Promise.resolve(sealing);
          try {
            let from = sealing;
            for await (const piece of chunksOf(content)) {
              const { sealed, to } = sealPiece(row.key, from, piece);
              sealing = await writing;
              writing = writeAll(handle, sealed, from.chunks * SLOT_BYTES).then(() => {
                release(sealed);
                return to;
              });
              // who waits for it next is told that it failed
              writing.catch(() => undefined);
              from = to;
            }
            sealing = await writing;
          } finally {
            // what came before the input broke off counts, too
            sealing = await writing.catch(() => sealing);
            const last = sealing.rest.length > 0 ? sealChunk(row.key, sealing.chunks, sealing.rest) : [];
            const ends = sizeNow() === whole;
            if (ends) await writeAll(handle, last, sealing.chunks * SLOT_BYTES);
            await handle.datasync();
            if (offset === 0) await syncFolder(dirname(path));
            const tail = ends || last.length === 0 ? null : Buffer.concat(last);
            await note(key, { place: row.place, size_bytes: sizeNow(), tail });
          }
          return sizeNow();
        } finally {
          await handle.close();
        }
      } catch (error) {
        content.destroy();
        throw asStorageError(error, key);
      }
    },

    async size(key) {
      const row = await find(key);
      if (row) return presentSize(row);
      const plain = await stat(plainPath(key)).catch(() => null);
      if (plain) return plain.size;
      const since = await find(key);
      return since ? presentSize(since) : null;
    },

    async read(key, range, check) {
      const source = await openSource(key);
      try {
        await check?.(source);
      } catch (error) {
        await source.close();
        throw error;
      }
      const from = range?.start ?? 0;
      const to = Math.min(range ? range.end + 1 : source.size, source.size);
      if (from < 0 || to <= from) {
        await source.close();
        return Readable.from([]);
      }
      try {
        // the first bytes are looked at before anybody is told that there are any
        return streamOf(source, await source.bytes(from, stepAt(from, to)), from, to);
      } catch (error) {
        await source.close();
        throw error;
      }
    },

    async access(key, use) {
      const source = await openSource(key);
      try {
        return await use(source);
      } finally {
        await source.close();
      }
    },

    async remove(key) {
      const plain = plainPath(key);
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`object:${key}`}, 0))`.execute(trx);
        const gone = await trx
          .deleteFrom('stored_objects')
          .where('storage_key', '=', key)
          .returning('place')
          .executeTakeFirst();
        await trx.deleteFrom('damaged_objects').where('storage_key', '=', key).execute();
        if (await stat(plain).catch(() => null)) await drop(plain);
        if (gone) await drop(pathOf(gone.place));
      });
    },

    async takeOver(signal) {
      let count = 0;
      const faults: unknown[] = [];
      for await (const path of plainFiles(root)) {
        if (signal?.aborted) break;
        const key = relative(root, path).replaceAll('\\', '/');
        if (!KEY.test(key)) continue; // nobody's but the operator's
        try {
          await takeOverOne(key);
          count += 1;
        } catch (error) {
          faults.push(asStorageError(error, key)); // one that cannot be read keeps none of the others
        }
      }
      if (faults.length > 0) throw new AggregateError(faults, `Files that could not be encrypted: ${faults.length}.`);
      return count;
    },

    async *vanished(signal) {
      const rowsAfter = (key: string) =>
        db
          .selectFrom('stored_objects')
          .select(['storage_key', 'place', 'size_bytes', 'tail'])
          .where('storage_key', '>', key)
          .orderBy('storage_key')
          .limit(ROWS_AT_ONCE)
          .execute();
      for (let rows = await rowsAfter(''); rows.length > 0; rows = await rowsAfter(rows.at(-1)?.storage_key ?? '')) {
        for (const row of rows) {
          if (signal?.aborted) return;
          if (await hasItsBytes(row)) continue;
          // it may have grown, been replaced or removed meanwhile
          const now = await find(row.storage_key).catch(() => null);
          if (now?.place === row.place && !(await hasItsBytes(now))) yield row.storage_key;
        }
      }
    },

    async sweep(signal) {
      let count = 0;
      for (const folder of await readdir(join(root, SEALED)).catch(() => [])) {
        if (signal?.aborted) break;
        const places = await readdir(join(root, SEALED, folder)).catch(() => []);
        if (places.length === 0) continue;
        const old: string[] = [];
        for (const place of places) if (await isAbandoned(pathOf(place))) old.push(place);
        if (old.length === 0) continue;
        const known = await db.selectFrom('stored_objects').select('place').where('place', 'in', old).execute();
        const held = new Set(known.map(({ place }) => place));
        for (const place of old.filter((one) => !held.has(one))) {
          await drop(pathOf(place));
          count += 1;
        }
      }
      return count;
    },
  };

  /** Whether the file is as long as its object needs it to be. */
  async function hasItsBytes({
    place,
    size_bytes,
    tail,
  }: Pick<Row, 'place' | 'size_bytes' | 'tail'>): Promise<boolean> {
    const rest = tail === null ? size_bytes % CHUNK_BYTES : 0;
    const needed = Math.floor(size_bytes / CHUNK_BYTES) * SLOT_BYTES + (rest > 0 ? rest + SEAL_BYTES : 0);
    const found = needed === 0 ? null : await stat(pathOf(place)).catch(() => null);
    return needed <= (found?.size ?? 0);
  }
}

/** Every file below a folder but in those whose name begins with a dot; folders found empty are removed. */
async function* plainFiles(folder: string, isRoot = true): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return []; // another removed it when it was empty
    throw error;
  });
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* plainFiles(path, false);
    else if (entry.isFile()) yield path;
  }
  if (!isRoot) await rmdir(folder).catch(() => undefined);
}

async function clearAbandoned(drafts: string): Promise<void> {
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name);
    if (await isAbandoned(path)) await rm(path, { force: true });
  }
}

/** Whether nobody wrote to it for long. File times are the machine's, so this compares with the machine's clock. */
async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > ABANDONED_MS;
}

function asStorageError(error: unknown, key: string): unknown {
  if (isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')) return new StorageFullError();
  if (isCode(error, 'ENOENT')) return new ObjectMissingError(key);
  return error;
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
