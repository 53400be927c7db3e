import { DAY } from '../../src/core/time.ts';

/** A review of the demo that others may be made after. */
export interface Example {
  id: number;
  /** Whether it was lived for the first page, or behind it. */
  of: 'demo' | 'workshop';
  kind: string;
  status: string;
  /** Whether it goes on: then nothing of it is moved by days, so that what is to come stays to come. */
  open: boolean;
  /** How many days earlier all of it may have happened: what its records tell lies before it. */
  room: number;
  /** In how many days its records go by themselves; null where they do not. */
  purge_in: number | null;
}

/** One that is to be made. */
export interface Planned {
  example: Example;
  /** Which one after this example, from 0. */
  nth: number;
  days: number;
  /** Its records are due to go: the product's own clock purges it. */
  purge: boolean;
}

/** At most as many of an open one, beside it. */
const OPEN_EACH = 2;
/** How far back the demo reaches, days. */
const REACH = 2 * 365;

/**
 * What is made after which: one after each example, then a second, so that every state is there early. Those that go on
 * stay where they are: clocks of theirs run. Those that ended are spread over the time they may have happened in, whole
 * weeks back, so that a weekday stays one. More than are wanted, in place of one that cannot be.
 */
export function planRest(examples: readonly Example[], count: number): Planned[] {
  const open = examples.filter((one) => one.open).length;
  const openEach = Math.min(OPEN_EACH, Math.ceil(count / Math.max(1, examples.length)));
  const each = Math.max(1, Math.ceil((count - open * openEach) / Math.max(1, examples.length - open)));
  const rounds = Math.max(openEach, 2 * each);
  return Array.from({ length: rounds }, (_, nth) =>
    examples.flatMap((example) => {
      if (example.open) return nth < openEach ? [{ example, nth, days: 0, purge: false }] : [];
      return nth < 2 * each ? [inThePast(example, nth, ((nth % each) + 1) / each)] : [];
    }),
  ).flat();
}

/** One that ended, by a part of the time there is; the first of those whose records go by themselves is old enough for that. */
function inThePast(example: Example, nth: number, part: number): Planned {
  const { room, purge_in } = example;
  const due = purge_in === null ? null : 7 * Math.ceil((purge_in + 1) / 7);
  if (nth === 0 && due !== null && due <= room) return { example, nth, days: due, purge: true };
  const kept = purge_in === null ? room : Math.max(0, Math.min(room, purge_in - 7));
  return { example, nth, days: 7 * Math.floor((kept * part) / 7), purge: false };
}

/** How many days earlier a review may have happened, by its age and the last day its records tell. */
export function roomOf(of: { begun: Date; latest_told: string | null }, now: Date): number {
  const age = (now.getTime() - of.begun.getTime()) / DAY;
  const told = of.latest_told === null ? REACH : (of.begun.getTime() - Date.parse(of.latest_told)) / DAY - 14;
  return Math.max(0, Math.floor(Math.min(REACH - age, told)));
}
