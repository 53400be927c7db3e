/** A rectangle in the window, px. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const STEP = 8;
/** Between a toast and the window's edge. */
const MARGIN = 16;
/** Between a toast and what stands beside it, so that neither is hit for the other. */
const AIR = 4;

/**
 * The widest stretch of a bar on which nothing of what stands in it lies, with air at both ends: its left and right, px.
 * Right is never left of left.
 */
export function widestGap(bar: Box, taken: readonly Box[]): { left: number; right: number } {
  let best = { left: bar.left + MARGIN, right: bar.left + MARGIN };
  let from = bar.left;
  for (const one of [...taken].toSorted((a, b) => a.left - b.left).concat({ ...bar, left: bar.right })) {
    const gap = { left: from + MARGIN, right: Math.min(one.left, bar.right) - MARGIN };
    if (gap.right - gap.left > best.right - best.left) best = gap;
    from = Math.max(from, one.right);
  }
  return best;
}

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left) + AIR) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) + AIR);

/**
 * Where a toast of this size lies on nothing that is taken: the bottom left corner if it is free, else the free place
 * nearest to it. Where nothing is free, the place that covers least. Answers left and top, px.
 */
export function freePlace(
  toast: { width: number; height: number },
  room: { width: number; height: number },
  taken: readonly Box[],
): { left: number; top: number } {
  const lowest = Math.max(0, room.height - toast.height - MARGIN);
  const rightmost = Math.max(0, room.width - toast.width - MARGIN);
  const lefts = [...new Set([MARGIN, rightmost / 2, rightmost].map((left) => Math.min(left, rightmost)))];
  let best = { left: lefts[0] ?? 0, top: lowest };
  let covers = Infinity;
  for (let top = lowest; ; top = Math.max(0, top - STEP)) {
    for (const left of lefts) {
      const box = { left, top, right: left + toast.width, bottom: top + toast.height };
      const sum = taken.reduce((all, one) => all + overlap(box, one), 0);
      if (sum === 0) return { left, top };
      if (sum < covers) {
        covers = sum;
        best = { left, top };
      }
    }
    if (top <= 0) return best;
  }
}
