import { SWITCHES as CASES, wallOf, ZONES } from '../../../../tests/harness/clock-switches.ts';
import { USUAL_BUFFER } from '../../reviews/rules.ts';
import type { Temporal } from 'temporal-polyfill';
import { describe, expect, it, test } from 'vitest';
import { HOUR, MINUTE } from '../../../core/time.ts';
import { WEEKDAYS } from '../../accounts/rules.ts';
import {
  addWorkingHours,
  earliestFree,
  freeStarts,
  officeRanges,
  outsideBusinessHours,
  workingRanges,
} from '../rules.ts';

/*
 * Scheduling over the days clocks change, in zones that do it differently: at midnight, by half an hour or two, in the south,
 * on a Friday, around Ramadan. What the rules say is held against the wall clock as the runtime's own calendar formats it.
 */

const STEP = 15 * MINUTE;
/** Every quarter of an hour from a day before a switch to two days after it. */
const around = (moment: Temporal.ZonedDateTime): Date[] =>
  Array.from({ length: 3 * 96 }, (_, n) => {
    const begin = Math.floor((moment.epochMilliseconds - 24 * HOUR) / STEP) * STEP;
    return new Date(begin + n * STEP);
  });
const holds = (ranges: readonly { start: Date; end: Date }[], at: Date, minutes = 15): boolean =>
  ranges.some(({ start, end }) => start <= at && at.getTime() + minutes * MINUTE <= end.getTime());
const everyDay = (startTime: string, endTime: string) =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, { active: true, startTime, endTime }]));

test('at least thirty zones, and both switches of each', () => {
  expect(new Set(ZONES).size).toBeGreaterThanOrEqual(30);
  expect(CASES).toHaveLength(2 * ZONES.length);
});

describe.each(CASES)('%s, %s', (zone, _, moment) => {
  const wall = wallOf(zone);
  const instants = around(moment);
  const [from, until] = [instants[0] ?? new Date(0), new Date((instants.at(-1)?.getTime() ?? 0) + STEP)];

  it.each([
    ['00:00', '24:00'],
    ['00:00', '12:00'],
    ['06:00', '24:00'],
    ['08:00', '17:00'],
  ])('works from %s to %s as the clock on the wall says', (startTime, endTime) => {
    const ranges = workingRanges(everyDay(startTime, endTime), zone, from, until);
    const wrong = instants.filter((at) => {
      const { time } = wall(at);
      return holds(ranges, at) !== (startTime <= time && time < endTime);
    });
    expect(wrong).toEqual([]);
  });

  it('takes one day of the week from its midnight to the next, however long it is', () => {
    const day = moment.toPlainDate();
    const name = WEEKDAYS[day.dayOfWeek % 7] ?? 'sunday';
    const ranges = workingRanges({ [name]: { active: true, startTime: '00:00', endTime: '24:00' } }, zone, from, until);
    expect(instants.filter((at) => holds(ranges, at) !== (wall(at).date === day.toString()))).toEqual([]);
  });

  it('offers calls on the grid, whole within the hours, and no instant twice', () => {
    const ranges = workingRanges(everyDay('00:00', '12:00'), zone, from, until);
    const starts = [...freeStarts(ranges, { minutes: 60, ...USUAL_BUFFER }, [])];
    expect(new Set(starts.map(Number)).size).toBe(starts.length);
    for (const start of starts) {
      expect(start.getTime() % STEP).toBe(0);
      const last = wall(new Date(start.getTime() + 59 * MINUTE));
      expect([wall(start).time < '12:00', last.time < '12:00']).toEqual([true, true]);
    }
    const first = earliestFree(everyDay('08:00', '17:00'), zone, [], new Date(from.getTime() - 24 * HOUR), {
      minutes: 45,
      ...USUAL_BUFFER,
    });
    const shown = wall(first ?? new Date(0)).time;
    expect(shown >= '08:00' && shown <= '16:15', shown).toBe(true);
  });

  it('counts business hours from before it to after it on the wall', () => {
    // Friday four o'clock and two hours more: Monday at nine, whatever the clocks did at the weekend
    const friday = moment.toPlainDate().subtract({ days: (moment.dayOfWeek + 2) % 7 });
    const four = friday.toZonedDateTime({ timeZone: zone, plainTime: '16:00' });
    const done = addWorkingHours(new Date(four.epochMilliseconds), 2, zone, () => false);
    expect(wall(done)).toEqual({ date: friday.add({ days: 3 }).toString(), time: '09:00' });
  });

  it.each([
    ['08:00', '17:00'],
    ['22:00', '06:00'],
    ['00:00', '24:00'],
  ])('an office open from %s to %s is open when its ranges say so', (start_time, end_time) => {
    const office = { start_time, end_time, time_zone: zone };
    const ranges = officeRanges(office, new Date(from.getTime() - 48 * HOUR), new Date(until.getTime() + 48 * HOUR));
    const isOutside = (at: Date): boolean => outsideBusinessHours(office, at, new Date(at.getTime() + STEP));
    expect(instants.filter((at) => isOutside(at) === holds(ranges, at))).toEqual([]);
  });
});
