import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { OutgoingStream } from '../../../platform/http/outgoing.ts';
import { type Storage, StorageFullError } from '../../../platform/storage.ts';
import { retryAfterMs } from '../../../platform/http/retry-after.ts';
import { type Fault, rangeStart } from '../rules.ts';
import type { Said } from './box.ts';

/** What became of fetching a content: all of it is stored, with its hashes; or it broke off, with what has come so far. */
type Fetched =
  | { sha1: string; sha256: string }
  /** `came`: bytes that were new. */
  | { later: number | null; came: number }
  | { fault: Fault };

interface Fetching {
  storage: Storage;
  /** How an address that Box gave is asked: guarded, and without following where it points further. */
  open: OutgoingStream;
  key: string;
  size: number;
  /** Where the bytes are; asked once what is there already was read. */
  address: () => Promise<Said<string>>;
  /** Nothing came for so long: it counts as cut off. */
  idle_ms: number;
  signal: AbortSignal;
  now: Date;
  received(bytes: number): void;
}

/**
 * Brings a content into storage, from where an earlier try ended. The address is a key by itself: no token goes there.
 * Both hashes are of what is stored: what was there before is read for them.
 */
export async function fetchInto(fetching: Fetching): Promise<Fetched> {
  const { storage, key, size, signal, now } = fetching;
  let from = (await storage.size(key)) ?? 0;
  if (from > size) {
    await storage.remove(key);
    from = 0;
  }
  const hashes = [createHash('sha1'), createHash('sha256')] as const;
  if (from > 0) {
    // a killed process may have left bytes that are not synced: nothing is built on them before they are
    await storage.append(key, from, Readable.from([]));
    for await (const piece of await storage.read(key, { start: 0, end: from - 1 }))
      for (const hash of hashes) hash.update(piece as Uint8Array);
  }
  fetching.received(from);
  const digest = () => ({ sha1: hashes[0].digest('hex'), sha256: hashes[1].digest('hex') });
  if (from === size) return digest();

  const address = await fetching.address();
  if (!('is' in address)) return 'fault' in address ? address : { ...address, came: 0 };
  const idle = new AbortController();
  const heard = patience(fetching.idle_ms, () => idle.abort());
  try {
    const response = await ask(fetching.open, address.is, from, AbortSignal.any([signal, idle.signal]));
    if (!response) return { later: null, came: 0 };
    const isContent = response.status === 200 || response.status === 206;
    const starts = response.status === 206 ? rangeStart(response.headers.get('content-range')) : 0;
    if (!isContent || starts !== from) {
      response.body.destroy();
      // it begins elsewhere than it was asked to: from the beginning, then
      if (isContent && from > 0) {
        await storage.remove(key);
        fetching.received(0);
      }
      return { later: retryAfterMs(response.headers.get('retry-after'), now), came: 0 };
    }
    const end = await store(fetching, from, response.body, hashes, heard);
    if (end !== 'too_long') fetching.received(end);
    if (end === 'too_long') return { fault: 'other_bytes' };
    return end < size ? { later: null, came: end - from } : digest();
  } finally {
    heard.over();
  }
}

/** Asks for the content from a byte on; null where nothing answers, or the address is none to go to. */
async function ask(open: OutgoingStream, address: string, from: number, signal: AbortSignal) {
  try {
    return await open(address, { headers: from > 0 ? { range: `bytes=${from}-` } : {}, signal });
  } catch {
    return null;
  }
}

/** Appends what arrives, hashing it on the way; answers how far it is stored then. */
async function store(
  { storage, key, size, received }: Fetching,
  from: number,
  body: Readable,
  hashes: readonly Hash[],
  heard: { again(): void },
): Promise<number | 'too_long'> {
  let at = from;
  let tooLong = false;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      heard.again();
      if (at + piece.length > size) {
        tooLong = true;
        throw new Error('More bytes than there are.');
      }
      for (const hash of hashes) hash.update(piece);
      at += piece.length;
      yield piece;
      received(at);
    }
  }
  try {
    return await storage.append(key, from, Readable.from(pieces(), { highWaterMark: 1 }), size);
  } catch (error) {
    if (tooLong) return 'too_long';
    // what came is kept; where it was ours to fail (no room), that is said
    if (error instanceof StorageFullError) throw error;
    return (await storage.size(key)) ?? 0;
  }
}

/** Calls `over` once nothing was heard for so long. */
function patience(ms: number, over: () => void): { again(): void; over(): void } {
  let timer = setTimeout(over, ms);
  return {
    again() {
      clearTimeout(timer);
      timer = setTimeout(over, ms);
    },
    over: () => clearTimeout(timer),
  };
}
