import { Temporal } from 'temporal-polyfill';
import { DAY, MINUTE, zoned } from '../../../core/time.ts';
import { GRID_MINUTES, isFree, LEAD_MS, type Range } from '../rules.ts';

/** What an expert may do with a quarter hour: offer it, or why not. */
export type CellState =
  | 'free'
  /** Free, but not a working hour: can be offered when it is meant. */
  | 'outside'
  | 'busy'
  | 'past'
  /** Outside office hours that the requester's organization insists on. */
  | 'closed'
  /** Less than a day ahead. */
  | 'soon'
  /** After the weeks the calendar covers. */
  | 'far';

export interface Facts {
  now: number;
  until: number;
  minutes: number;
  buffer_before: number;
  buffer_after: number;
  working: readonly Range[];
  busy: readonly Range[];
  /** When the requester's office is open. Strict: no call outside. */
  office: readonly Range[];
  strict: boolean;
  /** Public holidays, YYYY-MM-DD. */
  holidays: ReadonlySet<string>;
}

/** Whether a call that starts then lies wholly in the requester's office hours. */
export const inOffice = (start: number, { office, minutes }: Pick<Facts, 'office' | 'minutes'>): boolean =>
  office.some((r) => r.start.getTime() <= start && r.end.getTime() >= start + minutes * MINUTE);

/** What one start time is. `start` is an instant in milliseconds. */
export function cellState(start: number, facts: Facts): CellState {
  if (start < facts.now) return 'past';
  if (start - facts.now < LEAD_MS) return 'soon';
  if (start > facts.until) return 'far';
  if (!isFree(new Date(start), facts, facts.busy)) return 'busy';
  if (facts.strict && !inOffice(start, facts)) return 'closed';
  const end = start + facts.minutes * MINUTE;
  return facts.working.some((r) => r.start.getTime() <= start && r.end.getTime() >= end) ? 'free' : 'outside';
}

/** A state in words, as a cell is announced and explained. */
export const CELL_WORDS: Record<CellState, string> = {
  free: 'free',
  outside: 'outside working hours',
  closed: 'outside the requester’s office hours, in which calls are kept',
  busy: 'busy, or too close to another engagement',
  past: 'in the past',
  soon: 'less than 24 hours away',
  far: 'more than four weeks away',
};

/** The Sunday of the week an instant lies in, 'YYYY-MM-DD' in `zone`, `weeks` later. */
export function weekStart(now: number, zone: string, weeks: number): string {
  const day = zoned(new Date(now), zone).toPlainDate();
  return day
    .subtract({ days: day.dayOfWeek % 7 })
    .add({ weeks })
    .toString();
}

/** The seven days from a Sunday. */
export function weekDays(sunday: string): string[] {
  const first = Temporal.PlainDate.from(sunday);
  return Array.from({ length: 7 }, (_, i) => first.add({ days: i }).toString());
}

/** The wall-clock minute of the day of an instant in a zone. */
export function minuteOf(instant: number, zone: string): number {
  const at = zoned(new Date(instant), zone);
  return at.hour * 60 + at.minute;
}

/** The hours of the day a week's grid shows: all working time with an hour of air, at least eight to five. */
export function hoursShown(working: readonly Range[], zone: string): { from: number; to: number } {
  let from = 8;
  let to = 17;
  for (const range of working) {
    const start = minuteOf(range.start.getTime(), zone);
    const end = minuteOf(range.end.getTime(), zone);
    from = Math.min(from, Math.floor(start / 60));
    to = end <= start ? 24 : Math.max(to, Math.ceil(end / 60));
  }
  return { from: Math.max(0, from - 1), to: Math.min(24, to + 1) };
}

/** A chosen start covers its whole length: two chosen times never overlap, the later wish wins. */
export function withStart(chosen: readonly number[], start: number, minutes: number): number[] {
  return [...without(chosen, start, minutes), start].sort((a, b) => a - b);
}

/** The chosen times without those that touch a call at `start`. */
export function without(chosen: readonly number[], start: number, minutes: number): number[] {
  return chosen.filter((c) => Math.abs(c - start) >= minutes * MINUTE);
}

/** The chosen time whose length covers an instant, or undefined. */
export function covering(chosen: Iterable<number>, instant: number, minutes: number): number | undefined {
  for (const start of chosen) if (start <= instant && instant < start + minutes * MINUTE) return start;
  return undefined;
}

/** Starts that fill a painted stretch, call after call on the grid, leaving out what cannot be offered. */
export function startsBetween(
  from: number,
  to: number,
  minutes: number,
  canOffer: (start: number) => boolean,
): number[] {
  const step = GRID_MINUTES * MINUTE;
  const [first, last] = from <= to ? [from, to] : [to, from];
  const starts: number[] = [];
  for (let t = first; t <= last;) {
    if (canOffer(t)) {
      starts.push(t);
      t += Math.ceil((minutes * MINUTE) / step) * step;
    } else t += step;
  }
  return starts;
}

/** How many weeks on from now the calendar's end lies in. */
export function weeksUntil(now: number, until: number, zone: string): number {
  const first = Temporal.PlainDate.from(weekStart(now, zone, 0));
  const last = Temporal.PlainDate.from(weekStart(until, zone, 0));
  return Math.round(
    (last.toZonedDateTime('UTC').epochMilliseconds - first.toZonedDateTime('UTC').epochMilliseconds) / (7 * DAY),
  );
}
