import { describe, expect, test } from 'vitest';
import { endOf, nextReminderAt, reminderDue, stillHolds } from './credential-ends.ts';

const CHICAGO = 'America/Chicago';
const before = (instant: string): Date => new Date(Date.parse(instant) - 1);

describe('what ends on a day', () => {
  test('holds through its last day where the expert is, and ends at that midnight to the millisecond', () => {
    expect(endOf('2026-12-31', CHICAGO).toISOString()).toBe('2027-01-01T06:00:00.000Z');
    expect(endOf('2026-07-31', CHICAGO).toISOString()).toBe('2026-08-01T05:00:00.000Z');
    expect(stillHolds('2026-12-31', before('2027-01-01T06:00:00.000Z'), CHICAGO)).toBe(true);
    expect(stillHolds('2026-12-31', new Date('2027-01-01T06:00:00.000Z'), CHICAGO)).toBe(false);
    expect(stillHolds('2026-12-31', new Date('2027-01-01T05:00:00.000Z'), 'America/New_York')).toBe(false);
    expect(stillHolds(null, new Date('2099-01-01T00:00:00Z'), CHICAGO)).toBe(true);
  });

  test('a day that a clock change shortens ends where its midnight is', () => {
    // clocks go forward on March 14, 2027
    expect(endOf('2027-03-14', CHICAGO).toISOString()).toBe('2027-03-15T05:00:00.000Z');
  });

  test.each([
    ['2026-10-02T13:59:59.999Z', null, '2026-10-02T14:00:00.000Z'],
    ['2026-10-02T14:00:00.000Z', 90, '2026-11-01T15:00:00.000Z'],
    ['2026-11-01T15:00:00.000Z', 60, '2026-12-01T15:00:00.000Z'],
    ['2026-12-01T15:00:00.000Z', 30, '2027-01-01T06:00:00.000Z'],
    ['2027-01-01T05:59:59.999Z', 30, '2027-01-01T06:00:00.000Z'],
    ['2027-01-01T06:00:00.000Z', 0, null],
  ])('at %s the reminder of %s days has come, and the next comes at %s', (now, due, next) => {
    expect(reminderDue('2026-12-31', new Date(now), CHICAGO)).toBe(due);
    expect(nextReminderAt('2026-12-31', new Date(now), CHICAGO)?.toISOString() ?? null).toBe(next);
  });
});
