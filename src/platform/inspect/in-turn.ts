import type { Source } from '../storage.ts';
import { failed, type Inspector, TOO_LONG } from './inspector.ts';
import { LongTries, nextTurn, Served, type Turn } from './turns.ts';
import type { InspectRequest, InspectResult } from './types.ts';

/** Who waits for an answer. */
export type Whose = Pick<Turn, 'organization' | 'person'>;

/** Looks into files while their people wait, in fair turns: a file that takes long is put back after a first look. */
export class InTurn {
  readonly #inspector: Inspector;
  readonly #now: () => Date;
  readonly #waiting = new Map<Turn, () => void>();
  readonly #running = new Set<Turn>();
  readonly #served = new Served();
  readonly #long = new LongTries();
  #order = 0;

  constructor(inspector: Inspector, now: () => Date) {
    this.#inspector = inspector;
    this.#now = now;
  }

  async inspect(request: InspectRequest, content: Source, whose: Whose): Promise<InspectResult> {
    this.#order += 1;
    const turn = { ...whose, size_bytes: content.size, order: this.#order, costly: false };
    const first = await this.#take(turn, () => this.#inspector.glance(request, content));
    if (first) return first;
    const costly = { ...turn, costly: true };
    if (!this.#long.take(costly, this.#now())) return failed(TOO_LONG);
    return this.#take(costly, () => this.#inspector.inspect(request, content));
  }

  async #take<T>(turn: Turn, look: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.set(turn, begin);
      this.#next();
    });
    try {
      return await look();
    } finally {
      this.#running.delete(turn);
      this.#next();
    }
  }

  #next(): void {
    for (;;) {
      const turn = nextTurn([...this.#waiting.keys()], [...this.#running], this.#served, this.#inspector.places);
      if (!turn) return;
      const begin = this.#waiting.get(turn);
      this.#waiting.delete(turn);
      this.#running.add(turn);
      this.#served.note(turn);
      begin?.();
    }
  }
}
