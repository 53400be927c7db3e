import type { PageRect } from './types.ts';

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const round = (value: number): number => Math.round(value * 1e5) / 1e5;
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** A box in window pixels as fractions of the page's box, cut at the page's edges. */
export function toFractions(box: Box, page: Box): PageRect {
  const width = page.right - page.left || 1;
  const height = page.bottom - page.top || 1;
  const x = clamp((box.left - page.left) / width);
  const y = clamp((box.top - page.top) / height);
  return {
    x: round(x),
    y: round(y),
    width: round(clamp((box.right - page.left) / width) - x),
    height: round(clamp((box.bottom - page.top) / height) - y),
  };
}

/** Joins boxes of one text line (word by word, span by span) into one; columns far apart stay separate. */
export function mergeLines(boxes: readonly Box[]): Box[] {
  const lines: Box[] = [];
  for (const box of boxes) {
    if (box.right - box.left <= 0.1 || box.bottom - box.top <= 0.1) continue;
    const height = box.bottom - box.top;
    const line = lines.find((other) => {
      const shared = Math.min(other.bottom, box.bottom) - Math.max(other.top, box.top);
      const apart = Math.max(other.left, box.left) - Math.min(other.right, box.right);
      return shared > 0.5 * Math.min(height, other.bottom - other.top) && apart < 1.1 * height;
    });
    if (line) {
      line.left = Math.min(line.left, box.left);
      line.right = Math.max(line.right, box.right);
      line.top = Math.min(line.top, box.top);
      line.bottom = Math.max(line.bottom, box.bottom);
    } else lines.push({ left: box.left, top: box.top, right: box.right, bottom: box.bottom });
  }
  return lines;
}

/** The box a pointer drew from one corner to the other; null when it is too small to be meant. */
export function drawnRect(from: { x: number; y: number }, to: { x: number; y: number }): PageRect | null {
  const rect = toFractions(
    {
      left: Math.min(from.x, to.x),
      top: Math.min(from.y, to.y),
      right: Math.max(from.x, to.x),
      bottom: Math.max(from.y, to.y),
    },
    { left: 0, top: 0, right: 1, bottom: 1 },
  );
  return rect.width < 0.01 || rect.height < 0.005 ? null : rect;
}
