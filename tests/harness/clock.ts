import type { Clock } from '../../src/core/time.ts';

/** A clock that runs on from where a test sets it: what people see in a page passes as it would, days pass at a word. */
export class RunningClock implements Clock {
  #offset: number;
  readonly #real: () => number;

  constructor(start: string | Date, real: () => number = () => performance.timeOrigin + performance.now()) {
    this.#real = real;
    this.#offset = new Date(start).getTime() - real();
  }
  now(): Date {
    return new Date(Math.round(this.#real() + this.#offset));
  }
  set(to: string | Date): void {
    this.#offset = new Date(to).getTime() - this.#real();
  }
  advance(step: { days?: number; hours?: number; minutes?: number; ms?: number }): void {
    this.#offset +=
      (step.days ?? 0) * 86_400_000 + (step.hours ?? 0) * 3_600_000 + (step.minutes ?? 0) * 60_000 + (step.ms ?? 0);
  }
}
