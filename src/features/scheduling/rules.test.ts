import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../core/time.ts';
import { type MeetingLength, USUAL_BUFFER } from '../reviews/rules.ts';
import { holidaysIn } from '../reviews/rules/holidays.ts';
import {
  addWorkingHours,
  DEFAULT_HOURS,
  earliestFree,
  freeStarts,
  GRID_MINUTES,
  isFree,
  LEAD_MS,
  holidaysBetween,
  officeRanges,
  outsideBusinessHours,
  workingRanges,
} from './rules.ts';

const zone = 'America/New_York';
const lasting = (minutes: number): MeetingLength => ({ minutes, ...USUAL_BUFFER });
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
        for (const start of freeStarts([range], lasting(minutes), busy)) {
          expect(start.getTime() % (GRID_MINUTES * MINUTE)).toBe(0);
          expect(start >= range.start).toBe(true);
          expect(start.getTime() + minutes * MINUTE).toBeLessThanOrEqual(range.end.getTime());
          for (const b of busy) {
            const gapBefore = start.getTime() - b.end.getTime();
            const gapAfter = b.start.getTime() - (start.getTime() + minutes * MINUTE);
            // what stands before it keeps its own time free
            expect(gapBefore >= 0 || gapAfter >= USUAL_BUFFER.buffer_after * MINUTE).toBe(true);
          }
        }
      }),
    );
  });

  it('and leaves out none that would', () => {
    fc.assert(
      fc.property(fc.array(busyRange, { maxLength: 6 }), (busy) => {
        const offered = new Set([...freeStarts([range], lasting(45), busy)].map((d) => d.getTime()));
        for (let t = range.start.getTime(); t + 45 * MINUTE <= range.end.getTime(); t += GRID_MINUTES * MINUTE) {
          expect(offered.has(t)).toBe(isFree(new Date(t), lasting(45), busy));
        }
      }),
    );
  });
});

describe('earliestFree', () => {
  const now = new Date('2026-11-18T15:00:00Z');
  it('is at least a day ahead, in working time', () => {
    expect(earliestFree(DEFAULT_HOURS, zone, [], now, lasting(45))?.toISOString()).toBe('2026-11-19T15:00:00.000Z');
    const taken = [{ start: new Date(now.getTime() + LEAD_MS), end: new Date(now.getTime() + LEAD_MS + 8 * HOUR) }];
    expect(earliestFree(DEFAULT_HOURS, zone, taken, now, lasting(45))?.toISOString()).toBe('2026-11-20T13:00:00.000Z');
  });
  it('is null for someone who never works', () => expect(earliestFree({}, zone, [], now, lasting(45))).toBeNull());
});

describe('workingRanges inside the hour of a switch', () => {
  const of = (startTime: string, endTime: string, from: string, until: string) =>
    hours(workingRanges({ sunday: { active: true, startTime, endTime } }, zone, new Date(from), new Date(until)));
  it.each([
    // two to three does not exist on March 8, 2026
    ['02:15', '02:45', []],
    ['01:00', '02:30', ['2026-03-08T06:00:00.000Z/2026-03-08T07:00:00.000Z']],
    ['02:30', '05:00', ['2026-03-08T07:00:00.000Z/2026-03-08T09:00:00.000Z']],
  ])('skipped, %s to %s', (start, end, expected) =>
    expect(of(start, end, '2026-03-08T00:00:00Z', '2026-03-09T00:00:00Z')).toEqual(expected),
  );
  it.each([
    // one to two counts twice on November 1: what begins or ends in it does so the first time
    ['01:15', '01:45', ['2026-11-01T05:15:00.000Z/2026-11-01T05:45:00.000Z']],
    ['00:30', '01:30', ['2026-11-01T04:30:00.000Z/2026-11-01T05:30:00.000Z']],
    ['01:30', '03:00', ['2026-11-01T05:30:00.000Z/2026-11-01T08:00:00.000Z']],
  ])('doubled, %s to %s', (start, end, expected) =>
    expect(of(start, end, '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z')).toEqual(expected),
  );
});

describe('outsideBusinessHours', () => {
  const office = (start_time: string, end_time: string) => ({ start_time, end_time, time_zone: zone });
  const DAY_TIME = office('09:00', '17:00');
  const LATE = office('14:00', '24:00');
  const NIGHT = office('22:00', '06:00');
  it.each([
    ['within', DAY_TIME, '2026-11-18T14:00:00Z', '2026-11-18T22:00:00Z', false],
    ['before they begin', DAY_TIME, '2026-11-18T13:45:00Z', '2026-11-18T14:30:00Z', true],
    ['over their end', DAY_TIME, '2026-11-18T21:30:00Z', '2026-11-18T22:15:00Z', true],
    ['on a Saturday', DAY_TIME, '2026-11-21T15:00:00Z', '2026-11-21T16:00:00Z', true],
    ['on Thanksgiving', DAY_TIME, '2026-11-26T15:00:00Z', '2026-11-26T16:00:00Z', true],
    ['to midnight, where they last so long', LATE, '2026-11-19T04:00:00Z', '2026-11-19T05:00:00Z', false],
    ['over midnight, where they end there', LATE, '2026-11-19T04:30:00Z', '2026-11-19T05:15:00Z', true],
    ['over midnight, where they go on', NIGHT, '2026-11-19T04:30:00Z', '2026-11-19T05:15:00Z', false],
    ['early, of the evening before', NIGHT, '2026-11-19T10:00:00Z', '2026-11-19T11:00:00Z', false],
    ['Saturday early, of Friday evening', NIGHT, '2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z', false],
    ['Monday early, of Sunday evening', NIGHT, '2026-11-23T10:00:00Z', '2026-11-23T11:00:00Z', true],
    ['by day, where they are at night', NIGHT, '2026-11-19T15:00:00Z', '2026-11-19T16:00:00Z', true],
    ['in the doubled hour', office('00:00', '09:00'), '2026-11-02T06:00:00Z', '2026-11-02T06:45:00Z', false],
  ])('%s', (_what, set, start, end, expected) =>
    expect(outsideBusinessHours(set, new Date(start), new Date(end), holidaysIn(null, []))).toBe(expected),
  );
});

describe('officeRanges', () => {
  it('hold exactly the calls that are not outside office hours, whatever these are, over holidays and switches', () => {
    const clock = fc
      .integer({ min: 0, max: 95 })
      .map((q) => `${String(q >> 2).padStart(2, '0')}:${15 * (q & 3) || '00'}`);
    const from = new Date('2026-10-26T00:00:00Z');
    const until = new Date('2026-12-01T00:00:00Z');
    fc.assert(
      fc.property(
        clock,
        fc.oneof(clock, fc.constant('24:00')),
        fc.integer({ min: 200, max: 3200 }),
        fc.constantFrom(30, 45, 60),
        (start_time, end_time, quarter, minutes) => {
          const office = { start_time, end_time, time_zone: zone };
          const start = new Date(from.getTime() + quarter * GRID_MINUTES * MINUTE);
          const end = new Date(start.getTime() + minutes * MINUTE);
          const inside = officeRanges(office, from, until, holidaysIn(null, [])).some(
            (r) => r.start <= start && r.end >= end,
          );
          expect(inside).toBe(!outsideBusinessHours(office, start, end, holidaysIn(null, [])));
        },
      ),
    );
  });
  it('names the holidays between', () => {
    const between = (a: string, b: string) => holidaysBetween(new Date(a), new Date(b), zone, holidaysIn(null, []));
    expect(between('2026-11-20T00:00:00Z', '2026-12-26T12:00:00Z')).toEqual(['2026-11-26', '2026-12-25']);
    // still Thursday evening there
    expect(between('2026-11-27T03:00:00Z', '2026-11-27T04:00:00Z')).toEqual(['2026-11-26']);
  });
});

describe('addWorkingHours', () => {
  it.each([
    ['2026-11-18T15:00:00Z', 2, '2026-11-18T17:00:00.000Z'],
    ['2026-11-18T15:00:00Z', 8, '2026-11-19T14:00:00.000Z'],
    ['2026-11-20T21:00:00Z', 2, '2026-11-23T14:00:00.000Z'],
    ['2026-11-21T12:00:00Z', 1, '2026-11-23T14:00:00.000Z'],
    // never through Thanksgiving
    ['2026-11-25T21:00:00Z', 2, '2026-11-27T14:00:00.000Z'],
  ])('from %s, %i hours end at %s', (from, n, expected) =>
    expect(addWorkingHours(new Date(from), n, zone, holidaysIn(null, [])).toISOString()).toBe(expected),
  );
});
