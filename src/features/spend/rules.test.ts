import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisEnd, lastDayOf, monthPlus, monthsAsked, monthsBetween, MONTHS_MOST } from './rules.ts';

describe('months', () => {
  const month = fc
    .tuple(fc.integer({ min: 2020, max: 2040 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, of]) => `${year}-${String(of).padStart(2, '0')}`);

  it('are counted on and back over years', () => {
    fc.assert(
      fc.property(month, fc.integer({ min: -60, max: 60 }), (one, n) => {
        expect(monthPlus(monthPlus(one, n), -n)).toBe(one);
        expect(monthPlus(one, n) > one).toBe(n > 0);
      }),
    );
    expect([monthPlus('2026-12', 1), monthPlus('2026-01', -1), lastDayOf('2028-02')]).toEqual([
      '2027-01',
      '2025-12',
      '2028-02-29',
    ]);
  });

  it('between two are each once, in their order, at most three years', () => {
    fc.assert(
      fc.property(month, fc.integer({ min: 0, max: 60 }), (one, n) => {
        const all = monthsBetween(one, monthPlus(one, n));
        expect(all).toHaveLength(Math.min(n + 1, MONTHS_MOST));
        expect(all).toEqual([...new Set(all)].toSorted());
      }),
    );
  });

  it('that nobody names are the last twelve', () => {
    expect(monthsAsked({}, '2026-11-28')).toEqual({ from: '2025-12', until: '2026-11' });
    expect(monthsAsked({ until: '2026-06' }, '2026-11-28')).toEqual({ from: '2025-07', until: '2026-06' });
  });
});

it('an axis ends at a round amount that has the largest in it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000_000 }), (most) => {
      expect(axisEnd(most)).toBeGreaterThanOrEqual(most);
      expect(axisEnd(most)).toBeLessThanOrEqual(most * 2.5);
    }),
  );
});
