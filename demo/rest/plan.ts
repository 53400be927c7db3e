import { DAY } from '../../src/core/time.ts';

/** A review of the demo that others may be made after. */
export interface Example {
  id: number;
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

/** As many of an open one, beside it. */
const OPEN_EACH = 4;
/** How far back the demo reaches, days. */
const REACH = 2 * 365;

/**
 * What is made after which, the open ones first: clocks of theirs run. Those that ended are spread over the time they may
 * have happened in, whole weeks back, so that a weekday stays one. More than are wanted, in place of one that cannot be.
 */
export function planRest(examples: readonly Example[], count: number): Planned[] {
  const open = examples.filter((one) => one.open);
  const ended = examples.filter((one) => !one.open);
  const going = Array.from({ length: OPEN_EACH }, (_, nth) =>
    open.map((example) => ({ example, nth, days: 0, purge: false })),
  )
    .flat()
    .slice(0, count);
  const each = Math.ceil((count - going.length) / Math.max(1, ended.length));
  const past = Array.from({ length: 2 * each }, (_, nth) =>
    ended.map((example) => inThePast(example, nth, ((nth % each) + 1) / each)),
  ).flat();
  return [...going, ...past];
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
