import type { Ground } from './ground.ts';

/** One line of the table: what was measured, against which limit, and whether its bar is met. */
export interface Figure {
  name: string;
  limit: string;
  ours: string;
  ratio: string;
  bar: string;
  met: boolean | null;
}

interface Setting {
  ground: Ground;
  /** Short loads: to see that everything runs, not for figures to keep. */
  quick: boolean;
  say(line: string): void;
}
export type Benchmark = (setting: Setting) => Promise<Figure[]>;

export const perSecond = (n: number): string => `${Math.round(n).toLocaleString('en-US')}/s`;
export const ms = (n: number): string => (n < 10 ? `${n.toFixed(1)} ms` : `${Math.round(n)} ms`);
export const mb = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;
export const percent = (n: number): string => `${Math.round(n * 100)} %`;
export const times = (n: number): string => `${n.toFixed(2)}×`;

/** A throughput beside its limit; `share` is the least part of the limit it must reach. */
export function throughput(name: string, limit: number, ours: number, share: number): Figure {
  return {
    name,
    limit: perSecond(limit),
    ours: perSecond(ours),
    ratio: percent(ours / limit),
    bar: `≥${percent(share)}`,
    met: ours / limit >= share,
  };
}

/** A figure that must stay below a bound in its own unit. */
export function atMost(name: string, ours: number, bound: number, unit: (n: number) => string, limit = '–'): Figure {
  return { name, limit, ours: unit(ours), ratio: '–', bar: `≤${unit(bound)}`, met: ours <= bound };
}

export function table(figures: Figure[]): string {
  const rows = [
    ['figure', 'limit', 'ours', 'ratio', 'bar', ''],
    ...figures.map((f) => [
      f.name,
      f.limit,
      f.ours,
      f.ratio,
      f.bar,
      f.met === null ? 'for information' : f.met ? 'met' : 'missed',
    ]),
  ];
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((r) => r[at]?.length ?? 0))) ?? [];
  const line = (row: string[]): string => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `|${widths.map((w) => '-'.repeat(w + 2)).join('|')}|`, ...body.map(line)].join('\n');
}
