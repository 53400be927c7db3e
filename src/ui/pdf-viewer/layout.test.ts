import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anchorAt,
  batesOf,
  clampScale,
  layOut,
  pageAt,
  pageRead,
  pagesIn,
  scaleFor,
  stepScale,
  yOf,
} from './layout.ts';
import { parseSettings } from './settings.ts';

const letter = { width: 816, height: 1056 };
const sizes = fc.array(
  fc.record({ width: fc.integer({ min: 50, max: 3000 }), height: fc.integer({ min: 50, max: 3000 }) }),
  {
    minLength: 1,
    maxLength: 60,
  },
);
const scales = fc.double({ min: 0.25, max: 4, noNaN: true });

describe('the desk', () => {
  it('places pages in order, never overlapping, all inside the desk', () => {
    fc.assert(
      fc.property(sizes, scales, (all, scale) => {
        const desk = layOut(all.length, (page) => all[page - 1] ?? letter, scale, 18, 40);
        let y = 0;
        for (const [i, top] of desk.tops.entries()) {
          expect(top).toBe(y + 18);
          y = top + (desk.heights[i] ?? 0);
          expect(desk.widths[i] ?? 0).toBeLessThanOrEqual(desk.width - 80);
        }
        expect(desk.total).toBe(y + 18);
      }),
    );
  });

  it('draws every page that touches the window and none far from it', () => {
    fc.assert(
      fc.property(
        sizes,
        scales,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 100, max: 2000 }),
        (all, scale, at, height) => {
          const desk = layOut(all.length, (page) => all[page - 1] ?? letter, scale, 18, 40);
          const top = at * desk.total;
          const [first, last] = pagesIn(desk, top, height, 300);
          for (const [i, y] of desk.tops.entries()) {
            const bottom = y + (desk.heights[i] ?? 0);
            const touches = bottom >= top && y <= top + height;
            expect(!touches || (i + 1 >= first && i + 1 <= last)).toBe(true);
            const far = bottom < top - 300 - 18 && i + 1 !== last;
            expect(!far || i + 1 < Math.max(first, 2)).toBe(true);
          }
          const read = pageRead(desk, top, height);
          expect(read).toBeGreaterThanOrEqual(1);
          expect(read).toBeLessThanOrEqual(all.length);
        },
      ),
    );
  });

  it('finds a place again after any change of zoom', () => {
    fc.assert(
      fc.property(sizes, scales, scales, fc.double({ min: 0, max: 1, noNaN: true }), (all, before, after, at) => {
        const sizeOf = (page: number) => all[page - 1] ?? letter;
        const one = layOut(all.length, sizeOf, before, 18, 40);
        const two = layOut(all.length, sizeOf, after, 18, 40);
        const y = at * one.total;
        const anchor = anchorAt(one, y);
        expect(yOf(one, anchor)).toBeCloseTo(y, 6);
        const found = anchorAt(two, yOf(two, anchor));
        expect(anchor.beyond !== 0 || Math.abs(found.page - anchor.page) <= 1).toBe(true);
      }),
    );
  });

  it('shrinks pages wider than the window when the zoom fits', () => {
    const desk = layOut(2, (page) => (page === 1 ? letter : { width: 1632, height: 1056 }), 0.5, 18, 40, 408);
    expect(desk.widths).toEqual([408, 408]);
    expect(desk.scales).toEqual([0.5, 0.25]);
  });

  it.each([
    [0, 1],
    [17, 1],
    [18, 1],
    [1091, 1],
    [1092, 2],
    [99_999, 3],
  ])('at %i reads page %i', (y, page) => {
    expect(
      pageAt(
        layOut(3, () => letter, 1, 18, 40),
        y,
      ),
    ).toBe(page);
  });
});

describe('zoom', () => {
  it('always moves in the asked direction until the end', () => {
    fc.assert(
      fc.property(scales, (scale) => {
        expect(stepScale(scale, 1)).toBeGreaterThanOrEqual(scale);
        expect(stepScale(scale, -1)).toBeLessThanOrEqual(scale);
        expect(scale > 3.99 || stepScale(scale, 1) > scale).toBe(true);
      }),
    );
  });

  it('fits the width, and the whole page into a low window', () => {
    const window = { width: 896, height: 564 };
    expect(scaleFor({ mode: 'fit-width' }, window, letter, 18, 40)).toBe(1);
    expect(scaleFor({ mode: 'fit-page' }, window, letter, 18, 40)).toBe(0.5);
    expect(scaleFor({ mode: 'custom', scale: 99 }, window, letter, 18, 40)).toBe(clampScale(99));
  });
});

describe('Bates numbers', () => {
  it.each([
    ['NH000001', 214, 'NH000214'],
    ['NH-0099', 2, 'NH-0100'],
    ['A9', 2, 'A10'],
    ['99999999999999999999', 2, '100000000000000000000'],
    ['none', 3, null],
    [null, 3, null],
  ])('of a file from %s, page %i, is %s', (from, page, bates) => {
    expect(batesOf(from, page)).toBe(bates);
  });
});

describe('remembered settings', () => {
  it.each([null, '', 'x', '[]', '{"zoom":{"mode":"custom","scale":"big"},"rail":1}', '{"zoom":null}'])(
    'fall back from %s',
    (stored) => expect(parseSettings(stored)).toEqual({ zoom: { mode: 'fit-width' }, rail: true }),
  );
  it('come back as stored, within bounds', () => {
    expect(parseSettings('{"zoom":{"mode":"custom","scale":50},"rail":false}')).toEqual({
      zoom: { mode: 'custom', scale: 4 },
      rail: false,
    });
  });
});
