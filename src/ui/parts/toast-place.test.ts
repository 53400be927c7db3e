import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, freePlace, widestGap } from './toast-place.ts';

const SIZE = { width: 358, height: 52 };
const PHONE = { width: 390, height: 844 };
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test('the corner is taken where it is free; a bar along the bottom is stood on, not covered', () => {
  expect(freePlace(SIZE, PHONE, [])).toEqual({ left: 16, top: 776 });
  const bar = box(0, 780, 390, 64);
  expect(freePlace(SIZE, PHONE, [bar]).top + SIZE.height).toBeLessThanOrEqual(780);
  // beside what stands in the corner there may be room at the same height
  expect(freePlace({ width: 416, height: 52 }, { width: 1440, height: 900 }, [box(0, 100, 340, 800)])).toEqual({
    left: 504,
    top: 832,
  });
});

test('nothing is covered as long as there is a free strip anywhere', () => {
  const strip = fc.record({ at: fc.integer({ min: 0, max: 700 }), low: fc.integer({ min: 72, max: 140 }) });
  fc.assert(
    fc.property(strip, ({ at, low }) => {
      const taken = [box(0, 0, 390, at), box(0, at + low, 390, 844 - at - low)];
      const { left, top } = freePlace(SIZE, PHONE, taken);
      for (const one of taken)
        expect(
          left < one.right && left + SIZE.width > one.left && top < one.bottom && top + SIZE.height > one.top,
        ).toBe(false);
    }),
  );
});

test('where all is taken it lies on the least, in the window', () => {
  const { left, top } = freePlace(SIZE, { width: 320, height: 40 }, [box(0, 0, 320, 40)]);
  expect([left, top]).toEqual([0, 0]);
});

test('in a bar the widest stretch is found between what stands in it, and never lies on any of it', () => {
  const bar = box(0, 0, 1440, 56);
  const [home, menu, bell] = [box(24, 10, 80, 36), box(128, 10, 330, 36), box(1200, 10, 34, 36)];
  expect(widestGap(bar, [bell, home, menu])).toEqual({ left: 474, right: 1184 });
  expect(widestGap(bar, [])).toEqual({ left: 16, right: 1424 });
  const part = fc.record({ left: fc.integer({ min: -50, max: 1440 }), width: fc.integer({ min: 1, max: 600 }) });
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const taken = parts.map(({ left, width }) => box(left, 10, width, 36));
      const { left, right } = widestGap(bar, taken);
      expect(right).toBeGreaterThanOrEqual(left);
      if (right > left) for (const one of taken) expect(one.right <= left - 16 || one.left >= right + 16).toBe(true);
    }),
  );
});
