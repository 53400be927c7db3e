import type { Pool, QueryResult } from 'pg';
import { hasValues, keepPlans } from '../../src/platform/db/prepared.ts';

/**
 * Statements are prepared by name, so that a connection reads and plans each once: on databases with a handful of rows that is
 * more than half of what a test costs. The product does so only where it pays (`prepared.ts`): with as many connections
 * and statements as it has, plans would take gigabytes.
 */
export function nameStatements(pool: Pool): void {
  pool.on('connect', (client) => keepPlans(client, hasValues));
  keepConnections(pool);
}

/** The pool ends the connection of a statement that failed; here it stays, with its plans, unless it is the connection that broke. */
function keepConnections(pool: Pool): void {
  const query = async (...args: unknown[]): Promise<QueryResult> => {
    const client = await pool.connect();
    try {
      return await (client.query as (...args: unknown[]) => Promise<QueryResult>)(...args);
    } finally {
      client.release();
    }
  };
  Object.assign(pool, { query });
}
