import { pagesIn, type Span } from '../../../ui/file-viewers/seen.ts';
import { usePagesSeen } from './use-pages-seen.ts';

/** Keeps how far a file is read that is shown without its pages, by what of it is in view. */
export function useSpanSeen({ id, pages }: { id: number; pages: number | null }): (span: Span) => void {
  const saw = usePagesSeen();
  return (span) => {
    for (const page of pagesIn(span, pages ?? 1)) saw(String(id), page);
  };
}
