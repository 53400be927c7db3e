import { datedFrom } from '../../reviews/rules.ts';
import type { PresentRecords } from '../../reviews/ports.ts';
import {
  batesPrefix,
  batesRangeText,
  batesText,
  categoryLabel,
  isFileCategory,
  maySeeFile,
  shownAs,
} from '../rules.ts';

/** The records on a review's page: those that exist for the reader, with what they add up to. */
export const presentRecords: PresentRecords = (actor, review, rows, organization) => {
  const seen = rows.filter((f) => maySeeFile(actor, review, f));
  const prefix = organization ? batesPrefix(organization) : 'P';
  const number = (at: number | null): string | null => (at === null ? null : batesText(prefix, at));
  const counted = seen.filter((f) => shownAs(f).status === 'ready');
  return {
    count: seen.length,
    pages: counted.reduce((sum, f) => sum + (f.pages ?? 0), 0),
    hidden: seen.filter((f) => !f.visible_to_expert).length,
    processing: seen.filter((f) => f.status === 'processing').length,
    data: seen.map(
      ({ bates_from, bates_to, chart_key: _chart_key, pages_asked: _pages_asked, damaged_at, created_at, ...f }) => ({
        ...f,
        ...shownAs({ ...f, damaged_at }),
        category_label: f.category !== null && isFileCategory(f.category) ? categoryLabel(f.category) : null,
        bates: batesRangeText(number(bates_from), number(bates_to)),
        created_at: datedFrom(review.dates_from, new Date(created_at)).toISOString(),
      }),
    ),
  };
};
