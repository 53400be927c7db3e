import type { Readable } from 'node:stream';

export class StorageFullError extends Error {
  constructor() {
    super('The storage has no room left.');
    this.name = 'StorageFullError';
  }
}

/** There is no object under this key. */
export class ObjectMissingError extends Error {
  constructor(key: string) {
    super(`There is no stored object ${key}.`);
    this.name = 'ObjectMissingError';
  }
}

/** An append did not start where the object ends. */
export class OffsetMismatchError extends Error {
  /** Bytes the object really has. */
  readonly size: number;
  constructor(size: number) {
    super(`The object ends at ${size}.`);
    this.name = 'OffsetMismatchError';
    this.size = size;
  }
}

/** Where file contents live. Keys are ours, never a person's file name. Writers sync to stable storage before they answer. */
export interface Storage {
  /** Writes a whole object, replacing one that stands; answers its size and sha256 in hex. Throws StorageFullError. */
  put(key: string, content: Readable | Uint8Array): Promise<{ size: number; sha256: string }>;
  /**
   * Appends at an offset, which must equal the present size (0 makes the object), and syncs; answers the new size.
   * When the input breaks off, what came is kept. Throws OffsetMismatchError, StorageFullError. One writer at a time.
   */
  append(key: string, offset: number, content: Readable): Promise<number>;
  /** Bytes of an object, or null when there is none. */
  size(key: string): Promise<number | null>;
  /** The content, or the bytes from `start` to `end`, both included and cut at the object's end. Throws ObjectMissingError. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** A local path when the store has one, for readers that need random access; otherwise a temporary copy. Read only. */
  withLocalPath<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Removes an object for good; nothing happens when there is none. */
  remove(key: string): Promise<void>;
}
