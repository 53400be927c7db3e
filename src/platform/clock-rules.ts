import { HOUR, MINUTE } from '../core/durations.ts';

/** How often the time is written down while all is well. */
const NOTED_EVERY_MS = MINUTE;

export type Step = 'ahead' | 'back';

export interface Look {
  /** The time seen last, as it was kept; null before the first look. */
  seen: Date | null;
  now: Date;
  /** The longest step nobody has to confirm, in hours; 0: any. */
  most_hours: number;
  /** A step is being held already: until somebody says that the clock is right, its time is nobody's. */
  held_step: boolean;
  /** The last look before the end: what is new is kept, however little. */
  at_end?: boolean;
}

/** What follows from a look at the clock: a hold begins, the time is kept, or nothing. */
export type Judged = { do: 'hold'; step: Step } | { do: 'keep'; at: Date } | { do: 'nothing' };

/**
 * Judges the clock by the time that was seen last. What is kept is the greatest: a clock set back by less than the
 * longest step makes no later step look shorter than it is. One set back by more is held like one that leapt ahead: by
 * what was written under it, deadlines are due a year too early.
 */
export function judgeClock({ seen, now, most_hours, held_step, at_end = false }: Look): Judged {
  if (seen === null) return { do: 'keep', at: now };
  if (held_step) return { do: 'nothing' };
  const moved = now.getTime() - seen.getTime();
  if (most_hours === 0)
    return Math.abs(moved) >= NOTED_EVERY_MS || at_end ? { do: 'keep', at: now } : { do: 'nothing' };
  if (Math.abs(moved) > most_hours * HOUR) return { do: 'hold', step: moved > 0 ? 'ahead' : 'back' };
  return moved >= NOTED_EVERY_MS || (at_end && moved > 0) ? { do: 'keep', at: now } : { do: 'nothing' };
}
