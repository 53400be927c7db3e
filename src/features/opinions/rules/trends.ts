import { levelOf, type Level, type Scale, SCALES } from './levels.ts';

/** Below so many reviews a share says more about chance than about care, and is not shown. */
export const FEW_REVIEWS = 5;
/** Each half of a period needs so many before a change is called one. */
const FEW_FOR_CHANGE = 10;
/** Two shares this many standard errors apart differ by more than chance would explain in one of twenty. */
const Z95 = 1.96;

/** The quarter a day lies in, by its first day: "2026-10-01". */
export function quarterOf(day: string): string {
  const month = Number(day.slice(5, 7));
  const first = Math.floor((month - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`;
}

/** "Q4 2026". */
export const quarterWords = (quarter: string): string =>
  `Q${Math.floor((Number(quarter.slice(5, 7)) - 1) / 3) + 1} ${quarter.slice(0, 4)}`;

/** The quarter `by` quarters later, or earlier where negative. */
export function shiftQuarter(quarter: string, by: number): string {
  const index = Number(quarter.slice(0, 4)) * 4 + Math.floor((Number(quarter.slice(5, 7)) - 1) / 3) + by;
  return `${String(Math.floor(index / 4)).padStart(4, '0')}-${String((index % 4) * 3 + 1).padStart(2, '0')}-01`;
}

/** All quarters from one to another, both included; none where they are the wrong way round. */
export function quartersBetween(from: string, to: string): string[] {
  const out: string[] = [];
  for (let one = quarterOf(from); one <= quarterOf(to) && out.length < 80; one = shiftQuarter(one, 1)) out.push(one);
  return out;
}

/** Reviews of one quarter on one level, as they are counted; level null: could not be determined. */
export interface LevelCount {
  quarter: string;
  level: number | null;
  n: number;
  attention: number;
}

/** `share` of all that have a level, 0 to 1; null where they are too few. */
interface LevelShare extends Level {
  n: number;
  share: number | null;
}

export interface Spread {
  /** All reviews, those without a level included. */
  n: number;
  undetermined: number;
  attention: number;
  levels: LevelShare[];
  /** Too few for shares. */
  few: boolean;
}

/** How reviews spread over the levels of a scale. */
export function spreadOf(scale: Scale, counts: readonly Pick<LevelCount, 'level' | 'n' | 'attention'>[]): Spread {
  const total = (list: readonly { n: number }[]): number => list.reduce((sum, one) => sum + one.n, 0);
  const judged = total(counts.filter((c) => levelOf(scale, c.level) !== null));
  const n = total(counts);
  const few = judged < FEW_REVIEWS;
  return {
    n,
    undetermined: n - judged,
    attention: counts.reduce((sum, one) => sum + one.attention, 0),
    few,
    levels: SCALES[scale].levels.map((one) => {
      const here = total(counts.filter((c) => c.level === one.level));
      return { ...one, n: here, share: few ? null : here / judged };
    }),
  };
}

/**
 * Which way it goes between the earlier and the later half of a period. `too_few`: not enough to tell; `steady`: any
 * difference is within chance.
 */
export type Change = 'better' | 'worse' | 'steady' | 'too_few';

/** Compares the share that went well in two halves; `k` of `n` each. */
export function changeBetween(earlier: { k: number; n: number }, later: { k: number; n: number }): Change {
  if (earlier.n < FEW_FOR_CHANGE || later.n < FEW_FOR_CHANGE) return 'too_few';
  const pooled = (earlier.k + later.k) / (earlier.n + later.n);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / earlier.n + 1 / later.n));
  if (error === 0) return 'steady';
  const z = (later.k / later.n - earlier.k / earlier.n) / error;
  if (Math.abs(z) < Z95) return 'steady';
  return z > 0 ? 'better' : 'worse';
}

/** The change of the share on the best level, the period cut in the middle; an odd quarter counts to the later half. */
export function changeOf(quarters: readonly string[], counts: readonly LevelCount[]): Change {
  const middle = quarters[Math.floor(quarters.length / 2)];
  if (middle === undefined || quarters.length < 2) return 'too_few';
  const half = (inside: (quarter: string) => boolean): { k: number; n: number } => {
    const own = counts.filter((c) => c.level !== null && inside(c.quarter));
    return {
      k: own.filter((c) => c.level === 1).reduce((sum, one) => sum + one.n, 0),
      n: own.reduce((sum, one) => sum + one.n, 0),
    };
  };
  return changeBetween(
    half((quarter) => quarter < middle),
    half((quarter) => quarter >= middle),
  );
}

export const CHANGE_WORDS: Readonly<Record<Change, string>> = {
  better: 'Better than before',
  worse: 'Worse than before',
  steady: 'No clear change',
  too_few: 'Too few to tell',
};

/** Of `asked` so many were `met`; null where they are too few for a share. */
export const shareMet = (met: number, asked: number): number | null => (asked < FEW_REVIEWS ? null : met / asked);

/** The same in percent with one decimal, cut as a report's own score is. */
export function percentMet(met: number, asked: number): number | null {
  const share = shareMet(met, asked);
  return share === null ? null : Math.floor(share * 1000 + 1e-9) / 10;
}
