import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UpNextTask } from '../../contract.ts';
import { calendarDays, groupTasks, lead } from './groups.ts';

const task = (key: string, due_at: string | null): UpNextTask => ({
  key,
  act: 'finish_report',
  title: key,
  detail: '',
  button: 'Continue',
  path: '/case/1/report',
  review: { id: 1, kind: 'Case', number: 'CR-1', subject: '' },
  due_at,
  due_from: null,
  due_text: null,
});
const now = Date.parse('2026-11-18T17:00:00Z'); // a Wednesday in Boston
const zone = 'America/New_York';

describe('up next', () => {
  test('tasks stand under today, this week and later by the reader’s calendar', () => {
    const groups = groupTasks(
      [
        task('late', '2026-11-17T10:00:00Z'),
        task('evening', '2026-11-19T03:00:00Z'),
        task('friday', '2026-11-20T22:00:00Z'),
        task('whenever', null),
        task('tuesday', '2026-11-24T23:00:00Z'),
        task('december', '2026-12-15T12:00:00Z'),
      ],
      now,
      zone,
    );
    expect(groups.map((g) => [g.key, g.tasks.map((t) => t.key)])).toEqual([
      ['today', ['late', 'evening']],
      ['week', ['friday', 'whenever']],
      ['next_week', ['tuesday']],
      ['later', ['december']],
    ]);
  });

  test('no task is lost or shown twice', () => {
    const dues = fc.array(fc.option(fc.integer({ min: -40, max: 90 })), { maxLength: 20 });
    fc.assert(
      fc.property(dues, (days) => {
        const tasks = days.map((d, i) =>
          task(String(i), d === null ? null : new Date(now + d * 86_400_000).toISOString()),
        );
        const shown = groupTasks(tasks, now, zone).flatMap((g) => g.tasks.map((t) => t.key));
        expect(shown.toSorted()).toEqual(tasks.map((t) => t.key).toSorted());
      }),
    );
  });

  test('the calendar shows whole weeks with exactly 14 days within', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        (date) => {
          const today = date.toISOString().slice(0, 10);
          const days = calendarDays(today);
          expect(days.length % 7).toBe(0);
          expect(new Date(`${days[0]?.day}T12:00:00Z`).getUTCDay()).toBe(0);
          expect(days.filter((d) => d.within)).toHaveLength(14);
        },
      ),
    );
  });

  test('the lead counts in words', () => {
    expect(lead(7, 2)).toBe('Seven things wait on you. Two are due today.');
    expect(lead(1, 0)).toBe('One thing waits on you. None is due today.');
    expect(lead(0, 0)).toBe('Nothing needs you.');
    expect(lead(12, 1)).toBe('12 things wait on you. One is due today.');
  });
});
