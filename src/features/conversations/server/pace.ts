import { Refusal } from '../../../core/errors.ts';
import { MINUTE } from '../../../core/time.ts';
import { Windows } from '../../../platform/windows.ts';

/** How many messages each person sent in a minute that began with the first of them, by HTTP and live together. */
export class Pace {
  readonly #minutes: Windows;

  constructor(most: number) {
    this.#minutes = new Windows({ name: 'messages', tries: most, window_ms: MINUTE });
  }

  /** Counts a message before it is stored. Refuses `throttled` with the seconds left where the minute is used up. */
  count(userId: number, now: Date): void {
    const { left, seconds } = this.#minutes.count(userId, now.getTime());
    if (left < 0)
      throw new Refusal(
        'throttled',
        `That is more than ${this.#minutes.limit.tries} messages in a minute. What you wrote is kept; it can be sent in a moment.`,
        { retryAfterSeconds: seconds },
      );
  }
}
