import { MOST_PAGES } from '../../core/file-types.ts';
import type { Source } from '../storage.ts';
import { ActiveFile } from './types.ts';
import { readEntry, type ZipFacts } from './zip.ts';

const MACROS = 'Contains macros. Save it as a Word document without macros, then upload that.';
const REMOTE =
  'Loads something from elsewhere when it is opened, such as a template. Save it as a PDF, then upload that.';
/** A list of a part's relations is a few kilobytes. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Relations whose target Word fetches on opening, without a click (ECMA-376 part 1, 15 and part 4). */
const FETCHED = /\/(attachedTemplate|oleObject|frame|subDocument|aFChunk|externalLink)$/i;
/** A path on the reader's own machine: what most templates are. Anything else goes over a network. */
const LOCAL = /^(file:\/{2,3})?([a-z]:|[\w .%-]+(\.dot[xm]?)?$)/i;

const attribute = (tag: string, name: string): string =>
  plain(new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)?.slice(1).find(Boolean) ?? '');

/** A value with the letters that were written as numbers (XML 1.0, 4.1). */
const plain = (value: string): string =>
  value.replaceAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Whether relations name something that is fetched from elsewhere as soon as the document is opened. */
export function fetchesOnOpening(relations: string): boolean {
  return [...relations.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/gi)].some(
    ([tag]) =>
      attribute(tag, 'TargetMode').toLowerCase() === 'external' &&
      FETCHED.test(attribute(tag, 'Type')) &&
      !LOCAL.test(attribute(tag, 'Target')),
  );
}

/** Refuses a Word document that brings programs, or fetches what was not uploaded. */
export async function checkDocx(source: Source, { entries }: ZipFacts): Promise<void> {
  for (const [name, entry] of entries) {
    if (/vbaproject\.bin$/i.test(name)) throw new ActiveFile(MACROS);
    if (/(^|\/)_rels\/[^/]*\.rels$/i.test(name) && fetchesOnOpening(textOf(await readEntry(source, entry, MOST_BYTES))))
      throw new ActiveFile(REMOTE);
  }
}

/** A part as text; parts may be UTF-16 as well (ECMA-376 part 2, 8.1.4), told by how they begin. */
function textOf(part: Buffer): string {
  const [first, second] = part;
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(part);
  return part.toString((first === 0xff && second === 0xfe) || second === 0 ? 'utf16le' : 'utf8');
}

/** A page holds no more than so many letters, however small they are printed. */
const LETTERS_PER_PAGE = 8_000;
const MOST_TEXT = 16 * 1024 * 1024;

/**
 * The pages Word counted when it last saved the document (ECMA-376 part 1, 22.2.2.23). Null where nothing is said, or where
 * the text and its page breaks show that it is less than the truth: programs that write documents often leave a template's
 * "1".
 */
export async function pagesOfDocx(source: Source, { entries }: ZipFacts): Promise<number | null> {
  const [properties, body] = await Promise.all(
    ['docProps/app.xml', 'word/document.xml'].map(async (name) => {
      const entry = entries.get(name);
      return entry ? (await readEntry(source, entry, MOST_TEXT)).toString('utf8') : null;
    }),
  ).catch(() => []);
  const said = Number(/<(?:\w+:)?Pages>\s*(\d{1,6})\s*</.exec(properties ?? '')?.[1] ?? 0);
  if (said < 1 || said > MOST_PAGES || body === null || body === undefined) return null;
  return said < leastPages(body) ? null : said;
}

/** What a document's text takes at least. */
function leastPages(body: string): number {
  let letters = 0;
  for (const [, text] of body.matchAll(/<w:t(?:\s[^>]*)?>([^<]*)</g)) letters += (text ?? '').length;
  const breaks = body.match(/<w:br\s[^>]*w:type\s*=\s*["']page["']/g)?.length ?? 0;
  const drawn = body.match(/<w:lastRenderedPageBreak\s*\/>/g)?.length ?? 0;
  return Math.max(Math.ceil(letters / LETTERS_PER_PAGE), breaks + 1, drawn + 1);
}
