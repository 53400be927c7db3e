/** Files as they come: what uploads took before they were encrypted, as the limit of what that costs. */
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chunksOf } from '../../src/platform/content-stream.ts';
import { syncFolder } from '../../src/platform/crypto.ts';
import { readAt, writeAll } from '../../src/platform/durable-files.ts';
import { ObjectMissingError, type Source, type Storage } from '../../src/platform/storage.ts';

/** Uploads and their inspection alone; nothing else is measured on it. */
export function plainStorage(folder: string): Storage {
  const pathOf = (key: string): string => join(folder, key);
  const sourceOf = async (handle: FileHandle): Promise<Source> => {
    const { size } = await handle.stat();
    return { size, bytes: (start, length) => readAt(handle, start, Math.max(0, Math.min(length, size - start))) };
  };
  const not = (): never => {
    throw new Error('This is not measured.');
  };
  return {
    put: async () => not(),
    read: async () => not(),
    async append(key, offset, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const handle = await open(path, offset === 0 ? 'w' : 'r+', 0o600);
      try {
        let size = offset;
        for await (const piece of chunksOf(content)) {
          await writeAll(handle, [piece], size);
          size += piece.length;
        }
        await handle.datasync();
        if (offset === 0) await syncFolder(dirname(path));
        return size;
      } finally {
        await handle.close();
      }
    },
    async size(key) {
      return (await stat(pathOf(key)).catch(() => null))?.size ?? null;
    },
    async access(key, use) {
      const handle = await open(pathOf(key)).catch(() => {
        throw new ObjectMissingError(key);
      });
      try {
        return await use(await sourceOf(handle));
      } finally {
        await handle.close();
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    vanished: () => not(),
    sweep: async () => not(),
    takeOver: async () => 0,
  };
}
