import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDate, showDate } from './date.ts';
import { centsText, parseCents, parseNumber } from './number.ts';
import { landing, moved } from './reorder.ts';

describe('dates as people type them', () => {
  it.each([
    ['03/09/2026', '2026-03-09'],
    ['3/9/2026', '2026-03-09'],
    ['03 / 09 / 2026', '2026-03-09'],
    ['3-9-2026', '2026-03-09'],
    ['2026-03-09', '2026-03-09'],
    ['03092026', '2026-03-09'],
    ['02/29/2028', '2028-02-29'],
  ])('%s is %s', (text, day) => expect(readDate(text)).toEqual({ day }));

  it.each([
    ['02/29/2026', 'February 2026 has 28 days.'],
    ['13/09/2026', 'There is no month 13. The month comes first.'],
    ['3/9/26', 'Write the year with four digits.'],
    ['soon', 'Write the date as month/day/year, like 03/09/2026.'],
    ['03/09/0026', 'Check the year 26.'],
  ])('%s: %s', (text, wrong) => expect(readDate(text)).toEqual({ wrong }));

  it('shows what it reads, for every day', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10);
          expect(readDate(showDate(day))).toEqual({ day });
        },
      ),
    );
    expect(readDate('  ')).toEqual({ empty: true });
  });
});

describe('numbers and money', () => {
  it.each([
    ['$1,322.00', 132200],
    ['225', 22500],
    ['.5', 50],
    ['0.07', 7],
    ['', null],
    ['12.345', undefined],
    ['twelve', undefined],
    ['.', undefined],
  ])('%s is %s cents', (text, cents) => expect(parseCents(text)).toBe(cents));
  it('keeps every cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
        expect(parseCents(centsText(cents))).toBe(cents);
      }),
    );
  });
  it('counts decimals', () => {
    expect([parseNumber('1,5', 0), parseNumber('1.5', 0), parseNumber('1.5', 1), parseNumber('', 0)]).toEqual([
      15,
      undefined,
      1.5,
      null,
    ]);
  });
});

describe('reordering', () => {
  it('moves one and keeps all', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.nat(20), fc.nat(20), (items, from, to) => {
        const next = moved(items, from, to);
        expect(next.toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
        expect(next[to]).toBe(from < items.length && to < items.length ? items[from] : items[to]);
      }),
    );
  });
  it('lands where the pointer is', () => {
    expect([landing([10, 30, 50], 0, 10), landing([10, 30, 50], 0, 40), landing([10, 30, 50], 2, 5)]).toEqual([
      0, 1, 0,
    ]);
  });
});
