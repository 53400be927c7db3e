import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../../core/time.ts';
import { canOffer, cellName, cellOf, paint, type Plan, press } from './offer-state.ts';

const now = Date.parse('2026-11-19T15:00:00Z');
const range = (a: string, b: string) => ({ start: new Date(a), end: new Date(b) });
const nine = Date.parse('2026-11-23T15:00:00Z'); // 9 AM in Chicago
const plan = (more: Partial<Plan> = {}): Plan => ({
  facts: {
    now,
    until: now + 28 * DAY,
    minutes: 45,
    buffer_before: 0,
    buffer_after: 10,
    working: [range('2026-11-23T14:00:00Z', '2026-11-23T23:00:00Z')],
    busy: [range('2026-11-23T20:00:00Z', '2026-11-23T21:00:00Z')],
    office: [range('2026-11-23T14:00:00Z', '2026-11-23T22:00:00Z')],
    strict: false,
    holidays: new Set(['2026-11-26']),
  },
  zone: 'America/Chicago',
  other: { zone: 'America/New_York', label: 'Dana Whitlock' },
  chosen: [],
  offered: [],
  anyHour: false,
  ...more,
});

describe('offering by pressing', () => {
  it('adds and takes out, also from the middle of a chosen call', () => {
    const first = press(nine, plan());
    expect(first.chosen).toEqual([nine]);
    expect(press(nine + 30 * MINUTE, plan({ chosen: first.chosen })).chosen).toEqual([]);
  });
  it.each([
    ['busy', '2026-11-23T20:15:00Z', 'busy'],
    ['outside', '2026-11-23T23:00:00Z', 'outside working hours'],
    ['soon', '2026-11-20T14:00:00Z', 'less than 24 hours away'],
  ])('says why a %s time cannot be offered and changes nothing', (_, at, words) => {
    const result = press(Date.parse(at), plan());
    expect(result.chosen).toEqual([]);
    expect(result.says).toContain(words);
  });
  it('offers outside working hours only when that is meant, and never over what is on offer', () => {
    const late = Date.parse('2026-11-23T23:00:00Z');
    expect(canOffer(late, plan())).toBe(false);
    expect(canOffer(late, plan({ anyHour: true }))).toBe(true);
    expect(press(nine, plan({ offered: [nine + 30 * MINUTE] })).says).toContain('already on offer');
  });
});

describe('offering by painting', () => {
  it('never chooses what cannot be offered, nor two calls that overlap, wherever one paints', () => {
    const quarter = fc.integer({ min: 0, max: 47 }).map((q) => Date.parse('2026-11-23T13:00:00Z') + q * 15 * MINUTE);
    fc.assert(
      fc.property(fc.array(fc.tuple(quarter, quarter), { minLength: 1, maxLength: 6 }), (strokes) => {
        let chosen: readonly number[] = [];
        for (const [from, to] of strokes) chosen = paint(from, to, plan({ chosen })).chosen;
        expect(chosen.every((c) => canOffer(c, plan()))).toBe(true);
        expect(chosen.every((c, i) => i === 0 || c - (chosen[i - 1] ?? 0) >= 45 * MINUTE)).toBe(true);
      }),
    );
  });
  it('takes out when the stroke begins on a chosen time', () => {
    const filled = paint(nine, nine + 180 * MINUTE, plan()).chosen;
    expect(filled.length).toBeGreaterThan(2);
    expect(paint(nine, nine + 180 * MINUTE, plan({ chosen: filled })).chosen).toEqual([]);
  });
});

describe('when the requester is not there', () => {
  const five = Date.parse('2026-11-23T22:15:00Z'); // 4:15 PM in Chicago, after five in New York
  const holiday = Date.parse('2026-11-26T16:00:00Z');
  it('says so of the time, which can still be offered', () => {
    expect(cellOf(five, plan())).toMatchObject({ canOffer: true, away: true });
    expect(cellName(cellOf(five, plan()), plan())).toMatch(/, free, outside Dana Whitlock’s office hours$/);
    expect(cellOf(nine, plan())).toMatchObject({ away: false });
  });
  it('offers nothing there where the organization keeps calls in its hours', () => {
    const strict = plan({ facts: { ...plan().facts, strict: true } });
    expect(cellOf(five, strict)).toMatchObject({ canOffer: false, state: 'closed' });
    expect(press(five, strict).says).toContain('outside the requester’s office hours');
    expect(press(nine, strict).chosen).toEqual([nine]);
  });
  it('names a public holiday', () => {
    expect(cellName(cellOf(holiday, plan()), plan())).toMatch(/, public holiday$/);
  });
});

it('names a quarter hour with weekday, date, both zones and state', () => {
  expect(cellName(cellOf(nine, plan()), plan())).toBe('Monday, November 23, 9:00 AM CST, 10:00 AM in New York, free');
  const chosen = plan({ chosen: [nine] });
  expect(cellName(cellOf(nine, chosen), chosen)).toContain(', chosen');
});
