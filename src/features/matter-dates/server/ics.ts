import ical from 'ical-generator';
import { addDays } from '../../../core/durations.ts';
import { calledOf, isNamed, titleOf } from '../rules.ts';
import { type HeldDate, nameOf } from './load.ts';

/** The dates of a matter as whole days of a calendar: its number and what each is, and nothing somebody typed. */
export function datesIcs(number: string, id: number, dates: readonly HeldDate[], url: string, stamp: Date): string {
  const calendar = ical({ prodId: { company: 'Peritus', product: 'Peritus', language: 'EN' } });
  for (const date of dates)
    calendar.createEvent({
      id: `${nameOf(date)}.${id}.matter@peritus`,
      stamp,
      allDay: true,
      start: new Date(`${date.day}T00:00:00Z`),
      end: new Date(`${addDays(date.day, 1)}T00:00:00Z`),
      timezone: 'UTC',
      summary: `${number}: ${isNamed(date.type) ? calledOf(date.type) : titleOf(date.type, '')}`,
      description: [date.from === 'computed' ? `Computed: ${date.source}` : '', url].filter(Boolean).join('\n'),
      url,
    });
  return calendar.toString();
}
