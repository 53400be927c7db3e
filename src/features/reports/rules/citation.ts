import { z } from 'zod';

/** A passage of the records an answer relies on. `page` counts from 1 within the file. */
export type Citation = {
  file_id: number;
  file_name: string;
  page: number;
  quote?: string | undefined;
  bates?: string | undefined;
};
/** The citations of one answer, by the id its text uses. */
export type Citations = Record<string, Citation>;

const citationIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const citationSchema = z.strictObject({
  file_id: z.number().int().positive(),
  file_name: z.string().min(1).max(400),
  page: z.number().int().positive().max(1_000_000),
  quote: z.string().max(4000).optional(),
  bates: z.string().max(60).optional(),
});
export const citationsSchema = z.record(citationIdSchema, citationSchema);

/** A piece of an answer's text: words, or the place where a passage is cited. */
export type CitedSegment = { type: 'text'; text: string } | { type: 'cite'; id: string };

const token = /\[\[cite:([A-Za-z0-9_-]{1,64})\]\]/g;

/** The token that stands for citation `id` in an answer's text. */
export const citeToken = (id: string): string => `[[cite:${id}]]`;

/** Splits an answer's text at its citations; text pieces are never empty. Anything not exactly a token is text. */
export function parseCited(text: string): CitedSegment[] {
  const segments: CitedSegment[] = [];
  let from = 0;
  for (const match of text.matchAll(token)) {
    if (match.index > from) segments.push({ type: 'text', text: text.slice(from, match.index) });
    segments.push({ type: 'cite', id: match[1] ?? '' });
    from = match.index + match[0].length;
  }
  if (from < text.length) segments.push({ type: 'text', text: text.slice(from) });
  return segments;
}

/** The inverse of `parseCited`. */
export const formatCited = (segments: readonly CitedSegment[]): string =>
  segments.map((segment) => (segment.type === 'text' ? segment.text : citeToken(segment.id))).join('');

/** The ids an answer's text cites, each once, in order of appearance. */
export const citedIds = (text: string): string[] => [
  ...new Set(parseCited(text).flatMap((segment) => (segment.type === 'cite' ? [segment.id] : []))),
];

/** The text's own words without its citations; what lengths are counted on. */
export const wordsOf = (text: string): string =>
  parseCited(text)
    .map((segment) => (segment.type === 'text' ? segment.text : ''))
    .join('')
    .trim();

/** A citation the way a report prints it: "Brightwater admission, p. 188". */
export function citationLabel(citation: Citation): string {
  const name = citation.file_name.replace(/\.(pdf|docx?|tiff?|jpe?g|png|txt|dcm)$/i, '');
  return `${name}, p. ${citation.page}`;
}

/** The answer's text as plain words with its citations in parentheses; unknown ids vanish. */
export function plainCited(text: string, citations: Citations): string {
  return parseCited(text)
    .map((segment) => {
      if (segment.type === 'text') return segment.text;
      const citation = Object.hasOwn(citations, segment.id) ? citations[segment.id] : undefined;
      return citation ? `(${citationLabel(citation)})` : '';
    })
    .join('');
}

/** The pages cited in all of `texts`: by file, pages ascending, each once. */
export function citedPages(
  texts: readonly { text: string; citations: Citations }[],
): { file_id: number; file_name: string; pages: number[] }[] {
  const files = new Map<number, { file_id: number; file_name: string; pages: Set<number> }>();
  for (const { text, citations } of texts) {
    for (const id of citedIds(text)) {
      const citation = Object.hasOwn(citations, id) ? citations[id] : undefined;
      if (!citation) continue;
      const file = files.get(citation.file_id) ?? { ...citation, pages: new Set<number>() };
      file.pages.add(citation.page);
      files.set(citation.file_id, file);
    }
  }
  return [...files.values()].map(({ file_id, file_name, pages }) => ({
    file_id,
    file_name,
    pages: [...pages].toSorted((a, b) => a - b),
  }));
}
