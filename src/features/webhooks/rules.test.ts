import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '../../core/durations.ts';
import { retryAfterMs } from '../../platform/http/retry-after.ts';
import { afterTry, MOST_TRIES, urlFault } from './rules.ts';

const now = new Date('2026-11-28T12:00:00Z');
const status = (code: number, retry_after_ms: number | null = null) => ({ status: code, retry_after_ms });

describe('after a try', () => {
  test('what was taken is delivered, whichever try it was; what is gone is over at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 299 }), fc.integer({ min: 1, max: 20 }), (code, tries) => {
        expect(afterTry(status(code), tries, now)).toEqual({ state: 'delivered' });
        expect(afterTry(status(410), tries, now)).toEqual({ state: 'failed', gone: true });
      }),
    );
  });

  test('anything else is tried again, later each time, for about three days; redirects are no delivery', () => {
    const others = fc.oneof(fc.integer({ min: 300, max: 599 }), fc.integer({ min: 100, max: 199 }));
    fc.assert(
      fc.property(
        others.filter((code) => code !== 410),
        (code) => {
          let at = now;
          let last = 0;
          for (let tries = 1; tries < MOST_TRIES; tries += 1) {
            const after = afterTry(status(code), tries, at);
            if (after.state !== 'queued') throw new Error(`It ended after ${tries}.`);
            const wait = after.next_at.getTime() - at.getTime();
            expect(wait).toBeGreaterThan(last);
            last = wait;
            at = after.next_at;
          }
          expect(at.getTime() - now.getTime()).toBeGreaterThan(2.9 * DAY);
          expect(at.getTime() - now.getTime()).toBeLessThan(3.2 * DAY);
          expect(afterTry(status(code), MOST_TRIES, at)).toEqual({ state: 'failed', gone: false });
        },
      ),
    );
    expect(afterTry({ status: null, error: 'No answer.' }, 1, now).state).toBe('queued');
  });

  test('who asks to be left alone is, for a day at most, and never sooner than it would have been', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 * DAY }), fc.integer({ min: 1, max: MOST_TRIES - 1 }), (ms, tries) => {
        const plain = afterTry(status(503), tries, now);
        const asked = afterTry(status(503, ms), tries, now);
        if (plain.state !== 'queued' || asked.state !== 'queued') throw new Error('It ended.');
        const [least, wait] = [plain, asked].map(({ next_at }) => next_at.getTime() - now.getTime());
        expect(wait).toBe(Math.max(least ?? 0, Math.min(ms, DAY)));
      }),
    );
  });

  test.each([
    ['120', 120_000],
    ['Sat, 28 Nov 2026 13:00:00 GMT', HOUR],
    ['Sat, 28 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    [null, null],
  ])('Retry-After %s is %s ms', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});

test.each([
  ['https://hooks.example.com/peritus?key=1', false, null],
  ['http://hooks.example.com/', false, 'https'],
  ['http://localhost:9000/a', false, 'https'],
  ['http://localhost:9000/a', true, null],
  ['http://127.0.0.1:9000/a', true, null],
  ['http://10.0.0.1/', true, 'https'],
  ['https://name:word@hooks.example.com/', false, 'name and password'],
  ['https://hooks.example.com/#a', false, '#'],
  ['hooks.example.com', false, 'whole web address'],
  ['javascript:alert(1)', false, 'https'],
])('%s (loopback %s)', (url, loopback, fault) => {
  if (fault === null) expect(urlFault(url, loopback)).toBeNull();
  else expect(urlFault(url, loopback)).toContain(fault);
});
