import { useEffect, useEffectEvent } from 'react';

/** How long something stands still before it counts as looked at. */
const RESTED_MS = 700;

/** The part of a file in view, each from 0 to 1. */
export interface Span {
  from: number;
  to: number;
}

/** The pages of which something is in view, where a file is shown without them: by how far it is scrolled. */
export function pagesIn({ from, to }: Span, pages: number): number[] {
  const first = Math.min(pages, Math.floor(from * pages) + 1);
  const last = Math.max(first, Math.min(pages, Math.ceil(to * pages - 0.01)));
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** What of an element's content is in view now. */
export const spanOf = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): Span => ({
  from: scrollTop / Math.max(1, scrollHeight),
  to: Math.min(1, (scrollTop + clientHeight) / Math.max(1, scrollHeight)),
});

/** Tells what is in view once it rests there. */
export function useRested(span: Span | null, tell: (span: Span) => void): void {
  const told = useEffectEvent(tell);
  const { from, to } = span ?? { from: -1, to: -1 };
  useEffect(() => {
    if (to < 0) return undefined;
    const rests = setTimeout(() => told({ from, to }), RESTED_MS);
    return () => clearTimeout(rests);
  }, [from, to]);
}
