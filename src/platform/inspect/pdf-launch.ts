import { constants, inflateSync } from 'node:zlib';
import type { Source } from '../storage.ts';

const WINDOW_BYTES = 1024 * 1024;
/** What an object stream and its head may take; a window holds so much of the next, too. */
const MOST_PACKED = 512 * 1024;
const MOST_UNPACKED = 32 * 1024 * 1024;

/** A name of PDF, each letter of which may be written as its number (ISO 32000-1, 7.3.5). */
const named = (name: string): string =>
  `/${[...name].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join('')}(?![\\w#.-])`;
const LAUNCH = new RegExp(named('Launch'));
const OBJECT_STREAM = new RegExp(named('ObjStm'), 'g');

/**
 * Whether a PDF holds an action that starts a program (ISO 32000-1, 12.6.4.5), among its objects or those in packed object
 * streams. The library that reads pages does not tell such an action from a link.
 */
export async function startsProgram(source: Source): Promise<boolean> {
  for (let at = 0; at < source.size; at += WINDOW_BYTES) {
    const window = await source.bytes(at, WINDOW_BYTES + MOST_PACKED);
    const text = window.toString('latin1');
    if (LAUNCH.test(text)) return true;
    for (const { index } of text.matchAll(OBJECT_STREAM)) {
      const keyword = /stream\r?\n/g;
      keyword.lastIndex = index;
      if (keyword.exec(text) && LAUNCH.test(unpacked(window.subarray(keyword.lastIndex)))) return true;
    }
  }
  return false;
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
