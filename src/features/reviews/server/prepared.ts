import type { Kysely } from 'kysely';
import { statementName } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Services } from '../../../platform/services.ts';

/** Runs a query as a named prepared statement, so that it is planned once a connection, not once a call. */
export async function prepared<T>(
  services: Services,
  query: { compile(db: Kysely<DB>): { sql: string; parameters: readonly unknown[] } },
): Promise<T[]> {
  const { sql: text, parameters } = query.compile(services.database.systemDb);
  const { rows } = await services.database.statements.query({
    name: statementName(text),
    text,
    values: [...parameters],
  });
  return rows as T[];
}
