import { useEffect, useState } from 'react';
import type { LoadedPdf } from './engine/pdf.ts';

/** Pages looked at before a file is called a scan: enough for a scan with a printed cover, few enough to stay quick. */
const PROBES = 6;

/** What is known about text: of the whole file (null until enough pages were read) and of the page being read. */
export function useScan(
  pdf: LoadedPdf | null,
  current: number,
): { fileHasText: boolean | null; pageHasText: boolean | null } {
  const [file, setFile] = useState<{ pdf: LoadedPdf; hasText: boolean } | null>(null);
  const [page, setPage] = useState<{ pdf: LoadedPdf; page: number; hasText: boolean } | null>(null);

  useEffect(() => {
    if (!pdf) return undefined;
    let stopped = false;
    const probe = async (): Promise<void> => {
      const last = pdf.pages;
      const wanted = new Set<number>();
      for (let i = 0; i < PROBES; i++) wanted.add(Math.round(1 + (i * (last - 1)) / (PROBES - 1)));
      let hasText = false;
      for (const number of wanted) {
        try {
          hasText ||= (await pdf.text(number)).hasText;
        } catch {
          // An unreadable page says nothing about the others.
        }
        if (stopped) return;
        if (hasText) break;
      }
      setFile({ pdf, hasText });
    };
    void probe();
    return () => {
      stopped = true;
    };
  }, [pdf]);

  useEffect(() => {
    if (!pdf) return undefined;
    let stopped = false;
    const look = async (): Promise<void> => {
      try {
        const { hasText } = await pdf.text(current);
        if (stopped) return;
        setPage({ pdf, page: current, hasText });
        // One page with text is proof, however many were empty.
        if (hasText) setFile({ pdf, hasText });
      } catch {
        // The page says itself that it could not be read.
      }
    };
    const timer = setTimeout(() => void look(), 150);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [pdf, current]);

  return {
    fileHasText: file && file.pdf === pdf ? file.hasText : null,
    pageHasText: page && page.pdf === pdf && page.page === current ? page.hasText : null,
  };
}
