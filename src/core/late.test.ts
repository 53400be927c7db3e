import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, HOUR } from './durations.ts';
import { reminderIsOver } from './late.ts';

const OCCASION = new Date('2026-11-30T15:00:00Z');
const aheads = fc.uniqueArray(fc.integer({ min: 1, max: 40 * DAY }), { minLength: 1, maxLength: 6 });

test('of the reminders that are due before an occasion exactly the nearest is told; once it has come, none', () => {
  fc.assert(
    fc.property(aheads, fc.integer({ min: -50 * DAY, max: 50 * DAY }), (all, offset) => {
      const now = new Date(OCCASION.getTime() + offset);
      const due = all.filter((ahead) => OCCASION.getTime() - ahead <= now.getTime());
      const told = due.filter((ahead) => !reminderIsOver(OCCASION, now, ahead, all));
      expect(told).toEqual(due.length === 0 || offset >= 0 ? [] : [Math.min(...due)]);
    }),
  );
});

test('one in time is told', () => {
  fc.assert(
    fc.property(aheads, (all) => {
      for (const ahead of all) {
        const now = new Date(OCCASION.getTime() - ahead);
        expect(reminderIsOver(OCCASION, now, ahead, all)).toBe(false);
      }
    }),
  );
  expect(reminderIsOver(OCCASION, new Date(OCCASION.getTime() - HOUR), DAY)).toBe(false);
});
