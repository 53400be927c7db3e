import type { Kind } from '../../../../core/kinds.ts';

/** In this window only, until it is closed or its person leaves: names of records may name people. */
const KEPT = 'peritus.refused';

/** What is left after a reload of a file that could not be taken: which it was and why. */
interface RefusedFile {
  review_id: number;
  kind: Kind | null;
  name: string;
  size_bytes: number;
  failure: string | null;
}

/** The files that were refused in this window before it was loaded anew, of every review. */
export function keptRefused(): readonly RefusedFile[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as RefusedFile[];
  } catch {
    return [];
  }
}

/** Keeps what is refused now, in place of what was. What is sent by a link names no review and is not kept. */
export function keepRefused(rows: readonly (RefusedFile & { state: string; held: unknown })[]): void {
  const kept: RefusedFile[] = rows
    .filter(({ state, held }) => state === 'refused' && held === null)
    .map(({ review_id, kind, name, size_bytes, failure }) => ({ review_id, kind, name, size_bytes, failure }));
  try {
    const text = JSON.stringify(kept);
    if (kept.length === 0) sessionStorage.removeItem(KEPT);
    else if (sessionStorage.getItem(KEPT) !== text) sessionStorage.setItem(KEPT, text);
  } catch {
    // a full or forbidden storage only means that a reload forgets them
  }
}
