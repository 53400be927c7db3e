import { createHash } from 'node:crypto';
import { configure, ZipWriter } from '@zip.js/zip.js';
import type { Part } from '../rules/archive.ts';

// streams of this process do the packing; there are no web workers here
configure({ useWebWorkers: false });

/** Files above this need the longer form of the archive's entries. */
const LONG_ENTRY = 0xffffffff;

/** An archive that is written as it is read: nothing of it is held in memory, and every part is hashed on its way. */
export class Archive {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #zip: ZipWriter<unknown>;
  readonly #at: Date;

  constructor(at: Date) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    this.readable = readable;
    this.#zip = new ZipWriter(writable, { keepOrder: true, extendedTimestamp: false });
    this.#at = at;
  }

  /** Adds a part; `size` is what it will have, where that is known. */
  async add(
    path: string,
    content: AsyncIterable<Uint8Array>,
    { size, packed = true }: { size?: number | null; packed?: boolean } = {},
  ): Promise<Part> {
    const hash = createHash('sha256');
    let bytes = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const piece of content) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    }
    await this.#zip.add(path, ReadableStream.from(counted()), {
      level: packed ? 6 : 1,
      lastModDate: this.#at,
      zip64: (size ?? 0) >= LONG_ENTRY,
    });
    return { path, bytes, sha256: hash.digest('hex') };
  }

  async addText(path: string, text: string): Promise<Part> {
    return this.add(path, pieces([text]));
  }

  close(): Promise<unknown> {
    return this.#zip.close();
  }
}

/** Texts as bytes. */
export async function* pieces(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}
