import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, dollars, formatCents, times } from './money.ts';

const amount = fc.integer({ min: -10_000_000_00, max: 10_000_000_00 });

test('an amount is the same cents after it was dollars', () => {
  fc.assert(
    fc.property(amount, (a) => {
      expect(cents(dollars(a))).toBe(a);
    }),
  );
});

test.each([
  [0.1 + 0.2, 30],
  [1.005, 101],
  [-1.005, -101],
  [19.999, 2000],
  [0, 0],
])('%d dollars are %d cents', (value, expected) => {
  expect(cents(value)).toBe(expected);
});

test('is written with its sign in front, a comma at the thousands and both cents', () => {
  expect(formatCents(132_200)).toBe('$1,322.00');
  expect(formatCents(-5)).toBe('-$0.05');
});

test('a factor rounds half up to the cent', () => {
  expect(times(333, 1.5)).toBe(500);
  expect(times(1, 0.5)).toBe(1);
  expect(times(132_200, 1)).toBe(132_200);
  fc.assert(
    fc.property(
      amount,
      fc.integer({ min: 0, max: 50_000 }),
      (a, f) => Math.abs(times(a, f / 10_000) - (a * f) / 10_000) <= 0.5,
    ),
  );
});
