import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY } from '../../../core/durations.ts';
import { MISSED_BY } from '../../../core/missed-by.ts';
import { awaitsDecision, CONTEST_DAYS, mayContest, missedCharge, type MissedSide } from './missed.ts';

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
