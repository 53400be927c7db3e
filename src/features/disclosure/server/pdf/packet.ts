import { READS_ONLY } from '../../../../platform/inspect/pdf-decrypt.ts';
import { batesText } from '../../../files/rules.ts';
import { type Stamp, stampPages } from '../../../../platform/pdf/stamp.ts';
import { type NumberedPart, numberParts, type Part } from '../../rules.ts';
import { PacketSheets, type Section, titleOf } from './sheets.ts';
import type { PacketInput, PacketOrder } from './types.ts';

/** Drafts of the index before its numbers stand still. */
const MOST_TRIES = 4;

const opened = async (bytes: Uint8Array) => {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  // it takes the bytes away
  return getDocument({ data: Uint8Array.from(bytes), ...READS_ONLY });
};

/** The pages of a file; null where it cannot be opened. */
async function pagesOf(bytes: Uint8Array): Promise<number | null> {
  const task = await opened(bytes);
  try {
    const { numPages } = await task.promise;
    return numPages > 0 ? numPages : null;
  } catch {
    return null;
  } finally {
    await task.destroy();
  }
}

/** A file taken in, behind one of our own sections. */
interface Taken {
  after: string;
  bytes: Uint8Array;
  pages: number;
}

/** The parts the index tells, from our own sections and what is taken in behind them. */
function partsOf(sections: readonly Section[], taken: readonly Taken[]): Part[] {
  return sections.map(({ key, title, pages }) => ({
    key,
    title,
    pages: pages + taken.filter((one) => one.after === key).reduce((sum, one) => sum + one.pages, 0),
    ...(key.startsWith('exhibit:') ? { within: true } : {}),
  }));
}

/**
 * A packet as one tagged PDF: cover, index, the six parts with the pages of report, exhibits and CV, the signature; a number on every
 * page. The same gives the same bytes.
 */
export async function renderPacket(
  order: PacketOrder,
): Promise<{ pdf: Uint8Array<ArrayBuffer>; parts: NumberedPart[]; pages: number }> {
  const { content } = order;
  const taken: Taken[] = [];
  const unreadable: string[] = [];
  for (const [after, bytes] of [
    ['opinions', order.report],
    ['qualifications', order.cv],
  ] as const) {
    const pages = await pagesOf(bytes);
    if (pages === null) throw new Error(`The file of “${after}” cannot be opened.`);
    taken.push({ after, bytes, pages });
  }
  for (const [label, bytes] of Object.entries(order.exhibits)) {
    const pages = await pagesOf(bytes);
    if (pages === null) unreadable.push(label);
    else taken.push({ after: `exhibit:${label}`, bytes, pages });
  }

  const input = (last: number): PacketInput => ({
    content,
    content_sha256: order.content_sha256,
    signature: order.signature,
    first_page: batesText(content.prefix, content.first_number),
    last_page: batesText(content.prefix, last),
    unreadable,
  });
  let parts: NumberedPart[] = [];
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const last = parts.at(-1)?.to ?? content.first_number;
    const { bytes, sections } = await new PacketSheets(input(last)).render(parts);
    const now = numberParts(partsOf(sections, taken), content.first_number);
    const stands = JSON.stringify(now) === JSON.stringify(parts);
    parts = now;
    if (stands) return { ...(await merged(order, bytes, sections, taken)), parts };
  }
  throw new Error('The index of the packet does not settle.');
}

/** Our own pages with those of the files between them, and a number on each. */
async function merged(
  { content, signature }: PacketOrder,
  own: Uint8Array,
  sections: readonly Section[],
  taken: readonly Taken[],
): Promise<{ pdf: Uint8Array<ArrayBuffer>; pages: number }> {
  const stamps: Stamp[] = [];
  const put = (pages: number, at: Stamp['at']): number[] =>
    Array.from({ length: pages }, () => {
      stamps.push({ text: batesText(content.prefix, content.first_number + stamps.length), at });
      return stamps.length - 1;
    });
  const ours: number[] = [];
  const theirs: { document: Uint8Array; pageIndices: number[] }[] = [];
  for (const section of sections) {
    ours.push(...put(section.pages, 'foot'));
    for (const one of taken.filter(({ after }) => after === section.key))
      theirs.push({ document: Uint8Array.from(one.bytes), pageIndices: put(one.pages, 'strip') });
  }
  const task = await opened(own);
  try {
    const document = await task.promise;
    // why: the library’s types leave out where the pages go
    const pages = [{ document: null, pageIndices: ours }, ...theirs] as unknown as Parameters<
      typeof document.extractPages
    >[0];
    const bytes = await document.extractPages(pages);
    if (!bytes) throw new Error('The pages could not be put together.');
    const pdf = stampPages(bytes, stamps, {
      title: `${titleOf({ content })}, ${content.number}`,
      author: content.expert.name,
      subject: content.caption,
      lang: 'en-US',
      at: new Date(signature.signed_at),
    });
    return { pdf, pages: stamps.length };
  } finally {
    await task.destroy();
  }
}
