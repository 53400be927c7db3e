import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RequestStats } from './request-stats.ts';

const MINUTE = 60_000;

test('half and 99 of 100 are told within a fifth of what they are', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 300 }), (all) => {
      const stats = new RequestStats();
      for (const ms of all) stats.note(0, { ms, status: 200 });
      const sorted = all.toSorted((a, b) => a - b);
      const exact = (share: number) => sorted[Math.ceil(all.length * share) - 1] ?? 0;
      const { p50_ms, p99_ms } = stats.figures(0, 5);
      for (const [told, is] of [
        [p50_ms, exact(0.5)],
        [p99_ms, exact(0.99)],
      ] as const) {
        expect(told).toBeGreaterThanOrEqual(is - 1);
        expect(told).toBeLessThanOrEqual(is * 1.2 + 1);
      }
    }),
  );
});

test('counts the last minutes, failures apart, and forgets what is older than an hour', () => {
  const stats = new RequestStats();
  expect(stats.figures(0, 5)).toEqual({ requests: 0, errors: 0, p50_ms: null, p99_ms: null });
  stats.note(0, { ms: 5, status: 200 });
  stats.note(4 * MINUTE, { ms: 5, status: 500 });
  stats.note(4.5 * MINUTE, { ms: 5, status: 404 });
  expect(stats.figures(4.9 * MINUTE, 5)).toMatchObject({ requests: 3, errors: 1 });
  expect(stats.figures(5 * MINUTE, 5)).toMatchObject({ requests: 2, errors: 1 });
  stats.note(61 * MINUTE, { ms: 5, status: 200 });
  expect(stats.figures(61 * MINUTE, 60)).toMatchObject({ requests: 3 });
  stats.note(64 * MINUTE, { ms: 5, status: 200 });
  expect(stats.figures(64 * MINUTE, 60)).toMatchObject({ requests: 2, errors: 0 });
  stats.note(300 * MINUTE, { ms: 5, status: 200 });
  expect(stats.figures(300 * MINUTE, 60)).toMatchObject({ requests: 1 });
});
