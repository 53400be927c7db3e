import { MOST_PAGES } from '../../../core/file-types.ts';

/** A page's tags by their names, as what unpacks it takes them; a fraction is its two numbers. */
type Tags = Record<string, number[] | number[][] | Uint8Array>;

/**
 * What unpacks a page and says how it is looked at (TIFF 6.0 with its supplements): nothing else is read, neither what a
 * camera notes nor the directories within, which can lead in circles.
 */
const READ: ReadonlySet<number> = new Set([
  256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 282, 283, 284, 292, 293, 317, 320, 322, 323, 324, 325, 338,
  339, 347, 512, 513, 514, 515, 519, 520, 521, 530,
]);
/** Bytes of a value, by its type. */
const BYTES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1, 8: 2, 9: 4, 10: 8 };
/** More parts than the highest page has lines. */
const MOST_VALUES = 100_000;
const ENTRY = 12;

/** Where the directory of each page stands. Throws where they lead out of the file or in a circle, or are too many. */
export function directoriesOf(view: DataView, little: boolean): number[] {
  const found = new Set<number>();
  for (let at = view.getUint32(4, little); at !== 0;) {
    if (found.has(at) || found.size === MOST_PAGES) throw new RangeError('The directories have no end.');
    found.add(at);
    at = view.getUint32(at + 2 + view.getUint16(at, little) * ENTRY, little);
  }
  return [...found];
}

/** The tags of a page. Throws where they lead out of the file. */
export function tagsOf(view: DataView, little: boolean, directory: number): Tags {
  const tags: Tags = {};
  const count = view.getUint16(directory, little);
  for (let i = 0; i < count; i += 1) {
    const at = directory + 2 + i * ENTRY;
    const tag = view.getUint16(at, little);
    const values = READ.has(tag) ? valuesOf(view, little, at) : null;
    if (values) tags[`t${tag}`] = values;
  }
  return tags;
}

function valuesOf(view: DataView, little: boolean, at: number): Tags[string] | null {
  const type = view.getUint16(at + 2, little);
  const count = view.getUint32(at + 4, little);
  const each = BYTES[type];
  if (each === undefined || count === 0) return null;
  const from = count * each <= 4 ? at + 8 : view.getUint32(at + 8, little);
  if (from + count * each > view.byteLength) throw new RangeError('A tag leads out of the file.');
  if (each === 1) return new Uint8Array(view.buffer, view.byteOffset + from, count);
  if (count > MOST_VALUES) throw new RangeError('A tag has more values than a page has lines.');
  const places = Array.from({ length: count }, (_, n) => from + n * each);
  const read = (place: number): number => {
    if (each === 2) return type === 8 ? view.getInt16(place, little) : view.getUint16(place, little);
    return type === 9 || type === 10 ? view.getInt32(place, little) : view.getUint32(place, little);
  };
  return each === 8 ? places.map((place) => [read(place), read(place + 4)]) : places.map(read);
}
