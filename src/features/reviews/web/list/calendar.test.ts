import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysOfMonth, monthFrom } from './calendar.ts';

const month = fc
  .tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, number]) => `${year}-${String(number).padStart(2, '0')}`);

test('a month’s page holds all its days, in whole weeks from Sunday to Saturday, one after the other', () => {
  fc.assert(
    fc.property(month, (one) => {
      const days = daysOfMonth(one);
      const own = days.filter((day) => day.startsWith(one));
      expect(own).toHaveLength(new Date(Date.UTC(Number(one.slice(0, 4)), Number(one.slice(5)), 0)).getUTCDate());
      expect(days.length % 7).toBe(0);
      expect(days.length - own.length).toBeLessThan(14);
      expect(new Date(`${days[0]}T00:00:00Z`).getUTCDay()).toBe(0);
      for (const [at, day] of days.entries()) expect(Date.parse(day) - Date.parse(days[0] ?? '')).toBe(at * 86_400_000);
    }),
  );
});

test('months go on over the year and back', () => {
  fc.assert(
    fc.property(month, fc.integer({ min: -30, max: 30 }), (one, by) => {
      expect(monthFrom(monthFrom(one, by), -by)).toBe(one);
    }),
  );
  expect(monthFrom('2026-12', 1)).toBe('2027-01');
});
