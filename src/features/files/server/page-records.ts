import { datedFrom, readingOf, recordPath } from '../../reviews/rules.ts';
import type { PresentRecords, RecordRow } from '../../reviews/ports.ts';
import {
  batesPrefix,
  batesRangeText,
  batesText,
  categoryLabel,
  isFileCategory,
  keepsPagesSeen,
  maySeeFile,
  shownAs,
} from '../rules.ts';

/** How far a reader is, with the pages where to go on. */
function readBy(
  review: Parameters<PresentRecords>[1],
  rows: readonly RecordRow[],
): NonNullable<NonNullable<ReturnType<PresentRecords>>['reading']> {
  const read = readingOf(
    rows.map((f) => ({ ...f, review_id: review.id, created_at: new Date(f.created_at) })),
    review.accepted_at,
  );
  return {
    seen: read.seen,
    pages: read.pages,
    next: read.next && recordPath(read.next.file, review.kind, read.next.page),
    added: read.added.map((f) => ({ name: f.name, pages: f.pages, path: recordPath(f, review.kind) })),
  };
}

/** The records on a review's page: those that exist for the reader, with what they add up to. */
export const presentRecords: PresentRecords = (actor, review, rows, organization) => {
  const seen = rows.filter((f) => maySeeFile(actor, review, f));
  const prefix = organization ? batesPrefix(organization) : 'P';
  const number = (at: number | null): string | null => (at === null ? null : batesText(prefix, at));
  const counted = seen.filter((f) => shownAs(f).status === 'ready');
  return {
    // what failed is named in its row, and counts as nothing
    count: seen.filter((f) => f.status !== 'failed').length,
    pages: counted.reduce((sum, f) => sum + (f.pages ?? 0), 0),
    hidden: seen.filter((f) => !f.visible_to_expert).length,
    processing: seen.filter((f) => f.status === 'processing').length,
    reading: keepsPagesSeen(actor) ? readBy(review, counted) : null,
    data: seen.map(
      ({
        bates_from,
        bates_to,
        chart_key: _chart_key,
        pages_asked: _pages_asked,
        seen: _seen,
        next_page: _next_page,
        damaged_at,
        created_at,
        ...f
      }) => ({
        ...f,
        ...shownAs({ ...f, damaged_at }),
        category_label: f.category !== null && isFileCategory(f.category) ? categoryLabel(f.category) : null,
        bates: batesRangeText(number(bates_from), number(bates_to)),
        created_at: datedFrom(review.dates_from, new Date(created_at)).toISOString(),
      }),
    ),
  };
};
