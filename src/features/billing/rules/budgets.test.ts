import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  budgetLevel,
  budgetSpan,
  budgetVerdict,
  BUDGET_PERIODS,
  type CommitmentFacts,
  isInEffect,
  monthsBudget,
  noteWords,
  overlap,
  stillToCome,
  stopWords,
  usedPercent,
} from './budgets.ts';

const cents = fc.integer({ min: 0, max: 10_000_000 });
const limit = fc.record({
  amount_cents: fc.integer({ min: 1, max: 10_000_000 }),
  warn_percent: fc.integer({ min: 1, max: 100 }),
  at_limit: fc.constantFrom('stop' as const, 'warn' as const),
});
const facts: fc.Arbitrary<CommitmentFacts> = fc.record({
  bucket: fc.constantFrom('draft' as const, 'active' as const, 'completed' as const, 'cancelled' as const),
  by_the_hour: fc.boolean(),
  agreed_cents: cents,
  cancellation_cents: cents,
  posted_cents: cents,
});

describe('what a review still takes of a budget', () => {
  it('is, with what was posted of its price, never less than what was agreed while it is open', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const rest = stillToCome(one);
        expect(rest).toBeGreaterThanOrEqual(0);
        if (one.bucket === 'active') expect(rest + one.posted_cents).toBe(Math.max(one.agreed_cents, one.posted_cents));
        if (one.bucket === 'cancelled') expect(rest).toBeLessThanOrEqual(one.cancellation_cents);
        if (one.bucket === 'draft') expect(rest).toBe(0);
      }),
    );
  });

  it('is the same together while the book posts what it was charged', () => {
    fc.assert(
      fc.property(cents, cents, (agreed, some) => {
        const posted = Math.min(agreed, some);
        const one = { bucket: 'completed', by_the_hour: false, agreed_cents: agreed, cancellation_cents: 0 } as const;
        expect(stillToCome({ ...one, posted_cents: 0 })).toBe(stillToCome({ ...one, posted_cents: posted }) + posted);
      }),
    );
    const by_the_hour = { by_the_hour: true, agreed_cents: 400_000, cancellation_cents: 0, posted_cents: 150_000 };
    expect(stillToCome({ ...by_the_hour, bucket: 'active' })).toBe(250_000);
    // what was estimated and not worked is given back
    expect(stillToCome({ ...by_the_hour, bucket: 'completed' })).toBe(0);
    expect(stillToCome({ ...by_the_hour, bucket: 'cancelled' })).toBe(0);
  });
});

describe('a budget', () => {
  it('stops exactly what would take it beyond its amount, and nothing that adds nothing', () => {
    fc.assert(
      fc.property(limit, cents, fc.integer({ min: -1_000_000, max: 10_000_000 }), (one, used, adds) => {
        const verdict = budgetVerdict(one, used, adds);
        expect(verdict === 'stops').toBe(adds > 0 && used + adds > one.amount_cents && one.at_limit === 'stop');
        if (adds <= 0) expect(verdict).toBe('free');
        else expect(verdict === 'free').toBe(budgetLevel(one, used + adds) === 'within');
      }),
    );
    const whole = { amount_cents: 100_000, warn_percent: 80, at_limit: 'stop' } as const;
    expect([
      budgetVerdict(whole, 0, 79_999),
      budgetVerdict(whole, 0, 80_000),
      budgetVerdict(whole, 50_000, 50_000),
      budgetVerdict(whole, 50_000, 50_001),
      budgetVerdict({ ...whole, at_limit: 'warn' }, 50_000, 50_001),
    ]).toEqual(['free', 'warns', 'warns', 'stops', 'warns']);
  });

  it('is nearly used from its share on, and used up at its amount; no percent is rounded up', () => {
    fc.assert(
      fc.property(limit, cents, (one, used) => {
        const level = budgetLevel(one, used);
        expect(level === 'used_up').toBe(used >= one.amount_cents);
        expect(usedPercent(one.amount_cents, used) >= 100).toBe(level === 'used_up');
        if (level === 'within') expect(used * 100).toBeLessThan(one.amount_cents * one.warn_percent);
      }),
    );
    expect(usedPercent(300, 299)).toBe(99);
  });

  it('has a period for each day, which the day lies in', () => {
    const day = fc
      .date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.constantFrom(...BUDGET_PERIODS), day, (period, today) => {
        const span = budgetSpan(period, today);
        expect(span.starts_on <= today && today <= span.ends_on).toBe(true);
        expect(budgetSpan(period, span.starts_on)).toEqual(span);
        expect(budgetSpan(period, span.ends_on)).toEqual(span);
      }),
    );
    expect(BUDGET_PERIODS.map((period) => budgetSpan(period, '2026-11-28').name)).toEqual([
      'November 2026',
      'Q4 2026',
      '2026',
      'in all',
    ]);
  });

  it('holds from its first day to its last, unless it was ended; two that share a day overlap', () => {
    const one = { starts_on: '2026-01-01', ends_on: '2026-12-31', ended: false };
    expect(['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01'].map((day) => isInEffect(one, day))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isInEffect({ ...one, ended: true }, '2026-06-01')).toBe(false);
    expect(isInEffect({ ...one, ends_on: null }, '2030-01-01')).toBe(true);
    expect(overlap(one, { starts_on: '2026-12-31', ends_on: null })).toBe(true);
    expect(overlap(one, { starts_on: '2027-01-01', ends_on: null })).toBe(false);
  });

  it('says which it is, what is left, what this adds, and who can let it through', () => {
    const one = { sort: 'cost_center', of: 'Claims East', span: 'Q4 2026', left_cents: 12_000 } as const;
    expect(stopWords(one, 93_750, 'The admins of Northfield', true)).toBe(
      'The budget of cost center Claims East for Q4 2026 does not have room for this: $120.00 is left, and this adds $937.50. Nothing is lost. The admins of Northfield can let it through, or raise the budget.',
    );
    expect(stopWords(one, 93_750, 'You', false)).toMatch(/Nothing is lost\. You can raise the budget\.$/);
    expect(noteWords(one, 10_000, 'warns')).toBe(
      '$120.00 is left of the budget of cost center Claims East for Q4 2026, $20.00 after this.',
    );
    expect(noteWords({ ...one, span: 'in all', left_cents: 0 }, 10_000, 'stops')).toBe(
      'Nothing is left of the budget of cost center Claims East, less than this adds. Ordering stops there.',
    );
  });
});

it('the months of a quarter or a year come to its amount, and a budget of the month goes first', () => {
  const open = { starts_on: '2026-01-01', ends_on: null };
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.constantFrom('quarter' as const, 'year' as const),
      (amount_cents, period) => {
        const months = Array.from(
          { length: period === 'year' ? 12 : 3 },
          (_, at) => `2026-${String(at + 1).padStart(2, '0')}`,
        );
        const sum = months.reduce(
          (all, month) => all + (monthsBudget([{ ...open, period, amount_cents }], month) ?? 0),
          0,
        );
        expect(sum).toBe(amount_cents);
      },
    ),
  );
  const year = { ...open, period: 'year', amount_cents: 120_000 } as const;
  const month = { starts_on: '2026-06-15', ends_on: '2026-06-30', period: 'month', amount_cents: 7_000 } as const;
  expect(['2025-12', '2026-05', '2026-06', '2026-07'].map((one) => monthsBudget([year, month], one))).toEqual([
    null,
    10_000,
    7_000,
    10_000,
  ]);
});
