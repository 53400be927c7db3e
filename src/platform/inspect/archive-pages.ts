import { FILE_TYPES, MOST_PAGES, extensionOf, isRecording, typeOfName } from '../../core/file-types.ts';
import type { Source } from '../storage.ts';
import { ActiveFile, BadFile } from './types.ts';
import { readEntry, type ZipEntry, type ZipFacts } from './zip.ts';

/** Beyond this an archive is not unpacked to be counted: its pages are asked for. */
const MOST_FILES = 200;
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_EACH = 48 * 1024 * 1024;

/** What a computer leaves behind when it packs a folder. */
const LEFT_BEHIND = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;
/** Documents that have pages we cannot count. */
const UNCOUNTED = new Set(
  'doc docm dot dotx rtf odt md htm html xml xls xlsx csv ods ppt pptx odp msg eml mht xps pages numbers gif bmp webp heic svg zip rar 7z tar gz tgz'.split(
    ' ',
  ),
);

export interface ArchivePages {
  /** Null where nothing in it has pages, or not all could be counted. */
  pages: number | null;
  pages_asked: boolean;
}

/** How many pages one unpacked file has; null where that cannot be told. */
export type CountPages = (content: Source, name: string) => Promise<number | null>;

/**
 * The pages of an archive's documents together. An imaging disc has none. Documents that cannot be counted make the whole
 * a question, never a smaller number. Refuses an archive with a file that does something by itself when it is opened.
 */
export async function pagesOfArchive(source: Source, { entries }: ZipFacts, count: CountPages): Promise<ArchivePages> {
  const files = [...entries].filter(([name]) => !name.endsWith('/') && !LEFT_BEHIND.test(name));
  // its viewer brings help pages and pictures that are nobody's records
  const isDisc = files.some(([name]) => /(^|\/)DICOMDIR$/i.test(name));
  const counted = files.filter(([name]) => {
    const type = typeOfName(name);
    return type !== null && !['zip', 'dicom'].includes(type) && !isRecording(FILE_TYPES[type].content_type);
  });
  const open = !isDisc && files.some(([name]) => UNCOUNTED.has(extensionOf(name)));
  if (isDisc || (counted.length === 0 && !open)) return { pages: null, pages_asked: false };
  const asked = { pages: null, pages_asked: true };
  if (counted.length > MOST_FILES) return asked;
  let room = MOST_BYTES;
  let pages: number | null = open ? null : 0;
  for (const [name, entry] of counted) {
    const content = await unpacked(source, entry, Math.min(room, MOST_EACH));
    if (content === null) return asked;
    room -= content.length;
    const found = await inside(name, () => count(contentOf(content), name));
    pages = found === null || pages === null ? null : pages + found;
  }
  return pages === null || pages > MOST_PAGES ? asked : { pages, pages_asked: false };
}

async function unpacked(source: Source, entry: ZipEntry, most: number): Promise<Buffer | null> {
  try {
    return await readEntry(source, entry, most);
  } catch (error) {
    if (error instanceof BadFile) return null;
    throw error;
  }
}

/** One file's pages; what is wrong with it is not said of the archive, unless it would act by itself. */
async function inside(name: string, count: () => Promise<number | null>): Promise<number | null> {
  try {
    return await count();
  } catch (error) {
    if (error instanceof ActiveFile) throw new ActiveFile(`${name.split('/').at(-1)}: ${error.message}`);
    if (error instanceof BadFile) return null;
    throw error;
  }
}

const contentOf = (content: Buffer): Source => ({
  size: content.length,
  bytes: async (start, length) => content.subarray(start, start + length),
});
