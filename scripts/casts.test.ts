import { expect, test } from 'vitest';
import { castFaults } from './casts.ts';

const FILE = 'src/features/matching/server/board.ts';

test('a cast to a kind is refused, and a cast past the compiler without a reason', () => {
  expect(castFaults(FILE, 'const kind = row.kind as Kind;')).toHaveLength(1);
  expect(castFaults(FILE, 'go({ to: path as never });')).toHaveLength(1);
  expect(castFaults(FILE, 'const view = body as unknown as View;')).toHaveLength(1);
  expect(castFaults(FILE, '// a word that gives no reason\ngo(path as never);')).toHaveLength(1);
  expect(castFaults(FILE, 'go(a as never); // why: untyped\nrest();\ngo(b as never);')).toHaveLength(1);
  expect(castFaults(FILE, 'go(\n  row.kind as Kind,\n);')).toHaveLength(1);
  expect(castFaults(FILE, 'const to = on ? (a as never) : (b as never);')).toHaveLength(1);
  expect(castFaults(FILE, 'const ids = (rows as never[]).map(idOf);')).toHaveLength(1);
});

test('a cast that says why, those right below it, and words that are no cast are let be', () => {
  expect(castFaults(FILE, '// why: the library takes no more\ngo({\n')).toEqual([]);
  expect(castFaults(FILE, '// why: untyped\nto: a as never,\nsearch: b as never,')).toEqual([]);
  expect(castFaults(FILE, 'go(a as never); // why: untyped')).toEqual([]);
  expect(castFaults(FILE, "import { type Case as Kind } from './x.ts';")).toEqual([]);
  expect(castFaults(FILE, "import {\n  type Case as Kind,\n} from './x.ts';")).toEqual([]);
  expect(castFaults(FILE, 'say("as never before");')).toEqual([]);
  expect(castFaults(FILE, '// an address as never was\nsay("It was never made.");')).toEqual([]);
  expect(castFaults('src/core/kinds.ts', 'Object.keys(rows) as Kind[]')).toEqual([]);
});
