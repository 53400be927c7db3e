import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../../core/durations.ts';
import { HOLD_WARNED_DAYS, holdPlan } from './holds.ts';

const terms = { hold_after_days: 20, hold_said_on: '2026-01-01' };

it.each([
  ['2026-12-01', { held: false, warn: false, next_on: '2026-12-16' }],
  ['2026-12-16', { held: false, warn: true, next_on: '2026-12-21' }],
  ['2026-12-20', { held: false, warn: true, next_on: '2026-12-21' }],
  ['2026-12-21', { held: true, warn: false, next_on: null }],
])('an invoice due on December 1 and a hold after 20 days, on %s', (today, expected) => {
  expect(holdPlan(terms, '2026-12-01', today)).toEqual({ ...expected, holds_on: '2026-12-21' });
});

it('nothing is held where it is off, or nothing is open', () => {
  const none = { held: false, warn: false, holds_on: null, next_on: null };
  expect(holdPlan(terms, null, '2026-12-21')).toEqual(none);
  expect(holdPlan({ hold_after_days: null, hold_said_on: null }, '2020-01-01', '2026-12-21')).toEqual(none);
});

it('whenever it is said, there is time to be warned before', () => {
  const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2026-01-01', days));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 365 }), day, day, (hold_after_days, hold_said_on, due) => {
      const { holds_on, next_on, held } = holdPlan({ hold_after_days, hold_said_on }, due, hold_said_on);
      expect(held).toBe(false);
      expect(holds_on && holds_on >= addDays(hold_said_on, HOLD_WARNED_DAYS)).toBe(true);
      expect(next_on && next_on > hold_said_on).toBe(true);
    }),
  );
});
