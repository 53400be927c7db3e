import { Worker } from 'node:worker_threads';
import type { HashMessage, HashReply } from './hash-worker.ts';

const PIECE_BYTES = 1024 * 1024;
/** Pieces waiting to be hashed at most; beyond that the stored file is hashed afterwards instead. */
const MOST_WAITING = 32;
const MOST_SPARE = 8;

/** Hashes uploads while they arrive, in a thread of its own. */
export class Hasher {
  #worker: Worker | null = null;
  #waiting = 0;
  readonly #spare: ArrayBuffer[] = [];
  #closed = false;
  readonly #asked = new Map<string, (sha256: string | null) => void>();

  /** A buffer to receive into. */
  lease(): ArrayBuffer {
    return this.#spare.pop() ?? new ArrayBuffer(PIECE_BYTES);
  }

  /** Takes a leased buffer whose first `length` bytes are on disk now; it must not be used afterwards. */
  feed(id: string, offset: number, buffer: ArrayBuffer, length: number): void {
    if (this.#waiting >= MOST_WAITING || this.#closed) {
      this.#putBack(buffer); // a gap: the digest will be null
      return;
    }
    this.#waiting += 1;
    this.#post({ type: 'bytes', id, offset, buffer, length }, [buffer]);
  }

  /** The checksum of all `size` bytes in hex, or null when not all of them came through here. */
  async digest(id: string, size: number): Promise<string | null> {
    if (this.#worker === null) return null;
    const { promise, resolve } = Promise.withResolvers<string | null>();
    this.#asked.set(id, resolve);
    this.#post({ type: 'digest', id, size }, []);
    return promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
    this.#ended();
  }

  #putBack(buffer: ArrayBuffer): void {
    if (this.#spare.length < MOST_SPARE) this.#spare.push(buffer);
  }

  #post(message: HashMessage, transfer: ArrayBuffer[]): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message, transfer);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url));
    worker.on('message', (reply: HashReply) => {
      if (reply.type === 'took') {
        this.#waiting -= 1;
        this.#putBack(reply.buffer);
      } else {
        this.#asked.get(reply.id)?.(reply.sha256);
        this.#asked.delete(reply.id);
      }
    });
    // without the thread nothing is lost: the inspector hashes the stored file
    worker.once('error', () => this.#ended());
    worker.once('exit', () => this.#ended());
    worker.unref();
    return worker;
  }

  #ended(): void {
    this.#worker = null;
    this.#waiting = 0;
    for (const answer of this.#asked.values()) answer(null);
    this.#asked.clear();
  }
}
