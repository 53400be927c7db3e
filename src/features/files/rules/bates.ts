import { plural } from '../../../core/phrases.ts';
/** A file as numbering sees it. */
export interface NumberedFile {
  id: number;
  position: number;
  /** Counts when it is a readable PDF. */
  is_pdf: boolean;
  pages: number | null;
  bates_from: number | null;
  bates_to: number | null;
}

export interface BatesRange {
  id: number;
  bates_from: number | null;
  bates_to: number | null;
}

/** Files in reading order. */
export function inOrder<T extends { id: number; position: number }>(files: readonly T[]): T[] {
  return files.toSorted((a, b) => a.position - b.position || a.id - b.id);
}

/**
 * The page numbers of a review's PDFs: one run over shown and hidden files by position, without gaps or overlaps.
 * Once the review is ordered (`fixed`) a number somebody may have cited never moves: files that have numbers keep
 * them, new ones go on after `highest`, the last number ever given.
 */
export function numberPages(files: readonly NumberedFile[], fixed: boolean, highest = 0): BatesRange[] {
  const kept = (f: NumberedFile): boolean => fixed && f.bates_from !== null && f.bates_to !== null;
  let next = fixed ? Math.max(highest, ...files.filter(kept).map((f) => f.bates_to ?? 0)) + 1 : 1;
  return inOrder(files).map((file) => {
    if (kept(file)) return { id: file.id, bates_from: file.bates_from, bates_to: file.bates_to };
    if (!file.is_pdf || !file.pages) return { id: file.id, bates_from: null, bates_to: null };
    const from = next;
    next += file.pages;
    return { id: file.id, bates_from: from, bates_to: next - 1 };
  });
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/[^A-Za-z0-9 &-]/g, '');

/** "HM" for Harborline Mutual; a short name of up to five letters stands as it is. */
export function batesPrefix(organization: {
  name: string;
  shortest_name?: string | null;
  preferred_short_name?: string | null;
}): string {
  for (const short of [organization.shortest_name, organization.preferred_short_name]) {
    const letters = plain(short ?? '').replaceAll(/[^A-Za-z0-9]/g, '');
    if (letters.length >= 2 && letters.length <= 5) return letters.toUpperCase();
  }
  const words = plain(organization.preferred_short_name || organization.name)
    .split(/[^A-Za-z0-9]+/)
    .filter((w) => w !== '' && !/^(of|the|and|for|inc|llc|llp|co|corp|pc)$/i.test(w));
  const initials = words
    .map((w) => w.charAt(0))
    .join('')
    .slice(0, 4)
    .toUpperCase();
  if (initials.length >= 2) return initials;
  const first = (words[0] ?? '').slice(0, 3).toUpperCase();
  return first === '' ? 'P' : first;
}

/** "HM000049". */
export const batesText = (prefix: string, number: number): string => `${prefix}${String(number).padStart(6, '0')}`;

/** "HM000001–000048": the prefix once. Null where the file has no numbers. */
export function batesRangeText(from: string | null, to: string | null): string | null {
  if (from === null || to === null) return null;
  return from === to ? from : `${from}–${to.replace(/^\D+/, '')}`;
}

export interface FileTotals {
  files: number;
  pages: number;
  /** Pages of files the expert sees: the ones that are charged. */
  visible_pages: number;
  processing: number;
  failed: number;
}

/** What a list of files adds up to; failed files count as nothing. */
export function fileTotals(
  files: readonly { status: string; pages: number | null; visible_to_expert: boolean }[],
): FileTotals {
  const totals: FileTotals = { files: 0, pages: 0, visible_pages: 0, processing: 0, failed: 0 };
  for (const file of files) {
    if (file.status === 'failed') {
      totals.failed += 1;
      continue;
    }
    totals.files += 1;
    if (file.status === 'processing') totals.processing += 1;
    totals.pages += file.pages ?? 0;
    if (file.visible_to_expert) totals.visible_pages += file.pages ?? 0;
  }
  return totals;
}

/** "5 files, 386 pages". */
export function totalsText(totals: Pick<FileTotals, 'files' | 'pages'>): string {
  const files = plural(totals.files, 'file');
  if (totals.pages === 0) return files;
  return `${files}, ${plural(totals.pages, 'page')}`;
}
