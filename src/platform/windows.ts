import type { UsedLimit } from '../../../core/errors.ts';

interface Window {
  ends: number;
  used: number;
}

/** How much of its window a key has left with this request, and for how many seconds more; `left` below zero: none. */
interface Standing {
  left: number;
  seconds: number;
}

/** Many more than keys ask in one window; what is over is forgotten then. */
const MOST_WINDOWS = 5_000;

/** Counts requests by key in windows that begin with the first of them. One process serves a database, so memory is enough. */
export class Windows {
  readonly #windows = new Map<number, Window>();
  readonly limit: UsedLimit;

  constructor(limit: UsedLimit) {
    this.limit = limit;
  }

  count(key: number, nowMs: number): Standing {
    let window = this.#windows.get(key);
    if (!window || window.ends <= nowMs || window.ends > nowMs + this.limit.window_ms) {
      if (this.#windows.size >= MOST_WINDOWS)
        for (const [id, { ends }] of this.#windows) if (ends <= nowMs) this.#windows.delete(id);
      window = { ends: nowMs + this.limit.window_ms, used: 0 };
      this.#windows.set(key, window);
    }
    window.used += 1;
    return { left: this.limit.tries - window.used, seconds: Math.max(1, Math.ceil((window.ends - nowMs) / 1000)) };
  }
}
