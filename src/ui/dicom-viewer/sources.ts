import { reasonOf } from '../file-viewers/load.ts';
import { DicomError, inflated } from './dataset.ts';

/** A DICOM file somewhere, read when it is needed. */
export interface Entry {
  name: string;
  size: number;
  /** Its first bytes: enough for what stands before the picture, most often. */
  head(): Promise<Uint8Array>;
  whole(): Promise<Uint8Array>;
}

/** Bytes behind an address, from one to another. Throws DicomError. */
async function ranged(url: string, from: number, to: number): Promise<Uint8Array> {
  const response = await fetch(url, { headers: { range: `bytes=${from}-${to - 1}` } });
  if (!response.ok) throw new DicomError(await reasonOf(response));
  return new Uint8Array(await response.arrayBuffer());
}

const HEAD_BYTES = 128 * 1024;

/** A file by itself, at an address that takes ranges. */
export const atAddress = (url: string, name: string, size: number): Entry => ({
  name,
  size,
  head: () => ranged(url, 0, Math.min(size, HEAD_BYTES)),
  whole: () => ranged(url, 0, size),
});

const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCAL = 0x04034b50;
const MOST_DIRECTORY = 64 * 1024 * 1024;
/** One picture, unpacked; larger ones exhaust the memory of a browser. */
const MOST_ENTRY = 1024 ** 3;
const BROKEN = 'This archive is damaged and cannot be read.';

/** What can be a DICOM file by its name: a disc's have none to tell them by, or ".dcm". */
const mayBeDicom = (name: string): boolean => {
  const last = name.slice(name.lastIndexOf('/') + 1);
  return (
    last !== '' &&
    !/^(DICOMDIR|\..*)$/i.test(last) &&
    (/\.(dcm|dicom|ima)$/i.test(last) || !/\.[a-z]\w{1,4}$/i.test(last)) &&
    !name.startsWith('__MACOSX/')
  );
};

/** The files of an archive that can be DICOM, without loading more of it than its directory. Throws DicomError. */
export async function inArchive(url: string, size: number): Promise<Entry[]> {
  const tail = await ranged(url, Math.max(0, size - 65_600), size);
  const view = new DataView(tail.buffer);
  let at = tail.length - 22;
  while (at >= 0 && view.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw new DicomError(BROKEN);
  let length = view.getUint32(at + 12, true);
  let offset = view.getUint32(at + 16, true);
  if ((length === 0xffffffff || offset === 0xffffffff) && at >= 20) {
    const long = await ranged(
      url,
      Number(view.getBigUint64(at - 12, true)),
      Number(view.getBigUint64(at - 12, true)) + 56,
    );
    const end = new DataView(long.buffer);
    if (long.length < 56 || end.getUint32(0, true) !== END_64) throw new DicomError(BROKEN);
    length = Number(end.getBigUint64(40, true));
    offset = Number(end.getBigUint64(48, true));
  }
  if (length > MOST_DIRECTORY) throw new DicomError('This archive holds too many files to be shown here.');
  return entriesOf(url, await ranged(url, offset, offset + length));
}

function entriesOf(url: string, directory: Uint8Array): Entry[] {
  const view = new DataView(directory.buffer);
  const found: Entry[] = [];
  for (let at = 0; at + 46 <= directory.length;) {
    if (view.getUint32(at, true) !== ENTRY) throw new DicomError(BROKEN);
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    const called = new TextDecoder().decode(directory.subarray(at + 46, at + 46 + name));
    const long = longSizes(
      view,
      at + 46 + name,
      extra,
      [24, 20, 42].map((place) => view.getUint32(at + place, true)),
    );
    const [size = 0, packed = 0, offset = 0] = long;
    const isStored = view.getUint16(at + 10, true) === 0;
    if (mayBeDicom(called) && size >= 140 && size <= MOST_ENTRY)
      found.push(entry(url, { name: called, size, packed, offset, isStored }));
    at += 46 + name + extra + comment;
  }
  return found;
}

/** Numbers too long for their place stand in an extra field, in this order (APPNOTE 4.5.3). */
function longSizes(view: DataView, from: number, length: number, numbers: number[]): number[] {
  for (let at = from; at + 4 <= from + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let place = at + 4;
    return numbers.map((number) => {
      if (number !== 0xffffffff || place + 8 > from + length) return number;
      place += 8;
      return Number(view.getBigUint64(place - 8, true));
    });
  }
  return numbers;
}

function entry(
  url: string,
  {
    name,
    size,
    packed,
    offset,
    isStored,
  }: { name: string; size: number; packed: number; offset: number; isStored: boolean },
): Entry {
  const unpacked = async (most: number): Promise<Uint8Array> => {
    // the local header's extra field may be longer than the directory's
    const bytes = await ranged(url, offset, offset + 30 + name.length * 4 + 1_024 + Math.min(packed, most));
    const view = new DataView(bytes.buffer);
    if (bytes.length < 30 || view.getUint32(0, true) !== LOCAL) throw new DicomError(BROKEN);
    const from = 30 + view.getUint16(26, true) + view.getUint16(28, true);
    const body = bytes.subarray(from, from + packed);
    return isStored ? body : inflated(body);
  };
  return { name, size, head: () => unpacked(HEAD_BYTES), whole: () => unpacked(packed) };
}
