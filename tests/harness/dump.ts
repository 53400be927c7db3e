import { type Kysely, sql } from 'kysely';
import type { DB } from '../../src/platform/db/types.ts';

/** Every row of every table of the database as text, by table, the job queue's included. */
async function tables(db: Kysely<DB>): Promise<[table: string, rows: string][]> {
  const { rows: names } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`.execute(db);
  const found: [string, string][] = [];
  for (const { schema, name } of names) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(`${schema}.${name}`)} t`.execute(
      db,
    );
    found.push([`${schema}.${name}`, rows.map(({ row }) => row).join('\n')]);
  }
  return found;
}

/** The database as one text: what a copy of it would tell. */
export const dumped = async (db: Kysely<DB>): Promise<string> => (await tables(db)).flat().join('\n');

/** Where words stand in the database, as "table: word"; capitals do not matter, and binary columns are read, too. */
export async function placesOf(db: Kysely<DB>, words: readonly string[]): Promise<string[]> {
  return (await tables(db)).flatMap(([table, rows]) => {
    const text = rows.toLowerCase();
    return words
      .filter((word) => text.includes(word.toLowerCase()) || text.includes(Buffer.from(word).toString('hex')))
      .map((word) => `${table}: ${word}`);
  });
}
