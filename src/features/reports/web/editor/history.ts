import type { Doc, Span } from './cited-doc.ts';

export interface Moment {
  doc: Doc;
  span: Span;
}

/** Keystrokes of one kind closer than this are undone together. */
const TOGETHER_MS = 900;
const LONGEST = 200;

/** What can be undone and redone in one editor. Runs of typing, or of deleting, are one step. */
export class History {
  #past: Moment[] = [];
  #future: Moment[] = [];
  #kind = '';
  #at = Number.NEGATIVE_INFINITY;

  /** Keeps how it stood before a change of `kind` at the time `at` (milliseconds). `pause` ends a run: a blank, a line end. */
  keep(before: Moment, kind: string, at: number, pause = false): void {
    const goesOn = kind === this.#kind && at - this.#at < TOGETHER_MS && kind !== '';
    this.#kind = pause ? '' : kind;
    this.#at = at;
    this.#future = [];
    if (goesOn) return;
    this.#past.push(before);
    if (this.#past.length > LONGEST) this.#past.shift();
  }

  /** The moment to go back to, or null at the beginning. */
  undo(present: Moment): Moment | null {
    return this.#step(this.#past, this.#future, present);
  }

  redo(present: Moment): Moment | null {
    return this.#step(this.#future, this.#past, present);
  }

  /** Forgets everything, as when the text was replaced from outside. */
  clear(): void {
    this.#past = [];
    this.#future = [];
    this.#kind = '';
  }

  #step(from: Moment[], to: Moment[], present: Moment): Moment | null {
    const moment = from.pop();
    if (!moment) return null;
    to.push(present);
    this.#kind = '';
    return moment;
  }
}
