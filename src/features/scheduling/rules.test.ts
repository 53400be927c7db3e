import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../core/time.ts';
import {
  addWorkingHours,
  BUFFER_MINUTES,
  DEFAULT_HOURS,
  earliestFree,
  freeStarts,
  GRID_MINUTES,
  isFree,
  LEAD_MS,
  workingRanges,
} from './rules.ts';

const zone = 'America/New_York';
const hours = (ranges: { start: Date; end: Date }[]) =>
  ranges.map((r) => `${r.start.toISOString()}/${r.end.toISOString()}`);

describe('workingRanges', () => {
  it('reads hours on the wall clock, on both sides of the switches', () => {
    const allDay = { sunday: { active: true, startTime: '00:00', endTime: '06:00' } };
    // clocks go forward on March 8, 2026: the hour from two to three does not exist
    expect(
      hours(workingRanges(allDay, zone, new Date('2026-03-08T00:00:00Z'), new Date('2026-03-09T00:00:00Z'))),
    ).toEqual(['2026-03-08T05:00:00.000Z/2026-03-08T10:00:00.000Z']);
    // and back on November 1: the hour from one to two counts twice
    expect(
      hours(workingRanges(allDay, zone, new Date('2026-11-01T00:00:00Z'), new Date('2026-11-02T00:00:00Z'))),
    ).toEqual(['2026-11-01T04:00:00.000Z/2026-11-01T11:00:00.000Z']);
  });

  it('ends a day at midnight when it says 24:00', () => {
    const ranges = workingRanges(
      { monday: { active: true, startTime: '20:00', endTime: '24:00' } },
      zone,
      new Date('2026-11-16T00:00:00Z'),
      new Date('2026-11-18T00:00:00Z'),
    );
    expect(hours(ranges)).toEqual(['2026-11-17T01:00:00.000Z/2026-11-17T05:00:00.000Z']);
  });

  it('leaves out weekends and clips to what was asked', () => {
    const ranges = workingRanges(
      DEFAULT_HOURS,
      zone,
      new Date('2026-11-20T20:00:00Z'),
      new Date('2026-11-23T14:00:00Z'),
    );
    expect(hours(ranges)).toEqual([
      '2026-11-20T20:00:00.000Z/2026-11-20T22:00:00.000Z',
      '2026-11-23T13:00:00.000Z/2026-11-23T14:00:00.000Z',
    ]);
  });
});

describe('freeStarts', () => {
  const range = { start: new Date('2026-11-20T13:00:00Z'), end: new Date('2026-11-20T22:00:00Z') };
  const busyRange = fc
    .tuple(fc.integer({ min: 0, max: 540 }), fc.integer({ min: 1, max: 180 }))
    .map(([from, length]) => ({
      start: new Date(range.start.getTime() + from * MINUTE),
      end: new Date(range.start.getTime() + (from + length) * MINUTE),
    }));

  it('offers only grid times that fit and keep the buffer to everything busy', () => {
    fc.assert(
      fc.property(fc.array(busyRange, { maxLength: 6 }), fc.constantFrom(30, 45, 60), (busy, minutes) => {
        for (const start of freeStarts([range], minutes, busy)) {
          expect(start.getTime() % (GRID_MINUTES * MINUTE)).toBe(0);
          expect(start >= range.start).toBe(true);
          expect(start.getTime() + minutes * MINUTE).toBeLessThanOrEqual(range.end.getTime());
          for (const b of busy) {
            const gapBefore = start.getTime() - b.end.getTime();
            const gapAfter = b.start.getTime() - (start.getTime() + minutes * MINUTE);
            expect(Math.max(gapBefore, gapAfter)).toBeGreaterThanOrEqual(BUFFER_MINUTES * MINUTE);
          }
        }
      }),
    );
  });

  it('and leaves out none that would', () => {
    fc.assert(
      fc.property(fc.array(busyRange, { maxLength: 6 }), (busy) => {
        const offered = new Set([...freeStarts([range], 45, busy)].map((d) => d.getTime()));
        for (let t = range.start.getTime(); t + 45 * MINUTE <= range.end.getTime(); t += GRID_MINUTES * MINUTE) {
          expect(offered.has(t)).toBe(isFree(new Date(t), 45, busy));
        }
      }),
    );
  });
});

describe('earliestFree', () => {
  const now = new Date('2026-11-18T15:00:00Z');
  it('is at least a day ahead, in working time', () => {
    expect(earliestFree(DEFAULT_HOURS, zone, [], now, 45)?.toISOString()).toBe('2026-11-19T15:00:00.000Z');
    const taken = [{ start: new Date(now.getTime() + LEAD_MS), end: new Date(now.getTime() + LEAD_MS + 8 * HOUR) }];
    expect(earliestFree(DEFAULT_HOURS, zone, taken, now, 45)?.toISOString()).toBe('2026-11-20T13:00:00.000Z');
  });
  it('is null for someone who never works', () => expect(earliestFree({}, zone, [], now, 45)).toBeNull());
});

describe('addWorkingHours', () => {
  it.each([
    ['2026-11-18T15:00:00Z', 2, '2026-11-18T17:00:00.000Z'],
    ['2026-11-18T15:00:00Z', 8, '2026-11-19T14:00:00.000Z'],
    ['2026-11-20T21:00:00Z', 2, '2026-11-23T14:00:00.000Z'],
    ['2026-11-21T12:00:00Z', 1, '2026-11-23T14:00:00.000Z'],
  ])('from %s, %i hours end at %s', (from, n, expected) =>
    expect(addWorkingHours(new Date(from), n, zone).toISOString()).toBe(expected),
  );
});
