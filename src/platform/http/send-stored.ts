import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE } from '../../core/time.ts';
import type { Services } from '../services.ts';
import { readStored } from '../stored-content.ts';
import { disposition, parseRange } from './range.ts';

/** Ranges of one open file within this time of each other belong to one reading. */
const ONE_READING_MS = 30 * MINUTE;
const MOST_READINGS = 20_000;

/** Who is reading what, so that a reading is recorded once and not for each range. */
export class Readings {
  readonly #last = new Map<string, number>();

  /** Whether this request begins a reading. A request without a range always does. */
  begins(key: string, whole: boolean, nowMs: number): boolean {
    const last = this.#last.get(key);
    this.#last.delete(key);
    this.#last.set(key, nowMs);
    if (this.#last.size > MOST_READINGS) this.#last.delete(this.#last.keys().next().value ?? '');
    return whole || last === undefined || nowMs - last > ONE_READING_MS;
  }

  forget(key: string): void {
    this.#last.delete(key);
  }

  /** Records a reading where it begins one; where that fails, the next request begins it. */
  async record(key: string, whole: boolean, nowMs: number, write: () => Promise<unknown>): Promise<void> {
    if (!this.begins(key, whole, nowMs)) return;
    try {
      await write();
    } catch (error) {
      this.forget(key);
      throw error;
    }
  }
}

/** A stored file as it leaves: what it is called and what it is, as was found when it was checked. */
export interface Sent {
  id: number;
  name: string;
  content_type: string;
  size_bytes: number;
  sha256: string | null;
  storage_key: string;
  damaged?: boolean;
}

/**
 * Streams a stored file, whole or the range that is asked for, with what keeps it from ever being a page of this origin.
 * `isWanted`: whether it is still there for this reader. `record` is written before the first byte leaves.
 */
export async function sendStored(
  services: Services,
  file: Sent,
  how: {
    request: FastifyRequest;
    reply: FastifyReply;
    inline: boolean;
    isWanted: () => Promise<boolean>;
    record: (whole: boolean) => Promise<void>;
  },
): Promise<void> {
  const { request, reply, inline, isWanted } = how;
  const tag = `"${file.sha256 ?? file.id}"`;
  const condition = request.headers['if-range'];
  const range =
    condition === undefined || condition === tag ? parseRange(request.headers.range, file.size_bytes) : null;
  reply
    .header('content-type', file.content_type)
    .header('content-disposition', disposition(inline ? 'inline' : 'attachment', file.name))
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'self'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .header('accept-ranges', 'bytes')
    .header('etag', tag);
  if (range === 'unsatisfiable') {
    void reply.status(416).header('content-range', `bytes */${file.size_bytes}`).send();
    return;
  }
  // removed meanwhile: then that is the answer
  const stored = await readStored(services, { ...file, isWanted }, range ?? undefined).catch(async (error: unknown) => {
    await isWanted();
    throw error;
  });
  try {
    await how.record(range === null);
  } catch (error) {
    stored.destroy();
    throw error;
  }
  if (range) {
    reply
      .status(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${file.size_bytes}`)
      .header('content-length', range.end - range.start + 1);
  } else {
    reply.header('content-length', file.size_bytes);
  }
  // not awaited: a reader who leaves halfway is no fault of the request
  void reply.send(stored);
}
