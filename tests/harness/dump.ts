import { type Kysely, sql } from 'kysely';
import type { DB } from '../../src/platform/db/types.ts';

/** Every row of every table of the database as text, the job queue's included: what a copy of it would tell. */
export async function dumped(db: Kysely<DB>): Promise<string> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`.execute(db);
  const parts: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(`${schema}.${name}`)} t`.execute(
      db,
    );
    parts.push(`${schema}.${name}`, ...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}
