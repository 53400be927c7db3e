import { inflated } from '../inflated.ts';
import { ShowError } from '../show-error.ts';
import { bodyAt, DEFLATED, directoryAt, endOf, entriesOf, STORED, storedZip, type ZipEntry } from '../zip.ts';

const MB = 1024 * 1024;
/** Read, text takes fifty times its room; this much is a document of some thousand pages. */
const MOST_TEXT = 16 * MB;
const MOST_BYTES = 192 * MB;
const MOST_PARTS = 5_000;

/** Parts with text, of which all are read; and pictures. Of others (fonts, what is embedded) only the names are wanted. */
const TEXT = /\.(xml|rels)$/i;
const PICTURE = /\.(png|jpe?g|gif|bmp|webp)$/i;

const say = {
  tooLarge: 'Unpacked, this document is larger than can be shown here. Download it.',
  damaged: 'This document is damaged and cannot be shown. Download it.',
} as const;

/**
 * A Word document with all its parts unpacked, none of which is more than there is room for, whatever they say of
 * themselves: what reads documents unpacks without an end. Throws ShowError.
 */
export async function bounded(
  bytes: Uint8Array,
  { text, all, parts }: { text: number; all: number; parts: number } = {
    text: MOST_TEXT,
    all: MOST_BYTES,
    parts: MOST_PARTS,
  },
): Promise<ArrayBuffer> {
  const entries = partsOf(bytes);
  if (entries.length > parts) throw new ShowError(say.tooLarge);
  const room = { text, all };
  const files: { name: string; bytes: Uint8Array }[] = [];
  for (const entry of entries) {
    const isText = TEXT.test(entry.name);
    if (!isText && !PICTURE.test(entry.name)) {
      files.push({ name: entry.name, bytes: new Uint8Array() });
      continue;
    }
    const part = await unpacked(bytes, entry, isText ? Math.min(room.text, room.all) : room.all);
    room.all -= part.length;
    if (isText) room.text -= part.length;
    files.push({ name: entry.name, bytes: part });
  }
  return storedZip(files);
}

function partsOf(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end < 0) throw new ShowError(say.damaged);
  const { offset, length } = directoryAt(view, end);
  try {
    return entriesOf(bytes.subarray(offset, offset + length)).filter(({ name }) => !name.endsWith('/'));
  } catch {
    throw new ShowError(say.damaged);
  }
}

async function unpacked(bytes: Uint8Array, { offset, packed, method }: ZipEntry, most: number): Promise<Uint8Array> {
  const at = bodyAt(bytes, offset);
  if (at === null || (method !== STORED && method !== DEFLATED)) throw new ShowError(say.damaged);
  const body = bytes.subarray(at, at + packed);
  const part = method === STORED ? { bytes: body, more: body.length > most } : await inflated(body, most);
  if (part.more) throw new ShowError(say.tooLarge);
  return part.bytes;
}
