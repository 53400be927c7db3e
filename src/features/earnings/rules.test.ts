import { expect, test } from 'vitest';
import { yearOf } from './rules.ts';

test('a month and the eleven before it, across the turn of a year', () => {
  const months = yearOf('2027-02');
  expect(months).toHaveLength(12);
  expect(months.slice(0, 3)).toEqual(['2027-02', '2027-01', '2026-12']);
  expect(months.at(-1)).toBe('2026-03');
});
