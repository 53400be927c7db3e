import type { Source } from '../storage.ts';
import { BadFile, DAMAGED, MAX_PAGES, TOO_MANY_PAGES } from './types.ts';

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

/** Walks the segments to the frame header, which holds the size. */
export async function checkJpeg(source: Source): Promise<void> {
  let at = 2;
  for (let segments = 0; segments < 10_000; segments += 1) {
    const head = await source.bytes(at, 9);
    if (head.length < 9) throw new BadFile(DAMAGED);
    if (head[0] !== 0xff) throw new BadFile(DAMAGED);
    const marker = head[1] ?? 0;
    if (marker === 0xff) {
      at += 1; // fill byte
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return checkPixels(head.readUInt16BE(7), head.readUInt16BE(5));
    if (marker === 0xda || marker === 0xd9) break;
    at += 2 + head.readUInt16BE(2);
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
    if (seen.size > MAX_PAGES) throw new BadFile(TOO_MANY_PAGES);
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
