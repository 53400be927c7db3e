/** Reading and writing files at places, and making what is written outlast a crash. */
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './crypto.ts';

/** The file, or null where there is none. */
export async function openIfThere(path: string, flags: 'r' | 'r+' = 'r'): Promise<FileHandle | null> {
  try {
    return await open(path, flags);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Bytes of a file from a place on; fewer where it ends before. */
export async function readAt(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(buffer, read, length - read, start + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}

/** Writes parts one after the other, the first at `position`. */
export async function writeAll(handle: FileHandle, parts: readonly Uint8Array[], position: number): Promise<void> {
  let left = [...parts];
  let at = position;
  while (left.length > 0) {
    let { bytesWritten } = await handle.writev(left, at);
    at += bytesWritten;
    const [first] = left;
    while (left[0] && bytesWritten >= left[0].length) {
      bytesWritten -= left[0].length;
      left = left.slice(1);
    }
    if (bytesWritten > 0 && left[0]) left[0] = left[0].subarray(bytesWritten);
    else if (left[0] === first && first !== undefined && bytesWritten === 0 && first.length > 0)
      throw new Error('The file takes no more bytes.');
  }
}

/** Creates the folders of a path durably: each new name is synced in its parent. */
export async function makeFolders(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length && made !== root; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}
