import { expect, test } from 'vitest';
import { dateText, isDate } from './dates.ts';

test('a calendar date is written the same in every zone', () => {
  expect(dateText('2026-10-01', 'long')).toBe('October 1, 2026');
  expect(dateText('2026-10-01', 'day')).toBe('October 1');
  expect(dateText('2026-10-01', 'medium')).toBe('Oct 1, 2026');
  expect(dateText('2026-10-01', 'weekday')).toBe('Thu, Oct 1, 2026');
});

test('a date has its shape', () => {
  expect(['2026-10-01', '2026-10-1', 'October 1, 2026', ''].map(isDate)).toEqual([true, false, false, false]);
});
