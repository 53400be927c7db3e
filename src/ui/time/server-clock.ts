/**
 * The server's time on a browser whose own clock may be wrong. The API client feeds it the Date header of each
 * answer; the sample with the shortest round trip is the most exact and is kept until a better or a newer one comes.
 */
export class ServerClock {
  #offset = 0;
  #error = Number.POSITIVE_INFINITY;
  #sampledAt = Number.NEGATIVE_INFINITY;
  readonly #local: () => number;

  constructor(local: () => number = Date.now) {
    this.#local = local;
  }

  /** Milliseconds since the epoch, as the server counts them. */
  now(): number {
    return this.#local() + this.#offset;
  }

  /** Server minus browser, in milliseconds. */
  get offset(): number {
    return this.#offset;
  }

  /**
   * Takes one sample: the server's instant and when the request left and the answer came, by the browser's clock.
   * A sample without a readable instant is ignored.
   */
  observe(server: string | number | null, sentAt: number, receivedAt: number): void {
    const at = typeof server === 'string' ? Date.parse(server) : server;
    if (at === null || Number.isNaN(at)) return;
    const error = Math.max(0, receivedAt - sentAt) / 2;
    const stale = receivedAt - this.#sampledAt > 10 * 60_000;
    const offset = at - (sentAt + error);
    // the server's clock was set: no longer a matter of exactness
    const jumped = Math.abs(offset - this.#offset) > 5000;
    if (error > this.#error && !stale && !jumped) return;
    // A Date header counts whole seconds: a smaller difference is no difference.
    this.#offset = Math.abs(offset) < 1500 ? 0 : offset;
    this.#error = error;
    this.#sampledAt = receivedAt;
  }
}

/** The one clock of the running page. */
export const serverClock = new ServerClock();
