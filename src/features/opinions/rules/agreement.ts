/** Below so many pairs a statistic is too unsteady to lean on. */
export const FEW_PAIRS = 10;
/** The normal distribution's factor of a 95% interval. */
const Z95 = 1.959963984540054;

export interface Interval {
  low: number;
  high: number;
}

/** Why there is no kappa. */
type NoKappa = 'no_pairs' | 'no_variation';

interface Kappa {
  /** -1 to 1; 0 is what chance alone would give. Null with the reason beside it. */
  value: number | null;
  /** Null where there is no value. */
  interval: Interval | null;
  standard_error: number | null;
  missing: NoKappa | null;
}

export interface Agreement {
  n: number;
  /** Pairs on the same level. */
  agreed: number;
  /** Share of pairs on the same level, 0 to 1, with Wilson's interval; null for no pairs. */
  share: number | null;
  share_interval: Interval | null;
  /** Cohen's kappa: agreement beyond chance, any disagreement counting the same. */
  kappa: Kappa;
  /** The same with linear weights: levels next to each other count as half right, and so on. */
  weighted: Kappa;
  /** Fewer than `FEW_PAIRS`. */
  few: boolean;
}

/** A square table of counts: rows the first opinion's level, columns the second's. */
export type PairTable = readonly (readonly number[])[];

/** Counts pairs of levels 1…`levels` into a table; pairs outside it are left out. */
export function tableOf(pairs: readonly (readonly [number, number])[], levels: number): number[][] {
  const table = Array.from({ length: levels }, () => Array.from({ length: levels }, () => 0));
  for (const [a, b] of pairs) {
    const row = table[a - 1];
    if (row && row[b - 1] !== undefined) row[b - 1] = (row[b - 1] ?? 0) + 1;
  }
  return table;
}

/** Wilson's score interval of a share: of `n` tries `k` succeeded. Null for none. */
export function wilson(k: number, n: number): Interval | null {
  if (n <= 0) return null;
  const p = k / n;
  const z2 = Z95 * Z95;
  const middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z95 / (1 + z2 / n)) * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
const at = (table: PairTable, i: number, j: number): number => table[i]?.[j] ?? 0;

/** How much two levels count as agreement: 1 on the diagonal. */
type Weight = (i: number, j: number, levels: number) => number;
const exact: Weight = (i, j) => (i === j ? 1 : 0);
const linear: Weight = (i, j, levels) => (levels > 1 ? 1 - Math.abs(i - j) / (levels - 1) : 1);

/**
 * Weighted kappa with the large-sample standard error of Fleiss, Cohen and Everitt (1969). Undefined without pairs, and
 * where chance alone would agree on everything because all opinions stand on one level.
 */
function kappaOf(table: PairTable, weight: Weight): Kappa {
  const none = (missing: NoKappa): Kappa => ({ value: null, interval: null, standard_error: null, missing });
  const size = table.length;
  const indices = Array.from({ length: size }, (_, i) => i);
  const n = sum(table.map(sum));
  if (n === 0) return none('no_pairs');
  const p = (i: number, j: number): number => at(table, i, j) / n;
  const w = (i: number, j: number): number => weight(i, j, size);
  const rows = indices.map((i) => sum(indices.map((j) => p(i, j))));
  const columns = indices.map((j) => sum(indices.map((i) => p(i, j))));
  const row = (i: number): number => rows[i] ?? 0;
  const column = (j: number): number => columns[j] ?? 0;
  const over = (value: (i: number, j: number) => number): number =>
    sum(indices.flatMap((i) => indices.map((j) => value(i, j))));
  const observed = over((i, j) => w(i, j) * p(i, j));
  const expected = over((i, j) => w(i, j) * row(i) * column(j));
  if (1 - expected < 1e-12) return none('no_variation');
  const value = (observed - expected) / (1 - expected);
  const ofRow = indices.map((i) => sum(indices.map((j) => column(j) * w(i, j))));
  const ofColumn = indices.map((j) => sum(indices.map((i) => row(i) * w(i, j))));
  const spread = over(
    (i, j) => p(i, j) * (w(i, j) * (1 - expected) - ((ofRow[i] ?? 0) + (ofColumn[j] ?? 0)) * (1 - observed)) ** 2,
  );
  const variance = (spread - (observed * expected - 2 * expected + observed) ** 2) / (n * (1 - expected) ** 4);
  const error = Math.sqrt(Math.max(0, variance));
  const interval = { low: Math.max(-1, value - Z95 * error), high: Math.min(1, value + Z95 * error) };
  return { value, interval, standard_error: error, missing: null };
}

/** How far first and second opinions agree. `table`: counts by the first one's level and the second one's. */
export function agreementOf(table: PairTable): Agreement {
  const n = sum(table.map(sum));
  const agreed = sum(table.map((_, i) => at(table, i, i)));
  return {
    n,
    agreed,
    share: n === 0 ? null : agreed / n,
    share_interval: wilson(agreed, n),
    kappa: kappaOf(table, exact),
    weighted: kappaOf(table, linear),
    few: n < FEW_PAIRS,
  };
}

/** What a kappa is taken to say, in the usual words (Landis and Koch, 1977). */
export function kappaWords(value: number): string {
  if (value < 0) return 'less than chance';
  if (value <= 0.2) return 'slight';
  if (value <= 0.4) return 'fair';
  if (value <= 0.6) return 'moderate';
  if (value <= 0.8) return 'substantial';
  return 'almost perfect';
}
