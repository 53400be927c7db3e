import { growingWait } from '../core/waits.ts';
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
 *
 * With `at_once` so many are in hand side by side, and one that is long answered holds up nobody else: `sendNext` says
 * by `taken` that it has claimed one, and the next is looked for from then on. Two never look at the same time.
 */
export function createSender(
  { log, clock }: Pick<Services, 'log' | 'clock'>,
  name: string,
  {
    sendNext,
    keep,
    tidy,
    isHeld,
    at_once = 1,
  }: {
    /** `held`: the clock may be wrong, so what it says comes too late waits. */
    sendNext: ((held: boolean, taken: () => void) => Promise<boolean>) | null;
    keep: () => Promise<number>;
    tidy: (now: Date) => Promise<unknown>;
    isHeld: () => Promise<boolean>;
    at_once?: number;
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

  const inHand = new Set<Promise<unknown>>();
  let tried = 0;
  /** Of what failed in hand the next round tells. */
  let failure: { error: unknown } | null = null;

  async function flush(known?: boolean): Promise<number> {
    await queue(known);
    while (inHand.size > 0) {
      await Promise.all(inHand);
      // what is behind them has its turn now
      await queue(known);
    }
    const since = tried;
    tried = 0;
    return since;
  }

  async function round(known?: boolean): Promise<void> {
    const held = known ?? (await isHeld());
    if (!sendNext) tried += await keep();
    else
      do {
        while (inHand.size >= at_once) await Promise.race(inHand);
        tellFailure();
      } while (await look(sendNext, held));
    if (!held) await tidy(clock.now());
  }

  function tellFailure(): void {
    if (!failure) return;
    const { error } = failure;
    failure = null;
    throw error;
  }

  /** Whether there was one, as soon as it is in hand. */
  function look(send: NonNullable<typeof sendNext>, held: boolean): Promise<boolean> {
    return new Promise((found, failed) => {
      let isTaken = false;
      async function carry(): Promise<void> {
        try {
          const one = await send(held, () => {
            isTaken = true;
            found(true);
          });
          if (one) tried += 1;
          found(one);
        } catch (error) {
          if (isTaken) failure = { error };
          failed(error as Error);
        }
      }
      const work = carry().finally(() => {
        inHand.delete(work);
        if (isTaken) loop.wake();
      });
      inHand.add(work);
    });
  }

  return {
    start: () => loop.start(),
    async stop() {
      await loop.stop();
      await Promise.all(inHand);
    },
    wake: () => loop.wake(),
    flush,
  };
}

/** Who has something in hand here: each receiver one at a time, and of one organization so many that others have hands left. */
export function createTurns(of_one: number) {
  const busy = new Map<number, number>();
  return {
    /** Receivers that have their turn. */
    receivers: (): number[] => [...busy.keys()],
    /** Organizations with as many as they may have. */
    organizations(): number[] {
      const counts = Map.groupBy(busy.values(), (organization) => organization);
      return [...counts].filter(([, many]) => many.length >= of_one).map(([organization]) => organization);
    },
    async take<T>(receiver: number, organization: number, work: () => Promise<T>): Promise<T> {
      busy.set(receiver, organization);
      try {
        return await work();
      } finally {
        busy.delete(receiver);
      }
    },
  };
}
export type Turns = ReturnType<typeof createTurns>;

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
  patience: Patience,
): {
  attempts: number;
  last_error: string;
  status: 'failed' | 'queued';
  retry_at: Date | null;
  failed_at: Date | null;
  /** It, and not what sends, is why. */
  refused: boolean;
} {
  const over = permanent || attempts >= patience.most_attempts;
  const wait = growingWait(attempts, patience);
  return {
    attempts,
    last_error: reason,
    status: over ? 'failed' : 'queued',
    retry_at: over ? null : new Date(now.getTime() + wait),
    failed_at: over ? now : null,
    refused: permanent,
  };
}
