import type { Source } from '../storage.ts';
import { BadFile } from './types.ts';
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
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)?.slice(1).find(Boolean) ?? '';

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
    if (/vbaproject\.bin$/i.test(name)) throw new BadFile(MACROS);
    if (/(^|\/)_rels\/[^/]*\.rels$/i.test(name) && fetchesOnOpening(await readEntry(source, entry, MOST_BYTES)))
      throw new BadFile(REMOTE);
  }
}
