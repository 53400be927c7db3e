import pg from 'pg';
import type { Logger } from '../log.ts';
import type { Database } from './database.ts';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

interface Listener {
  /** Something was said, by a transaction that is committed. */
  heard(payload: string): void;
  /** Listening begins, also again after a lost connection: what was said before that was not heard. */
  begins(): void;
  log: Logger;
}

/** Hears what transactions say on a channel of the database (`pg_notify`), over a connection of its own that comes back. */
export function listen(
  database: Database,
  channel: 'rights',
  { heard, begins, log }: Listener,
): { close(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  function again(lost: pg.Client): void {
    if (closed || client !== lost) return;
    client = undefined;
    failures += 1;
    timer = setTimeout(() => void open(), Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS));
  }

  async function open(): Promise<void> {
    const made = new pg.Client(database.pool.options);
    client = made;
    made.on('error', (error) => log.warn({ err: error, channel }, 'listening at the database broke off'));
    made.on('end', () => again(made));
    made.on('notification', ({ payload }) => heard(payload ?? ''));
    try {
      await made.connect();
      await made.query(`listen ${channel}`);
      failures = 0;
      if (!closed) begins();
    } catch (error) {
      if (!closed) log.warn({ err: error, channel }, 'the database could not be listened to');
      await made.end().catch(() => undefined);
      again(made);
    }
  }

  void open();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
