import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { notWhatItSays } from '../../core/file-type-words.ts';
import { FILE_TYPES, type FileType, NO_RECORD, typeOfName } from '../../core/file-types.ts';
import { checkAudio } from './audio.ts';
import { checkDicom } from './dicom.ts';
import { pagesOfArchive } from './archive-pages.ts';
import { checkDocx, pagesOfDocx } from './docx.ts';
import { checkJpeg, checkPng, countTiffPages } from './image.ts';
import { readPdf } from './pdf.ts';
import { isSameRecording, recordingOf } from './recordings.ts';
import { readText } from './text.ts';
import type { Source } from '../storage.ts';
import { BadFile, type InspectRequest, type InspectResult, PASSWORD } from './types.ts';
import { readZip, type ZipFacts } from './zip.ts';

type Found = Pick<InspectResult, 'content_type' | 'pages' | 'pages_asked' | 'has_text'>;

const HASH_CHUNK = 1024 * 1024;

/** Looks at a stored file: checksum, what it really is, whether it is usable, how many pages. */
export async function inspect(request: InspectRequest, source: Source): Promise<InspectResult> {
  const sha256 = request.sha256 ?? (await checksum(source));
  try {
    const found = request.audio ? await listen(source, request.name) : await look(source, request.name);
    return { sha256, failure: null, ...found };
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    return { sha256, failure: error.message, content_type: null, pages: null, pages_asked: false, has_text: null };
  }
}

async function checksum(source: Source): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < source.size; at += HASH_CHUNK) hash.update(await source.bytes(at, HASH_CHUNK));
  return hash.digest('hex');
}

const listen = async (source: Source, name: string): Promise<Found> => ({
  ...(await checkAudio(source, name)),
  pages: null,
  pages_asked: false,
  has_text: null,
});

async function look(source: Source, name: string): Promise<Found> {
  const claimed = typeOfName(name);
  if (claimed === null) throw new BadFile(NO_RECORD);
  const { type, zip } = await sniff(source, claimed);
  if (type === 'locked') throw new BadFile(PASSWORD);
  // every Word document is an archive, too: one may call it that
  const isSo = type === claimed || (claimed === 'zip' && type === 'docx') || isSameRecording(claimed, type);
  if (!isSo) throw new BadFile(notWhatItSays(claimed));
  const found = { content_type: FILE_TYPES[claimed].content_type, pages: null, pages_asked: false, has_text: null };
  switch (type) {
    case 'pdf':
      return { ...found, ...(await readPdf(source)) };
    case 'tiff':
      return { ...found, pages: await countTiffPages(source) };
    case 'png':
      await checkPng(source);
      return { ...found, pages: 1 };
    case 'jpeg':
      await checkJpeg(source);
      return { ...found, pages: 1 };
    case 'docx': {
      const pages = zip ? await readDocx(source, zip) : null;
      return { ...found, pages, pages_asked: pages === null };
    }
    case 'text':
      return { ...found, pages: await readText(source), has_text: true };
    case 'dicom':
      await checkDicom(source);
      return found;
    case 'zip':
      return { ...found, ...(zip ? await pagesOfArchive(source, zip, pagesIn) : {}) };
    default:
      return found;
  }
}

async function readDocx(source: Source, zip: ZipFacts): Promise<number | null> {
  await checkDocx(source, zip);
  return pagesOfDocx(source, zip);
}

/** Pages of a file in an archive, checked as one sent by itself is. */
const pagesIn = async (content: Source, name: string): Promise<number | null> => (await look(content, name)).pages;

const isTiff = (head: Buffer): boolean => ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(head.toString('latin1', 0, 4));

/** What the content says it is; `locked` is an encrypted Office document. */
async function sniff(
  source: Source,
  claimed: FileType,
): Promise<{ type: FileType | 'locked' | null; zip: ZipFacts | null }> {
  const head = await source.bytes(0, 8192);
  // readers take a PDF whose header comes a little late, and scanners make such
  if (head.subarray(0, 1024).includes('%PDF-')) return { type: 'pdf', zip: null };
  if (head.length >= 4 && head.readUInt32BE(0) === 0x504b0304) {
    const zip = await readZip(source);
    const isWord = zip.entries.has('[Content_Types].xml') && zip.entries.has('word/document.xml');
    return { type: isWord ? 'docx' : 'zip', zip };
  }
  // a note may begin with the two letters of some picture: what a text is, all its bytes say
  if (claimed === 'text') return { type: 'text', zip: null };
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const types: Record<string, FileType | 'locked'> = {
    'image/jpeg': 'jpeg',
    'image/png': 'png',
    'image/tiff': 'tiff',
    'application/dicom': 'dicom',
    'application/x-cfb': 'locked',
  };
  // whose first directory stands behind its first pages, of that nothing is told by its head but this
  const mime = found?.mime ?? (isTiff(head) ? 'image/tiff' : undefined);
  const type = types[mime ?? ''] ?? recordingOf(mime);
  if (type === 'locked' && !(await source.bytes(0, 1024 * 1024)).includes(Buffer.from('EncryptedPackage', 'utf16le'))) {
    return { type: null, zip: null };
  }
  return { type, zip: null };
}
