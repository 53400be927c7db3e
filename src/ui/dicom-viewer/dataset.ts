import { inflated } from '../file-viewers/inflated.ts';

/** A file that is no DICOM, or broken where it matters. */
export class DicomError extends Error {}

interface Found {
  vr: string;
  at: number;
  length: number;
  items?: Dataset[];
  /** Encapsulated pixel data: where its pieces stand, the table of offsets first. */
  pieces?: { at: number; length: number }[];
}

export const DEFLATED = '1.2.840.10008.1.2.1.99';
const IMPLICIT = '1.2.840.10008.1.2';
const BIG_ENDIAN = '1.2.840.10008.1.2.2';
/** Those whose length takes four bytes (PS3.5, 7.1.2). */
const LONG: ReadonlySet<string> = new Set([
  'OB',
  'OD',
  'OF',
  'OL',
  'OV',
  'OW',
  'SQ',
  'SV',
  'UC',
  'UN',
  'UR',
  'UT',
  'UV',
]);
const UNDEFINED = 0xffffffff;
const ITEM = 0xfffee000;
const ITEM_END = 0xfffee00d;
const SEQUENCE_END = 0xfffee0dd;
export const PIXELS = 0x7fe00010;
const DEEPEST = 12;
const MOST_ELEMENTS = 500_000;
/** What a file that was deflated as a whole may unpack to: more exhausts the memory of a browser. */
export const MOST_INFLATED = 256 * 1024 * 1024;
const UNPACKS_TO_MORE = 'Unpacked, this file has more than the 256 MB that can be shown here. Download it.';
const BUILT_OTHERWISE = 'This DICOM file is built in a way that cannot be read.';

/** Sequences that are told from other values where their VR is not written (PS3.6). */
const SEQUENCES: ReadonlySet<number> = new Set([
  0x00041220, 0x00081140, 0x00186011, 0x00209113, 0x00209116, 0x00283000, 0x00283010, 0x00289110, 0x00289132,
  0x00289145, 0x52009229, 0x52009230,
]);

/** Names of character sets (PS3.3, C.12.1.1.2) as browsers know them; what is not here is read as Latin 1. */
const CHARACTER_SETS: Readonly<Record<string, string>> = {
  'ISO_IR 192': 'utf-8',
  'ISO_IR 101': 'iso-8859-2',
  'ISO_IR 109': 'iso-8859-3',
  'ISO_IR 110': 'iso-8859-4',
  'ISO_IR 144': 'iso-8859-5',
  'ISO_IR 127': 'iso-8859-6',
  'ISO_IR 126': 'iso-8859-7',
  'ISO_IR 138': 'iso-8859-8',
  'ISO_IR 148': 'windows-1254',
  'ISO_IR 13': 'shift_jis',
  'ISO_IR 166': 'windows-874',
  GB18030: 'gb18030',
  GBK: 'gbk',
};

/** The elements of a DICOM file, or of one item in it, by tag. */
export class Dataset {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #little: boolean;
  readonly #found = new Map<number, Found>();
  /** The set it stands in: what it does not say of its characters, that one does. */
  readonly #outer: Dataset | null;

  constructor(bytes: Uint8Array, little: boolean, outer: Dataset | null = null) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#little = little;
    this.#outer = outer;
  }

  add(tag: number, found: Found): void {
    this.#found.set(tag, found);
  }

  get(tag: number): Found | undefined {
    return this.#found.get(tag);
  }

  /** A text without what pads it, or null where there is none. */
  text(tag: number): string | null {
    const found = this.#found.get(tag);
    if (!found || found.length === 0 || found.length > 65_536) return null;
    const bytes = this.bytes.subarray(found.at, found.at + found.length);
    const text = new TextDecoder(this.#charset()).decode(bytes).replaceAll('\0', '').trim();
    return text === '' ? null : text;
  }

  /** Its parts, where several values stand in one text. */
  texts(tag: number): string[] {
    return (
      this.text(tag)
        ?.split('\\')
        .map((part) => part.trim()) ?? []
    );
  }

  /** Numbers written as text, as positions and windows are. */
  decimals(tag: number): number[] {
    const numbers = this.texts(tag).map(Number);
    return numbers.every(Number.isFinite) ? numbers : [];
  }

  /** A number in binary: of two bytes, or four, or a floating one. */
  number(tag: number, index = 0): number | null {
    const found = this.#found.get(tag);
    if (!found) return null;
    const { vr, at, length } = found;
    const size = vr === 'FD' ? 8 : vr === 'UL' || vr === 'SL' || vr === 'FL' ? 4 : 2;
    if ((index + 1) * size > length || at + (index + 1) * size > this.bytes.length) return null;
    const place = at + index * size;
    if (vr === 'FD') return this.#view.getFloat64(place, this.#little);
    if (vr === 'FL') return this.#view.getFloat32(place, this.#little);
    if (vr === 'UL') return this.#view.getUint32(place, this.#little);
    if (vr === 'SL') return this.#view.getInt32(place, this.#little);
    return vr === 'SS' ? this.#view.getInt16(place, this.#little) : this.#view.getUint16(place, this.#little);
  }

  /** The items of a sequence. */
  items(tag: number): readonly Dataset[] {
    return this.#found.get(tag)?.items ?? [];
  }

  /** Values of two bytes each, as tables hold them. */
  words(tag: number): Uint16Array | null {
    const found = this.#found.get(tag);
    if (!found || found.at + found.length > this.bytes.length) return null;
    return Uint16Array.from({ length: found.length >> 1 }, (_, i) =>
      this.#view.getUint16(found.at + i * 2, this.#little),
    );
  }

  get little(): boolean {
    return this.#little;
  }

  #charset(): string {
    const found = this.#found.get(0x00080005);
    if (!found) return this.#outer ? this.#outer.#charset() : 'iso-8859-1';
    const names = new TextDecoder('latin1').decode(this.bytes.subarray(found.at, found.at + found.length)).split('\\');
    return names.map((name) => CHARACTER_SETS[name.replaceAll('\0', '').trim()]).find(Boolean) ?? 'iso-8859-1';
  }
}

/**
 * What a DICOM file says (PS3.10): all of it, or as far as its first bytes reach. One that was deflated is unpacked up to
 * `most` bytes; has it more, it is refused, unless only its beginning is looked at. Throws DicomError.
 */
export async function readDataset(
  bytes: Uint8Array,
  { most, isPart }: { most: number; isPart: boolean } = { most: MOST_INFLATED, isPart: false },
): Promise<{ data: Dataset; syntax: string }> {
  if (bytes.length < 140 || String.fromCharCode(...bytes.subarray(128, 132)) !== 'DICM')
    throw new DicomError('This is not a DICOM file.');
  const meta = new Dataset(bytes, true);
  const begin = read(meta, bytes, 132, bytes.length, { explicit: true, depth: 0, most: 0x0003ffff });
  const syntax = meta.text(0x00020010) ?? IMPLICIT;
  const little = syntax !== BIG_ENDIAN;
  const unpacked = syntax === DEFLATED ? await inflated(bytes.subarray(begin), most) : { bytes, more: false };
  if (unpacked.more && !isPart) throw new DicomError(UNPACKS_TO_MORE);
  const body = unpacked.bytes;
  const data = new Dataset(body, little);
  read(data, body, syntax === DEFLATED ? 0 : begin, body.length, {
    explicit: syntax !== IMPLICIT,
    depth: 0,
    most: 0xffffffff,
  });
  return { data, syntax };
}

interface Reading {
  explicit: boolean;
  depth: number;
  /** Reading ends before a tag beyond this. */
  most: number;
}

/** Reads elements into a set until its end, or the end of what is there; answers where it stopped. */
function read(
  into: Dataset,
  bytes: Uint8Array,
  from: number,
  to: number,
  how: Reading,
  counter = { left: MOST_ELEMENTS },
): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // what introduces a file is always little-endian
  const little = into.little;
  let at = from;
  while (at + 8 <= to) {
    counter.left -= 1;
    if (counter.left < 0 || how.depth > DEEPEST) throw new DicomError(BUILT_OTHERWISE);
    const tag = ((view.getUint16(at, little) << 16) | view.getUint16(at + 2, little)) >>> 0;
    if (tag > how.most) return at;
    if (tag === ITEM_END || tag === SEQUENCE_END) return at + 8;
    let vr = '';
    let length: number;
    let value = at + 8;
    const isDelimiter = tag >>> 16 === 0xfffe;
    if (how.explicit && !isDelimiter) {
      vr = String.fromCharCode(bytes[at + 4] ?? 0, bytes[at + 5] ?? 0);
      if (LONG.has(vr)) {
        if (at + 12 > to) return at;
        length = view.getUint32(at + 8, little);
        value = at + 12;
      } else length = view.getUint16(at + 6, little);
    } else {
      length = view.getUint32(at + 4, little);
      vr = SEQUENCES.has(tag) ? 'SQ' : '';
    }
    if (tag === PIXELS && length === UNDEFINED) {
      const pieces = piecesOf(view, value, to, little);
      into.add(tag, { vr: 'OB', at: value, length: UNDEFINED, pieces: pieces.found });
      at = pieces.end;
      continue;
    }
    if (vr === 'SQ' || (length === UNDEFINED && tag !== PIXELS)) {
      // a sequence of unknown VR is written without VRs
      const inner = { ...how, explicit: how.explicit && vr !== 'UN', depth: how.depth + 1 };
      const end = length === UNDEFINED ? to : Math.min(to, value + length);
      const { items, stop } = itemsOf(into, bytes, value, end, inner, counter, little);
      into.add(tag, { vr: 'SQ', at: value, length, items });
      at = length === UNDEFINED ? stop : value + length;
      continue;
    }
    into.add(tag, { vr: vr || guessed(tag), at: value, length });
    if (tag === PIXELS) return value;
    at = value + length;
  }
  return at;
}

/** Of what is read here in binary without a VR beside it, most are two bytes without a sign. */
const guessed = (tag: number): string => {
  if (tag === 0x0018602c || tag === 0x0018602e) return 'FD';
  return [0x00041200, 0x00041202, 0x00041400, 0x00041420].includes(tag) ? 'UL' : 'US';
};

function itemsOf(
  outer: Dataset,
  bytes: Uint8Array,
  from: number,
  to: number,
  how: Reading,
  counter: { left: number },
  little: boolean,
): { items: Dataset[]; stop: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const items: Dataset[] = [];
  let at = from;
  while (at + 8 <= to) {
    const tag = ((view.getUint16(at, little) << 16) | view.getUint16(at + 2, little)) >>> 0;
    const length = view.getUint32(at + 4, little);
    if (tag !== ITEM) return { items, stop: at + 8 };
    const item = new Dataset(bytes, little, outer);
    const end = length === UNDEFINED ? to : Math.min(to, at + 8 + length);
    const stop = read(item, bytes, at + 8, end, how, counter);
    items.push(item);
    at = length === UNDEFINED ? stop : at + 8 + length;
  }
  return { items, stop: at };
}

function piecesOf(view: DataView, from: number, to: number, little: boolean) {
  const found: { at: number; length: number }[] = [];
  let at = from;
  while (at + 8 <= to) {
    const tag = ((view.getUint16(at, little) << 16) | view.getUint16(at + 2, little)) >>> 0;
    const length = view.getUint32(at + 4, little);
    if (tag !== ITEM) return { found, end: at + 8 };
    if (found.length === MOST_ELEMENTS) throw new DicomError(BUILT_OTHERWISE);
    found.push({ at: at + 8, length });
    at += 8 + length;
  }
  return { found, end: to };
}
