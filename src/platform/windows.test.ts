import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Windows } from './windows.ts';

test('of so many requests a window lets in its limit, whenever they come', () => {
  const windows = new Windows({ name: 'api_key', tries: 5, window_ms: 60_000 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1 }),
      fc.array(fc.integer({ min: 0, max: 59_999 }), { maxLength: 20 }),
      (key, times) => {
        const fresh = new Windows(windows.limit);
        const sorted = times.toSorted((a, b) => a - b);
        const let_in = sorted.filter((at) => fresh.count(key, at).left >= 0 && at < (sorted[0] ?? 0) + 60_000);
        expect(let_in.length).toBe(Math.min(5, times.length));
      },
    ),
  );
  // a clock that was set back does not lock a key out for longer than a window
  expect(windows.count(1, 10_000_000).left).toBe(4);
  expect(windows.count(1, 0)).toEqual({ left: 4, seconds: 60 });
});
