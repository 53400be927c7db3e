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

/** Random access to a content of any size without holding it in memory. */
export interface Source {
  size: number;
  /** Exactly the bytes asked for, fewer at the content's end. */
  bytes(start: number, length: number): Promise<Buffer>;
}

/**
 * Where file contents live, encrypted with a key for each. Keys of objects are ours, never a person's file name. Writers
 * sync to stable storage before they answer. Whatever reads throws DamagedObjectError rather than give wrong bytes.
 */
export interface Storage {
  /** Writes a whole object, replacing one that stands; answers its size and sha256 in hex. Throws StorageFullError. */
  put(key: string, content: Readable | Uint8Array): Promise<{ size: number; sha256: string }>;
  /**
   * Appends at an offset, which must equal the present size (0 makes the object), and syncs; answers the new size.
   * `whole` is the size it grows to, where that is known. When the input breaks off, what came is kept.
   * Throws OffsetMismatchError, StorageFullError. One writer at a time.
   */
  append(key: string, offset: number, content: Readable, whole?: number): Promise<number>;
  /** Bytes of an object, or null when there is none. */
  size(key: string): Promise<number | null>;
  /**
   * The content, or the bytes from `start` to `end`, both included and cut at the object's end, once `check` has found
   * nothing wrong with it. Throws ObjectMissingError.
   */
  read(
    key: string,
    range?: { start: number; end: number },
    check?: (source: Source) => Promise<void>,
  ): Promise<Readable>;
  /** Random access to the content while `use` runs. Throws ObjectMissingError. */
  access<T>(key: string, use: (source: Source) => Promise<T>): Promise<T>;
  /** Removes an object and destroys its key, so that a copy of its bytes is of no use; nothing happens when there is none. */
  remove(key: string): Promise<void>;
  /**
   * Encrypts what was stored before contents were, one object after the other, until none is left or the signal says
   * stop; answers how many. May be killed at any moment and called again, also by several at once.
   */
  takeOver(signal?: AbortSignal): Promise<number>;
  /** The objects whose bytes are not there, or not all of them, as far as that is told without reading them. */
  vanished(signal?: AbortSignal): AsyncIterable<string>;
  /** Removes what a process that was killed left without an object, once it is a day old; answers how many files. */
  sweep(signal?: AbortSignal): Promise<number>;
}
