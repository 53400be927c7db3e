import { isShownInline } from '../../../core/file-types.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { MINUTE } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { Services } from '../../../platform/services.ts';
import { readStored } from '../../../platform/stored-content.ts';
import { mayReadContent, whyNotReadable } from '../rules.ts';
import { loadFile } from './facts.ts';
import { disposition, parseRange } from '../../../platform/http/range.ts';

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
}

/**
 * Streams a file's content to whoever may read it at this moment. Recorded before the first byte leaves. Nothing
 * uploaded is ever a page of this origin: types that could be one are only downloaded, and everything is sandboxed.
 */
export async function sendContent(
  services: Services,
  readings: Readings,
  call: {
    db: ActorDb;
    actor: Actor;
    fileId: number;
    download: boolean;
    request: FastifyRequest;
    reply: FastifyReply;
  },
): Promise<void> {
  const { actor, reply, request } = call;
  const { file, review } = await loadFile(call.db, actor, call.fileId);
  if (!mayReadContent(actor, review, file)) throw new Refusal('forbidden');
  const blocked = whyNotReadable(file);
  if (blocked !== null) throw new Refusal('wrong_state', blocked, { current: file.status });

  const inline = !call.download && isShownInline(file.content_type);
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
  const isWanted = async () => (await loadFile(call.db, actor, call.fileId)).file.storage_key === file.storage_key;
  const stored = await readStored(
    services,
    { ...file, damaged: file.damaged_at !== null, isWanted },
    range ?? undefined,
  ).catch(async (error: unknown) => {
    await isWanted();
    throw error;
  });
  try {
    await record(services, readings, actor, {
      file_id: file.id,
      review_id: review.id,
      action: inline ? 'file.view' : 'file.download',
      whole: range === null,
    });
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

async function record(
  services: Services,
  readings: Readings,
  actor: Actor,
  read: { file_id: number; review_id: number; action: 'file.view' | 'file.download'; whole: boolean },
): Promise<void> {
  const key = `${actor.session_id}:${read.file_id}:${read.action}`;
  if (!readings.begins(key, read.whole, services.clock.now().getTime())) return;
  try {
    await command(services, actor, (tx) =>
      tx.audit({
        action: read.action,
        review_id: read.review_id,
        subject: `file:${read.file_id}`,
        data: { file_id: read.file_id },
      }),
    );
  } catch (error) {
    readings.forget(key);
    throw error;
  }
}
