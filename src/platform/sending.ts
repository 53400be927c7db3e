import { createLoop } from './loop.ts';
import type { Services } from './services.ts';

const SCAN_MS = 1_000;

/** Hands over what features have queued, one message after another, beside the requests. */
export interface Sender {
  start(): void;
  stop(): Promise<void>;
  /** Asks for a round now: something was queued. */
  wake(): void;
  /**
   * Sends what is due by the clock now; answers how many messages were tried since it was asked last, beside it too.
   * `isHeld`: what a look at the clock has said.
   */
  flush(isHeld?: boolean): Promise<number>;
}

/**
 * A sender over a table of messages. `sendNext` tries the next one that is due and answers whether there was one; null
 * where there is no way to send, and then `keep` lets what is queued stand in the outbox and answers how many that were.
 * `tidy` takes what has lost its use from messages that stand there; not while what cannot be undone `isHeld`.
 */
export function createSender(
  { log, clock }: Pick<Services, 'log' | 'clock'>,
  name: string,
  {
    sendNext,
    keep,
    tidy,
    isHeld,
  }: {
    /** `held`: the clock may be wrong, so what it says comes too late waits. */
    sendNext: ((held: boolean) => Promise<boolean>) | null;
    keep: () => Promise<number>;
    tidy: (now: Date) => Promise<unknown>;
    isHeld: () => Promise<boolean>;
  },
): Sender {
  const loop = createLoop(log, name, SCAN_MS, () => queue());

  // one round after the other: two at once would take the same rows in different orders and wait for each other for good
  let last: Promise<unknown> = Promise.resolve();
  function queue(known?: boolean): Promise<void> {
    const next = last.then(() => round(known));
    last = next.catch(() => undefined);
    return next;
  }

  let tried = 0;
  async function flush(known?: boolean): Promise<number> {
    await queue(known);
    const since = tried;
    tried = 0;
    return since;
  }

  async function round(known?: boolean): Promise<void> {
    const held = known ?? (await isHeld());
    if (!sendNext) tried += await keep();
    else while (await sendNext(held)) tried += 1;
    if (!held) await tidy(clock.now());
  }

  return { start: () => loop.start(), stop: () => loop.stop(), wake: () => loop.wake(), flush };
}

/** How often a message is tried, and how long it waits: twice as long each time, never longer than `longest_ms`. */
export interface Patience {
  most_attempts: number;
  first_ms: number;
  longest_ms: number;
}

/** What becomes of a message that was not taken at its nth attempt: tried again later, or given up. */
export function afterRefusal(
  { reason, permanent }: { reason: string; permanent: boolean },
  attempts: number,
  now: Date,
  { most_attempts, first_ms, longest_ms }: Patience,
): {
  attempts: number;
  last_error: string;
  status: 'failed' | 'queued';
  retry_at: Date | null;
  failed_at: Date | null;
  /** It, and not what sends, is why. */
  refused: boolean;
} {
  const over = permanent || attempts >= most_attempts;
  const wait = Math.min(first_ms * 2 ** (attempts - 1), longest_ms);
  return {
    attempts,
    last_error: reason,
    status: over ? 'failed' : 'queued',
    retry_at: over ? null : new Date(now.getTime() + wait),
    failed_at: over ? now : null,
    refused: permanent,
  };
}
