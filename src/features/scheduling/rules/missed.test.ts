import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY } from '../../../core/durations.ts';
import { MISSED_BY } from '../../../core/missed-by.ts';
import { awaitsDecision, CONTEST_DAYS, lateFees, mayContest, missedCharge, type MissedSide } from './missed.ts';

const SIDES: readonly MissedSide[] = ['requester', 'expert', 'staff'];
const said_at = new Date('2026-11-18T15:00:00Z');
const call = fc.record({
  missed_by: fc.constantFrom(...MISSED_BY),
  said_side: fc.constantFrom(...SIDES),
  said_at: fc.constant(said_at),
  contested: fc.boolean(),
  decided: fc.boolean(),
});

test('the other side can contest it once, for two weeks; who said it and staff never', () => {
  fc.assert(
    fc.property(call, fc.constantFrom(...SIDES), fc.integer({ min: 0, max: 40 * DAY }), (one, side, ms) => {
      const may = mayContest(one, side, new Date(said_at.getTime() + ms));
      expect(may).toBe(
        side !== 'staff' && side !== one.said_side && !one.contested && !one.decided && ms < CONTEST_DAYS * DAY,
      );
      if (may) expect(awaitsDecision(one)).toBe(false);
    }),
  );
});

test('only a call that the requester missed is charged, and never more than was at stake', () => {
  fc.assert(
    fc.property(fc.constantFrom(...MISSED_BY), fc.integer({ min: 0, max: 1_000_000 }), (by, cents) => {
      expect(missedCharge(by, cents)).toBe(by === 'requester' ? cents : 0);
    }),
  );
});

const cents = fc.integer({ min: 0, max: 1_000_000 });

test('the times of a call cost together what the dearest of them does by itself, whatever was paid elsewhere', () => {
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 8 }), cents, (costs, paid) => {
      const fees = lateFees(costs, paid);
      expect(fees.every((fee, i) => fee >= 0 && fee <= (costs[i] ?? 0))).toBe(true);
      expect(paid + fees.reduce((sum, fee) => sum + fee, 0)).toBe(Math.max(paid, ...costs));
    }),
  );
});

test('of equal times the oldest is charged; where it is decided to be free, the next', () => {
  expect(lateFees([450, 450])).toEqual([450, 0]);
  expect(lateFees([0, 450])).toEqual([0, 450]);
  expect(lateFees([225, 450, 450], 0)).toEqual([225, 225, 0]);
});
