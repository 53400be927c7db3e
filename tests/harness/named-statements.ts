import type { Pool } from 'pg';
import { hasValues, keepPlans } from '../../src/platform/db/prepared.ts';

/**
 * Statements are prepared by name, so that a connection reads and plans each once: on databases with a handful of rows that is
 * more than half of what a test costs. The product does so only where it pays (`prepared.ts`): with as many connections
 * and statements as it has, plans would take gigabytes.
 */
export function nameStatements(pool: Pool): void {
  pool.on('connect', (client) => keepPlans(client, hasValues));
}
