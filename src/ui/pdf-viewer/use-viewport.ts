import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { LoadedPdf } from './engine/pdf.ts';
import { anchorAt, layOut, pageRead, pagesIn, scaleFor, yOf } from './layout.ts';
import type { Layout } from './layout.ts';
import type { PageRect, PageSize, Zoom } from './types.ts';
import type { Focal } from './use-pinch.ts';

const GAP = 18;
/** Below this width the desk's margins shrink: on a phone the paper takes the screen. */
const NARROW = 560;

export interface Viewport {
  layout: Layout | null;
  scale: number;
  /** First and last page to draw. */
  drawn: readonly [first: number, last: number];
  current: number;
  margin: number;
  onSize: (page: number, size: PageSize) => void;
  onScroll: () => void;
  goTo: (page: number, rect?: PageRect) => void;
  /** Page being read right now, also between two renderings. */
  pageNow: () => number;
  /** The next change of zoom keeps this place where it is. */
  setFocal: (focal: Focal) => void;
}

/** How the desk is seen: it scrolls by itself, or where the page around it does, with the page. Px, from the desk's top. */
interface Sight {
  byPage: boolean;
  top: number;
  height: number;
}

function sightOf(desk: HTMLElement): Sight {
  if (getComputedStyle(desk).overflowY !== 'hidden')
    return { byPage: false, top: desk.scrollTop, height: desk.clientHeight };
  return { byPage: true, top: -desk.getBoundingClientRect().top, height: innerHeight };
}

/** Scrolls to a place of the desk: sideways always the desk itself. */
function scrollDesk(desk: HTMLElement, { top, left }: { top: number; left: number }): void {
  const sight = sightOf(desk);
  if (sight.byPage) scrollBy({ top: top - sight.top, behavior: 'instant' });
  desk.scrollTo({ left, ...(sight.byPage ? {} : { top }), behavior: 'instant' });
}

/** Geometry and scrolling of the desk on which the pages lie: which to draw, which is read, what stays put on zoom. */
export function useViewport(
  scroller: RefObject<HTMLElement | null>,
  pdf: LoadedPdf,
  zoom: Zoom,
  firstPage: number,
): Viewport {
  const [box, setBox] = useState<PageSize | null>(null);
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const margin = !box || box.width < NARROW ? 8 : Math.min(48, Math.round(box.width * 0.07));
  const fits = zoom.mode !== 'custom';
  const scale = box ? scaleFor(zoom, box, pdf.firstSize, GAP, margin) : 1;
  const layout = useMemo(() => {
    if (!box) return null;
    const widest = fits ? Math.max(1, box.width - 2 * margin) : undefined;
    return layOut(pdf.pages, (page) => sizes.get(page) ?? pdf.firstSize, scale, GAP, margin, widest);
  }, [box, pdf, sizes, scale, margin, fits]);

  const [current, setCurrent] = useState(firstPage);
  const [drawn, setDrawn] = useState<readonly [number, number]>([1, 0]);
  const live = useRef({
    layout: null as Layout | null,
    top: 0,
    left: 0,
    current: firstPage,
    focal: null as Focal | null,
    pinned: -1,
    target: { page: firstPage } as { page: number; rect?: PageRect } | null,
  });

  /** Reads the scroll position and works out what follows from it. */
  const look = useCallback(() => {
    const element = scroller.current;
    const state = live.current;
    if (!element || !state.layout) return;
    const { top, height } = sightOf(element);
    state.top = top;
    state.left = element.scrollLeft;
    const [first, last] = pagesIn(state.layout, Math.max(0, top), height, height * 0.75);
    setDrawn((before) => (before[0] === first && before[1] === last ? before : [first, last]));
    // A page that was asked for stays the current one until the reader scrolls, even where the end of the file keeps
    // it from reaching the top.
    if (Math.abs(state.top - state.pinned) > 1) {
      state.pinned = -1;
      state.current = pageRead(state.layout, Math.max(0, top), height);
    }
    setCurrent(state.current);
  }, [scroller]);

  const place = useCallback(
    (page: number, rect?: PageRect) => {
      const element = scroller.current;
      const state = live.current;
      if (!element || !state.layout) {
        state.target = rect ? { page, rect } : { page };
        return;
      }
      const top = state.layout.tops[page - 1] ?? 0;
      const height = state.layout.heights[page - 1] ?? 0;
      const sight = sightOf(element);
      const within = rect ? Math.max(0, rect.y * height - sight.height / 3) : 0;
      const width = state.layout.widths[page - 1] ?? 0;
      const edge = (Math.max(state.layout.width, element.clientWidth) - width) / 2;
      const middle = edge + (rect ? rect.x + rect.width / 2 : 0.5) * width;
      const outside = middle < element.scrollLeft || middle > element.scrollLeft + element.clientWidth;
      // A page that fits is centered; on a bigger one the reader's column stays, unless the passage is out of sight.
      const aside = width <= element.clientWidth || (rect && outside);
      // a page that is just opened begins at its own top, not at the desk's
      const isBegun = !sight.byPage || page > 1 || rect !== undefined || sight.top > 0;
      if (isBegun)
        scrollDesk(element, {
          top: within > 0 ? top + within : top - GAP,
          left: aside ? middle - element.clientWidth / 2 : element.scrollLeft,
        });
      state.current = page;
      state.pinned = sightOf(element).top;
      // Sizes of pages on the way may still be guesses; once they are known the page is placed again.
      state.target = rect ? { page, rect } : { page };
      look();
    },
    [scroller, look],
  );

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = (): void => {
      const width = element.clientWidth;
      const { height } = sightOf(element);
      if (width > 0 && height > 0)
        setBox((old) => (old?.width === width && old.height === height ? old : { width, height }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, [scroller]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const state = live.current;
    if (!element || !layout || state.layout === layout) return;
    const before = state.layout;
    const { top, left } = state;
    state.layout = layout;
    if (state.target && (!before || state.pinned !== -1)) {
      place(state.target.page, state.target.rect);
      return;
    }
    if (before) {
      const focal = state.focal ?? { x: element.clientWidth / 2, y: sightOf(element).height / 3 };
      const at = anchorAt(before, top + focal.y);
      // Pages are centered, so the middle of the desk is the fixed point sideways.
      const wide = Math.max(before.width, element.clientWidth);
      const aside = left + focal.x - wide / 2;
      const middle = Math.max(layout.width, element.clientWidth) / 2;
      // above the desk nothing of it is read that would have to stay
      scrollDesk(element, {
        top: top < 0 ? top : yOf(layout, at) - focal.y,
        left: middle + (aside * layout.scale) / before.scale - focal.x,
      });
    }
    state.focal = null;
    look();
  }, [layout, scroller, place, look]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    const state = live.current;
    if (element && Math.abs(sightOf(element).top - state.pinned) > 1) state.target = null;
    look();
  }, [scroller, look]);
  useEffect(() => {
    const element = scroller.current;
    const byPage = (event: Event): void => {
      if (event.target === document && element && sightOf(element).byPage) onScroll();
    };
    document.addEventListener('scroll', byPage, { passive: true });
    return () => document.removeEventListener('scroll', byPage);
  }, [scroller, onScroll]);
  const onSize = useCallback(
    (page: number, size: PageSize) => {
      setSizes((known) => {
        const old = known.get(page) ?? pdf.firstSize;
        if (Math.abs(old.width - size.width) < 0.5 && Math.abs(old.height - size.height) < 0.5) return known;
        return new Map(known).set(page, size);
      });
    },
    [pdf],
  );
  const pageNow = useCallback(() => live.current.current, []);
  const setFocal = useCallback((focal: Focal) => {
    live.current.focal = focal;
    live.current.pinned = -1;
  }, []);

  return { layout, scale, drawn, current, margin, onSize, onScroll, goTo: place, pageNow, setFocal };
}
