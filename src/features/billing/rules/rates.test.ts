import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, atLeast, DAY_MINUTES, hoursAt, mileageOf, type Rate, shareOf, stepped } from './rates.ts';

const minutes = fc.integer({ min: 1, max: 1440 });
const cents = fc.integer({ min: 0, max: 10_000_000 });
const rate: fc.Arbitrary<Rate> = fc.record({ cents, per: fc.constantFrom('hour' as const, 'day' as const) });
const percent = fc.integer({ min: 0, max: 100 });
const step = fc.constantFrom(1, 6, 15);

/** An amount is what was counted by hand in thousands of a cent or finer: nearest cent, half up. */
const isNearest = (amount: number, numerator: number, denominator: number): void => {
  expect(Number.isInteger(amount)).toBe(true);
  const doubled = 2n * BigInt(amount) * BigInt(denominator) - 2n * BigInt(numerator);
  expect(doubled > -BigInt(denominator) && doubled <= BigInt(denominator)).toBe(true);
};

describe('what minutes come to', () => {
  test('by hand', () => {
    expect(amountOf(6, { cents: 42_505, per: 'hour' })).toBe(4251);
    expect(amountOf(1, { cents: 30, per: 'hour' })).toBe(1);
    expect(amountOf(1, { cents: 29, per: 'hour' })).toBe(0);
    expect(amountOf(240, { cents: 450_001, per: 'day' })).toBe(225_001);
    expect(hoursAt(10, 42_505)).toBe(425_050);
  });

  test('is exact to the cent, half up, and never negative', () => {
    fc.assert(
      fc.property(minutes, rate, (m, r) => {
        const amount = amountOf(m, r);
        expect(amount).toBeGreaterThanOrEqual(0);
        isNearest(amount, m * r.cents, r.per === 'hour' ? 60 : DAY_MINUTES);
      }),
    );
  });

  test('is no less for longer, nor at a higher rate', () => {
    fc.assert(
      fc.property(minutes, minutes, rate, cents, (m, more, r, higher) => {
        expect(amountOf(m + more, r)).toBeGreaterThanOrEqual(amountOf(m, r));
        expect(amountOf(m, { ...r, cents: r.cents + higher })).toBeGreaterThanOrEqual(amountOf(m, r));
      }),
    );
  });

  test('of a whole hour is the rate, of a whole day the day’s', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 24 }), (amount, hours) => {
        expect(amountOf(60, { cents: amount, per: 'hour' })).toBe(amount);
        expect(amountOf(DAY_MINUTES, { cents: amount, per: 'day' })).toBe(amount);
        expect(hoursAt(hours, amount)).toBe(hours * amount);
      }),
    );
  });

  test('of parts differs from the whole by no more than half a cent each, so nobody gains by cutting time up', () => {
    fc.assert(
      fc.property(fc.array(minutes, { minLength: 1, maxLength: 20 }), rate, (parts, r) => {
        const whole = amountOf(
          parts.reduce((sum, m) => sum + m, 0),
          r,
        );
        const apart = parts.reduce((sum, m) => sum + amountOf(m, r), 0);
        expect(Math.abs(apart - whole)).toBeLessThanOrEqual((parts.length + 1) / 2);
      }),
    );
  });
});

describe('minutes that are charged', () => {
  test('are whole steps, rounded up and by less than one', () => {
    expect([0, 1, 6, 7, 60].map((m) => stepped(m, 6))).toEqual([6, 6, 6, 12, 60]);
    fc.assert(
      fc.property(minutes, step, (m, by) => {
        const charged = stepped(m, by);
        expect(charged % by).toBe(0);
        expect(charged - m).toBeGreaterThanOrEqual(0);
        expect(charged - m).toBeLessThan(by);
        expect(stepped(charged, by)).toBe(charged);
      }),
    );
  });

  test('are never fewer than the minimum, and with none what it took', () => {
    expect(atLeast(50, { minimum: 240, step: 6 })).toBe(240);
    expect(atLeast(241, { minimum: 240, step: 6 })).toBe(246);
    fc.assert(
      fc.property(minutes, fc.integer({ min: 0, max: DAY_MINUTES }), step, minutes, (m, minimum, by, more) => {
        const charged = atLeast(m, { minimum, step: by });
        expect(charged).toBeGreaterThanOrEqual(Math.max(m, minimum));
        expect(charged).toBeLessThan(Math.max(m, minimum) + by);
        expect(atLeast(m + more, { minimum, step: by })).toBeGreaterThanOrEqual(charged);
        expect(atLeast(m, { minimum: 0, step: by })).toBe(stepped(m, by));
      }),
    );
  });
});

describe('a share', () => {
  test('is exact to the cent, half up, never negative, nothing of nothing and all of all', () => {
    expect(shareOf(333, 50)).toBe(167);
    expect(shareOf(240_000, 50)).toBe(120_000);
    fc.assert(
      fc.property(cents, percent, (amount, p) => {
        const share = shareOf(amount, p);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(amount);
        isNearest(share, amount * p, 100);
        expect(shareOf(amount, 0)).toBe(0);
        expect(shareOf(amount, 100)).toBe(amount);
      }),
    );
  });

  test('is no less of more, nor at a higher percentage', () => {
    fc.assert(
      fc.property(cents, cents, percent, percent, (amount, more, p, q) => {
        expect(shareOf(amount + more, p)).toBeGreaterThanOrEqual(shareOf(amount, p));
        expect(shareOf(amount, Math.max(p, q))).toBeGreaterThanOrEqual(shareOf(amount, Math.min(p, q)));
      }),
    );
  });
});

describe('miles', () => {
  test('come to whole cents, rounded half up, and to no less for more', () => {
    expect(mileageOf(124, 725)).toBe(899);
    expect(mileageOf(10, 725)).toBe(73);
    const miles = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(miles, miles, fc.integer({ min: 1, max: 10_000 }), (m, more, r) => {
        isNearest(mileageOf(m, r), m * r, 100);
        expect(mileageOf(m + more, r)).toBeGreaterThanOrEqual(mileageOf(m, r));
      }),
    );
  });
});
