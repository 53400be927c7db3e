import { constants, inflateSync } from 'node:zlib';
import type { Source } from '../storage.ts';

const WINDOW_BYTES = 1024 * 1024;
/** What an object stream and its head may take; a window holds so much of the next, too. */
const MOST_PACKED = 512 * 1024;
const MOST_UNPACKED = 32 * 1024 * 1024;

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
    const window = await source.bytes(at, WINDOW_BYTES + MOST_PACKED);
    const text = window.toString('latin1');
    const found = runsIn(text);
    if (found !== null) return found;
    for (const { index } of text.matchAll(OBJECT_STREAM)) {
      const keyword = /stream\r?\n/g;
      keyword.lastIndex = index;
      const packed = keyword.exec(text) ? runsIn(unpacked(window.subarray(keyword.lastIndex))) : null;
      if (packed !== null) return packed;
    }
  }
  return null;
}

/** As much of a stream as can be unpacked. */
function unpacked(bytes: Buffer): string {
  try {
    return inflateSync(bytes.subarray(0, MOST_PACKED), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MOST_UNPACKED,
    }).toString('latin1');
  } catch {
    return '';
  }
}
