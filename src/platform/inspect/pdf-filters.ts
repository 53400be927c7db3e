/** Unpacks streams of a PDF (ISO 32000-2, 7.4), each step to a limit. Pictures' filters are none of them: they pack no objects. */
import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { numberIn, type PdfDictionary, type PdfObject } from './pdf-objects.ts';
import { ActiveFile, CANNOT_LOOK, UNPACKS_TOO_MUCH } from './types.ts';

/** What a stream takes at the most, after each of its filters. */
export const MOST_UNPACKED = 64 * 1024 * 1024;
/** The longest row a predictor foretells, bytes. */
const LONGEST_ROW = 1024 * 1024;
const MOST_FILTERS = 8;

/** A filter with its parameters. */
export interface PdfFilter {
  name: string;
  parameters: PdfDictionary | null;
}

/** The filters of a stream, in order. Throws when they are given in a way that is not read here. */
export function filtersOf({ entries }: PdfDictionary): PdfFilter[] {
  // its bytes would stand in a file elsewhere; or names for pictures among text
  if (entries.has('F') || entries.has('DP')) throw new ActiveFile(CANNOT_LOOK);
  const names = asList(entries.get('Filter'));
  const parameters = asList(entries.get('DecodeParms'));
  if (names.length > MOST_FILTERS) throw new ActiveFile(CANNOT_LOOK);
  return names.map((name, at) => {
    const given = parameters[at];
    if (name.is !== 'name' || given?.is === 'reference') throw new ActiveFile(CANNOT_LOOK);
    return { name: name.name, parameters: given?.is === 'dictionary' ? given : null };
  });
}

function asList(value: PdfObject | undefined): PdfObject[] {
  if (value === undefined) return [];
  if (value.is === 'list') return value.items;
  // null, and what readers take for it
  return value.is === 'other' ? [] : [value];
}

/** Whether deflate is all there is to it, as nearly every program packs objects. */
export const isPlainDeflate = (filters: readonly PdfFilter[]): boolean =>
  filters.length === 1 && filters[0]?.name === 'FlateDecode' && numberIn(filters[0].parameters, 'Predictor', 1) === 1;

/** What the bytes unpack to, as far as they do. Throws at a filter unknown here, and beyond the limit. */
export async function unpacked(bytes: Uint8Array, filters: readonly PdfFilter[]): Promise<Uint8Array> {
  let result = bytes;
  for (const { name, parameters } of filters) {
    switch (name) {
      case 'FlateDecode':
        result = foretold(await inflated(result), parameters);
        break;
      case 'LZWDecode':
        result = foretold(unLzw(result, numberIn(parameters, 'EarlyChange', 1)), parameters);
        break;
      case 'ASCIIHexDecode':
        result = unHex(result);
        break;
      case 'ASCII85Decode':
        result = un85(result);
        break;
      case 'RunLengthDecode':
        result = unRunLength(result);
        break;
      default:
        throw new ActiveFile(CANNOT_LOOK);
    }
  }
  return result;
}

/** Bytes as they come, to the limit. */
class Growing {
  #bytes = Buffer.alloc(64 * 1024);
  length = 0;

  /** Room for so many more, which the caller fills. */
  room(more: number): Buffer {
    const needed = this.length + more;
    if (needed > MOST_UNPACKED) throw new ActiveFile(UNPACKS_TOO_MUCH);
    if (needed > this.#bytes.length) {
      const larger = Buffer.alloc(Math.min(MOST_UNPACKED, Math.max(needed, 2 * this.#bytes.length)));
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    const from = this.length;
    this.length = needed;
    return this.#bytes.subarray(from, needed);
  }

  whole(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}

async function inflated(bytes: Uint8Array): Promise<Buffer> {
  const result = new Growing();
  const inflate = createInflate();
  try {
    for await (const part of Readable.from([bytes], { objectMode: false }).pipe(inflate)) {
      const piece = part as Buffer;
      result.room(piece.length).set(piece);
    }
  } catch (error) {
    // what came before a damage is there for every reader
    if (error instanceof ActiveFile) throw error;
  } finally {
    inflate.destroy();
  }
  return result.whole();
}

/** 7.4.4: codes of 9 to 12 bits, of which 256 begins anew and 257 ends; wider one code `early` or not. */
function unLzw(bytes: Uint8Array, early: number): Buffer {
  if (early !== 0 && early !== 1) throw new ActiveFile(CANNOT_LOOK);
  const result = new Growing();
  const before = new Uint16Array(4096);
  const last = new Uint8Array(4096);
  const lengths = new Uint16Array(4096);
  for (let code = 0; code < 256; code += 1) [last[code], lengths[code]] = [code, 1];
  let [next, width, previous, bits, held] = [258, 9, -1, 0, 0];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xff_ffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    if (code === 257) break;
    if (code === 256) {
      [next, width, previous] = [258, 9, -1];
      continue;
    }
    // a code not given yet is the previous one with its first letter once more
    const known = code < 256 || code < next;
    if (!known && (previous < 0 || code !== next)) break;
    const source = known ? code : previous;
    const letters = lengths[source] ?? 0;
    const room = result.room(known ? letters : letters + 1);
    let at = source;
    for (let n = letters - 1; n >= 0; n -= 1) {
      room[n] = last[at] ?? 0;
      at = before[at] ?? 0;
    }
    const first = room[0] ?? 0;
    if (!known) room[letters] = first;
    if (previous >= 0 && next < 4096) {
      [before[next], last[next], lengths[next]] = [previous, first, (lengths[previous] ?? 0) + 1];
      next += 1;
    }
    previous = code;
    const reached = next + early;
    width = reached >= 2048 ? 12 : reached >= 1024 ? 11 : reached >= 512 ? 10 : 9;
  }
  return result.whole();
}

/** 7.4.2, to its end mark; an odd digit stands before a zero. */
function unHex(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1');
  const digits = (text.split('>', 1)[0] ?? '').replaceAll(/[^\da-f]/gi, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

/** 7.4.3: five letters for four bytes, z for four zeros, to the end mark. */
function un85(bytes: Uint8Array): Buffer {
  const result = new Growing();
  let [value, letters] = [0, 0];
  const give = (count: number): void => {
    const word = Buffer.alloc(4);
    word.writeUInt32BE(value % 2 ** 32);
    result.room(count).set(word.subarray(0, count));
    [value, letters] = [0, 0];
  };
  // elsewhere than in PDFs it has a mark at its beginning, too
  for (const byte of bytes[0] === 0x3c && bytes[1] === 0x7e ? bytes.subarray(2) : bytes) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && letters === 0) give(4);
    if (byte < 0x21 || byte > 0x75) continue;
    value = value * 85 + (byte - 0x21);
    letters += 1;
    if (letters === 5) give(4);
  }
  if (letters < 2) return result.whole();
  const count = letters - 1;
  for (let n = letters; n < 5; n += 1) value = value * 85 + 84;
  give(count);
  return result.whole();
}

/** 7.4.5: up to 127 letters as they are, from 129 one letter many times, 128 ends. */
function unRunLength(bytes: Uint8Array): Buffer {
  const result = new Growing();
  for (let at = 0; at < bytes.length;) {
    const length = bytes[at] ?? 128;
    if (length === 128) break;
    if (length < 128) {
      const piece = bytes.subarray(at + 1, at + 2 + length);
      result.room(piece.length).set(piece);
      at += 2 + length;
    } else {
      result.room(257 - length).fill(bytes[at + 1] ?? 0);
      at += 2;
    }
  }
  return result.whole();
}

/** 7.4.4.4: undoes what was foretold from the bytes before, as TIFF (2) or PNG (10 to 15) does. */
function foretold(bytes: Buffer, parameters: PdfDictionary | null): Buffer {
  const predictor = numberIn(parameters, 'Predictor', 1);
  if (predictor === 1) return bytes;
  const colors = numberIn(parameters, 'Colors', 1);
  const depth = numberIn(parameters, 'BitsPerComponent', 8);
  const row = Math.ceil((colors * depth * numberIn(parameters, 'Columns', 1)) / 8);
  const isKnown = predictor === 2 ? depth === 8 : predictor >= 10 && predictor <= 15;
  if (!isKnown || !(colors >= 1 && depth >= 1 && row >= 1 && row <= LONGEST_ROW)) throw new ActiveFile(CANNOT_LOOK);
  const step = Math.max(1, (colors * depth) >> 3);
  return predictor === 2 ? asTiff(bytes, row, step) : asPng(bytes, row, step);
}

function asTiff(bytes: Buffer, row: number, step: number): Buffer {
  const result = Buffer.from(bytes);
  for (let at = 0; at < result.length; at += 1) {
    if (at % row >= step) result[at] = (result[at] ?? 0) + (result[at - step] ?? 0);
  }
  return result;
}

function asPng(bytes: Buffer, row: number, step: number): Buffer {
  const result = new Growing();
  let above = Buffer.alloc(row);
  for (let at = 0; at < bytes.length; at += row + 1) {
    const kind = bytes[at] ?? 0;
    const packed = bytes.subarray(at + 1, at + 1 + row);
    const line = result.room(packed.length);
    for (let n = 0; n < packed.length; n += 1) {
      const left = n < step ? 0 : (line[n - step] ?? 0);
      const corner = n < step ? 0 : (above[n - step] ?? 0);
      line[n] = (packed[n] ?? 0) + guess(kind, left, above[n] ?? 0, corner);
    }
    above = line as Buffer<ArrayBuffer>;
  }
  return result.whole();
}

function guess(kind: number, left: number, up: number, corner: number): number {
  switch (kind) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      return 0;
  }
}
