import { DAY, HOUR, MINUTE } from '../../src/core/time.ts';
import { prng } from '../records/prng.ts';
import type { Rows } from './schema.ts';
import { instantIn } from './times.ts';

/** What is held at a set hour, or offered for one. */
const SET_HOURS = ['appointments', 'time_offers', 'exam_offers', 'interviews', 'testimony_sessions'];

/** Clocks that only remind: whose time has passed they have done so. */
export const REMINDS = /_(?:reminder|warning|ahead)$/;

/** So long before anything falls due nothing is moved: the product would do it while the demo is being filled. */
const MARGIN = 3 * HOUR;
const EARLIER_MOST = 6 * DAY;
const LATER_MOST = 20 * DAY;
/** Acts around a set hour stay around it. */
const AROUND = 40;
const DRAWS = 24;

const instantsOf = (rows: Rows, tables: Iterable<string>): number[] =>
  [...tables]
    .flatMap((table) => rows.get(table) ?? [])
    .flatMap((row) => Object.values(row))
    .flatMap((value) => (typeof value === 'string' ? (instantIn(value)?.getTime() ?? []) : []));

/** Saturday or Sunday where reviews of the demo are ordered. */
const onWeekend = (at: number): boolean => new Date(at - 6 * HOUR).getUTCDay() % 6 === 0;

/**
 * How much earlier, or later, all of a review that goes on happened: anything between its last act at the demo's present and what
 * is next due for it, so that equal ones stand apart in lists. What is overdue stays so, what is not does not become so,
 * and nobody is called on a weekend. The same for the same review.
 */
export function shiftOf(
  rows: Rows,
  { seed, nth, present, now }: { seed: string; nth: number; present: Date; now: Date },
): { days: number; minutes: number } {
  const past = instantsOf(rows, rows.keys()).filter((at) => at <= present.getTime());
  const hours = instantsOf(rows, SET_HOURS);
  const ahead = hours.filter((at) => at > now.getTime());
  const due = instantIn(String(rows.get('reviews')?.[0]?.['due_at']))?.getTime() ?? null;
  const clocks = (rows.get('deadlines') ?? [])
    .filter(({ kind }) => !REMINDS.test(String(kind)))
    .flatMap(({ due_at }) => instantIn(String(due_at))?.getTime() ?? []);
  const next = Math.min(...[...clocks, ...ahead, due ?? Infinity].filter((at) => at > now.getTime()));
  const earliest = Math.max(0, Math.min(EARLIER_MOST, next - now.getTime() - MARGIN));
  const overdue = due !== null && due <= now.getTime();
  const latest = Math.max(
    0,
    Math.min(LATER_MOST, present.getTime() - Math.max(...past), overdue ? now.getTime() - due - HOUR : Infinity),
  );
  const { next: random } = prng(`${seed}/${nth}`);
  const weekdays = [...ahead, ...(due === null ? [] : [due])].filter((at) => !onWeekend(at));
  for (let draw = 0; draw < DRAWS; draw += 1) {
    // the first after an example is in one half, the second in the other
    const moved = Math.round(((earliest + latest) * (((nth % 2) + random()) / 2) - latest) / MINUTE);
    const days = Math.trunc((moved * MINUTE) / DAY);
    const minutes = moved - (days * DAY) / MINUTE;
    const shift = hours.length === 0 ? { days, minutes } : { days, minutes: -Math.min(AROUND, Math.abs(minutes)) };
    // rather later by some minutes than was found free
    if (-(shift.days * DAY + shift.minutes * MINUTE) > latest) continue;
    if (!weekdays.some((at) => onWeekend(at - shift.days * DAY - shift.minutes * MINUTE))) return shift;
  }
  return { days: 0, minutes: -Math.min(Math.floor(latest / MINUTE), nth + 1) };
}
