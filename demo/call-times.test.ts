import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../src/core/time.ts';
import { callTimes } from './call-times.ts';

const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true });

test('five different half hours of the working day, none before the requester can choose it', () => {
  fc.assert(
    fc.property(instant, (at) => {
      const times = callTimes(at, {});
      expect(new Set(times.map((t) => t.getTime())).size).toBe(5);
      expect(times).toEqual(times.toSorted((a, b) => a.getTime() - b.getTime()));
      for (const time of times) {
        expect(time.getTime() - at.getTime()).toBeGreaterThanOrEqual(34 * HOUR);
        expect(time.toISOString()).toMatch(/T1[4-9]:30:00\.000Z$/);
        expect([1, 2, 3, 4, 5]).toContain(time.getUTCDay());
      }
    }),
  );
});

test('a call that has been held by then lies before, whatever day of the week it is', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 4 * 60 }), (present, minutes) => {
      // ordered five and a half days ago, offered two days later
      const at = new Date(present.getTime() - 3.5 * DAY - minutes * MINUTE);
      const [first] = callTimes(at, { held_by: new Date(present.getTime() - 8 * HOUR) });
      expect(first?.getTime()).toBeLessThanOrEqual(present.getTime() - 8 * HOUR);
    }),
  );
});

test('a call still to come lies after the present', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 10 }), (present, days) => {
      const not_before = new Date(present.getTime() + 20 * HOUR);
      const times = callTimes(new Date(present.getTime() - days * DAY), { not_before });
      expect(times.every((time) => time >= not_before)).toBe(true);
    }),
  );
});
