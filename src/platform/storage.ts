import type { Readable } from 'node:stream';

export class StorageFullError extends Error {
  constructor() {
    super('The storage has no room left.');
    this.name = 'StorageFullError';
  }
}

/** Where file contents live. Keys are ours, never a person's file name. Writers sync to stable storage before they answer. */
export interface Storage {
  /** Writes a whole object; answers its size and sha256 in hex. Throws StorageFullError. */
  put(key: string, content: Readable | Uint8Array): Promise<{ size: number; sha256: string }>;
  /** Appends at an offset, which must equal the present size, and syncs; answers the new size. Partial input is kept. */
  append(key: string, offset: number, content: Readable): Promise<number>;
  size(key: string): Promise<number | null>;
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** A local path when the store has one, for readers that need random access; otherwise a temporary copy. */
  withLocalPath<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  remove(key: string): Promise<void>;
}
