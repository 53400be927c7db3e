import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bothZones,
  dayOf,
  formatAgo,
  formatDateOf,
  formatDay,
  formatDuration,
  formatInstant,
  formatNear,
  formatRelative,
  formatTime,
  formatTimeRange,
  readerLocale,
  zoneCity,
  zoneDistance,
  zoneShort,
} from './format.ts';

const chicago = { zone: 'America/Chicago' };
const now = Date.parse('2026-11-18T16:42:00Z');
const H = 3_600_000;

describe('instants', () => {
  it('names weekday, time and zone', () => {
    expect(formatInstant('2026-11-19T13:30:00Z', chicago)).toBe('Thu, Nov 19, 7:30 AM CST');
    expect(formatInstant('2026-07-02T13:30:00Z', chicago)).toBe('Thu, Jul 2, 8:30 AM CDT');
    expect(formatInstant('2026-11-19T13:30:00Z', { ...chicago, bare: true })).toBe('Thu, Nov 19, 7:30 AM');
  });
  it('adds the year only when it is another', () => {
    expect(formatInstant('2027-02-10T13:30:00Z', { ...chicago, now, bare: true })).toBe('Wed, Feb 10, 2027, 7:30 AM');
    expect(formatInstant('2026-12-10T13:30:00Z', { ...chicago, now, bare: true })).toBe('Thu, Dec 10, 7:30 AM');
  });
  it('speaks of today by the reader’s zone, not by UTC', () => {
    expect(formatNear('2026-11-18T15:51:00Z', { ...chicago, now })).toBe('Today, 9:51 AM');
    expect(formatNear('2026-11-18T05:20:00Z', { ...chicago, now })).toBe('Yesterday, 11:20 PM');
    expect(formatNear('2026-11-16T20:05:00Z', { ...chicago, now })).toBe('Mon, Nov 16, 2:05 PM');
  });
  it('formats days without shifting them', () => {
    expect(formatDay('2026-11-20')).toBe('Fri, Nov 20, 2026');
    expect(formatDay('2026-11-20', { form: 'long' })).toBe('Friday, November 20');
    expect(formatDay('2026-11-20', { form: 'short' })).toBe('Fri, Nov 20');
    expect(formatDateOf('2026-11-20T02:00:00Z', chicago)).toBe('Thu, Nov 19, 2026');
  });
});

describe('durations', () => {
  it.each([
    [20 * H + 48 * 60_000, '20 h 48 min'],
    [53 * H, '2 d 5 h'],
    [48 * H, '2 d'],
    [72 * H, '3 d'],
    [6 * 24 * H + 5 * H, '6 d'],
    [12 * 60_000, '12 min'],
    [20_000, 'under 1 min'],
  ])('%d ms is %s', (ms, words) => expect(formatDuration(ms)).toBe(words));

  it.each([
    [20 * H + 48 * 60_000, 'In 20 h'],
    [4 * H + 18 * 60_000, 'In 4 h 18 min'],
    [51 * H, 'In 2 d 3 h'],
    [12 * 24 * H, 'In 12 d'],
    [-(4 * H + 42 * 60_000), '4 h overdue'],
    [-30 * H, '1 d 6 h overdue'],
    [-15 * 60_000, '15 min overdue'],
    [0, 'Now'],
  ])('due in %d ms reads %s', (ms, words) => expect(formatRelative(new Date(now + ms).toISOString(), now)).toBe(words));

  it('never says less for more time', () => {
    const minutes = (text: string) => {
      const part = (unit: string) => Number(new RegExp(`(\\d+) ${unit}`).exec(text)?.[1] ?? 0);
      return part('d') * 1440 + part('h') * 60 + part('min');
    };
    fc.assert(
      fc.property(fc.nat(40 * 24 * H), fc.nat(10 * 24 * H), (a, more) => {
        expect(minutes(formatDuration(a + more))).toBeGreaterThanOrEqual(
          formatDuration(a) === 'under 1 min' ? 0 : minutes(formatDuration(a)),
        );
      }),
    );
  });

  it('says how long ago', () => {
    const ago = (ms: number) => formatAgo(new Date(now - ms).toISOString(), { now, ...chicago });
    expect([ago(2 * H), ago(20 * H), ago(9 * 24 * H), ago(30_000), ago(5 * 60_000)]).toEqual([
      '2 h',
      'Yesterday',
      '9 d',
      'Just now',
      '5 min',
    ]);
  });
});

describe('zones', () => {
  it('names cities and short zones', () => {
    expect(zoneCity('America/New_York')).toBe('New York');
    expect(zoneCity('America/Kentucky/Louisville')).toBe('Louisville');
    expect(zoneShort(now, { zone: 'America/New_York' })).toBe('EST');
  });
  it('says the distance', () => {
    expect(zoneDistance(now, 'America/Chicago', 'America/New_York')).toBe('one hour ahead');
    expect(zoneDistance(now, 'America/New_York', 'America/Los_Angeles')).toBe('three hours behind');
    expect(zoneDistance(now, 'America/New_York', 'America/St_Johns')).toBe(
      '1 h 30 min ahead'.replace('1 h 30 min', 'one and a half hours'),
    );
    expect(zoneDistance(now, 'America/New_York', 'America/Detroit')).toBe('the same time');
  });
  it('shows one time in both, with the weekday when the days differ', () => {
    const slot = { starts_at: '2026-11-20T13:30:00Z', ends_at: '2026-11-20T14:15:00Z' };
    expect(bothZones(slot, { own: 'America/Chicago', other: 'America/New_York', otherCity: 'Boston' })).toEqual({
      own: '7:30 – 8:15 AM CST',
      other: '8:30 AM in Boston',
    });
    expect(bothZones(slot, { own: 'America/Chicago', other: 'Asia/Tokyo' }).other).toBe('10:30 PM in Tokyo');
    expect(
      bothZones({ starts_at: '2026-11-20T20:00:00Z' }, { own: 'America/Chicago', other: 'Asia/Tokyo' }).other,
    ).toBe('Sat 5:00 AM in Tokyo');
  });
  it('keeps ranges short and plain', () => {
    expect(formatTimeRange('2026-11-20T18:00:00Z', '2026-11-20T18:45:00Z', chicago)).toBe('12:00 – 12:45 PM');
    expect(formatTimeRange('2026-11-20T17:30:00Z', '2026-11-20T18:15:00Z', chicago)).toBe('11:30 AM – 12:15 PM');
  });
  it('says the zone where clocks are put back, so that each of both hours is told apart', () => {
    const newYork = { zone: 'America/New_York' };
    const first = '2026-11-01T05:30:00Z';
    const second = '2026-11-01T06:30:00Z';
    const plus = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();
    expect([formatTime(first, newYork), formatTime(second, newYork)]).toEqual(['1:30 AM EDT', '1:30 AM EST']);
    expect(formatTime('2026-11-01T04:59:00Z', newYork)).toBe('12:59 AM');
    expect(formatTime('2026-11-01T07:00:00Z', newYork)).toBe('2:00 AM');
    expect(formatInstant(second, { ...newYork, bare: true })).toBe('Sun, Nov 1, 1:30 AM EST');
    expect(formatTimeRange(first, second, newYork)).toBe('1:30 AM EDT – 1:30 AM EST');
    expect(formatTimeRange(first, plus(first, 45), newYork)).toBe('1:30 AM EDT – 1:15 AM EST');
    expect(formatTimeRange(second, plus(second, 15), newYork)).toBe('1:30 – 1:45 AM EST');
    expect(
      bothZones({ starts_at: first, ends_at: plus(first, 45) }, { own: newYork.zone, other: newYork.zone }),
    ).toEqual({
      own: '1:30 AM EDT – 1:15 AM EST',
      other: '1:30 AM EDT in New York',
    });
    expect(bothZones({ starts_at: second }, { own: newYork.zone, other: 'America/Chicago' })).toEqual({
      own: '1:30 AM EST',
      other: '1:30 AM CDT in Chicago',
    });
    // over the hour that is skipped in spring
    expect(formatTimeRange('2026-03-08T06:45:00Z', '2026-03-08T07:15:00Z', newYork)).toBe('1:45 AM EST – 3:15 AM EDT');
  });
  it('names the day of what ends after midnight', () => {
    expect(formatTimeRange('2026-11-20T05:30:00Z', '2026-11-20T06:15:00Z', chicago)).toBe('11:30 PM – Fri 12:15 AM');
    expect(formatTimeRange('2026-11-20T05:15:00Z', '2026-11-20T06:00:00Z', chicago)).toBe('11:15 PM – 12:00 AM');
    expect(
      bothZones(
        { starts_at: '2026-11-20T05:30:00Z', ends_at: '2026-11-20T06:15:00Z' },
        { own: chicago.zone, other: chicago.zone },
      ).own,
    ).toBe('11:30 PM – Fri 12:15 AM CST');
  });
  it('no two times of a day read alike, in any zone', () => {
    const zones = fc.constantFrom(
      'America/New_York',
      'Australia/Lord_Howe',
      'Europe/Berlin',
      'America/Sao_Paulo',
      'Asia/Kolkata',
    );
    const day = fc.integer({ min: 0, max: 366 * 12 }).map((n) => Date.parse('2015-01-01T00:00:00Z') + n * 24 * H);
    const switches = fc.constantFrom(
      '2026-10-31T22:00:00Z',
      '2026-03-08T00:00:00Z',
      '2026-04-04T06:00:00Z',
      '2026-10-24T18:00:00Z',
    );
    fc.assert(
      fc.property(
        zones,
        fc.oneof(
          day,
          switches.map((at) => Date.parse(at)),
        ),
        (zone, from) => {
          const said = Array.from({ length: 96 }, (_, n) => {
            const at = new Date(from + n * 15 * 60_000).toISOString();
            return `${dayOf(at, zone)} ${formatTime(at, { zone })}`;
          });
          expect(new Set(said).size).toBe(said.length);
        },
      ),
      { numRuns: 60 },
    );
  });
  it('any instant lies on the day its own format says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (ms) => {
        expect(dayOf(ms, 'America/Chicago')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        expect(Math.abs(Date.parse(dayOf(ms, 'America/Chicago')) - ms)).toBeLessThan(30 * H);
      }),
    );
  });
  it('reads English as the reader writes it', () => {
    expect(readerLocale(['de-DE', 'en-GB'])).toBe('en-GB');
    expect(readerLocale(['de-DE'])).toBe('en-US');
  });
});
