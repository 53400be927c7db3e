import { useEffect, useRef } from 'react';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import type { SpendView } from '../contract.ts';
import { axisEnd } from '../rules.ts';
import styles from './spend.module.css';

const HEIGHT = 160;
const BAR = 34;
const GAP = 18;
const LEFT = 64;
const FOOT = 40;

/** "Nov 2026". */
export const monthText = (month: string): string => dateText(`${month}-01`, 'medium').replace(/ 1,/, '');

/** Dollars without cents: "$12,500". */
const whole = (cents: number): string => formatCents(cents).replace(/\.\d\d$/, '');

/** What was spent in each month. The table under it says the same in numbers: to assistive technology the picture is one image. */
export function MonthChart({ months }: { months: SpendView['months'] }) {
  const scrolls = useRef<HTMLElement>(null);
  // where it is wider than its place, the newest months are in sight
  useEffect(() => {
    // newer browsers answer a promise, which is no way to end an effect
    scrolls.current?.scrollTo(scrolls.current.scrollWidth, 0);
  }, [months]);
  const end = axisEnd(Math.max(0, ...months.flatMap(({ cents, budget_cents }) => [cents, budget_cents ?? 0])));
  const width = LEFT + months.length * (BAR + GAP);
  const y = (cents: number): number => HEIGHT - (Math.max(0, cents) / end) * HEIGHT;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what slides is slid by keys, too
    <figure className={styles.chart} ref={scrolls} tabIndex={0} aria-label="Spend by month">
      <svg
        viewBox={`0 -10 ${width} ${HEIGHT + FOOT + 10}`}
        style={{ width: `${width}px` }}
        role="img"
        aria-label={`What was spent in each month${months.some(({ budget_cents }) => budget_cents !== null) ? ', beside its budget, the line' : ''}. The table below has the numbers.`}
      >
        {[0, end / 2, end].map((cents) => (
          <g key={cents} className={styles.grid}>
            <line x1={LEFT} x2={width} y1={y(cents)} y2={y(cents)} />
            <text x={LEFT - 8} y={y(cents) + 4} textAnchor="end">
              {whole(cents)}
            </text>
          </g>
        ))}
        {months.map(({ month, cents, budget_cents }, at) => {
          const x = LEFT + GAP / 2 + at * (BAR + GAP);
          const [name = '', year = ''] = monthText(month).split(' ');
          return (
            <g key={month}>
              <rect x={x} y={y(cents)} width={BAR} height={HEIGHT - y(cents)} rx="2" className={styles.bar} />
              {budget_cents === null
                ? null
                : [styles.ground, styles.budget].map((className) => (
                    <line
                      key={className}
                      x1={x - GAP / 2}
                      x2={x + BAR + GAP / 2}
                      y1={y(budget_cents)}
                      y2={y(budget_cents)}
                      className={className}
                    />
                  ))}
              <text x={x + BAR / 2} y={HEIGHT + 18} textAnchor="middle" className={styles.tick}>
                {name}
              </text>
              {at === 0 || month.endsWith('-01') ? (
                <text x={x + BAR / 2} y={HEIGHT + 33} textAnchor="middle" className={styles.tick}>
                  {year}
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
