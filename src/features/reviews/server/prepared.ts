import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '../../../platform/db/types.ts';
import type { Services } from '../../../platform/services.ts';

const names = new Map<string, string>();
/** Runs a query as a named prepared statement, so that it is planned once a connection, not once a call. */
export async function prepared<T>(
  services: Services,
  query: { compile(db: Kysely<DB>): { sql: string; parameters: readonly unknown[] } },
): Promise<T[]> {
  const compiled = query.compile(services.database.systemDb);
  let name = names.get(compiled.sql);
  if (name === undefined) {
    name = `reviews_${createHash('sha256').update(compiled.sql).digest('hex').slice(0, 24)}`;
    // texts differ by role and filters only; the bound is for safety
    if (names.size > 2_000) names.clear();
    names.set(compiled.sql, name);
  }
  const { rows } = await services.database.statements.query({
    name,
    text: compiled.sql,
    values: [...compiled.parameters],
  });
  return rows as T[];
}
