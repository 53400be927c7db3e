import { Refusal } from '../../../core/errors.ts';
import { MINUTE } from '../../../core/time.ts';

/** Counts kept at most; those over go first. */
const MOST = 20_000;

/** How many messages each person sent in a minute that began with the first of them, by HTTP and live together. */
export class Pace {
  readonly #most: number;
  readonly #minutes = new Map<number, { sent: number; ends: number }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a message before it is stored. Refuses `throttled` with the seconds left where the minute is used up. */
  count(userId: number, now: Date): void {
    const at = now.getTime();
    const known = this.#minutes.get(userId);
    const isOver = !known || known.ends <= at || known.ends > at + MINUTE;
    const minute = isOver ? { sent: 0, ends: at + MINUTE } : known;
    if (minute.sent >= this.#most) {
      throw new Refusal(
        'throttled',
        `That is more than ${this.#most} messages in a minute. What you wrote is kept; it can be sent in a moment.`,
        { retryAfterSeconds: Math.max(1, Math.ceil((minute.ends - at) / 1000)) },
      );
    }
    minute.sent += 1;
    if (!isOver) return;
    // those whose minute began first stand first
    this.#minutes.delete(userId);
    this.#minutes.set(userId, minute);
    if (this.#minutes.size > MOST) this.#minutes.delete(this.#minutes.keys().next().value ?? 0);
  }
}
