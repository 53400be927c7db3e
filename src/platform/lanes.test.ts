import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Lane, MOST_EXTRA, MOST_OF_ONE, roomFor } from './lanes.ts';

const lane = fc.record({ tells: fc.boolean(), running: fc.constant(0), hungry: fc.boolean() });

/** Lets handlers take what they may, in any order, some of them ending meanwhile; asks after each step. */
function walk(lanes: Lane[], steps: readonly { of: number; ends: boolean }[], look: () => void): void {
  for (const { of, ends } of steps) {
    const one = lanes[of % lanes.length];
    if (!one) continue;
    if (ends) one.running = Math.max(0, one.running - 1);
    else if (one.hungry) one.running += roomFor(one, lanes);
    look();
  }
}
const steps = fc.array(fc.record({ of: fc.nat(20), ends: fc.boolean() }), { maxLength: 80 });

test('none has more than its most, all together no more than theirs, and each may have one whatever the others do', () => {
  fc.assert(
    fc.property(fc.array(lane, { minLength: 1, maxLength: 12 }), steps, (lanes, path) => {
      walk(lanes, path, () => {
        for (const one of lanes) {
          expect(one.running).toBeLessThanOrEqual(MOST_OF_ONE);
          if (one.running === 0) expect(roomFor(one, lanes)).toBeGreaterThanOrEqual(1);
        }
        expect(lanes.reduce((sum, { running }) => sum + Math.max(0, running - 1), 0)).toBeLessThanOrEqual(MOST_EXTRA);
      });
    }),
  );
});

test('what writes to people takes no second event while others have something to do, and all it may when they rest', () => {
  fc.assert(
    fc.property(fc.array(lane, { minLength: 1, maxLength: 12 }), steps, (lanes, path) => {
      walk(lanes, path, () => undefined);
      const busy = lanes.some((other) => !other.tells && (other.hungry || other.running > 0));
      for (const one of lanes.filter(({ tells }) => tells)) {
        if (busy) expect(one.running + roomFor(one, lanes)).toBeLessThanOrEqual(Math.max(1, one.running));
      }
    }),
  );
  const alone: Lane = { tells: true, running: 0, hungry: true };
  expect(roomFor(alone, [alone, { tells: false, running: 0, hungry: false }])).toBe(MOST_OF_ONE);
});
