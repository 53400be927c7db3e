import { addDays } from '../../../core/durations.ts';
import { startOfDay } from '../../../core/time.ts';
import { dayOf, zoneOffsetMinutes } from '../../../ui/time/format.ts';
import type { Availability, CalendarEvent } from '../contract.ts';

/** What the address of a calendar says: how much is shown, and around which day. */
export interface CalendarSearch {
  view: 'week' | 'month';
  /** YYYY-MM-DD; null: today. */
  on: string | null;
}

/** The search of an address; what it does not know is left out. */
export function readCalendarSearch(search: Record<string, unknown>): CalendarSearch {
  const { view, on } = search;
  const day = typeof on === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(on) && !Number.isNaN(Date.parse(on)) ? on : null;
  return { view: view === 'month' ? 'month' : 'week', on: day && addDays(day, 0) === day ? day : null };
}

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The days a page shows, whole weeks from Sunday on: the week around a day, or all weeks of its month. */
export function daysShown(view: CalendarSearch['view'], on: string): string[] {
  if (view === 'week') return Array.from({ length: 7 }, (_, n) => addDays(on, n - weekday(on)));
  const first = `${on.slice(0, 8)}01`;
  const begins = addDays(first, -weekday(first));
  const days = Array.from({ length: 42 }, (_, n) => addDays(begins, n));
  return days.slice(0, days.findIndex((day, n) => n > 6 && n % 7 === 0 && day.slice(0, 7) > on.slice(0, 7)) >>> 0);
}

/** The day a calendar opens on: today, or where these days hold no time on offer for the review, that of the first one. */
export function opensOn(
  { events, first_offer }: Pick<Availability, 'events' | 'first_offer'>,
  days: readonly string[],
  { today, zone }: { today: string; zone: string },
): string {
  const isHere = ({ sort, here }: CalendarEvent): boolean => here && (sort === 'offer' || sort === 'exam_offer');
  if (first_offer === null || events.some(isHere)) return today;
  const first = dayOf(first_offer, zone);
  return days.includes(first) ? today : first;
}

/** The day a page before or after is shown around: a week on, or the same day of a month that has it, else its last. */
export function turned(view: CalendarSearch['view'], on: string, by: -1 | 1): string {
  if (view === 'week') return addDays(on, 7 * by);
  const [year = 0, month = 1, day = 1] = on.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + by + 1, 0));
  const date = Math.min(day, last.getUTCDate());
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), date)).toISOString().slice(0, 10);
}

/** What a page asks for: from the first instant of its first day to that after its last. */
export const windowOf = (days: readonly string[], zone: string): { from: string; until: string } => ({
  from: startOfDay(days[0] ?? '', zone).toISOString(),
  until: startOfDay(days.at(-1) ?? '', zone, 1).toISOString(),
});

type Stretch = Availability['working'][number];

/** What falls on a day of a zone, in part or whole. */
export function onDay<T extends Stretch>(list: readonly T[], day: string, zone: string): T[] {
  const [from, until] = [startOfDay(day, zone).toISOString(), startOfDay(day, zone, 1).toISOString()];
  return list.filter(({ start, end }) => start < until && end > from);
}

/** The minutes of a day, by its wall clock, that a stretch covers there. */
function minutesOn({ start, end }: Stretch, day: string, zone: string): { from: number; to: number } {
  const minute = (instant: string): number => {
    const at = Date.parse(instant);
    const wall = new Date(at + zoneOffsetMinutes(at, zone) * 60_000);
    return wall.getUTCHours() * 60 + wall.getUTCMinutes();
  };
  const from = dayOf(start, zone) < day ? 0 : minute(start);
  const to = dayOf(end, zone) > day ? 24 * 60 : minute(end);
  // clocks put back in between end earlier than they began
  return { from, to: Math.max(to, from + 15) };
}

/** A stretch as it is drawn on a day: where, and how many stand beside it. */
export interface Block<T> {
  of: T;
  from: number;
  to: number;
  lane: number;
  lanes: number;
}

/** What falls on a day as blocks side by side where they overlap. */
export function blocksOn<T extends Stretch>(list: readonly T[], day: string, zone: string): Block<T>[] {
  const blocks = onDay(list, day, zone)
    .map((of) => ({ of, ...minutesOn(of, day, zone), lane: 0, lanes: 1 }))
    .sort((a, b) => a.from - b.from || b.to - a.to);
  let group: typeof blocks = [];
  let ends = 0;
  for (const block of blocks) {
    if (block.from >= ends) group = [];
    const taken = new Set(group.filter((one) => one.to > block.from).map((one) => one.lane));
    while (taken.has(block.lane)) block.lane += 1;
    group.push(block);
    ends = Math.max(ends, block.to);
    const lanes = Math.max(...group.map((one) => one.lane)) + 1;
    for (const one of group) one.lanes = lanes;
  }
  return blocks;
}

/** The hours a week's page shows: all that is in it, with an hour of air, and eight to five at least. */
export function hoursOf(days: readonly string[], all: readonly Stretch[], zone: string): number[] {
  let [from, to] = [8, 17];
  for (const day of days)
    for (const stretch of onDay(all, day, zone)) {
      const at = minutesOn(stretch, day, zone);
      // what covers a whole day needs no hours of its own
      if (at.from === 0 && at.to === 24 * 60) continue;
      from = Math.min(from, Math.floor(at.from / 60));
      to = Math.max(to, Math.ceil(at.to / 60));
    }
  const first = Math.max(0, from - 1);
  return Array.from({ length: Math.min(24, to + 1) - first }, (_, n) => first + n);
}

/** What falls into an hour of a day. */
export const inHour = (blocks: readonly Block<CalendarEvent>[], hour: number): CalendarEvent[] =>
  blocks.filter(({ from, to }) => from < (hour + 1) * 60 && to > hour * 60).map(({ of }) => of);
