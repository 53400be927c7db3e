/** A file of an archive as its directory says it; its sizes may be lies. */
export interface ZipEntry {
  name: string;
  size: number;
  packed: number;
  offset: number;
  method: number;
}

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
export const STORED = 0;
export const DEFLATED = 8;
const LOCAL_HEAD = 30;
const ENTRY_HEAD = 46;
const END_HEAD = 22;
const UTF_8 = 0x800;

/** Where an archive's last record stands among its last bytes; -1 where there is none. */
export function endOf(tail: DataView): number {
  let at = tail.byteLength - END_HEAD;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  return at;
}

/** Where the directory stands, by the last record at a place. Sizes too long for it are 0xffffffff. */
export const directoryAt = (tail: DataView, end: number): { length: number; offset: number } => ({
  length: tail.getUint32(end + 12, true),
  offset: tail.getUint32(end + 16, true),
});

/** The files a directory names. Throws RangeError where it is damaged. */
export function entriesOf(directory: Uint8Array): ZipEntry[] {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  const found: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_HEAD <= directory.length;) {
    if (view.getUint32(at, true) !== ENTRY) throw new RangeError('The directory is damaged.');
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    const from = at + ENTRY_HEAD;
    const [size = 0, packed = 0, offset = 0] = longSizes(
      view,
      from + name,
      Math.min(extra, Math.max(0, directory.length - from - name)),
      [24, 20, 42].map((place) => view.getUint32(at + place, true)),
    );
    const called = new TextDecoder().decode(directory.subarray(from, from + name));
    found.push({ name: called, size, packed, offset, method: view.getUint16(at + 10, true) });
    at = from + name + extra + comment;
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

/** Where a file's packed bytes begin, by the head that stands before them; null where there is none. */
export function bodyAt(bytes: Uint8Array, at = 0): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + LOCAL_HEAD > bytes.length || view.getUint32(at, true) !== LOCAL) return null;
  return at + LOCAL_HEAD + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
}

/** An archive of files as they are, for what reads archives alone: without their sums, which it does not ask for. */
export function storedZip(files: readonly { name: string; bytes: Uint8Array }[]): ArrayBuffer {
  const named = files.map(({ name, bytes }) => ({ name: new TextEncoder().encode(name), bytes }));
  const directory = named.reduce((sum, { name }) => sum + ENTRY_HEAD + name.length, 0);
  const offset = named.reduce((sum, { name, bytes }) => sum + LOCAL_HEAD + name.length + bytes.length, 0);
  const made = new Uint8Array(offset + directory + END_HEAD);
  const view = new DataView(made.buffer);
  /** What both heads say alike, from the flags on. */
  const say = (at: number, name: Uint8Array, bytes: Uint8Array): void => {
    view.setUint16(at, UTF_8, true);
    view.setUint16(at + 2, STORED, true);
    for (const place of [12, 16]) view.setUint32(at + place, bytes.length, true);
    view.setUint16(at + 20, name.length, true);
  };
  let at = 0;
  let entry = offset;
  for (const { name, bytes } of named) {
    view.setUint32(entry, ENTRY, true);
    say(entry + 8, name, bytes);
    view.setUint32(entry + 42, at, true);
    made.set(name, entry + ENTRY_HEAD);
    entry += ENTRY_HEAD + name.length;
    view.setUint32(at, LOCAL, true);
    say(at + 6, name, bytes);
    made.set(name, at + LOCAL_HEAD);
    made.set(bytes, at + LOCAL_HEAD + name.length);
    at += LOCAL_HEAD + name.length + bytes.length;
  }
  view.setUint32(entry, END, true);
  for (const place of [8, 10]) view.setUint16(entry + place, files.length, true);
  view.setUint32(entry + 12, directory, true);
  view.setUint32(entry + 16, offset, true);
  return made.buffer;
}
