import { DAY, HOUR } from '../src/core/time.ts';

/** The requester chooses some nine hours after the offer, and whatever is chosen lies a day ahead at least. */
const AHEAD_MS = 34 * HOUR;
const COUNT = 5;

/**
 * Five instants an expert offers for a call at `at`: on the half hour in the working day of New York, at weekends on
 * the Monday after. `held_by` is the last instant at which the first of them may begin, for a call that has been held
 * by the demo's present: where a weekend would put it off past that, it is offered within it. `not_before` is for a call
 * that is still to come.
 */
export function callTimes(at: Date, { held_by, not_before }: { held_by?: Date; not_before?: Date }): Date[] {
  const earliest = Math.max(at.getTime() + AHEAD_MS, not_before?.getTime() ?? 0);
  const times: Date[] = [];
  for (let from = new Date(earliest); times.length < COUNT;) {
    const plain = slotFrom(from);
    const weekday = onWeekday(plain);
    const chosen = held_by && times.length === 0 && weekday > held_by ? plain : weekday;
    times.push(chosen);
    from = new Date(chosen.getTime() + 20 * HOUR);
  }
  return times;
}

/** The first half past an hour from 14:30 to 19:30 UTC that is not before `from`. */
function slotFrom(from: Date): Date {
  const slot = new Date(from);
  slot.setUTCHours(Math.max(14, from.getUTCHours()), 30, 0, 0);
  if (slot < from) slot.setTime(slot.getTime() + HOUR);
  if (slot.getUTCHours() > 19 || slot.getUTCDate() !== from.getUTCDate()) {
    const next = new Date(from.getTime() + DAY);
    return new Date(next.setUTCHours(14, 30, 0, 0));
  }
  return slot;
}

function onWeekday(time: Date): Date {
  const moved = new Date(time);
  while (moved.getUTCDay() % 6 === 0) moved.setTime(moved.getTime() + DAY);
  return moved;
}
