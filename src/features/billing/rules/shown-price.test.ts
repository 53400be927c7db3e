import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { otherPrice, priceChanges, type SeatUsage, useOnReturn } from '../rules.ts';

const line = (key: string, cents: number) => ({ key, label: key, how: null, cents });

describe('the price that was shown', () => {
  test('is the one of now, to the cent, or the order is refused with both', () => {
    expect(otherPrice(0, 0)).toBeNull();
    expect(otherPrice(0, 40_000)).toBe('This order costs $400.00 now, not $0.00. Nothing was ordered.');
    expect(otherPrice(undefined, 40_000)).toContain('$400.00');
    const cents = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(fc.property(cents, cents, (a, b) => (otherPrice(a, b) === null) === (a === b)));
  });

  test('and what of it changed, line by line, sums up to the difference', () => {
    expect(priceChanges([line('service', 40_000), line('subscription', -40_000)], [line('service', 40_000)])).toEqual([
      { label: 'subscription', how: null, before: -40_000, now: null },
    ]);
    const lines = fc.uniqueArray(
      fc.record({
        key: fc.constantFrom('service', 'modifier', 'subscription', 'report', 'overage', 'expedited'),
        label: fc.constant('A line'),
        how: fc.constant(null),
        cents: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      }),
      { selector: ({ key }) => key },
    );
    const total = (all: { cents: number }[]) => all.reduce((sum, { cents }) => sum + cents, 0);
    fc.assert(
      fc.property(lines, lines, (before, now) => {
        const moved = priceChanges(before, now).reduce((sum, c) => sum + (c.now ?? 0) - (c.before ?? 0), 0);
        expect(moved).toBe(total(now) - total(before));
      }),
    );
  });
});

test('a cancelled review that goes on says what it does to its seat’s quota', () => {
  const seat: SeatUsage = {
    seat_id: 1,
    seat_status: 'active',
    subscription: 'Hospitalists',
    period: 'Q4 2026',
    quota: 3,
    used: 3,
    pre_ordered: false,
    force_one_off: false,
    charge: 'included',
  };
  expect(useOnReturn(seat, false)).toEqual({
    used: 4,
    quota: 3,
    says: 'It counts in its seat again: 4 of 3 reviews in Q4 2026 are used then, more than it has.',
  });
  expect(useOnReturn({ ...seat, used: 1 }, false)?.says).toContain('2 of 3 reviews in Q4 2026 are used then.');
  // a reviewer had taken it on, so that it counted all along; or it was at its own price
  expect(useOnReturn(seat, true)).toBeNull();
  expect(useOnReturn({ ...seat, charge: 'one_off' }, false)).toBeNull();
});
