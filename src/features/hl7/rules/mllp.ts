/** MLLP: a message between a vertical tab and a file separator with a carriage return, on a connection that stays open. */

const START = 0x0b;
const END = 0x1c;
const CR = 0x0d;
const LF = 0x0a;

/** What arrives is no MLLP, or more than is taken: the connection ends. */
export class FrameError extends Error {
  readonly why: 'stray' | 'too_large';
  constructor(why: 'stray' | 'too_large') {
    super(why === 'stray' ? 'Bytes outside of a message.' : 'The message is larger than is taken.');
    this.name = 'FrameError';
    this.why = why;
  }
}

/** A message as it is put on the connection. */
export function framed(message: Uint8Array): Uint8Array {
  const frame = new Uint8Array(message.length + 3);
  frame[0] = START;
  frame.set(message, 1);
  frame[message.length + 1] = END;
  frame[message.length + 2] = CR;
  return frame;
}

/** Takes what arrives in pieces of any size, and answers each message once it is whole. */
export class FrameReader {
  readonly #most: number;
  #parts: Uint8Array[] = [];
  #size = 0;
  #inside = false;
  /** The last byte was the one that ends a message, where a carriage return follows. */
  #ending = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether a message has begun and is not whole. */
  get open(): boolean {
    return this.#inside;
  }

  /** How many bytes of it are kept. */
  get held(): number {
    return this.#size;
  }

  /** The messages that are whole with these bytes. Throws FrameError. */
  push(chunk: Uint8Array): Uint8Array[] {
    const whole: Uint8Array[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (!this.#inside) {
        if (byte === START) {
          this.#inside = true;
          from = at + 1;
        } else if (byte !== CR && byte !== LF) throw new FrameError('stray');
        continue;
      }
      if (this.#ending && byte === CR) {
        this.#keep(chunk.subarray(from, at + 1));
        whole.push(this.#taken());
        continue;
      }
      this.#ending = byte === END;
    }
    if (this.#inside) this.#keep(chunk.subarray(from));
    return whole;
  }

  #keep(part: Uint8Array): void {
    this.#size += part.length;
    // two more than the message has: what ends it
    if (this.#size > this.#most + 2) throw new FrameError('too_large');
    if (part.length > 0) this.#parts.push(Uint8Array.from(part));
  }

  #taken(): Uint8Array {
    const all = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    this.#parts = [];
    this.#size = 0;
    this.#inside = false;
    this.#ending = false;
    return all.subarray(0, all.length - 2);
  }
}
