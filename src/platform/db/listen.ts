import type { Logger } from '../log.ts';
import type { Database } from './database.ts';
import { ownConnection } from './own-connection.ts';

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
  let closed = false;
  const connection = ownConnection(database.pool.options, {
    async begins(client) {
      client.on('notification', ({ payload }) => heard(payload ?? ''));
      await client.query(`listen ${channel}`);
      if (!closed) begins();
    },
    what: `listening for "${channel}"`,
    log,
  });
  return {
    async close() {
      closed = true;
      await connection.close();
    },
  };
}
