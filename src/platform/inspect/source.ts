import { type FileHandle, open } from 'node:fs/promises';

/** Random access to a file of any size without holding it in memory. */
export interface Source {
  size: number;
  /** Exactly the bytes asked for, fewer at the file's end. */
  bytes(start: number, length: number): Promise<Buffer>;
}

export async function withSource<T>(path: string, use: (source: Source) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    return await use({
      size,
      bytes: (start, length) => readAt(handle, start, Math.max(0, Math.min(length, size - start))),
    });
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(buffer, read, length - read, start + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}
