import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../../core/durations.ts';
import type { CalendarEvent } from '../contract.ts';
import { blocksOn, daysShown, hoursOf, onDay, opensOn, readCalendarSearch, turned, windowOf } from './periods.ts';

const ZONE = 'America/Chicago';
const day = fc
  .integer({ min: 0, max: 4000 })
  .map((n) => new Date(Date.UTC(2024, 0, 1) + n * DAY).toISOString().slice(0, 10));

describe('the days of a page', () => {
  it('are whole weeks around a day, no more than are answered at once', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('week' as const, 'month' as const), (on, view) => {
        const days = daysShown(view, on);
        expect(days).toContain(on);
        expect([days.length % 7, new Date(`${days[0]}T00:00Z`).getUTCDay()]).toEqual([0, 0]);
        expect(days.length).toBeLessThanOrEqual(42);
        if (view === 'month') {
          const month = days.filter((one) => one.slice(0, 7) === on.slice(0, 7));
          expect(month[0]?.slice(8)).toBe('01');
          expect(days.length - month.length).toBeLessThan(14);
        }
        expect(daysShown(view, turned(view, on, 1))).not.toEqual(days);
      }),
    );
  });

  it('turn from the end of one month to the end of the next', () => {
    expect(turned('month', '2027-01-31', 1)).toBe('2027-02-28');
    expect(turned('month', '2026-12-05', 1)).toBe('2027-01-05');
    expect(turned('month', '2027-01-31', -1)).toBe('2026-12-31');
    expect(turned('week', '2026-12-28', 1)).toBe('2027-01-04');
  });

  it('are asked for from midnight to midnight, over the switch of clocks too', () => {
    expect(windowOf(['2026-11-01'], ZONE)).toEqual({
      from: '2026-11-01T05:00:00.000Z',
      until: '2026-11-02T06:00:00.000Z',
    });
  });

  it('come from an address that can say anything', () => {
    expect(readCalendarSearch({ view: 'month', on: '2026-11-30' })).toEqual({ view: 'month', on: '2026-11-30' });
    for (const on of ['2026-02-30', 'now', 7, '2026-13-01', null])
      expect(readCalendarSearch({ view: 'year', on })).toEqual({ view: 'week', on: null });
  });
});

describe('what falls on a day', () => {
  const at = (start: string, end: string) => ({ start: `${start}:00.000Z`, end: `${end}:00.000Z` });

  it('is cut at midnight of the reader’s zone and shown on both days', () => {
    const late = at('2026-11-11T04:00', '2026-11-11T08:00');
    expect(onDay([late], '2026-11-10', ZONE)).toEqual([late]);
    expect(blocksOn([late], '2026-11-10', ZONE)[0]).toMatchObject({ from: 22 * 60, to: 24 * 60 });
    expect(blocksOn([late], '2026-11-11', ZONE)[0]).toMatchObject({ from: 0, to: 2 * 60 });
    expect(onDay([late], '2026-11-12', ZONE)).toEqual([]);
  });

  it('stands side by side where it overlaps, and never one over the other', () => {
    const stretch = fc.tuple(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 1, max: 20 })).map(([from, long]) => {
      const start = Date.UTC(2026, 10, 10, 6) + from * 15 * 60_000;
      return { start: new Date(start).toISOString(), end: new Date(start + long * 15 * 60_000).toISOString() };
    });
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 12 }), (list) => {
        const blocks = blocksOn(list, '2026-11-10', ZONE);
        for (const [n, one] of blocks.entries()) {
          expect(one.lane).toBeLessThan(one.lanes);
          for (const other of blocks.slice(n + 1))
            if (one.from < other.to && other.from < one.to) {
              expect(one.lane).not.toBe(other.lane);
              expect(one.lanes).toBe(other.lanes);
            }
        }
      }),
    );
  });

  it('widens the hours that are shown, but not by what covers the whole day', () => {
    const days = ['2026-11-10'];
    expect(hoursOf(days, [], ZONE)).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
    expect(hoursOf(days, [at('2026-11-10T06:00', '2026-11-11T06:00')], ZONE)).toHaveLength(11);
    expect(hoursOf(days, [at('2026-11-11T02:00', '2026-11-11T03:00')], ZONE).at(-1)).toBe(21);
  });
});

describe('where a calendar opens', () => {
  const at = { today: '2026-11-20', zone: ZONE };
  const days = daysShown('week', at.today);
  const event = (sort: 'offer' | 'exam_offer' | 'call', here: boolean) =>
    ({ sort, here, start: '2026-11-21T15:00:00Z', end: '2026-11-21T16:00:00Z' }) as CalendarEvent;

  it('is today where nothing is on offer, or something is in these days', () => {
    expect(opensOn({ events: [], first_offer: null }, days, at)).toBe(at.today);
    for (const sort of ['offer', 'exam_offer'] as const)
      expect(opensOn({ events: [event(sort, true)], first_offer: '2026-12-03T15:00:00Z' }, days, at)).toBe(at.today);
  });

  it('is the day of the first time on offer, by the reader’s clock, where these days have none for the review', () => {
    const events = [event('offer', false), event('call', true)];
    expect(opensOn({ events, first_offer: '2026-12-03T03:00:00Z' }, days, at)).toBe('2026-12-02');
  });
});
