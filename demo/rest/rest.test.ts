import { describe, expect, test } from 'vitest';
import { type Example, planRest, roomOf } from './plan.ts';
import type { Row, Rows } from './schema.ts';
import { shiftOf } from './shift.ts';
import { type Move, movedDay, movedInstant, movedRange, movedText } from './times.ts';
import { inventedPerson, otherNumber, otherPlace, placeIn, replacer } from './words.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const DAY = 86_400_000;

describe('what is made after which', () => {
  const example = (id: number, open: boolean, room = 0, purge_in: number | null = null): Example => ({
    id,
    of: 'demo',
    kind: 'Case',
    status: 'x',
    open,
    room,
    purge_in,
  });

  test('as many as are wanted and some in reserve: open ones where they are, ended ones whole weeks back, each once before any twice', () => {
    const plan = planRest([example(1, true), example(2, false, 100), example(3, true)], 20);
    expect(plan.slice(0, 3).map((one) => one.example.id)).toEqual([1, 2, 3]);
    const going = plan.filter((one) => one.example.open);
    expect(going.map((one) => [one.example.id, one.nth, one.days])).toEqual([
      [1, 0, 0],
      [3, 0, 0],
      [1, 1, 0],
      [3, 1, 0],
    ]);
    const past = plan.filter((one) => !one.example.open);
    expect(past.length).toBeGreaterThan(16);
    expect(past.every((one) => one.days % 7 === 0 && one.days <= 100)).toBe(true);
    expect(new Set(past.map((one) => one.days)).size).toBeGreaterThan(10);
    expect(past.filter((one) => one.purge)).toEqual([]);
    // as many as there are examples: one after each
    expect(planRest([example(1, true), example(2, false, 100), example(3, true)], 3).slice(0, 3)).toEqual(
      plan.slice(0, 3).map((one) => (one.example.open ? one : { ...one, days: 98 })),
    );
  });

  test('500 after some 130 examples: each open one at most twice, the ended ones spread over all there is', () => {
    const examples = Array.from({ length: 130 }, (_, id) => example(id, id % 10 < 7, 600));
    const plan = planRest(examples, 500).slice(0, 500);
    expect(plan).toHaveLength(500);
    const times = Map.groupBy(plan, (one) => one.example.id);
    expect(times.size).toBe(130);
    expect(Math.max(...[...times].filter(([id]) => id % 10 < 7).map(([, all]) => all.length))).toBe(2);
    const days = plan.filter((one) => !one.example.open).map((one) => one.days);
    expect(Math.min(...days)).toBeLessThan(120);
    expect(Math.max(...days)).toBeGreaterThan(550);
  });

  test('where records go by themselves, the first is old enough for that, and the others keep theirs', () => {
    const past = planRest([example(2, false, 400, 60)], 10);
    expect(past.filter((one) => one.purge).map((one) => one.days)).toEqual([63]);
    expect(past.slice(1).every((one) => one.days <= 53)).toBe(true);
    expect(planRest([example(2, false, 30, 60)], 10).filter((one) => one.purge)).toEqual([]);
  });

  test('it reaches back no further than two years and its records allow', () => {
    const begun = new Date(NOW.getTime() - 30 * DAY);
    const told = new Date(NOW.getTime() - 144 * DAY).toISOString().slice(0, 10);
    expect(roomOf({ begun, latest_told: null }, NOW)).toBe(700);
    expect(roomOf({ begun, latest_told: told }, NOW)).toBe(100);
    expect(roomOf({ begun, latest_told: begun.toISOString().slice(0, 10) }, NOW)).toBe(0);
  });
});

describe('times', () => {
  const ended: Move = { begun: '2026-10-01', days: 14, minutes: 0 };
  const open: Move = { ...ended, days: 1, minutes: 17 };

  test('all of one that ended is earlier, but what its records tell', () => {
    expect(movedInstant(new Date('2026-10-20T09:00:00Z'), ended).toISOString()).toBe('2026-10-06T09:00:00.000Z');
    expect(movedDay('2026-10-20', ended)).toBe('2026-10-06');
    expect(movedDay('2024-02-10', ended)).toBe('2024-02-10');
  });

  test('of one that goes on what is at a set hour, or at the end of a day, keeps that', () => {
    const moved = (at: string) => movedInstant(new Date(at), open).toISOString();
    expect(moved('2026-11-20T09:04:00Z')).toBe('2026-11-19T08:47:00.000Z');
    expect(moved('2026-12-02T09:04:00Z')).toBe('2026-12-01T08:47:00.000Z');
    expect(moved('2026-12-01T14:30:00Z')).toBe('2026-11-30T14:30:00.000Z');
    expect(moved('2026-12-01T23:59:59Z')).toBe('2026-11-30T23:59:59.000Z');
    expect(movedInstant(new Date('2026-12-01T09:04:00Z'), { ...open, days: -2 }).toISOString()).toBe(
      '2026-12-03T08:47:00.000Z',
    );
    expect(movedDay('2026-12-01', open)).toBe('2026-11-30');
  });

  test('texts that are times move, others do not', () => {
    expect(movedText('2026-10-20T09:00:00.000Z', ended)).toBe('2026-10-06T09:00:00.000Z');
    expect(movedText('2026-10-20', ended)).toBe('2026-10-06');
    expect(movedText('by 2026-10-20', ended)).toBeNull();
    expect(movedRange('["2026-10-20 09:00:00+00","2026-10-20 10:00:00+00")', ended)).toBe(
      '["2026-10-06T09:00:00.000Z","2026-10-06T10:00:00.000Z")',
    );
  });
});

describe('how much one that goes on is moved', () => {
  const HOUR = DAY / 24;
  const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR).toISOString();
  const rows = (due: number | null, last: number, more: [string, Row[]][] = []): Rows =>
    new Map<string, Row[]>([
      ['reviews', [{ id: 1, created_at: at(last - 24), updated_at: at(last), due_at: due === null ? null : at(due) }]],
      [
        'deadlines',
        due === null || due < 0
          ? []
          : [
              { kind: 'step_overdue', due_at: at(due) },
              { kind: 'step_reminder', due_at: at(due - 24) },
            ],
      ],
      ...more,
    ]);
  // 2026-11-27 is a Friday
  const shifts = (of: Rows) =>
    Array.from({ length: 40 }, (_, n) =>
      shiftOf(of, { seed: `case/${Math.floor(n / 2)}`, nth: n % 2, present: NOW, now: NOW }),
    );
  const hoursOf = ({ days, minutes }: { days: number; minutes: number }) => days * 24 + minutes / 60;

  test('between its last act and what is next due; the same for the same, two after one in either half', () => {
    const all = shifts(rows(4.3 * 24, -30.3)).map(hoursOf);
    expect(all.every((hours) => hours >= -30.5 && hours <= 4.3 * 24 - 3)).toBe(true);
    expect(new Set(all).size).toBeGreaterThan(35);
    expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan(24);
    expect(all.every((hours, n) => n % 2 === 0 || hours > (all[n - 1] ?? 0))).toBe(true);
    expect(shifts(rows(4.3 * 24, -30.3)).map(hoursOf)).toEqual(all);
  });

  test('what is overdue stays so, and does not happen after the present', () => {
    const all = shifts(rows(-50.3, -80.3)).map(hoursOf);
    expect(all.every((hours) => hours >= -49.5)).toBe(true);
    expect(Math.min(...all)).toBeLessThan(-5);
  });

  test('what has a set hour is moved by days, and to no weekend', () => {
    const call = new Date('2026-12-01T15:30:00Z');
    const all = shifts(rows(99.3, -70.3, [['appointments', [{ starts_at: call.toISOString() }]]]));
    expect(new Set(all.map(({ days }) => days))).toEqual(new Set([-2, -1, 0, 1]));
    expect(all.every(({ minutes }) => minutes <= 0 && minutes >= -40)).toBe(true);
  });

  test('one that was changed just now, and is due soon, is hardly moved', () => {
    for (const one of shifts(rows(2, -0.1))) expect(Math.abs(hoursOf(one))).toBeLessThan(0.2);
  });
});

describe('words', () => {
  test('whole words change, all at once', () => {
    const words = replacer(
      new Map([
        ['Ames', 'Colfax'],
        ['Colfax', 'Ames'],
        ['20011', '20311'],
        ['C-128', 'D-200'],
      ]),
    );
    expect(words('Ames v. Colfax, Amesbury; CR-20011, 120011, hoot-case-20011-x, C-128.')).toBe(
      'Colfax v. Ames, Amesbury; CR-20311, 120011, hoot-case-20311-x, D-200.',
    );
    expect(replacer(new Map())('as it is')).toBe('as it is');
  });

  test('a hospital is called otherwise, and is what it was', () => {
    expect(
      ['St. Orrin Women’s Center', 'Grove Street Dental', 'Tri-County Nephrology', 'Dr. Silas Venn'].map(placeIn),
    ).toEqual(['St. Orrin', 'Grove Street', 'Tri-County', '']);
    const places = Array.from({ length: 40 }, (_, n) => otherPlace(n));
    expect(new Set(places).size).toBe(40);
  });

  test('a number keeps its manner, a person comes back late', () => {
    expect(otherNumber('HM-88-40602', 3)).toMatch(/^HM-88-[1-9]\d{4}$/);
    expect(otherNumber('HM-88-40602', 3)).toBe(otherNumber('HM-88-40602', 3));
    const people = Array.from({ length: 480 }, (_, n) => Object.values(inventedPerson(n, 'female')).join(' '));
    expect(new Set(people).size).toBeGreaterThan(400);
  });
});
