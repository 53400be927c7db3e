import { expect, it } from 'vitest';
import { dayFault } from './holiday-place.ts';
import { holidaysIn } from './holidays.ts';

it('a day is added once, from today on, and on a business day', () => {
  const by = { today: '2026-11-24', counts: false };
  expect(dayFault('2026-11-24', by)).toBeNull();
  expect(dayFault('2026-11-23', by)).toMatch(/has passed/);
  expect(dayFault('2026-11-28', by)).toMatch(/weekend/);
  expect(dayFault('2066-01-04', by)).toMatch(/reaches to 2065/);
  expect(dayFault('2026-11-25', { ...by, counts: true })).toMatch(/already/);
});

it('an added day counts in its state, or everywhere where it has none', () => {
  const extra = [
    { day: '2026-12-01', state: null },
    { day: '2026-12-02', state: 'TX' },
  ];
  const said = (state: string | null) => ['2026-12-01', '2026-12-02', '2026-12-03'].map(holidaysIn(state, extra));
  expect(said('TX')).toEqual([true, true, false]);
  expect(said('OH')).toEqual([true, false, false]);
  expect(said(null)).toEqual([true, false, false]);
  expect(holidaysIn('TX', [])('2026-12-01')).toBe(false);
});
