import type { Kind } from '../../../core/kinds.ts';

/** A record as far as reading it goes: its pages, and which of them were seen. */
export interface Reading {
  id: number;
  name: string;
  pages: number | null;
  /** How many were seen, and the first that was not; null where all were. */
  seen: number;
  next_page: number | null;
  created_at: Date;
}

/** What has no pages, a recording or an archive, is one thing to look at. */
export const pagesToSee = ({ pages }: { pages: number | null }): number => Math.max(1, pages ?? 1);

/**
 * How far the records are read: pages seen of all, where to read on (the first page not seen, in the order they stand),
 * and what came after `since` and was not opened yet.
 */
export function readingOf<F extends Reading>(files: readonly F[], since: Date | null) {
  const seenOf = (f: Reading): number => Math.min(f.seen, pagesToSee(f));
  const next = files.find((f) => seenOf(f) < pagesToSee(f));
  return {
    seen: files.reduce((sum, f) => sum + seenOf(f), 0),
    pages: files.reduce((sum, f) => sum + pagesToSee(f), 0),
    next: next ? { file: next, page: next.next_page ?? 1 } : null,
    added: files.filter((f) => isNew(f, since)),
  };
}

/** Whether a record came after `since` (when the expert accepted; null: not yet) and was not opened yet. */
export const isNew = (file: Pick<Reading, 'seen' | 'created_at'>, since: Date | null): boolean =>
  since !== null && file.seen === 0 && file.created_at > since;

/** The page that shows a record, at one of its pages where that is said. */
export function recordPath(
  file: { id: number; review_id: number; content_type: string },
  kind: Kind,
  page?: number,
): string {
  const query = new URLSearchParams({
    reviewId: String(file.review_id),
    reviewProductType: kind,
    fileType: file.content_type,
    ...(page !== undefined && page > 1 ? { page: String(page) } : {}),
  });
  return `/preview-file/${file.id}?${query}`;
}
