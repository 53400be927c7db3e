export type Vector = readonly [number, number, number];
/** How large a pixel is, down and across, in mm, and where: at the body, or on a film before which it stood. */
export interface Spacing {
  row: number;
  column: number;
  at: 'body' | 'film';
}

export interface Point {
  x: number;
  y: number;
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

interface Placed {
  position: Vector | null;
  orientation: readonly [Vector, Vector] | null;
  instance: number | null;
  name: string;
}

/** Pictures of a series from one end to the other: by where they lie in the body, else by number, else by name. */
export function inOrder<T extends Placed>(pictures: readonly T[]): T[] {
  const normal = pictures[0]?.orientation ? cross(...pictures[0].orientation) : null;
  const lie =
    normal !== null &&
    pictures.every(
      ({ position, orientation }) =>
        position !== null && orientation !== null && Math.abs(dot(cross(...orientation), normal)) > 0.99,
    );
  const place = ({ position }: T): number => (position && normal ? dot(position, normal) : 0);
  return pictures.toSorted(
    (a, b) =>
      (lie ? place(a) - place(b) : 0) ||
      (a.instance ?? 0) - (b.instance ?? 0) ||
      a.name.localeCompare(b.name, 'en', { numeric: true }),
  );
}

const sized = (spacing: Spacing | null) => spacing ?? { row: 1, column: 1 };

/** How far two points of a picture are apart: in mm, or in pixels where their size is not known. */
export function lengthOf(a: Point, b: Point, spacing: Spacing | null): number {
  const { row, column } = sized(spacing);
  return Math.hypot((b.x - a.x) * column, (b.y - a.y) * row);
}

/** The angle at the second of three points, in degrees from 0 to 180. */
export function angleOf(a: Point, at: Point, b: Point, spacing: Spacing | null): number {
  const { row, column } = sized(spacing);
  const one = [(a.x - at.x) * column, (a.y - at.y) * row] as const;
  const other = [(b.x - at.x) * column, (b.y - at.y) * row] as const;
  const turned = Math.atan2(one[0] * other[1] - one[1] * other[0], one[0] * other[0] + one[1] * other[1]);
  return Math.abs((turned * 180) / Math.PI);
}

/** What a length comes to as it is said. On a film it is that of the shadow, which is larger than what threw it. */
export function lengthWords(length: number, spacing: Spacing | null): string {
  if (spacing === null) return `${length.toFixed(0)} pixels`;
  return `${length.toFixed(1)} mm${spacing.at === 'film' ? ' on the detector' : ''}`;
}

/** How a picture stands in its frame: how large, and how far it was moved from the middle. */
export interface View {
  /** 1 fills the frame. */
  zoom: number;
  x: number;
  y: number;
}
export const WHOLE: View = { zoom: 1, x: 0, y: 0 };
const MOST_ZOOM = 20;

interface Frame {
  width: number;
  height: number;
}

/** Points of the picture on the frame: scale across and down, and where its corner stands. */
export function placed(picture: { columns: number; rows: number; aspect: number }, frame: Frame, view: View) {
  const fit = Math.min(frame.width / picture.columns, frame.height / (picture.rows * picture.aspect));
  const across = fit * view.zoom;
  const down = across * picture.aspect;
  return {
    across,
    down,
    left: (frame.width - picture.columns * across) / 2 + view.x,
    top: (frame.height - picture.rows * down) / 2 + view.y,
  };
}

/** The view after zooming by a factor with a point of the frame staying where it is. */
export function zoomedAt(view: View, factor: number, point: Point, frame: Frame): View {
  const zoom = Math.min(MOST_ZOOM, Math.max(0.25, view.zoom * factor));
  const by = zoom / view.zoom;
  const middle = { x: frame.width / 2, y: frame.height / 2 };
  return {
    zoom,
    x: point.x - middle.x - (point.x - middle.x - view.x) * by,
    y: point.y - middle.y - (point.y - middle.y - view.y) * by,
  };
}
