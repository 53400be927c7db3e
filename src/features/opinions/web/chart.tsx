import { useId } from 'react';
import { StatusGlyph } from '../../../ui/parts/status.tsx';
import { toneVars } from '../../../ui/parts/common.ts';
import type { TrendsView } from '../contract.ts';
import { SCALES } from '../rules.ts';
import { glyphShare } from './level.tsx';
import styles from './trends.module.css';

type Quarter = TrendsView['quarters'][number];

const HEIGHT = 180;
const BAR = 44;
const GAP = 28;
const LEFT = 34;
const FOOT = 40;

/** A round number of reviews the axis ends at. */
function axisEnd(most: number): number {
  if (most <= 5) return 5;
  const step = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((one) => one * step).find((one) => one >= most) ?? most;
}

/**
 * Reviews by quarter, stacked by level: each level has its own hatching beside its color. The table under it says the
 * same in numbers, so that the picture is one image to assistive technology.
 */
export function QuarterChart({ view }: { view: TrendsView }) {
  const id = useId();
  const { levels } = SCALES[view.scale];
  const most = Math.max(0, ...view.quarters.map((one) => one.spread.n - one.spread.undetermined));
  const end = axisEnd(most);
  const width = LEFT + view.quarters.length * (BAR + GAP);
  const y = (n: number): number => HEIGHT - (n / end) * HEIGHT;
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`0 -8 ${width} ${HEIGHT + FOOT + 8}`}
        style={{ maxWidth: `${Math.max(width, 320)}px` }}
        role="img"
        aria-label={`Reviews by quarter and level: ${view.quarters.map((one) => `${one.label} ${one.spread.n}`).join(', ')}. The table below has the numbers.`}
      >
        <defs>
          {levels.map(({ level, tone }) => (
            <pattern
              key={level}
              id={`${id}-${level}`}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              style={toneVars(tone)}
            >
              <Hatch level={level} />
            </pattern>
          ))}
        </defs>
        {[0, end / 2, end].map((n) => (
          <g key={n} className={styles.grid}>
            <line x1={LEFT} x2={width} y1={y(n)} y2={y(n)} />
            {Number.isInteger(n) ? (
              <text x={LEFT - 8} y={y(n) + 4} textAnchor="end">
                {n}
              </text>
            ) : null}
          </g>
        ))}
        {view.quarters.map((quarter, i) => (
          <Bar key={quarter.quarter} quarter={quarter} x={LEFT + GAP / 2 + i * (BAR + GAP)} y={y} pattern={id} />
        ))}
      </svg>
      <figcaption>
        <ul className={styles.legend}>
          {levels.map(({ level, label, tone }) => (
            <li key={level} style={toneVars(tone)}>
              <svg width="18" height="14" viewBox="0 0 18 14" aria-hidden>
                <rect width="18" height="14" fill={`url(#${id}-${level})`} className={styles.segment} />
              </svg>
              <StatusGlyph tone={tone} share={glyphShare(view.scale, level)} />
              {label}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

/** From light to heavy, so that levels are told apart without their colors. */
function Hatch({ level }: { level: number }) {
  return (
    <>
      <rect width="6" height="6" fill={level === 4 ? 'var(--tone-fg)' : 'var(--tone-bg)'} />
      {level === 2 ? <circle cx="3" cy="3" r="1.1" fill="var(--tone-fg)" /> : null}
      {level === 3 ? <path d="M-1 7 7-1M-1 1 1-1M5 7 7 5" stroke="var(--tone-fg)" strokeWidth="1.4" /> : null}
    </>
  );
}

function Bar({ quarter, x, y, pattern }: { quarter: Quarter; x: number; y: (n: number) => number; pattern: string }) {
  const segments = quarter.spread.levels.filter((one) => one.n > 0);
  return (
    <g>
      {segments.map((one, i) => {
        const below = segments.slice(0, i).reduce((sum, other) => sum + other.n, 0);
        const top = y(below + one.n);
        const height = y(below) - top;
        return (
          <g key={one.level} style={toneVars(one.tone)}>
            <rect
              x={x}
              y={top}
              width={BAR}
              height={height}
              fill={`url(#${pattern}-${one.level})`}
              className={styles.segment}
            />
            {height >= 18 ? (
              <>
                <rect
                  x={x + BAR / 2 - 11}
                  y={top + height / 2 - 8}
                  width="22"
                  height="16"
                  rx="4"
                  className={styles.plate}
                />
                <text x={x + BAR / 2} y={top + height / 2 + 4} textAnchor="middle" className={styles.count}>
                  {one.n}
                </text>
              </>
            ) : null}
          </g>
        );
      })}
      <text x={x + BAR / 2} y={y(0) + 18} textAnchor="middle" className={styles.tick}>
        {quarter.label.slice(0, 2)}
      </text>
      <text x={x + BAR / 2} y={y(0) + 33} textAnchor="middle" className={styles.tick}>
        {quarter.label.slice(3)}
      </text>
    </g>
  );
}
