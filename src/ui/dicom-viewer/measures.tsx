import { angleOf, lengthOf, lengthWords, type Point, type Spacing } from './geometry.ts';
import { dicomTexts } from './texts.ts';
import styles from './dicom.module.css';

/** Something measured: two points are a length, three an angle. In pixels of the picture. */
export interface Measure {
  id: number;
  points: readonly Point[];
}

/** What it comes to, in words; null while it is not done. */
export function measureWords({ points }: Pick<Measure, 'points'>, spacing: Spacing | null): string | null {
  const [a, b, c] = points;
  if (a && b && c) return dicomTexts.degrees(angleOf(a, b, c, spacing));
  return a && b ? lengthWords(lengthOf(a, b, spacing), spacing) : null;
}

interface Place {
  across: number;
  down: number;
  left: number;
  top: number;
}

/** What was measured, drawn over the picture. */
export function MeasureLines({
  measures,
  place,
  spacing,
  cross,
}: {
  measures: readonly Measure[];
  place: Place;
  spacing: Spacing | null;
  /** Where the keyboard's cross stands. */
  cross: Point | null;
}) {
  const on = ({ x, y }: Point): Point => ({ x: place.left + x * place.across, y: place.top + y * place.down });
  const at = cross && on(cross);
  return (
    <svg className={styles.lines} aria-hidden="true">
      {measures.map((measure) => {
        const points = measure.points.map(on);
        const [first] = points;
        const label = points.at(-1);
        return (
          <g key={measure.id}>
            <polyline className={styles.under} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
            <polyline className={styles.line} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
            {points.map(({ x, y }, i) => (
              <circle key={i} className={styles.dot} cx={x} cy={y} r={3} />
            ))}
            {first && label && points.length > 1 ? (
              <text className={styles.measureText} x={label.x + 8} y={label.y - 8}>
                {measureWords(measure, spacing)}
              </text>
            ) : null}
          </g>
        );
      })}
      {at ? <path className={styles.cross} d={`M${at.x - 10} ${at.y}h20M${at.x} ${at.y - 10}v20`} /> : null}
    </svg>
  );
}
