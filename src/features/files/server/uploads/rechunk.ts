import type { Readable } from 'node:stream';

/** Bytes of a slow connection wait no longer than this for more, ms. */
const LINGER_MS = 200;
/** Pieces that may wait for the disk before the sender is held back. */
const MOST_QUEUED = 3;

export interface RechunkOptions {
  /** More bytes than these: `onExceed` is thrown. */
  limit: number;
  onExceed: unknown;
  /** Ends the body early, as if it had ended there. */
  signal: AbortSignal;
  /** A buffer to fill; its size is the size of a piece. */
  lease: () => ArrayBuffer;
  /** Gets a piece's buffer once the reader asks for the next piece, that is when this one is written. */
  taken: (buffer: ArrayBuffer, length: number) => void;
}

/**
 * The body in large pieces, so that it takes few writes, received while earlier ones are written. What came before
 * the body broke off is passed on before the error is thrown.
 */
export async function* rechunk(body: Readable, options: RechunkOptions): AsyncGenerator<Uint8Array> {
  const queue: { buffer: ArrayBuffer; length: number }[] = [];
  let left = options.limit;
  let buffer: ArrayBuffer | null = null;
  let held = 0;
  let ended = false;
  let broken: { error: unknown } | null = null;
  let wake: (() => void) | null = null;
  let patience: ReturnType<typeof setTimeout> | undefined;

  const flush = (): void => {
    clearTimeout(patience);
    patience = undefined;
    if (buffer && held > 0) queue.push({ buffer, length: held });
    buffer = null;
    held = 0;
    wake?.();
  };
  const onData = (chunk: Uint8Array): void => {
    left -= chunk.length;
    if (left < 0) {
      stopWith(options.onExceed);
      return;
    }
    for (let from = 0; from < chunk.length;) {
      buffer ??= options.lease();
      const part = chunk.subarray(from, from + buffer.byteLength - held);
      new Uint8Array(buffer).set(part, held);
      held += part.length;
      from += part.length;
      if (held === buffer.byteLength) flush();
    }
    if (held > 0) patience ??= setTimeout(flush, LINGER_MS);
    if (queue.length >= MOST_QUEUED) body.pause();
  };
  const onEnd = (): void => {
    ended = true;
    flush();
  };
  const stopWith = (error: unknown): void => {
    if (ended || broken) return;
    broken = { error };
    body.pause();
    flush();
  };
  const onClose = (): void => stopWith(new Error('The body broke off.'));
  const onAbort = (): void => {
    body.pause();
    onEnd();
  };

  if (options.signal.aborted || body.readableEnded) ended = true;
  else if (body.destroyed) onClose();
  else {
    options.signal.addEventListener('abort', onAbort, { once: true });
    body.on('data', onData).once('end', onEnd).once('error', stopWith).once('close', onClose);
  }
  try {
    for (;;) {
      const piece = queue.shift();
      if (piece) {
        if (!ended && broken === null && body.isPaused()) body.resume();
        yield new Uint8Array(piece.buffer, 0, piece.length);
        options.taken(piece.buffer, piece.length);
      } else if (broken !== null) {
        throw (broken as { error: unknown }).error;
      } else if (ended) {
        return;
      } else {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
        wake = null;
      }
    }
  } finally {
    clearTimeout(patience);
    options.signal.removeEventListener('abort', onAbort);
    body.off('data', onData).off('end', onEnd).off('close', onClose);
    body.pause();
  }
}
