import fc from 'fast-check';
import { instantAt } from '../../../ui/time/instant-at.ts';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../core/time.ts';
import {
  cellState,
  covering,
  hoursShown,
  minuteOf,
  startsBetween,
  weekDays,
  weekStart,
  without,
  withStart,
} from './week.ts';

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

describe('wall-clock cells', () => {
  it.each([
    ['a winter day', '2026-11-20', 9 * 60, 'America/Chicago', '2026-11-20T15:00:00.000Z'],
    ['a summer day', '2026-07-20', 9 * 60, 'America/Chicago', '2026-07-20T14:00:00.000Z'],
    ['before clocks go forward', '2026-03-08', 90, 'America/Chicago', '2026-03-08T07:30:00.000Z'],
    ['an hour that does not exist', '2026-03-08', 150, 'America/Chicago', null],
    ['after it', '2026-03-08', 180, 'America/Chicago', '2026-03-08T08:00:00.000Z'],
    ['an hour that comes twice: the first', '2026-11-01', 90, 'America/Chicago', '2026-11-01T06:30:00.000Z'],
    ['a half-hour zone', '2026-11-20', 9 * 60, 'Asia/Kolkata', '2026-11-20T03:30:00.000Z'],
  ])('%s', (_, day, minute, zone, expected) => {
    expect(iso(instantAt(day, minute, zone))).toBe(expected);
  });

  it('gives the minute back wherever it exists', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 0, max: 95 }),
        fc.constantFrom('America/Chicago', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata'),
        (days, quarter, zone) => {
          const day = new Date(Date.UTC(2026, 0, 1) + days * DAY).toISOString().slice(0, 10);
          const at = instantAt(day, quarter * 15, zone);
          expect(at === null ? quarter * 15 : minuteOf(at, zone)).toBe(quarter * 15);
        },
      ),
    );
  });
});

describe('weeks', () => {
  it('start on Sunday in the zone of the reader', () => {
    const lateSaturday = Date.parse('2026-11-22T04:00:00Z');
    expect(weekStart(lateSaturday, 'America/Chicago', 0)).toBe('2026-11-15');
    expect(weekStart(lateSaturday, 'Europe/Berlin', 0)).toBe('2026-11-22');
    expect(weekDays('2026-11-15')).toHaveLength(7);
    expect(weekDays(weekStart(lateSaturday, 'America/Chicago', 1))[6]).toBe('2026-11-28');
  });
  it('show all working time', () => {
    const range = (a: string, b: string) => ({ start: new Date(a), end: new Date(b) });
    expect(hoursShown([], 'UTC')).toEqual({ from: 7, to: 18 });
    expect(hoursShown([range('2026-11-20T05:30:00Z', '2026-11-20T20:00:00Z')], 'UTC')).toEqual({ from: 4, to: 21 });
    expect(hoursShown([range('2026-11-20T12:00:00Z', '2026-11-21T00:00:00Z')], 'UTC')).toEqual({ from: 7, to: 24 });
  });
});

describe('painting', () => {
  const start = Date.parse('2026-11-20T15:00:00Z');
  it('never leaves two chosen calls that overlap, and keeps the last wish', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1 }),
        fc.constantFrom(15, 30, 45, 60),
        (steps, minutes) => {
          let chosen: number[] = [];
          for (const s of steps) chosen = withStart(chosen, start + s * 15 * MINUTE, minutes);
          for (let i = 1; i < chosen.length; i += 1)
            expect((chosen[i] ?? 0) - (chosen[i - 1] ?? 0)).toBeGreaterThanOrEqual(minutes * MINUTE);
          expect(chosen).toContain(start + (steps.at(-1) ?? 0) * 15 * MINUTE);
        },
      ),
    );
  });
  it('fills a stretch with whole calls, around what is taken, in either direction', () => {
    const free = (t: number) => t !== start + 45 * MINUTE;
    const filled = startsBetween(start, start + 2 * HOUR, 45, free).map((t) => (t - start) / MINUTE);
    expect(filled).toEqual([0, 60, 105]);
    expect(startsBetween(start + 2 * HOUR, start, 45, free).map((t) => (t - start) / MINUTE)).toEqual(filled);
  });
  it('finds the call that covers an instant', () => {
    expect(covering([start], start + 44 * MINUTE, 45)).toBe(start);
    expect(covering([start], start + 45 * MINUTE, 45)).toBeUndefined();
    expect(without([start], start + 30 * MINUTE, 45)).toEqual([]);
  });
});

describe('what a quarter hour is', () => {
  const now = Date.parse('2026-11-19T15:00:00Z');
  const range = (a: string, b: string) => ({ start: new Date(a), end: new Date(b) });
  const facts = {
    now,
    until: now + 28 * DAY,
    minutes: 45,
    buffer_before: 0,
    buffer_after: 10,
    working: [range('2026-11-23T14:00:00Z', '2026-11-23T23:00:00Z')],
    // a call until five, and what stays free after it
    busy: [range('2026-11-23T16:00:00Z', '2026-11-23T17:10:00Z')],
    office: [],
    strict: false,
    holidays: new Set<string>(),
  };
  it.each([
    ['2026-11-19T14:45:00Z', 'past'],
    ['2026-11-20T14:45:00Z', 'soon'],
    ['2026-11-20T15:00:00Z', 'outside'],
    ['2026-11-23T14:00:00Z', 'free'],
    ['2026-11-23T15:00:00Z', 'free'],
    ['2026-11-23T15:15:00Z', 'busy'],
    ['2026-11-23T17:00:00Z', 'busy'],
    ['2026-11-23T17:15:00Z', 'free'],
    ['2026-11-23T22:15:00Z', 'free'],
    ['2026-11-23T22:30:00Z', 'outside'],
    ['2026-12-18T15:00:00Z', 'far'],
  ])('%s is %s', (at, state) => {
    expect(cellState(Date.parse(at), facts)).toBe(state);
  });
});
