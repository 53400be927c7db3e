import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Entry, matching } from './match.ts';

const entry = (label: string, words?: string): Entry => ({
  id: label,
  group: 'Go to',
  label,
  ...(words === undefined ? {} : { words }),
  run: () => undefined,
});
const ENTRIES = [
  entry('Case Reviews', 'list dashboard'),
  entry('Completed Case Reviews'),
  entry('Log Out', 'sign out'),
  entry('Señor Núñez'),
];

test.each([
  ['', ['Case Reviews', 'Completed Case Reviews', 'Log Out', 'Señor Núñez']],
  ['case', ['Case Reviews', 'Completed Case Reviews']],
  ['comp rev', ['Completed Case Reviews']],
  ['sign', ['Log Out']],
  ['nunez', ['Señor Núñez']],
  ['ase', []],
  ['case out', []],
])('“%s”', (query, labels) => expect(matching(ENTRIES, query).map((e) => e.label)).toEqual(labels));

test('more words never find more', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, two) => {
      const wide = new Set(matching(ENTRIES, one));
      expect(matching(ENTRIES, `${one} ${two}`).every((found) => wide.has(found))).toBe(true);
    }),
  );
});
