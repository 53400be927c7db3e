/**
 * The form of stored contents: chunks of 64 KiB, each encrypted by itself (AES-256-GCM, NIST SP 800-38D) under the key
 * of its object, so that any range is read without the rest. A chunk is bound to its place; how many there are and how
 * long the last is, the reader knows from elsewhere. So a changed, moved, cut or missing chunk is found when it is read.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Bytes of content in a chunk; the last one may hold fewer. */
export const CHUNK_BYTES = 65_536;
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** What a chunk takes beyond its content. */
export const SEAL_BYTES = IV_BYTES + TAG_BYTES;
/** A whole chunk as it is stored. */
export const SLOT_BYTES = CHUNK_BYTES + SEAL_BYTES;

/** What is stored under a key is not what was put there: changed, cut, in another order, or not there. */
export class DamagedObjectError extends Error {
  /** The byte of the content from which it is not; null where only the whole tells. */
  readonly at: number | null;
  constructor(at: number | null = 0) {
    super('The stored object is damaged: it is not what was put there.');
    this.name = 'DamagedObjectError';
    this.at = at;
  }
}

/** A new key for one object. */
export const newObjectKey = (): Buffer => randomBytes(32);

function placeOf(index: number): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(BigInt(index));
  return place;
}

/** A chunk as it is stored, in parts to be written one after the other. */
export function sealChunk(key: Uint8Array, index: number, chunk: Uint8Array): Buffer[] {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(placeOf(index));
  const body = cipher.update(chunk);
  cipher.final();
  return [iv, body, cipher.getAuthTag()];
}

/** The content of a stored chunk, which must have this many bytes. Throws DamagedObjectError. */
export function openChunk(key: Uint8Array, index: number, sealed: Uint8Array, length: number): Buffer {
  if (sealed.length !== length + SEAL_BYTES) throw new DamagedObjectError(index * CHUNK_BYTES);
  const cipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  cipher.setAAD(placeOf(index));
  cipher.setAuthTag(sealed.subarray(IV_BYTES + length));
  const chunk = cipher.update(sealed.subarray(IV_BYTES, IV_BYTES + length));
  try {
    cipher.final();
  } catch {
    throw new DamagedObjectError(index * CHUNK_BYTES);
  }
  return chunk;
}

/** How far the sealing of an object has come: its whole chunks, and what is left over for the next. */
export interface Sealing {
  chunks: number;
  rest: Uint8Array;
}

/** Seals the chunks that a piece of content completes; the piece may be used again afterwards. */
export function sealPiece(key: Uint8Array, from: Sealing, piece: Uint8Array): { sealed: Buffer[]; to: Sealing } {
  const sealed: Buffer[] = [];
  let { chunks } = from;
  let at = 0;
  if (from.rest.length > 0) {
    at = Math.min(CHUNK_BYTES - from.rest.length, piece.length);
    const filled = Buffer.concat([from.rest, piece.subarray(0, at)]);
    if (filled.length < CHUNK_BYTES) return { sealed, to: { chunks, rest: filled } };
    sealed.push(...sealChunk(key, chunks, filled));
    chunks += 1;
  }
  for (; piece.length - at >= CHUNK_BYTES; at += CHUNK_BYTES) {
    sealed.push(...sealChunk(key, chunks, piece.subarray(at, at + CHUNK_BYTES)));
    chunks += 1;
  }
  return { sealed, to: { chunks, rest: Buffer.from(piece.subarray(at)) } };
}

/**
 * Gives back the memory of chunks that were written, at once: left to be collected, an upload held twice as much and took
 * a third more processor time. They cannot be used afterwards.
 */
export function release(sealed: readonly Buffer[]): void {
  for (const { buffer, length } of sealed)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

/** A sealed object to read from. */
export interface SealedObject {
  key: Uint8Array;
  /** Bytes of content. */
  size: number;
  /** The last chunk, where it does not stand in the file. */
  tail: Uint8Array | null;
  /** Bytes of the file; fewer where it ends before. */
  stored(start: number, length: number): Promise<Buffer>;
}

/** Bytes of the content, cut at its end, every one of them verified. Throws DamagedObjectError. */
export async function readSealed(object: SealedObject, start: number, length: number): Promise<Buffer> {
  const end = Math.min(start + length, object.size);
  if (end <= start) return Buffer.alloc(0);
  const first = Math.floor(start / CHUNK_BYTES);
  const last = Math.floor((end - 1) / CHUNK_BYTES);
  const lengthOf = (index: number): number => Math.min(CHUNK_BYTES, object.size - index * CHUNK_BYTES);
  const isInTail = (index: number): boolean =>
    object.tail !== null && index === Math.floor((object.size - 1) / CHUNK_BYTES);
  const inFile = isInTail(last) ? last - 1 : last;
  const stored =
    inFile < first
      ? Buffer.alloc(0)
      : await object.stored(first * SLOT_BYTES, (inFile - first) * SLOT_BYTES + lengthOf(inFile) + SEAL_BYTES);
  const chunks: Buffer[] = [];
  for (let index = first; index <= last; index += 1) {
    const at = (index - first) * SLOT_BYTES;
    const sealed = index > inFile ? (object.tail ?? stored) : stored.subarray(at, at + lengthOf(index) + SEAL_BYTES);
    chunks.push(openChunk(object.key, index, sealed, lengthOf(index)));
  }
  const whole = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  return whole.subarray(start - first * CHUNK_BYTES, end - first * CHUNK_BYTES);
}
