import { DicomError } from '../dataset.ts';
import type { PixelFormat } from '../image.ts';
import type { Decoded } from '../pixels.ts';

interface Answer {
  id: number;
  decoded?: Decoded;
  fault?: string;
}

/** Decodes in a worker of its own, one picture after the other. */
export class DecodeClient {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, PromiseWithResolvers<Decoded>>();
  #last = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.decoded) waiting?.resolve(data.decoded);
      else waiting?.reject(new DicomError(data.fault ?? ''));
    });
    this.#worker.addEventListener('error', () => {
      for (const { reject } of this.#waiting.values()) reject(new DicomError('This picture could not be decoded.'));
      this.#waiting.clear();
    });
  }

  decode(format: PixelFormat, bytes: Uint8Array): Promise<Decoded> {
    this.#last += 1;
    const waiting = Promise.withResolvers<Decoded>();
    this.#waiting.set(this.#last, waiting);
    const own = new Uint8Array(bytes);
    this.#worker.postMessage({ id: this.#last, format, bytes: own }, [own.buffer]);
    return waiting.promise;
  }

  close(): void {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new DicomError('The viewer was closed.'));
    this.#waiting.clear();
  }
}
