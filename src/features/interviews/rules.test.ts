import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  INTERVIEW_ACTS,
  INTERVIEW_STATES,
  INTERVIEW_TABLE,
  type InterviewAct,
  interviewAfter,
  type InterviewState,
  isLive,
  lapsesAt,
  moverOf,
  openTimes,
  timesFaults,
} from './rules.ts';

const NOW = new Date('2027-02-10T15:00:00Z');
const HOUR = 3_600_000;
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

describe('acts on an interview', () => {
  test.each<[InterviewState, number | null, InterviewAct, InterviewState | null]>([
    ['asked', null, 'offer', 'offered'],
    ['offered', null, 'offer', 'offered'],
    ['offered', null, 'choose', 'set'],
    ['offered', null, 'none_fit', 'asked'],
    ['set', 30, 'move', 'asked'],
    ['set', 30, 'held', null],
    ['set', 30, 'call_off', 'called_off'],
    ['set', -1, 'held', 'held'],
    ['set', -1, 'not_held', 'asked'],
    ['set', -1, 'move', null],
    ['set', -1, 'call_off', null],
    ['held', -1, 'decline', 'declined'],
    ['held', -1, 'call_off', null],
    ['asked', null, 'choose', null],
    ['asked', null, 'held', null],
  ])('%s at %s h: %s leads to %s', (state, hours, act, to) => {
    expect(interviewAfter({ state, starts_at: hours === null ? null : at(hours) }, act, NOW)).toBe(to);
  });

  it('leads nowhere from what is declined or called off, and nowhere twice', () => {
    for (const state of ['declined', 'called_off'] as const)
      for (const act of INTERVIEW_ACTS) expect(interviewAfter({ state, starts_at: at(-1) }, act, NOW)).toBeNull();
    for (const state of INTERVIEW_STATES)
      for (const act of INTERVIEW_ACTS)
        for (const only of ['ahead', 'begun'] as const)
          expect(
            INTERVIEW_TABLE.filter(
              (row) => row.act === act && row.from.includes(state) && (row.only === undefined || row.only === only),
            ).length,
          ).toBeLessThanOrEqual(1);
  });

  it('always has somebody’s move while it is arranged, and nobody’s once it is over', () => {
    const holds = fc.check(
      fc.property(
        fc.constantFrom(...INTERVIEW_STATES),
        fc.array(fc.integer({ min: -100, max: 300 })),
        fc.integer({ min: -50, max: 50 }),
        (state, hours, begins) => {
          const mover = moverOf({ state, starts_at: at(begins), times: hours.map(at) }, NOW);
          if (state === 'asked') return mover === 'expert';
          if (state === 'offered') return mover === (hours.some((h) => h >= 24) ? 'requester' : 'expert');
          return isLive(state) ? mover === (begins <= 0 ? 'requester' : null) : mover === null;
        },
      ),
    );
    expect(holds.counterexample).toBeNull();
  });
});

describe('times on offer', () => {
  it('can be chosen a day ahead, and lapse with the last of them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100, max: 300 }), { minLength: 1 }), (hours) => {
        const times = hours.map(at);
        const lapse = lapsesAt(times);
        expect(openTimes(times, NOW).length > 0).toBe(lapse !== null && lapse >= NOW);
      }),
    );
    expect(lapsesAt([])).toBeNull();
  });

  it('are refused where they are near, far, twice there, off the quarter, or taken', () => {
    const busy = [{ start: at(50), end: at(51) }];
    const fault = (...hours: number[]) => timesFaults(hours.map(at), 30, busy, NOW).map(({ path }) => path);
    expect(fault(48)).toEqual([]);
    expect(fault(23)).toEqual(['starts_at.0']);
    expect(fault(61 * 24)).toEqual(['starts_at.0']);
    expect(fault(48, 48)).toEqual(['starts_at.1']);
    expect(fault(48.1)).toEqual(['starts_at.0']);
    expect(fault(50)).toEqual(['starts_at.0']);
    // half an hour and its ten minutes end after that begins
    expect(fault(49.5)).toEqual(['starts_at.0']);
    expect(fault(49.25)).toEqual([]);
  });
});
