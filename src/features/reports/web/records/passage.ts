import type { RecordsSlotFile, RecordsSlotMark, RecordsSlotSelection } from '../../../../ui/slots.tsx';
import type { ReportView } from '../../contract.ts';
import {
  type Citation,
  type Citations,
  citedIds,
  type FormAnswers,
  type FormDefinition,
  textsOf,
} from '../../rules.ts';
import { questionsOf } from '../../rules.ts';

type ReportRecord = ReportView['records'][number];
const QUOTE_LIMIT = 4000;

/** "HM000214" for page 3 of a file whose first page is "HM000212"; null where the file has no numbers. */
export function batesOfPage(first: string | null | undefined, page: number): string | null {
  const found = /^(\D*)(\d+)$/.exec(first ?? '');
  if (!found) return null;
  const digits = found[2] ?? '';
  return `${found[1]}${String(Number(digits) + page - 1).padStart(digits.length, '0')}`;
}

/** The citation of a passage of the records; null when its file is not among them. */
export function citationOf(
  passage: Pick<RecordsSlotSelection, 'file_id' | 'page' | 'quote'>,
  records: readonly Pick<ReportRecord, 'id' | 'name' | 'bates_from'>[],
): Citation | null {
  const file = records.find((one) => String(one.id) === passage.file_id);
  if (!file) return null;
  const quote = passage.quote.trim().slice(0, QUOTE_LIMIT);
  const bates = batesOfPage(file.bates_from, passage.page);
  return {
    file_id: file.id,
    file_name: file.name,
    page: passage.page,
    ...(quote === '' ? {} : { quote }),
    ...(bates === null ? {} : { bates }),
  };
}

/** One name for one passage, so that a citation finds its mark in the viewer. */
export const markId = (passage: { file_id: number | string; page: number; quote?: string | undefined }): string =>
  `${passage.file_id}:${passage.page}:${(passage.quote ?? '').trim()}`;

/** What the answers cite as marks for the viewer, each passage once, after the reader's own marks, which know their place. */
export function marksOf(own: readonly RecordsSlotMark[], citations: readonly Citation[]): RecordsSlotMark[] {
  const marks = new Map(own.map((mark) => [mark.id, mark]));
  for (const citation of citations) {
    const id = markId(citation);
    if (marks.has(id)) continue;
    marks.set(id, { id, file_id: String(citation.file_id), page: citation.page, quote: citation.quote ?? '' });
  }
  return [...marks.values()];
}

/** Every passage the answers' texts cite. */
export function citationsIn(definition: FormDefinition, answers: FormAnswers): Citation[] {
  return questionsOf(definition).flatMap(({ question }) => {
    const answer = Object.hasOwn(answers, question.key) ? answers[question.key] : undefined;
    if (!answer?.citations) return [];
    const { citations } = answer;
    return textsOf(question, answer)
      .flatMap(({ text }) => citedIds(text))
      .flatMap((id) => citations[id] ?? []);
  });
}

/** "p. 214", the way a chip says it. */
export const pageWords = (citation: Pick<Citation, 'page'>): string => `p. ${citation.page}`;

const titleOf = (citation: Citation): string => citation.file_name.replace(/\.[a-z]{3,4}$/i, '');

/** The name of what shows a passage; it begins with the words one sees. */
export const showWords = (citation: Citation): string => `${pageWords(citation)}, show it in ${titleOf(citation)}`;

/** "cites page 214 of Brightwater admission", for those who hear it. */
export const citesWords = (citation: Citation): string => `cites page ${citation.page} of ${titleOf(citation)}`;

/** The passages `texts` cite, in order, a page of a file once. */
export function citedIn(texts: readonly string[], citations: Citations): Citation[] {
  const seen = new Map<string, Citation>();
  for (const id of texts.flatMap((text) => citedIds(text))) {
    const citation = Object.hasOwn(citations, id) ? citations[id] : undefined;
    if (citation && !seen.has(`${citation.file_id}:${citation.page}`))
      seen.set(`${citation.file_id}:${citation.page}`, citation);
  }
  return [...seen.values()];
}

/** The records the viewer can open. */
export const pdfsOf = (
  records: readonly ReportRecord[],
  url: (fileId: number) => string,
): (RecordsSlotFile & { id: string })[] =>
  records
    .filter((one) => one.content_type === 'application/pdf')
    .map((one) => ({
      id: String(one.id),
      name: one.name,
      pages: one.pages,
      url: url(one.id),
      bates_from: one.bates_from,
    }));
