import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../core/durations.ts';
import { judgeClock } from './clock-rules.ts';

const START = Date.parse('2026-11-18T15:00:00Z');
const at = (ms: number): Date => new Date(START + ms);
const hours = fc.integer({ min: 1, max: 500 });

/** What a look at each of these times keeps and holds, one after the other. */
function look(times: readonly number[], most_hours: number): { seen: number | null; held: boolean } {
  let seen: Date | null = null;
  let held = false;
  for (const time of times) {
    const judged = judgeClock({ seen, now: at(time), most_hours, held_step: held });
    if (judged.do === 'keep') seen = judged.at;
    if (judged.do === 'hold') held = true;
  }
  return { seen: seen === null ? null : seen.getTime() - START, held };
}

describe('the clock', () => {
  test('a step of more than the limit is held, in either direction, and one of the limit is not', () => {
    fc.assert(
      fc.property(hours, fc.constantFrom(1, -1), fc.integer({ min: 1, max: 1e9 }), (most, way, more) => {
        const within = at(way * most * HOUR);
        const beyond = at(way * (most * HOUR + more));
        const seen = at(0);
        expect(judgeClock({ seen, now: within, most_hours: most, held_step: false }).do).not.toBe('hold');
        expect(judgeClock({ seen, now: beyond, most_hours: most, held_step: false })).toEqual({
          do: 'hold',
          step: way > 0 ? 'ahead' : 'back',
        });
      }),
    );
  });

  test('any walk of small steps holds nothing and keeps the greatest time, to the minute', () => {
    const steps = fc.array(fc.integer({ min: -30 * MINUTE, max: 60 * MINUTE }), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (walk) => {
        const times = walk.reduce<number[]>((all, step) => [...all, (all.at(-1) ?? 0) + step], [0]);
        const greatest = Math.max(...times);
        const { seen, held } = look(times, 72);
        if (greatest - Math.min(...times) > 72 * HOUR) return;
        expect(held).toBe(false);
        expect(seen).toBeLessThanOrEqual(greatest);
        expect(seen).toBeGreaterThan(greatest - MINUTE);
      }),
    );
  });

  test('what a held step showed is not kept: back at the right time, the time before the step is the one that counts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 73, max: 20_000 }),
        fc.array(fc.integer({ min: 0, max: 9 * HOUR })),
        (step, then) => {
          expect(look([0, step * HOUR, ...then.map((more) => step * HOUR + more), 5 * MINUTE], 72)).toEqual({
            seen: 0,
            held: true,
          });
        },
      ),
    );
  });

  test('small steps back hide no step ahead: between two looks nothing moves further than the limit', () => {
    expect(look([0, 60 * HOUR, 0, 73 * HOUR], 72).held).toBe(false);
    expect(look([0, 60 * HOUR, 0, 133 * HOUR], 72).held).toBe(true);
  });

  test('without a limit the time is kept as it comes, and nothing is held', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 })), (times) => {
        expect(look([0, ...times], 0).held).toBe(false);
      }),
    );
  });

  test('at the end the last minute is kept, too', () => {
    const now = at(5_000);
    const look = { seen: at(0), now, most_hours: 72, held_step: false };
    expect(judgeClock(look)).toEqual({ do: 'nothing' });
    expect(judgeClock({ ...look, at_end: true })).toEqual({ do: 'keep', at: now });
    expect(judgeClock({ ...look, now: at(-5_000), at_end: true })).toEqual({ do: 'nothing' });
  });
});
