import type { TiffPage } from './pages.ts';

/** How large a page is shown: as wide as there is room, whole, or so many times its size. */
export type Zoom = 'width' | 'page' | number;

interface Size {
  width: number;
  height: number;
}

const LEAST = 0.05;
const MOST = 8;
/** Small pictures are not blown up to fill a screen. */
const MOST_FITTED = 2;
/** Browsers refuse to draw on more than this, and show nothing. */
const MOST_DRAWN = 16_000_000;

const isLying = (turn: number): boolean => turn % 180 !== 0;

/** A page as it is looked at, in its own points: turned by its file and by hand, with points as high as they are. */
export function standing({ width, height, aspect }: Pick<TiffPage, 'width' | 'height' | 'aspect'>, turn: number): Size {
  const down = height * aspect;
  return isLying(turn) ? { width: down, height: width } : { width, height: down };
}

/** How many times its size a page is shown in a room. */
export function scaleOf(zoom: Zoom, page: Size, room: Size): number {
  const fitted =
    zoom === 'width' ? room.width / page.width : Math.min(room.width / page.width, room.height / page.height);
  const scale = typeof zoom === 'number' ? zoom : Math.min(MOST_FITTED, fitted);
  return Math.min(MOST, Math.max(LEAST, scale));
}

/** How many points are drawn for one of the page's measure: as fine as the screen is, as far as browsers go. */
export function fineness(shown: Size, screen: number): number {
  return Math.min(screen, Math.sqrt(MOST_DRAWN / Math.max(1, shown.width * shown.height)));
}
