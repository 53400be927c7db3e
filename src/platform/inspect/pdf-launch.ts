import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import type { Source } from '../storage.ts';
import { BadFile } from './types.ts';

const WINDOW_BYTES = 1024 * 1024;
/** How much of the next a window holds: the head of an object stream that begins in it. */
const OVERLAP_BYTES = 64 * 1024;
/** What all objects of a stream take at the most. */
const MOST_UNPACKED = 64 * 1024 * 1024;
const UNPACKS_TO_MUCH = 'This file unpacks to far more than it should. Print it to a new PDF, then upload that.';
/** An action is no longer than this, spaces and a comment included. */
const LONGEST_ACTION = 1024;

/** A hexadecimal number, its letters in either case. */
const hex = (code: number): string =>
  code.toString(16).replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
/** A name of PDF, each letter of which may be written as its number (ISO 32000-1, 7.3.5). */
const named = (name: string): string =>
  `/${[...name].map((letter) => `(?:${letter}|#${hex(letter.charCodeAt(0))})`).join('')}(?![\\w#.-])`;
/** What may stand between two of them: spaces, NUL among them, and comments (7.2.2). */
const GAP = '(?:[\\s\\0]|%[^\\r\\n]{0,500}[\\r\\n])*';
/** Actions that run something: a program (ISO 32000-1, 12.6.4.5), or a script (12.6.4.16), wherever they hang. */
const ACTIONS = {
  program: new RegExp(named('Launch')),
  script: new RegExp(`${named('S')}${GAP}${named('JavaScript')}`),
} as const;
export type RunsPdf = keyof typeof ACTIONS;
const OBJECT_STREAM = new RegExp(named('ObjStm'), 'g');

const runsIn = (text: string): RunsPdf | null =>
  ACTIONS.program.test(text) ? 'program' : ACTIONS.script.test(text) ? 'script' : null;

/**
 * What an action of a PDF would run, among its objects or those in packed object streams: fields of forms, notes and
 * links included. The library that reads pages tells of scripts of the document and its pages alone, and such an action
 * not from a link.
 */
export async function runsSomething(source: Source): Promise<RunsPdf | null> {
  for (let at = 0; at < source.size; at += WINDOW_BYTES) {
    const window = await source.bytes(at, WINDOW_BYTES + OVERLAP_BYTES);
    const text = window.toString('latin1');
    const found = runsIn(text);
    if (found !== null) return found;
    for (const { index } of text.matchAll(OBJECT_STREAM)) {
      const keyword = /stream\r?\n/g;
      keyword.lastIndex = index;
      if (!keyword.exec(text)) continue;
      const packed = await runsPacked(source, at + keyword.lastIndex, window.subarray(keyword.lastIndex));
      if (packed !== null) return packed;
    }
  }
  return null;
}

/** The same of a packed stream, as far as it unpacks, of which `first` was read. Refuses more than any program writes. */
async function runsPacked(source: Source, from: number, first: Buffer): Promise<RunsPdf | null> {
  async function* pieces() {
    yield first;
    for (let at = from + first.length; at < source.size; at += WINDOW_BYTES) yield await source.bytes(at, WINDOW_BYTES);
  }
  const packed = Readable.from(pieces());
  const inflate = createInflate();
  let text = '';
  let unpacked = 0;
  try {
    for await (const part of packed.pipe(inflate)) {
      const bytes = part as Buffer;
      unpacked += bytes.length;
      if (unpacked > MOST_UNPACKED) throw new BadFile(UNPACKS_TO_MUCH);
      text = text.slice(-LONGEST_ACTION) + bytes.toString('latin1');
      const found = runsIn(text);
      if (found !== null) return found;
    }
  } catch (error) {
    // what does not unpack any further holds no more objects
    if (error instanceof BadFile) throw error;
  } finally {
    packed.destroy();
    inflate.destroy();
  }
  return null;
}
