import { inflateRawSync } from 'node:zlib';
import type { Source } from '../storage.ts';
import { BadFile, DAMAGED, PASSWORD } from './types.ts';

/** Where a file of an archive stands, and how it is packed. */
export interface ZipEntry {
  offset: number;
  packed_bytes: number;
  method: number;
}

export interface ZipFacts {
  entries: ReadonlyMap<string, ZipEntry>;
}

const STORED = 0;
const DEFLATED = 8;
const LOCAL = 0x04034b50;

const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const ENTRY = 0x02014b50;
const MAX_ENTRIES = 200_000;
const MAX_DIRECTORY = 64 * 1024 * 1024;
/** Unpacked, this is more than any imaging disc; the ratio alone would refuse well-packed text. */
const MAX_UNPACKED = 60 * 1024 ** 3;
const BOMB_FROM = 1024 ** 3;
const BOMB_RATIO = 200;
const BOMB = 'This archive unpacks to far more than it should. Upload the files themselves.';

/** Reads an archive's directory, not its contents. Refuses passwords, bombs and damage. */
export async function readZip(source: Source): Promise<ZipFacts> {
  const { offset, size, entries } = await findDirectory(source);
  if (entries > MAX_ENTRIES || size > MAX_DIRECTORY) throw new BadFile(BOMB);
  const directory = await source.bytes(offset, size);
  const found = new Map<string, ZipEntry>();
  let unpacked = 0;
  let at = 0;
  for (let i = 0; i < entries; i += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY) throw new BadFile(DAMAGED);
    const flags = directory.readUInt16LE(at + 8);
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const commentLength = directory.readUInt16LE(at + 32);
    if ((flags & 1) !== 0) throw new BadFile(PASSWORD);
    const declared = directory.readUInt32LE(at + 24);
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    unpacked += declared === 0xffffffff ? longSize(extra) : declared;
    found.set(directory.toString('utf8', at + 46, at + 46 + nameLength), {
      offset: directory.readUInt32LE(at + 42),
      packed_bytes: directory.readUInt32LE(at + 20),
      method: directory.readUInt16LE(at + 10),
    });
    at += 46 + nameLength + extraLength + commentLength;
  }
  if (unpacked > MAX_UNPACKED || (unpacked > BOMB_FROM && unpacked > source.size * BOMB_RATIO)) throw new BadFile(BOMB);
  return { entries: found };
}

/** One file of an archive, unpacked. Refuses what is damaged, or larger than `most` bytes. */
export async function readEntry(source: Source, entry: ZipEntry, most: number): Promise<Buffer> {
  const head = await source.bytes(entry.offset, 30);
  if (head.length < 30 || head.readUInt32LE(0) !== LOCAL || entry.packed_bytes > most) throw new BadFile(DAMAGED);
  const at = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const packed = await source.bytes(at, entry.packed_bytes);
  try {
    if (entry.method === STORED) return packed;
    if (entry.method === DEFLATED) return inflateRawSync(packed, { maxOutputLength: most });
  } catch {
    // below
  }
  throw new BadFile(DAMAGED);
}

async function findDirectory(source: Source): Promise<{ offset: number; size: number; entries: number }> {
  const tailLength = Math.min(source.size, 65_557);
  const tailStart = source.size - tailLength;
  const tail = await source.bytes(tailStart, tailLength);
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END) continue;
    const entries = tail.readUInt16LE(at + 10);
    const size = tail.readUInt32LE(at + 12);
    const offset = tail.readUInt32LE(at + 16);
    if (entries !== 0xffff && size !== 0xffffffff && offset !== 0xffffffff) return { offset, size, entries };
    const locator = await source.bytes(tailStart + at - 20, 20);
    if (locator.length < 20 || locator.readUInt32LE(0) !== END_64_LOCATOR) return { offset, size, entries };
    const record = await source.bytes(Number(locator.readBigUInt64LE(8)), 56);
    if (record.length < 56 || record.readUInt32LE(0) !== END_64) break;
    return {
      entries: Number(record.readBigUInt64LE(32)),
      size: Number(record.readBigUInt64LE(40)),
      offset: Number(record.readBigUInt64LE(48)),
    };
  }
  throw new BadFile(DAMAGED);
}

/** The unpacked size in the extra field of large entries. */
function longSize(extra: Buffer): number {
  for (let at = 0; at + 4 <= extra.length;) {
    const id = extra.readUInt16LE(at);
    const length = extra.readUInt16LE(at + 2);
    if (id === 1 && length >= 8 && at + 12 <= extra.length) return Number(extra.readBigUInt64LE(at + 4));
    at += 4 + length;
  }
  return 0xffffffff;
}
