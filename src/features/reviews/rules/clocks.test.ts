import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUILT_KINDS } from '../../../core/kinds.ts';
import { HOUR } from '../../../core/time.ts';
import { REMINDER_HOURS, reminderAt } from './clocks.ts';
import { rulesOf, stateRow } from './kinds.ts';

const states = BUILT_KINDS.flatMap((kind) => rulesOf(kind).lifecycle.states.map((status) => ({ kind, status })));

test('a reminder lies between now and the due time, at most a day before it, and only where somebody has the move', () => {
  const now = new Date('2026-11-18T15:00:00Z');
  fc.assert(
    fc.property(fc.constantFrom(...states), fc.integer({ min: -500, max: 5000 }), ({ kind, status }, hours) => {
      const due = new Date(now.getTime() + hours * HOUR);
      const at = reminderAt(kind, status, now, due);
      const row = stateRow(kind, status);
      expect(at === null).toBe(
        hours <= 0 || row.ball === 'nobody' || row.own_reminders === true || row.closing?.warns === true,
      );
      if (at === null) return;
      expect(at.getTime()).toBeGreaterThan(now.getTime());
      expect(at.getTime()).toBeLessThan(due.getTime());
      expect(due.getTime() - at.getTime()).toBeLessThanOrEqual(REMINDER_HOURS * HOUR);
    }),
  );
});
