import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addBusinessTime, businessTimeBetween } from './business-time.ts';
import { DAY, HOUR, MINUTE } from './durations.ts';
import { zoned } from './time.ts';

const ZONES = ['America/Chicago', 'America/Phoenix', 'America/St_Johns', 'Pacific/Honolulu', 'UTC'];
const HOLIDAYS = new Set(['2026-11-11', '2026-11-26', '2026-11-27', '2026-12-25', '2027-01-01', '2027-03-15']);
const isHoliday = (date: string): boolean => HOLIDAYS.has(date);
const isBusinessDay = (at: Date, zone: string): boolean => {
  const { dayOfWeek, ...rest } = { dayOfWeek: zoned(at, zone).dayOfWeek, date: zoned(at, zone).toPlainDate() };
  return dayOfWeek <= 5 && !isHoliday(rest.date.toString());
};

const FROM = Date.parse('2026-11-01T00:00:00Z');
const instant = fc.integer({ min: 0, max: 150 * 24 * 60 }).map((minutes) => new Date(FROM + minutes * MINUTE));
const zone = fc.constantFrom(...ZONES);

describe('time on business days', () => {
  test('between two instants is what counting them minute by minute gives', () => {
    // zones whose clocks do not switch: there a minute on the wall is a minute
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 0, max: 9 * 24 * 60 }),
        fc.constantFrom('America/Phoenix', 'UTC'),
        (from, minutes, where) => {
          let counted = 0;
          for (let minute = 0; minute < minutes; minute += 1)
            if (isBusinessDay(new Date(from.getTime() + minute * MINUTE), where)) counted += MINUTE;
          expect(businessTimeBetween(from, new Date(from.getTime() + minutes * MINUTE), where, isHoliday)).toBe(
            counted,
          );
        },
      ),
      { numRuns: 15 },
    );
  });

  test('adds up over any cut where no clock switches', () => {
    fc.assert(
      fc.property(instant, instant, instant, fc.constantFrom('America/Phoenix', 'UTC'), (a, b, c, where) => {
        const [first, middle, last] = [a, b, c].toSorted((x, y) => x.getTime() - y.getTime()) as [Date, Date, Date];
        const between = (from: Date, to: Date) => businessTimeBetween(from, to, where, isHoliday);
        expect(between(first, middle) + between(middle, last)).toBe(between(first, last));
      }),
    );
  });

  test('added to an instant ends on a business day, and as much lies between', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 30 * 24 * 60 }), zone, (from, minutes, where) => {
        const to = addBusinessTime(from, minutes * MINUTE, where, isHoliday);
        expect(isBusinessDay(to, where)).toBe(true);
        expect(to > from).toBe(true);
        // a time in a skipped hour is moved by the switch
        const off = Math.abs(businessTimeBetween(from, to, where, isHoliday) - minutes * MINUTE);
        expect(off === 0 || off === HOUR).toBe(true);
      }),
    );
  });

  test.each([
    // Friday noon to Monday noon is a day, whatever lies between
    ['2026-11-20T18:00:00Z', '2026-11-23T18:00:00Z', DAY],
    // from Wednesday noon over Thanksgiving and the day after to Monday noon
    ['2026-11-25T18:00:00Z', '2026-11-30T18:00:00Z', DAY],
    // within a weekend
    ['2026-11-21T18:00:00Z', '2026-11-22T18:00:00Z', 0],
    // nothing where the end is no later
    ['2026-11-23T18:00:00Z', '2026-11-20T18:00:00Z', 0],
  ])('from %s to %s are %d ms', (from, to, ms) => {
    expect(businessTimeBetween(new Date(from), new Date(to), 'America/Chicago', isHoliday)).toBe(ms);
  });

  test('a day after Friday evening is Monday evening; the end of Friday is the first moment of Monday', () => {
    const friday = new Date('2026-11-20T23:00:00Z');
    const add = (ms: number) => addBusinessTime(friday, ms, 'America/Chicago', isHoliday).toISOString();
    expect(add(DAY)).toBe('2026-11-23T23:00:00.000Z');
    expect(add(7 * HOUR)).toBe('2026-11-23T06:00:00.000Z');
    expect(add(0)).toBe(friday.toISOString());
  });
});
