import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { syncFolder } from './crypto.ts';
import { ObjectMissingError, OffsetMismatchError, type Storage, StorageFullError } from './storage.ts';

const DRAFTS = '.drafts';
/** A draft nobody wrote to for this long was left by a crash, ms. */
const ABANDONED_MS = 24 * 3_600_000;

/** Segments of letters, digits, dot, dash and underscore that do not begin with a dot, joined by slashes. */
const KEY = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,120}(?:\/[A-Za-z0-9_][A-Za-z0-9._-]{0,120}){0,7}$/;

/** Where objects are kept in the folder of the product's data. */
export const filesFolder = ({ data_dir }: { data_dir: string }): string => join(data_dir, 'files');

/** Objects as files in a folder. Opening it clears away drafts that a crash left behind. */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const root = resolve(folder);
  const drafts = join(root, DRAFTS);
  await mkdir(drafts, { recursive: true, mode: 0o700 });
  await clearAbandoned(drafts);

  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('A storage key has a form it cannot have.');
    return join(root, key);
  };

  return {
    async put(key, content) {
      const path = pathOf(key);
      const draft = join(drafts, randomUUID());
      const handle = await open(draft, 'wx', 0o600);
      try {
        const hash = createHash('sha256');
        let size = 0;
        try {
          for await (const chunk of chunksOf(content)) {
            hash.update(chunk);
            await writeAll(handle, chunk, size);
            size += chunk.length;
          }
          await handle.sync();
        } finally {
          await handle.close();
        }
        await makeFolders(root, dirname(path));
        await rename(draft, path);
        await syncFolder(dirname(path));
        return { size, sha256: hash.digest('hex') };
      } catch (error) {
        await rm(draft, { force: true });
        throw asStorageError(error, key);
      }
    },

    async append(key, offset, content) {
      const path = pathOf(key);
      try {
        const handle = await openForAppend(root, path, offset);
        try {
          const { size: present } = await handle.stat();
          if (present !== offset) throw new OffsetMismatchError(present);
          let size = offset;
          try {
            for await (const chunk of chunksOf(content)) {
              await writeAll(handle, chunk, size);
              size += chunk.length;
            }
          } finally {
            await handle.datasync(); // what came before the input broke off counts, too
          }
          if (offset === 0) await syncFolder(dirname(path));
          return size;
        } finally {
          await handle.close();
        }
      } catch (error) {
        content.destroy();
        throw asStorageError(error, key);
      }
    },

    async size(key) {
      try {
        return (await stat(pathOf(key))).size;
      } catch (error) {
        if (isCode(error, 'ENOENT')) return null;
        throw error;
      }
    },

    async read(key, range) {
      try {
        const handle = await open(pathOf(key), 'r');
        if (range && (range.end < range.start || range.start < 0)) {
          await handle.close();
          return Readable.from([]);
        }
        return handle.createReadStream({ highWaterMark: 256 * 1024, ...range });
      } catch (error) {
        throw asStorageError(error, key);
      }
    },

    async withLocalPath(key, use) {
      const path = pathOf(key);
      try {
        await stat(path);
      } catch (error) {
        throw asStorageError(error, key);
      }
      return use(path);
    },

    async remove(key) {
      const path = pathOf(key);
      try {
        await unlink(path);
        await syncFolder(dirname(path));
      } catch (error) {
        if (!isCode(error, 'ENOENT')) throw error;
      }
    },
  };
}

async function* chunksOf(content: Readable | Uint8Array): AsyncIterable<Uint8Array> {
  if (content instanceof Uint8Array) yield content;
  else for await (const chunk of content) yield typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
}

async function writeAll(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < chunk.length) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}

async function openForAppend(root: string, path: string, offset: number): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
    if (offset !== 0) throw new OffsetMismatchError(0);
    await makeFolders(root, dirname(path));
    return open(path, 'wx+', 0o600);
  }
}

/** Creates the folders of a path durably: each new name is synced in its parent. */
async function makeFolders(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length && made !== root; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

async function clearAbandoned(drafts: string): Promise<void> {
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name);
    const found = await stat(path).catch(() => null);
    // file times are the machine's, so this compares with the machine's clock
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

function asStorageError(error: unknown, key: string): unknown {
  if (isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')) return new StorageFullError();
  if (isCode(error, 'ENOENT')) return new ObjectMissingError(key);
  return error;
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
