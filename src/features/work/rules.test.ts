import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf } from '../billing/rules.ts';
import {
  budgetHolds,
  EXPENSE_STATES,
  expenseAfter,
  expenseFaults,
  mayTake,
  measured,
  overBudget,
  statementsOf,
  TASK_STATES,
  TASK_TABLE,
  taskAfter,
  type WrittenExpense,
} from './rules.ts';

const minutes = fc.integer({ min: 1, max: 1440 });
const rate = fc.record({
  cents: fc.integer({ min: 0, max: 1_000_000 }),
  per: fc.constantFrom('hour' as const, 'day' as const),
});

describe('time', () => {
  test('a begun minute of the timer is a whole one, a day the most', () => {
    const from = new Date('2026-11-18T15:00:00Z');
    const after = (ms: number) => measured(from, new Date(from.getTime() + ms));
    expect([0, 1, 60_000, 60_001, 9e9].map(after)).toEqual([1, 1, 1, 2, 1440]);
  });
});

describe('a budget', () => {
  test('is never passed, whatever is recorded in whatever order, and takes what fits', () => {
    fc.assert(
      fc.property(
        fc.array(minutes),
        rate,
        minutes,
        fc.option(fc.integer({ min: 1, max: 5_000_000 })),
        (entries, r, hours, cap) => {
          const meter = { budget_minutes: hours, budget_cents: null, used_minutes: 0, used_cents: 0 };
          for (const m of entries) {
            const cents = amountOf(m, r);
            const refused = overBudget(
              { minutes: m, cents },
              meter,
              { cap_cents: cap, used_cents: meter.used_cents },
              true,
            );
            const fits =
              meter.used_minutes + m <= hours && (cap === null || cents === 0 || meter.used_cents + cents <= cap);
            expect(refused === null).toBe(fits);
            if (refused !== null) continue;
            meter.used_minutes += m;
            meter.used_cents += cents;
          }
          expect(meter.used_minutes).toBeLessThanOrEqual(hours);
          if (cap !== null) expect(meter.used_cents).toBeLessThanOrEqual(cap);
        },
      ),
    );
  });

  test('says what is left, and no sums to who sees none', () => {
    const meter = { budget_minutes: 360, budget_cents: 200_000, used_minutes: 336, used_cents: 190_000 };
    const none = { cap_cents: null, used_cents: 0 };
    expect(overBudget({ minutes: 30, cents: 0 }, meter, none, true)).toMatch(/^0\.4 h of 6\.0 h are left/);
    expect(overBudget({ minutes: 24, cents: 20_000 }, meter, none, true)).toMatch(/^\$100\.00 of \$2,000\.00/);
    expect(overBudget({ minutes: 24, cents: 20_000 }, meter, none, false)).not.toContain('$');
  });
});

test('a task moves as its table says, and for nobody without a side', () => {
  for (const state of TASK_STATES)
    for (const { act } of TASK_TABLE) {
      expect(taskAfter(state, act, [])).toBeNull();
      for (const side of ['requester', 'expert'] as const)
        if (taskAfter(state, act, [side]) !== null) expect(mayTake(act, [side])).toBe(true);
    }
  expect(taskAfter('requested', 'record', ['expert'])).toBeNull();
  expect(taskAfter('cancelled', 'cancel', ['requester', 'expert'])).toBeNull();
  expect(taskAfter('approved', 'approve', ['requester'])).toBeNull();
});

describe('statements', () => {
  const on = { today: '2026-12-05', statement_days: 30 };
  const entry = (recorded_on: string, cents: number, minutes = 60) => ({ recorded_on, cents, minutes });

  test('are a month each by the day something was recorded; what the retainer paid is not due', () => {
    const entries = [entry('2026-11-03', 40_000), entry('2026-11-30', 20_000), entry('2026-12-01', -20_000, -60)];
    const drawn = [
      { on: '2026-11-03', cents: 40_000 },
      { on: '2026-11-30', cents: 5_000 },
      { on: '2026-12-01', cents: -5_000 },
    ];
    expect(statementsOf(entries, drawn, on)).toEqual([
      {
        month: '2026-12',
        minutes: -60,
        total_cents: -20_000,
        expenses_cents: 0,
        from_retainer_cents: -5_000,
        due_cents: -15_000,
        final: false,
        due_on: null,
      },
      {
        month: '2026-11',
        minutes: 120,
        total_cents: 60_000,
        expenses_cents: 0,
        from_retainer_cents: 45_000,
        due_cents: 15_000,
        final: true,
        due_on: '2026-12-30',
      },
    ]);
    expect(statementsOf(entries, drawn, { ...on, statement_days: null })[1]?.due_on).toBeNull();
    expect(statementsOf([], [], on)).toEqual([]);
  });

  test('together come to all that was recorded, less all that was drawn, exact to the cent; a month that is over stays as it is', () => {
    const day = fc
      .integer({ min: 0, max: 400 })
      .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ recorded_on: day, cents, minutes: fc.integer({ min: -600, max: 600 }) })),
        fc.array(fc.record({ on: day, cents })),
        (entries, drawn) => {
          const all = statementsOf(entries, drawn, on);
          const sum = (of: readonly { cents: number }[]) => of.reduce((total, one) => total + one.cents, 0);
          expect(all.reduce((total, one) => total + one.due_cents, 0)).toBe(sum(entries) - sum(drawn));
          expect(new Set(all.map(({ month }) => month)).size).toBe(all.length);
          // what is recorded later comes to a later month
          const before = all.filter(({ final }) => final);
          const later = statementsOf([...entries, entry('2026-12-05', 1)], drawn, on);
          expect(later.filter(({ final }) => final)).toEqual(before);
        },
      ),
    );
  });
});

describe('expenses', () => {
  const on = { from: '2026-11-02', until: '2026-11-20', late: false };
  const lodging = {
    spent_on: '2026-11-10',
    sort: 'lodging' as const,
    word: '',
    purpose: 'One night before the inspection.',
    amount_cents: 18_900,
    miles_tenths: null,
    receipt_id: 1,
  };
  const paths = (more: Partial<WrittenExpense>, when = on) =>
    expenseFaults({ ...lodging, ...more }, when).map(({ path }) => path);

  test('are of a day since the agreement, with a receipt unless miles make the amount', () => {
    expect(paths({})).toEqual([]);
    expect(paths({ spent_on: '2026-11-02' })).toEqual([]);
    expect(paths({ spent_on: '2026-11-20' })).toEqual([]);
    expect(paths({ spent_on: '2026-11-01' })).toEqual(['spent_on']);
    expect(expenseFaults({ ...lodging, spent_on: '2026-11-21' }, { ...on, late: true })).toEqual([
      { path: 'spent_on', message: 'No work was under way on that day.' },
    ]);
    expect(paths({ receipt_id: null })).toEqual(['receipt_id']);
    expect(paths({ amount_cents: null })).toEqual(['amount_cents']);
    expect(paths({ sort: 'other', word: ' ' })).toEqual(['word']);
    expect(paths({ sort: 'mileage', amount_cents: null, receipt_id: null, miles_tenths: 1 })).toEqual([]);
    expect(paths({ sort: 'mileage' })).toEqual(['miles_tenths', 'receipt_id']);
  });

  test('move as their table says, each side its own acts; what is over stays', () => {
    for (const state of EXPENSE_STATES)
      for (const act of ['approve', 'question', 'take_back'] as const) {
        expect(expenseAfter(state, act, [])).toBeNull();
        expect(expenseAfter('withdrawn', act, ['requester', 'expert'])).toBeNull();
        expect(expenseAfter(state, act, [act === 'take_back' ? 'requester' : 'expert'])).toBeNull();
      }
    expect(expenseAfter('held', 'approve', ['requester'])).toBe('approved');
    expect(expenseAfter('questioned', 'approve', ['requester'])).toBe('approved');
    expect(expenseAfter('questioned', 'question', ['requester'])).toBeNull();
    expect(expenseAfter('approved', 'question', ['requester'])).toBeNull();
  });

  test('taken one after the other, what counts never passes the budget, and what would is held', () => {
    const cents = fc.integer({ min: 1, max: 50_000 });
    fc.assert(
      fc.property(fc.array(cents), fc.integer({ min: 0, max: 200_000 }), (all, cap_cents) => {
        let used_cents = 0;
        for (const one of all) {
          const holds = budgetHolds(one, { cap_cents, used_cents });
          expect(holds).toBe(used_cents + one <= cap_cents);
          if (holds) used_cents += one;
        }
        expect(used_cents).toBeLessThanOrEqual(cap_cents);
      }),
    );
    expect(budgetHolds(50_000, { cap_cents: null, used_cents: 1 })).toBe(true);
  });

  test('stand apart in a statement’s sum, to the cent', () => {
    const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-11-${String(n).padStart(2, '0')}`);
    const one = fc.record({
      recorded_on: day,
      minutes: fc.constant(0),
      cents: fc.integer({ min: -100_000, max: 100_000 }),
      expense: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1 }), (all) => {
        const [month] = statementsOf(all, [], { today: '2026-12-01', statement_days: 30 });
        const laidOut = all.filter(({ expense }) => expense).reduce((sum, { cents }) => sum + cents, 0);
        const worked = all.filter(({ expense }) => !expense).reduce((sum, { cents }) => sum + cents, 0);
        expect(month).toMatchObject({ expenses_cents: laidOut, total_cents: laidOut + worked });
      }),
    );
  });
});
