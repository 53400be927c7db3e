/** Stored contents as streams, in steps. */
import { Readable } from 'node:stream';
import { CHUNK_BYTES, DamagedObjectError } from './sealed-chunks.ts';
import type { Source } from './storage.ts';

/** Content is read ahead in steps of so many bytes. */
export const STEP_BYTES = 4 * CHUNK_BYTES;
const PIECE_BYTES = 16 * CHUNK_BYTES;

/** A content in pieces, none too large to be worked on at once. */
export async function* chunksOf(content: Readable | Uint8Array): AsyncIterable<Uint8Array> {
  if (content instanceof Uint8Array)
    for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES);
  else for await (const chunk of content) yield typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
}

/** How many bytes to read at a place, so that steps end where chunks do. */
export const stepAt = (at: number, to: number): number => Math.min(STEP_BYTES - (at % CHUNK_BYTES), to - at);

/** The content from a place to another, in order; its first bytes were read already. Closes the source. */
export function streamOf(
  source: Source & { close(): Promise<void> },
  first: Buffer,
  from: number,
  to: number,
): Readable {
  let ready: Buffer | null = first;
  let at = from + first.length;
  const next = async (stream: Readable): Promise<void> => {
    try {
      const bytes = await source.bytes(at, stepAt(at, to));
      at += bytes.length;
      if (bytes.length === 0) throw new DamagedObjectError(at);
      stream.push(bytes);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return new Readable({
    highWaterMark: STEP_BYTES,
    read() {
      if (ready !== null) {
        const bytes = ready;
        ready = null;
        this.push(bytes);
      } else if (at >= to) this.push(null);
      else void next(this);
    },
    destroy(error, done) {
      void end(source, error, done);
    },
  });
}

async function end(
  source: { close(): Promise<void> },
  error: Error | null,
  done: (error: Error | null) => void,
): Promise<void> {
  let failure = error;
  try {
    await source.close();
  } catch (other) {
    failure ??= other instanceof Error ? other : new Error(String(other));
  }
  done(failure);
}
