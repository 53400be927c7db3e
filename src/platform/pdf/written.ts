import { inflateSync } from 'node:zlib';
import { numberIn, type PdfDictionary, type PdfObject, readObject } from '../inspect/pdf-objects.ts';

/** Where an object stands: at a byte of the file, or within a packed stream. */
export type Place = { at: number } | { within: number; index: number };

/** A dictionary with the text it stands in. */
export interface Found {
  text: string;
  dictionary: PdfDictionary;
}

/**
 * The objects of a PDF whose references stand in one table, as pdfkit writes it (ISO 32000-2, 7.5.4), or in one cross-reference
 * stream (7.5.8), as pdf.js does. Not for files of strangers: what is not as it is written there throws.
 */
export class WrittenPdf {
  readonly bytes: Buffer;
  readonly trailer: Found;
  /** Where its references begin. */
  readonly references: number;
  readonly hasTable: boolean;
  readonly #places = new Map<number, Place>();
  readonly #ends: number[];

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const tail = this.bytes.toString('latin1', Math.max(0, this.bytes.length - 64));
    this.references = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN);
    if (!Number.isInteger(this.references)) throw new Error('The PDF does not say where its objects are.');
    this.hasTable = this.bytes.toString('latin1', this.references, this.references + 4) === 'xref';
    if (this.hasTable) this.trailer = this.#readTable();
    else {
      const { text, dictionary, stream } = this.#streamAt(this.references, this.bytes.length);
      this.trailer = { text, dictionary };
      this.#read(dictionary, stream);
    }
    const starts = [...this.#places.values()].flatMap((place) => ('at' in place ? [place.at] : []));
    this.#ends = [...starts, this.references].toSorted((a, b) => a - b);
  }

  #readTable(): Found {
    const text = this.bytes.toString('latin1', this.references);
    const begin = text.lastIndexOf('trailer');
    const dictionary = begin < 0 ? null : readObject(text, begin + 'trailer'.length);
    if (dictionary?.is !== 'dictionary') throw new Error('The PDF has no trailer.');
    let [object, left] = [0, 0];
    for (const line of text.slice('xref'.length, begin).split('\n')) {
      const [first = '', second = '', kind] = line.trim().split(/\s+/);
      if (first === '') continue;
      if (left === 0) [object, left] = [Number(first), Number(second)];
      else {
        if (kind === 'n') this.#places.set(object, { at: Number(first) });
        object += 1;
        left -= 1;
      }
    }
    return { text, dictionary };
  }

  #read(dictionary: PdfDictionary, stream: Buffer): void {
    const numbers = (key: string): number[] => {
      const value = dictionary.entries.get(key);
      return value?.is === 'list' ? value.items.map((item) => (item.is === 'number' ? item.number : Number.NaN)) : [];
    };
    const [type = 0, first = 0, second = 0] = numbers('W');
    const index = numbers('Index');
    const size = numberIn(dictionary, 'Size', 0);
    const spans = index.length > 0 ? index : [0, size];
    let at = 0;
    const field = (width: number, otherwise: number): number => {
      if (width === 0) return otherwise;
      const value = stream.readUIntBE(at, width);
      at += width;
      return value;
    };
    for (let span = 0; span < spans.length; span += 2)
      for (let n = 0; n < (spans[span + 1] ?? 0); n += 1) {
        const object = (spans[span] ?? 0) + n;
        const [is, a, b] = [field(type, 1), field(first, 0), field(second, 0)];
        if (is === 1) this.#places.set(object, { at: a });
        else if (is === 2) this.#places.set(object, { within: a, index: b });
      }
  }

  /** Where its objects stand, by their number. */
  get places(): ReadonlyMap<number, Place> {
    return this.#places;
  }

  /** The number no object has yet. */
  get next(): number {
    return Math.max(numberIn(this.trailer.dictionary, 'Size', 0), ...[...this.#places.keys()].map((one) => one + 1));
  }

  #streamAt(from: number, end: number): Found & { stream: Buffer } {
    const text = this.bytes.toString('latin1', from, Math.min(end, from + 64 * 1024));
    const head = /^\s*\d+\s+\d+\s+obj/.exec(text);
    const dictionary = head && readObject(text, head[0].length);
    if (dictionary?.is !== 'dictionary') throw new Error('The PDF has no dictionary where one should be.');
    const mark = /^\s*stream\r?\n/.exec(text.slice(dictionary.to));
    if (!mark) throw new Error('The PDF has no stream where one should be.');
    const begin = from + dictionary.to + mark[0].length;
    const packed = this.bytes.subarray(begin, begin + numberIn(dictionary, 'Length', 0));
    const filter = dictionary.entries.get('Filter');
    const isPacked = filter?.is === 'name' && filter.name === 'FlateDecode';
    return { text, dictionary, stream: isPacked ? inflateSync(packed) : Buffer.from(packed) };
  }

  /** The text of an object, without what a stream holds. */
  #textOf(object: number): string {
    const place = this.#places.get(object);
    if (!place) return 'null';
    if ('at' in place) {
      const end = this.#ends.find((one) => one > place.at) ?? this.bytes.length;
      // the longest dictionary is far shorter; what a stream holds is not read here
      const text = this.bytes.toString('latin1', place.at, Math.min(end, place.at + 4 * 1024 * 1024));
      return text.replace(/^\s*\d+\s+\d+\s+obj/, '');
    }
    const packed = this.#places.get(place.within);
    if (!packed || !('at' in packed)) throw new Error('The PDF packs objects in nothing.');
    const { dictionary, stream } = this.#streamAt(packed.at, this.bytes.length);
    const text = stream.toString('latin1');
    const first = numberIn(dictionary, 'First', 0);
    const offsets = text.slice(0, first).trim().split(/\s+/).map(Number);
    return text.slice(first + (offsets[place.index * 2 + 1] ?? 0));
  }

  /** An object as it stands, a reference followed; null where there is none. */
  resolve(value: PdfObject | undefined, text: string): { text: string; value: PdfObject } | null {
    if (!value) return null;
    if (value.is !== 'reference') return { text, value };
    const behind = this.#textOf(value.object);
    const found = readObject(behind, 0);
    return found && this.resolve(found, behind);
  }

  /** The dictionary a value is, or refers to; null where it is none. */
  dictionary(value: PdfObject | undefined, text: string): Found | null {
    const found = this.resolve(value, text);
    return found?.value.is === 'dictionary' ? { text: found.text, dictionary: found.value } : null;
  }
}

/** Pages may be kept in groups of groups; no deeper than this. */
const DEEPEST = 64;

/** The pages of a PDF with the numbers of their objects, in their order. */
export function* pagesOf(written: WrittenPdf, root: Found): Generator<{ object: number; found: Found }> {
  yield* pagesIn(written, root.dictionary.entries.get('Pages'), root.text, 0);
}

function* pagesIn(
  written: WrittenPdf,
  value: PdfObject | undefined,
  text: string,
  depth: number,
): Generator<{ object: number; found: Found }> {
  const found = written.dictionary(value, text);
  if (!found || value?.is !== 'reference' || depth > DEEPEST) throw new Error('The PDF has a page that is none.');
  const kids = written.resolve(found.dictionary.entries.get('Kids'), found.text);
  if (kids?.value.is !== 'list') {
    yield { object: value.object, found };
    return;
  }
  for (const kid of kids.value.items) yield* pagesIn(written, kid, kids.text, depth + 1);
}

/** A text as it is written in a PDF. */
export const stringOf = (text: string): string =>
  `<FEFF${[...Buffer.from(text, 'utf16le').swap16()].map((byte) => byte.toString(16).padStart(2, '0')).join('')}>`;

/** An instant as it is written in a PDF. */
export const dateOf = (at: Date): string => `(D:${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z)`;

const name = (plain: string): string =>
  `/${[...plain].map((letter) => (/[\w.+-]/.test(letter) ? letter : `#${(letter.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`)).join('')}`;

/** A dictionary written anew: its entries as they stand, but for those that are given; null leaves one out. */
export function rewritten({ text, dictionary }: Found, changed: Readonly<Record<string, string | null>>): string {
  const kept = [...dictionary.entries].flatMap(([key, value]) =>
    key in changed ? [] : [`${name(key)} ${text.slice(value.from, value.to)}`],
  );
  const set = Object.entries(changed).flatMap(([key, value]) => (value === null ? [] : [`/${key} ${value}`]));
  return `<< ${[...kept, ...set].join(' ')} >>`;
}
