import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import type { Source } from '../storage.ts';
import { decrypted, type EncryptedStream, type Encryption, EncryptionSeen } from './pdf-decrypt.ts';
import { isPlainDeflate, MOST_UNPACKED, unpacked } from './pdf-filters.ts';
import { BEHIND_BYTES, named } from './pdf-objects.ts';
import { bytesOf, type ObjectStream, streamsIn } from './pdf-streams.ts';
import { ActiveFile, CANNOT_LOOK, UNPACKS_TOO_MUCH } from './types.ts';

const WINDOW_BYTES = 1024 * 1024;
/** How much of the next a window holds: the head of an object stream that begins in it. */
const OVERLAP_BYTES = 64 * 1024;
/** An action is no longer than this, spaces and a comment included. */
const LONGEST_ACTION = 1024;
/** What is decrypted at once. */
const BATCH_BYTES = 8 * 1024 * 1024;
const BATCH_STREAMS = 100;

/** What may stand between two names: spaces, NUL among them, and comments (ISO 32000-1, 7.2.2). */
const GAP = '(?:[\\s\\0]|%[^\\r\\n]{0,500}[\\r\\n])*';
/** Actions that run something: a program (12.6.4.5), or a script (12.6.4.16), wherever they hang. */
const ACTIONS = {
  program: new RegExp(named('Launch')),
  script: new RegExp(`${named('S')}${GAP}${named('JavaScript')}`),
} as const;
export type RunsPdf = keyof typeof ACTIONS;
/** Packed objects begin with their numbers (7.5.7): what does not was packed or encrypted in another way. */
const BEGINS = /^[\0\t\n\f\r ]*\d/;

const runsIn = (text: string): RunsPdf | null =>
  ACTIONS.program.test(text) ? 'program' : ACTIONS.script.test(text) ? 'script' : null;

/**
 * What an action of a PDF would run, among its objects or those in packed object streams: fields of forms, notes and
 * links included. The library that reads pages tells of scripts of the document and its pages alone, and such an action
 * not from a link. Of an encrypted file, which opened without a password, the streams are decrypted first. Throws when
 * packed objects cannot be looked at.
 */
export async function runsSomething(source: Source, isEncrypted = false): Promise<RunsPdf | null> {
  const encryption = isEncrypted ? new EncryptionSeen() : null;
  /** Those that are not looked at in passing, as nearly all are. */
  const later: ObjectStream[] = [];
  for (let at = 0; at < source.size; at += WINDOW_BYTES) {
    const start = Math.max(0, at - BEHIND_BYTES);
    const window = await source.bytes(start, at - start + WINDOW_BYTES + OVERLAP_BYTES);
    const text = window.toString('latin1');
    const found = runsIn(text);
    if (found !== null) return found;
    encryption?.look(text);
    for (const stream of streamsIn(text, start, at, at + WINDOW_BYTES)) {
      if (encryption || !isPlainDeflate(stream.filters)) later.push(stream);
      else {
        const packed = await runsPacked(source, stream, window.subarray(stream.from - start));
        if (packed !== null) return packed;
      }
    }
  }
  if (later.length === 0) return null;
  if (encryption) return runsEncrypted(source, later, encryption.all());
  for await (const stream of bytesOf(source, later)) {
    const found = await runsUnpacked(stream, stream.bytes);
    if (found !== null) return found;
  }
  return null;
}

/** The same of a stream packed by deflate alone, as far as it unpacks, of which `first` was read. */
async function runsPacked(source: Source, stream: ObjectStream, first: Buffer): Promise<RunsPdf | null> {
  async function* pieces() {
    yield first;
    for (let at = stream.from + first.length; at < source.size; at += WINDOW_BYTES) {
      yield await source.bytes(at, WINDOW_BYTES);
    }
  }
  const packed = Readable.from(pieces());
  const inflate = createInflate();
  let text = '';
  let total = 0;
  try {
    for await (const part of packed.pipe(inflate)) {
      const bytes = part as Buffer;
      if (total === 0) checkBegin(stream, bytes);
      total += bytes.length;
      if (total > MOST_UNPACKED) throw new ActiveFile(UNPACKS_TOO_MUCH);
      text = text.slice(-LONGEST_ACTION) + bytes.toString('latin1');
      const found = runsIn(text);
      if (found !== null) return found;
    }
  } catch (error) {
    // what does not unpack any further holds no more objects
    if (error instanceof ActiveFile) throw error;
  } finally {
    packed.destroy();
    inflate.destroy();
  }
  if (total === 0) checkBegin(stream, Buffer.alloc(0));
  return null;
}

/** The same of a whole stream, its encryption undone. */
async function runsUnpacked(stream: ObjectStream, bytes: Uint8Array): Promise<RunsPdf | null> {
  const objects = Buffer.from(await unpacked(bytes, stream.filters));
  checkBegin(stream, objects);
  for (let at = 0; at < objects.length; at += WINDOW_BYTES) {
    const found = runsIn(objects.toString('latin1', at, at + WINDOW_BYTES + LONGEST_ACTION));
    if (found !== null) return found;
  }
  return null;
}

function checkBegin({ isEmpty }: ObjectStream, objects: Buffer): void {
  if (!isEmpty && !BEGINS.test(objects.toString('latin1', 0, 256))) throw new ActiveFile(CANNOT_LOOK);
}

/** The same of encrypted streams, under each encryption that may be meant: any may run, and one has to fit. */
async function runsEncrypted(
  source: Source,
  streams: readonly ObjectStream[],
  encryptions: readonly Encryption[],
): Promise<RunsPdf | null> {
  let refused: ActiveFile | null = null;
  let fits = false;
  for (const encryption of encryptions) {
    try {
      for await (const batch of batches(bytesOf(source, streams))) {
        for (const [at, bytes] of (await decrypted(batch, encryption)).entries()) {
          const found = await runsUnpacked(batch[at] as ObjectStream, bytes);
          if (found !== null) return found;
        }
      }
      fits = true;
    } catch (error) {
      if (!(error instanceof ActiveFile)) throw error;
      refused = error;
    }
  }
  if (refused && !fits) throw refused;
  return null;
}

/** Streams put together, no two of one number. */
async function* batches<Stream extends EncryptedStream>(streams: AsyncIterable<Stream>): AsyncGenerator<Stream[]> {
  let batch = new Map<number, Stream>();
  let bytes = 0;
  for await (const stream of streams) {
    const isFull = bytes + stream.bytes.length > BATCH_BYTES || batch.size === BATCH_STREAMS;
    if (batch.size > 0 && (isFull || batch.has(stream.object))) {
      yield [...batch.values()];
      batch = new Map();
      bytes = 0;
    }
    batch.set(stream.object, stream);
    bytes += stream.bytes.length;
  }
  if (batch.size > 0) yield [...batch.values()];
}
