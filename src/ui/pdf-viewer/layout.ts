import type { PageSize, Zoom } from './types.ts';

/** Where every page stands on the desk, in CSS pixels. Index 0 is page 1. */
export interface Layout {
  tops: readonly number[];
  widths: readonly number[];
  heights: readonly number[];
  /** Each page's own factor: a page wider than the window is shrunk to it when the zoom fits. */
  scales: readonly number[];
  /** Full height and width of the desk, margins included. */
  total: number;
  width: number;
  scale: number;
}

/** A place on the desk that survives a change of zoom or of a page's size. */
export interface Anchor {
  page: number;
  /** Share of the page's height above the place; negative or above 1 in the gaps, where it counts pixels beyond the edge. */
  fraction: number;
  beyond: number;
}

export const MIN_SCALE = 0.25;
export const MAX_SCALE = 4;
const ZOOM_STEPS: readonly number[] = [0.25, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];

/** Places pages one below the other, `gap` apart and `margin` from the desk's edges, none wider than `widestPage`. */
export function layOut(
  count: number,
  sizeOf: (page: number) => PageSize,
  scale: number,
  gap: number,
  margin: number,
  widestPage = Number.POSITIVE_INFINITY,
): Layout {
  const scales: number[] = [];
  const tops: number[] = [];
  const widths: number[] = [];
  const heights: number[] = [];
  let y = gap;
  let widest = 0;
  for (let page = 1; page <= count; page++) {
    const size = sizeOf(page);
    const own = Math.min(scale, widestPage / size.width);
    const width = Math.round(size.width * own);
    const height = Math.round(size.height * own);
    scales.push(own);
    tops.push(y);
    widths.push(width);
    heights.push(height);
    y += height + gap;
    widest = Math.max(widest, width);
  }
  return { tops, widths, heights, scales, total: y, width: widest + 2 * margin, scale };
}

/** The last page whose top is at or above `y` (page 1 above everything). */
export function pageAt(layout: Layout, y: number): number {
  let low = 0;
  let high = layout.tops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((layout.tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** First and last page to keep drawn for a window of the desk, with `spare` pixels on both sides. */
export function pagesIn(layout: Layout, top: number, height: number, spare: number): [first: number, last: number] {
  const first = pageAt(layout, top - spare);
  const above = (layout.tops[first - 1] ?? 0) + (layout.heights[first - 1] ?? 0) < top - spare;
  const last = pageAt(layout, top + height + spare);
  return [Math.min(above ? first + 1 : first, last), last];
}

/** The page being read: the one under a line a third down the window; the last one at the very end. */
export function pageRead(layout: Layout, top: number, height: number): number {
  if (top > 0 && top + height >= layout.total - 2) return layout.tops.length;
  return pageAt(layout, top + height / 3);
}

export function anchorAt(layout: Layout, y: number): Anchor {
  const page = pageAt(layout, y);
  const top = layout.tops[page - 1] ?? 0;
  const height = layout.heights[page - 1] ?? 1;
  if (y < top) return { page, fraction: 0, beyond: y - top };
  if (y > top + height) return { page, fraction: 1, beyond: y - top - height };
  return { page, fraction: height === 0 ? 0 : (y - top) / height, beyond: 0 };
}

export function yOf(layout: Layout, anchor: Anchor): number {
  const top = layout.tops[anchor.page - 1] ?? 0;
  return top + anchor.fraction * (layout.heights[anchor.page - 1] ?? 0) + anchor.beyond;
}

export const clampScale = (scale: number): number => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));

/** The factor a zoom setting comes to in a window of this size. 1 = 96 CSS pixels to the inch. */
export function scaleFor(zoom: Zoom, window: PageSize, page: PageSize, gap: number, margin: number): number {
  if (zoom.mode === 'custom') return clampScale(zoom.scale);
  const wide = (window.width - 2 * margin) / page.width;
  if (zoom.mode === 'fit-width') return clampScale(wide);
  return clampScale(Math.min(wide, (window.height - 2 * gap) / page.height));
}

/** The next step up or down from any factor. */
export function stepScale(scale: number, direction: 1 | -1): number {
  const steps = direction > 0 ? ZOOM_STEPS : ZOOM_STEPS.toReversed();
  return steps.find((step) => (direction > 0 ? step > scale + 0.005 : step < scale - 0.005)) ?? clampScale(scale);
}

/** Bates number of a page of a file that begins at `from`; null where the file carries none. */
export function batesOf(from: string | null | undefined, page: number): string | null {
  const parts = /^(.*?)(\d+)$/.exec(from ?? '');
  if (!parts) return null;
  const [, prefix = '', digits = ''] = parts;
  return prefix + (BigInt(digits) + BigInt(page - 1)).toString().padStart(digits.length, '0');
}
