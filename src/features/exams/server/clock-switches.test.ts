import { describe, expect, it } from 'vitest';
import { SWITCHES, wallOf } from '../../../../tests/harness/clock-switches.ts';
import { MINUTE } from '../../../core/time.ts';
import { endOfDay, isOpenAt } from './placing.ts';

/* An exam on the day clocks change: by the wall clock of its place, as the runtime's own calendar formats it. */

const HOURS = Array.from({ length: 7 }, (_, day) => ({ day, from: '08:00', until: '16:00' }));

describe.each(SWITCHES)('%s, %s', (zone, _at, moment) => {
  const wall = wallOf(zone);
  const day = moment.toPlainDate();

  it('a site is open by its own wall clock, on that day as on any other', () => {
    for (const date of [day.subtract({ days: 1 }), day, day.add({ days: 1 })]) {
      const begin = date.toZonedDateTime({ timeZone: zone }).epochMilliseconds;
      const end = date.add({ days: 1 }).toZonedDateTime({ timeZone: zone }).epochMilliseconds;
      const open: string[] = [];
      for (let at = begin; at < end; at += 15 * MINUTE)
        if (isOpenAt({ hours: HOURS, time_zone: zone }, new Date(at), 60)) open.push(wall(new Date(at)).time);
      // every quarter of an hour from eight, the last one an hour before four
      expect(open).toHaveLength(29);
      expect([open[0], open.at(-1)]).toEqual(['08:00', '15:00']);
    }
  });

  it('the last hour of a day to serve the notice, or to answer, is five in the afternoon there', () => {
    for (const date of [day.subtract({ days: 1 }), day, day.add({ days: 1 })])
      expect(wall(endOfDay(date.toString(), zone))).toEqual({ date: date.toString(), time: '17:00' });
  });
});
