import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const text = readFileSync(new URL('docs/security.md', root), 'utf8');

/** How many requirements each section of the standard has, by chapter. */
const SECTIONS: Record<number, readonly number[]> = {
  6: [3, 12, 8, 6, 8, 4, 2, 4],
  7: [3, 4, 2, 5, 3, 2],
  8: [4, 4, 3, 2],
  10: [2, 3, 5, 16, 5, 2, 3],
};

test('docs/security.md answers every requirement of its chapters, once, in order', () => {
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| [123] \| .+ \| (yes|partly|no|–) \| .+ \|$/gm)];
  const all = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
    sections.flatMap((count, section) =>
      Array.from({ length: count }, (_, at) => `${chapter}.${section + 1}.${at + 1}`),
    ),
  );
  expect(rows.map(([, number]) => number)).toEqual(all);
});

test('docs/security.md names files that are there', () => {
  const named = [...text.matchAll(/`((?:src|tests)\/[^`]+)`/g)].map(([, path]) => path ?? '');
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
