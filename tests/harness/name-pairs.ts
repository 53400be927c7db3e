import { readFileSync } from 'node:fs';

/** Two writings of names, and whether they are one person's or house's. */
export interface NamePair {
  same: boolean;
  names: readonly [string, string];
}

const FOLDER = new URL('../../src/features/experts/rules/name-pairs/', import.meta.url);

/** The written pairs of a file: "= left | right" are one, "! left | right" two. */
export function namePairs(file: 'before' | 'after'): NamePair[] {
  const lines = readFileSync(new URL(`${file}.txt`, FOLDER), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, sign, a, b] = /^([=!]) (.+) \| (.+)$/.exec(line) ?? [];
    return a && b ? [{ same: sign === '=', names: [a, b] as const }] : [];
  });
}
