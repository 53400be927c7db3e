import type { UsedLimit } from '../core/errors.ts';

interface Window {
  ends: number;
  used: number;
}

/** How much of its window somebody has left with this try, and for how many seconds more; `left` below zero: none. */
interface Standing {
  left: number;
  seconds: number;
}

/** Windows kept at most; those that began first go first. */
const MOST_WINDOWS = 20_000;

/** Counts tries by key in windows that begin with the first of them. One process serves a database, so memory is enough. */
export class Windows {
  readonly #windows = new Map<number, Window>();
  readonly limit: UsedLimit;

  constructor(limit: UsedLimit) {
    this.limit = limit;
  }

  count(key: number, nowMs: number): Standing {
    const { tries, window_ms } = this.limit;
    const known = this.#windows.get(key);
    const isOver = !known || known.ends <= nowMs || known.ends > nowMs + window_ms;
    const window = isOver ? { ends: nowMs + window_ms, used: 0 } : known;
    window.used += 1;
    if (isOver) {
      this.#windows.delete(key);
      this.#windows.set(key, window);
      if (this.#windows.size > MOST_WINDOWS) this.#windows.delete(this.#windows.keys().next().value ?? 0);
    }
    return { left: tries - window.used, seconds: Math.max(1, Math.ceil((window.ends - nowMs) / 1000)) };
  }
}
