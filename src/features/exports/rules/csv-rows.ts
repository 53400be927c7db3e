/** Counts the records of a CSV while it is read piece by piece: a line break inside quotes ends none. */
export class CsvRows {
  #quoted = false;
  #begun = false;
  /** Records that have ended, the head included. */
  ended = 0;

  read(text: string): void {
    for (const sign of text) {
      if (sign === '"') this.#quoted = !this.#quoted;
      if (sign === '\n' && !this.#quoted) {
        this.ended += 1;
        this.#begun = false;
      } else this.#begun = true;
    }
  }

  /** Whether it ended with a whole record. */
  get whole(): boolean {
    return !this.#begun && !this.#quoted;
  }
}
