import { inflated } from '../file-viewers/inflated.ts';
import { reasonOf } from '../file-viewers/load.ts';
import { bodyAt, directoryAt, endOf, entriesOf, STORED, type ZipEntry } from '../file-viewers/zip.ts';
import { DicomError } from './dataset.ts';

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
/** What the first bytes of a file may unpack to. */
const MOST_HEAD = 16 * HEAD_BYTES;

/** A file by itself, at an address that takes ranges. */
export const atAddress = (url: string, name: string, size: number): Entry => ({
  name,
  size,
  head: () => ranged(url, 0, Math.min(size, HEAD_BYTES)),
  whole: async () => {
    if (size > MOST_FILE) throw new DicomError(TOO_LARGE);
    return ranged(url, 0, size);
  },
});

const END_64 = 0x06064b50;
const MOST_DIRECTORY = 64 * 1024 * 1024;
/** One file, unpacked; larger ones exhaust the memory of a browser. */
const MOST_FILE = 1024 ** 3;
const TOO_LARGE = 'This file has more than the 1 GB that can be shown here. Download it.';
const BROKEN = 'This archive is damaged and cannot be read.';
const NOT_AS_SAID = 'This file unpacks to more than its archive says, and is not shown.';

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
  const at = endOf(view);
  if (at < 0) throw new DicomError(BROKEN);
  let { length, offset } = directoryAt(view, at);
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
  return shownIn(url, await ranged(url, offset, offset + length));
}

/** Those that can be shown, by their names and sizes. */
function shownIn(url: string, directory: Uint8Array): Entry[] {
  try {
    return entriesOf(directory)
      .filter(({ name, size, packed }) => mayBeDicom(name) && size >= 140 && size <= MOST_FILE && packed <= MOST_FILE)
      .map((one) => entryOf(url, one));
  } catch {
    throw new DicomError(BROKEN);
  }
}

function entryOf(url: string, { name, size, packed, offset, method }: ZipEntry): Entry {
  /** As much of it as comes from so many packed bytes, and no more than `most`. */
  const unpacked = async (from: number, most: number): Promise<{ bytes: Uint8Array; more: boolean }> => {
    // the local header's extra field may be longer than the directory's
    const bytes = await ranged(url, offset, offset + 30 + name.length * 4 + 1_024 + Math.min(packed, from));
    const begin = bodyAt(bytes);
    if (begin === null) throw new DicomError(BROKEN);
    const body = bytes.subarray(begin, begin + packed);
    return method === STORED ? { bytes: body, more: false } : inflated(body, most);
  };
  return {
    name,
    size,
    head: async () => (await unpacked(HEAD_BYTES, MOST_HEAD)).bytes,
    whole: async () => {
      const { bytes, more } = await unpacked(packed, size);
      if (more) throw new DicomError(NOT_AS_SAID);
      return bytes;
    },
  };
}
