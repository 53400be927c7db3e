import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wellFormed } from './well-formed.ts';

const half = String.fromCharCode(0xd83d);
const text = fc.string({ unit: 'grapheme' });

test('what cannot be stored leaves texts and names, however deep; the rest stays', () => {
  expect(wellFormed({ a: ['x\0y', { [`k\0`]: `${half}!` }], n: 1, t: null, b: true })).toEqual({
    a: ['xy', { 'k\uFFFD': '\uFFFD!' }],
    n: 1,
    t: null,
    b: true,
  });
  expect(Object.keys(wellFormed(JSON.parse('{"__proto\\u0000__": {"admin": true}}') as object))).toEqual([
    '__proto\uFFFD__',
  ]);
  expect(wellFormed('😀 \t\n\u0001 ok')).toBe('😀 \t\n\u0001 ok');
});

test('a value that can be stored is the very same', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
      if (!JSON.stringify(value).includes('\\u0000')) expect(wellFormed(value)).toBe(value);
    }),
  );
  const stream = Buffer.from('a\0b');
  expect(wellFormed({ stream }).stream).toBe(stream);
});

test('wherever it stands, no NUL and no half character is left', () => {
  const bad = fc
    .tuple(text, fc.constantFrom('\0', half, String.fromCharCode(0xdc00)), text)
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(bad, (one) => {
      for (const clean of Object.entries(wellFormed({ [one]: one })).flat()) {
        expect(clean).not.toContain('\0');
        expect(clean.isWellFormed()).toBe(true);
      }
    }),
  );
});

test('what is nested deeper than anything meant is refused, before it exhausts what reads it', () => {
  const nested = (depth: number): unknown => JSON.parse('{"a":['.repeat(depth) + ']}'.repeat(depth));
  expect(wellFormed(nested(100))).toEqual(nested(100));
  expect(() => wellFormed(nested(100_000))).toThrow('This is nested too deeply.');
});
