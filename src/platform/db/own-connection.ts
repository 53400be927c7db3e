import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { growingWait } from '../../core/waits.ts';
import type { Logger } from '../log.ts';
import { faultLog } from './away.ts';

const WAITS = { first_ms: 100, longest_ms: 5_000 };

interface Use {
  /** Does what the connection is for, each time it was opened; when it throws, it is opened anew. */
  begins(client: pg.Client): Promise<void>;
  /** What goes on without it, for the log. */
  what: string;
  log: Logger;
}

/** Longest wait for a connection to end, ms: a database that is frozen does not answer that either. */
const END_MS = 1_000;

/** Ends a connection, or lets it be where that takes long. */
export async function endSoon(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), delay(END_MS, undefined, { ref: false })]);
}

/** Cuts a connection off, whatever it is doing: one that hangs is not ended by asking. */
export function cutOff(client: pg.ClientBase): void {
  // why: the driver types no stream; a client that never connected has one too
  (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream?.destroy();
}

/** A connection of its own, apart from the pool, that comes back by itself whenever it was lost. */
export function ownConnection(settings: pg.ClientConfig, { begins, what, log }: Use): { close(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;
  const failed = faultLog(log, `${what}: the database gives no connection`);

  function again(lost: pg.Client): void {
    if (closed || client !== lost) return;
    client = undefined;
    failures += 1;
    timer = setTimeout(() => void open(), growingWait(failures, WAITS));
  }

  async function open(): Promise<void> {
    const made = new pg.Client(settings);
    client = made;
    made.on('error', (error) => {
      if (!closed) failed(error);
    });
    made.on('end', () => again(made));
    try {
      await made.connect();
      await begins(made);
      failures = 0;
    } catch (error) {
      if (!closed) failed(error);
      await endSoon(made);
      again(made);
    }
  }

  void open();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      if (client) await endSoon(client);
    },
  };
}
