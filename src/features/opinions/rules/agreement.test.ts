import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreementOf, FEW_PAIRS, kappaWords, tableOf, wilson } from './agreement.ts';

const tables = fc
  .integer({ min: 2, max: 5 })
  .chain((k) =>
    fc.array(fc.array(fc.nat({ max: 30 }), { minLength: k, maxLength: k }), { minLength: k, maxLength: k }),
  );
const transposed = (table: number[][]): number[][] => table.map((_, i) => table.map((row) => row[i] ?? 0));

describe('published examples', () => {
  test('two readers of fifty applications: 70 % agree, half of it by chance', () => {
    const a = agreementOf([
      [20, 5],
      [10, 15],
    ]);
    expect(a.share).toBeCloseTo(0.7, 10);
    expect(a.kappa.value).toBeCloseTo(0.4, 10);
    // of two levels the weighted one is the same
    expect(a.weighted.value).toBeCloseTo(0.4, 10);
  });

  test('husbands’ and wives’ answers in four levels (Agresti), with the errors vcd prints', () => {
    const a = agreementOf([
      [7, 7, 2, 3],
      [2, 8, 3, 7],
      [1, 5, 4, 9],
      [2, 8, 9, 14],
    ]);
    expect(a.n).toBe(91);
    expect(a.kappa.value).toBeCloseTo(0.1293, 4);
    expect(a.kappa.standard_error).toBeCloseTo(0.0686, 4);
    expect(a.weighted.value).toBeCloseTo(0.2374, 4);
    expect(a.weighted.standard_error).toBeCloseTo(0.0783, 4);
    expect(a.weighted.interval?.low).toBeCloseTo(0.0839, 3);
    expect(a.weighted.interval?.high).toBeCloseTo(0.3909, 3);
  });

  test('a share’s interval is Wilson’s', () => {
    expect(wilson(81, 263)?.low).toBeCloseTo(0.2553, 4);
    expect(wilson(81, 263)?.high).toBeCloseTo(0.3662, 4);
  });
});

describe('by properties', () => {
  test('every number stays within its bounds, and inside its own interval', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const a = agreementOf(table);
        for (const k of [a.kappa, a.weighted]) {
          if (k.value === null) {
            expect(k.interval).toBeNull();
            continue;
          }
          expect(k.value).toBeGreaterThanOrEqual(-1 - 1e-9);
          expect(k.value).toBeLessThanOrEqual(1 + 1e-9);
          expect(k.interval?.low).toBeLessThanOrEqual(k.value + 1e-9);
          expect(k.interval?.high).toBeGreaterThanOrEqual(k.value - 1e-9);
        }
        if (a.share !== null) {
          expect(a.share).toBeGreaterThanOrEqual(0);
          expect(a.share).toBeLessThanOrEqual(1);
          expect(a.share_interval?.low).toBeLessThanOrEqual(a.share + 1e-9);
          expect(a.share_interval?.high).toBeGreaterThanOrEqual(a.share - 1e-9);
        }
      }),
    );
  });

  test('it does not matter which of the two is called the first', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const [a, b] = [agreementOf(table), agreementOf(transposed(table))];
        for (const key of ['kappa', 'weighted'] as const) {
          expect(a[key].missing).toBe(b[key].missing);
          expect(a[key].value ?? 0).toBeCloseTo(b[key].value ?? 0, 9);
          expect(a[key].standard_error ?? 0).toBeCloseTo(b[key].standard_error ?? 0, 9);
        }
      }),
    );
  });

  test('unweighted, the names of the levels do not matter', () => {
    const withOrder = tables.chain((table) =>
      fc.tuple(
        fc.constant(table),
        fc.shuffledSubarray(
          table.map((_, i) => i),
          { minLength: table.length },
        ),
      ),
    );
    fc.assert(
      fc.property(withOrder, ([table, order]) => {
        const renamed = order.map((i) => order.map((j) => table[i]?.[j] ?? 0));
        expect(agreementOf(renamed).kappa.value ?? 0).toBeCloseTo(agreementOf(table).kappa.value ?? 0, 9);
      }),
    );
  });

  test('perfect agreement on more than one level is 1, with any weights', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 5 }), (diagonal) => {
        const a = agreementOf(diagonal.map((n, i) => diagonal.map((_, j) => (i === j ? n : 0))));
        expect(a.share).toBe(1);
        expect(a.kappa.value).toBeCloseTo(1, 9);
        expect(a.weighted.value).toBeCloseTo(1, 9);
      }),
    );
  });
});

test('without pairs there is nothing to say', () => {
  const a = agreementOf(tableOf([], 4));
  expect([a.n, a.share, a.kappa.missing, a.weighted.missing, a.few]).toEqual([0, null, 'no_pairs', 'no_pairs', true]);
});

test('where all stand on one level, chance alone would agree on everything', () => {
  const a = agreementOf(
    tableOf(
      [
        [1, 1],
        [1, 1],
        [1, 1],
      ],
      4,
    ),
  );
  expect([a.share, a.kappa.value, a.kappa.missing]).toEqual([1, null, 'no_variation']);
});

test('pairs are counted where they belong, a level outside the scale nowhere', () => {
  expect(
    tableOf(
      [
        [1, 2],
        [1, 2],
        [4, 1],
        [5, 1],
        [0, 0],
      ],
      4,
    ),
  ).toEqual([
    [0, 2, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [1, 0, 0, 0],
  ]);
});

test('below ten it is few', () => {
  const pairs = (n: number) => Array.from({ length: n }, () => [1, 2] as const);
  expect(agreementOf(tableOf(pairs(FEW_PAIRS - 1), 4)).few).toBe(true);
  expect(agreementOf(tableOf(pairs(FEW_PAIRS), 4)).few).toBe(false);
});

test.each([
  [-0.1, 'less than chance'],
  [0, 'slight'],
  [0.2, 'slight'],
  [0.21, 'fair'],
  [0.6, 'moderate'],
  [0.61, 'substantial'],
  [0.81, 'almost perfect'],
])('%d reads “%s”', (value, words) => expect(kappaWords(value)).toBe(words));
