import { MOST_PAGES } from '../../core/file-types.ts';
import type { Source } from '../storage.ts';
import { BadFile, DAMAGED, TOO_MANY_PAGES } from './types.ts';

/** Larger pictures exhaust the memory of whoever opens them. */
const MAX_PIXELS = 500_000_000;
const TOO_LARGE = 'This image has more pixels than can be shown. Save it smaller, then upload that.';

function checkPixels(width: number, height: number): void {
  if (width < 1 || height < 1) throw new BadFile(DAMAGED);
  if (width * height > MAX_PIXELS) throw new BadFile(TOO_LARGE);
}

export async function checkPng(source: Source): Promise<void> {
  const head = await source.bytes(0, 24);
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') throw new BadFile(DAMAGED);
  checkPixels(head.readUInt32BE(16), head.readUInt32BE(20));
}

/**
 * Walks the segments (ITU T.81, B.2) to the first scan: there must be one frame with sane components, the tables that its
 * coding needs, and something to decode.
 */
export async function checkJpeg(source: Source): Promise<void> {
  let at = 2;
  let frame = 0;
  let hasQuantization = false;
  let hasCodes = false;
  for (let segments = 0; segments < 10_000; segments += 1) {
    const head = await source.bytes(at, 10);
    if (head.length < 4 || head[0] !== 0xff) throw new BadFile(DAMAGED);
    const marker = head[1] ?? 0;
    if (marker === 0xff) {
      at += 1; // fill byte
      continue;
    }
    const length = head.readUInt16BE(2);
    if (marker === 0xd9 || length < 2) break;
    if (marker === 0xdb) hasQuantization = true;
    else if (marker === 0xc4) hasCodes = true;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8 && marker !== 0xcc) {
      const components = head[9] ?? 0;
      if (frame !== 0 || components < 1 || components > 4 || length !== 8 + 3 * components) throw new BadFile(DAMAGED);
      checkPixels(head.readUInt16BE(7), head.readUInt16BE(5));
      frame = marker;
    } else if (marker === 0xda) {
      // lossless frames take no quantization, arithmetic ones no code tables
      const isLossless = [0xc3, 0xc7, 0xcb, 0xcf].includes(frame);
      const isArithmetic = frame >= 0xc9;
      if (frame === 0 || !(hasQuantization || isLossless) || !(hasCodes || isArithmetic)) break;
      const scan = await source.bytes(at + 2 + length, 2);
      if (scan.length < 2 || (scan[0] === 0xff && scan[1] !== 0)) break;
      return;
    }
    at += 2 + length;
  }
  throw new BadFile(DAMAGED);
}

const WIDTH = 256;
const HEIGHT = 257;

/** Pages of a TIFF: its chain of image directories, plain or big, which must not run in a circle. */
export async function countTiffPages(source: Source): Promise<number> {
  const head = await source.bytes(0, 16);
  if (head.length < 8) throw new BadFile(DAMAGED);
  const little = head.toString('latin1', 0, 2) === 'II';
  const u16 = (b: Buffer, at: number): number => (little ? b.readUInt16LE(at) : b.readUInt16BE(at));
  const u32 = (b: Buffer, at: number): number => (little ? b.readUInt32LE(at) : b.readUInt32BE(at));
  const u64 = (b: Buffer, at: number): number => Number(little ? b.readBigUInt64LE(at) : b.readBigUInt64BE(at));
  const big = u16(head, 2) === 43;
  if (big && head.length < 16) throw new BadFile(DAMAGED);
  const seen = new Set<number>();
  let next = big ? u64(head, 8) : u32(head, 4);
  while (next !== 0) {
    if (seen.has(next) || next >= source.size) throw new BadFile(DAMAGED);
    seen.add(next);
    if (seen.size > MOST_PAGES) throw new BadFile(TOO_MANY_PAGES);
    const counter = await source.bytes(next, 8);
    if (counter.length < (big ? 8 : 2)) throw new BadFile(DAMAGED);
    const tags = big ? u64(counter, 0) : u16(counter, 0);
    const each = big ? 20 : 12;
    if (tags > 65_535) throw new BadFile(DAMAGED);
    const table = await source.bytes(next + (big ? 8 : 2), tags * each + 8);
    if (table.length < tags * each + (big ? 8 : 4)) throw new BadFile(DAMAGED);
    const size = { width: 0, height: 0 };
    for (let i = 0; i < tags; i += 1) {
      const tag = u16(table, i * each);
      if (tag !== WIDTH && tag !== HEIGHT) continue;
      const isShort = u16(table, i * each + 2) === 3;
      const value = isShort ? u16(table, i * each + (big ? 12 : 8)) : u32(table, i * each + (big ? 12 : 8));
      if (tag === WIDTH) size.width = value;
      else size.height = value;
    }
    checkPixels(size.width, size.height);
    next = big ? u64(table, tags * each) : u32(table, tags * each);
  }
  if (seen.size === 0) throw new BadFile(DAMAGED);
  return seen.size;
}
