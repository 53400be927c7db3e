import { useCallback, useEffect, useMemo, useState } from 'react';
import type { LoadedPdf } from './engine/pdf.ts';
import { findMatches } from './text-match.ts';
import type { Match } from './text-match.ts';

export interface Hit extends Match {
  page: number;
}

export interface Search {
  query: string;
  setQuery: (query: string) => void;
  hits: readonly Hit[];
  active: Hit | null;
  /** 1-based place of the active hit, 0 without one. */
  position: number;
  /** Pages looked at so far. */
  searched: number;
  /** Pages whose text could not be read. */
  unread: number;
  running: boolean;
  tooShort: boolean;
  /** Moves to the next or previous hit, round the ends. */
  step: (direction: 1 | -1) => void;
}

const MIN_QUERY = 2;
const TYPING_PAUSE = 220;
const REPORT_EVERY = 120;

interface Found {
  query: string;
  hits: readonly Hit[];
  searched: number;
  unread: number;
  active: Hit | null;
}

const EMPTY: Found = { query: '', hits: [], searched: 0, unread: 0, active: null };
const inOrder = (a: Hit, b: Hit): number => a.page - b.page || a.start - b.start;

/** Searches the whole file page by page, beginning at the page being read, and tells how far it has come. */
export function useSearch(pdf: LoadedPdf | null, open: boolean, pageRead: () => number): Search {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found>(EMPTY);
  const wanted = open ? query.trim() : '';
  const tooShort = wanted.length > 0 && wanted.length < MIN_QUERY;

  useEffect(() => {
    if (!pdf || wanted.length < MIN_QUERY) return undefined;
    let stopped = false;
    const run = async (): Promise<void> => {
      const from = Math.min(pageRead(), pdf.pages);
      const hits: Hit[] = [];
      let unread = 0;
      let reported = performance.now();
      const report = (searched: number): void => {
        const sorted = [...hits].sort(inOrder);
        setFound((before) => {
          const active = before.query === wanted ? before.active : null;
          return { query: wanted, hits: sorted, searched, unread, active: active ?? hits[0] ?? null };
        });
      };
      setFound({ ...EMPTY, query: wanted });
      for (let done = 0; done < pdf.pages; done++) {
        const page = ((from - 1 + done) % pdf.pages) + 1;
        const before = hits.length;
        try {
          const text = await pdf.text(page);
          for (const match of findMatches(text.text, wanted)) hits.push({ page, ...match });
        } catch {
          unread++;
        }
        if (stopped) return;
        const now = performance.now();
        if (now - reported > REPORT_EVERY || (before === 0 && hits.length > 0)) {
          report(done + 1);
          reported = now;
        }
      }
      report(pdf.pages);
    };
    const timer = setTimeout(() => void run(), TYPING_PAUSE);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [pdf, wanted, pageRead]);

  const current = wanted.length >= MIN_QUERY && found.query === wanted ? found : EMPTY;
  const step = useCallback((direction: 1 | -1) => {
    setFound((before) => {
      if (before.hits.length === 0) return before;
      const at = before.active ? before.hits.indexOf(before.active) : -1;
      const next = before.hits[(at + direction + before.hits.length) % before.hits.length];
      return { ...before, active: next ?? null };
    });
  }, []);

  return useMemo(
    () => ({
      query,
      setQuery,
      hits: current.hits,
      active: current.active,
      position: current.active ? current.hits.indexOf(current.active) + 1 : 0,
      searched: current.searched,
      unread: current.unread,
      running: wanted.length >= MIN_QUERY && (current === EMPTY || current.searched < (pdf?.pages ?? 0)),
      tooShort,
      step,
    }),
    [query, current, wanted, tooShort, step, pdf],
  );
}
