const WINDOW_MS = 6000;

/** How fast bytes went lately, and so how long the rest takes. */
export class Speed {
  #marks: { at: number; bytes: number }[] = [];

  note(bytes: number, nowMs: number): void {
    this.#marks.push({ at: nowMs, bytes });
    while ((this.#marks[0]?.at ?? nowMs) < nowMs - WINDOW_MS && this.#marks.length > 2) this.#marks.shift();
  }

  reset(): void {
    this.#marks = [];
  }

  /** Seconds for `left` bytes, or null while it cannot be told. */
  secondsFor(left: number): number | null {
    const first = this.#marks[0];
    const last = this.#marks.at(-1);
    if (!first || !last || last.at - first.at < 1000 || last.bytes <= first.bytes) return null;
    return (left * (last.at - first.at)) / 1000 / (last.bytes - first.bytes);
  }
}

/** "2 min": rounded up, no false precision. */
export function timeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds';
  if (seconds < 55) return `${Math.ceil(seconds / 10) * 10} s`;
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.ceil((seconds % 3600) / 60)} min`;
}
