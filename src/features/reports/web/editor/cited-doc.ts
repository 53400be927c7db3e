import { citedIds, citeToken, parseCited } from '../../rules.ts';

/** Stands for one citation in a document's flat text, so that every place has one offset. */
export const CHIP = '\uFFFC';

/** Cited text while it is edited: flat text in which each CHIP is the citation of the same turn in `ids`. */
export interface Doc {
  flat: string;
  ids: readonly string[];
}

/** Caret or selection in a document, as offsets into its flat text. */
export interface Span {
  anchor: number;
  focus: number;
}

export const EMPTY: Doc = { flat: '', ids: [] };

const chipsIn = (text: string): number => text.split(CHIP).length - 1;

/** The document of an answer's cited text. A stray CHIP in its words is dropped. */
export function docOf(text: string): Doc {
  let flat = '';
  const ids: string[] = [];
  for (const segment of parseCited(text)) {
    if (segment.type === 'text') flat += segment.text.replaceAll(CHIP, '');
    else {
      flat += CHIP;
      ids.push(segment.id);
    }
  }
  return { flat, ids };
}

/** Words that happen to spell a citation are not one: they lose a bracket. */
const withoutTokens = (words: string): string => {
  let safe = words;
  // what is taken apart may stand in further brackets and form one anew
  for (let ids = citedIds(safe); ids.length > 0; ids = citedIds(safe))
    for (const id of ids) safe = safe.replaceAll(citeToken(id), `[cite:${id}]`);
  return safe;
};

/** The cited text of a document, as the form engine reads it. */
export function textOf({ flat, ids }: Doc): string {
  return flat
    .split(CHIP)
    .map((words, at) => withoutTokens(words) + (at < ids.length ? citeToken(ids[at] ?? '') : ''))
    .join('');
}

/** Where a citation's offset falls among `ids`. */
const chipsBefore = (doc: Doc, offset: number): number => chipsIn(doc.flat.slice(0, offset));

/** The piece of a document from one offset to another. */
export function slice(doc: Doc, from: number, to: number): Doc {
  return { flat: doc.flat.slice(from, to), ids: doc.ids.slice(chipsBefore(doc, from), chipsBefore(doc, to)) };
}

/** The document with the piece from one offset to another replaced. */
export function splice(doc: Doc, from: number, to: number, piece: Doc): Doc {
  return {
    flat: doc.flat.slice(0, from) + piece.flat + doc.flat.slice(to),
    ids: [...doc.ids.slice(0, chipsBefore(doc, from)), ...piece.ids, ...doc.ids.slice(chipsBefore(doc, to))],
  };
}

/** Text from outside as plain words: one kind of line end, plain spaces, nothing invisible. */
export function plain(text: string): Doc {
  const words = text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\u00A0', ' ')
    // oxlint-disable-next-line no-control-regex -- exactly these do not belong into a report
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F\u200B\uFEFF\uFFFC]/g, '')
    .replaceAll('\t', ' ');
  return { flat: words, ids: [] };
}

/** The document with a citation at `from`, replacing up to `to`, and blanks where words would touch it. */
export function cite(doc: Doc, from: number, to: number, id: string): { doc: Doc; caret: number } {
  const before = doc.flat.slice(0, from);
  const after = doc.flat.slice(to);
  const lead = before === '' || /[\s([“]$/u.test(before) ? '' : ' ';
  const tail = /^[\p{L}\p{N}(“]/u.test(after) ? ' ' : '';
  const piece = { flat: lead + CHIP + tail, ids: [id] };
  return { doc: splice(doc, from, to, piece), caret: from + lead.length + 1 };
}

/** The smallest replacement that turns one flat text into another: what stands between equal head and tail. */
export function difference(old: string, next: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(old.length, next.length);
  let head = 0;
  while (head < shorter && old[head] === next[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail += 1;
  return { from: head, to: old.length - tail, insert: next.slice(head, next.length - tail) };
}
