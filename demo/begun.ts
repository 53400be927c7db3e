import { type Kysely, sql } from 'kysely';
import type { DB } from '../src/platform/db/types.ts';

/* How far the demo world has come: asked at every start, apart from what makes it, which is large. */

/** Whether a database holds nobody yet. */
export async function isEmpty(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Whether an earlier start was ended while it made the demo world: half a world is no world. */
export async function isHalfMade(db: Kysely<DB>): Promise<boolean> {
  const rows = await db
    .selectFrom('instance_settings')
    .select('key')
    .where('key', 'in', ['demo', 'demo_begun'])
    .execute();
  return rows.length === 1 && rows[0]?.key === 'demo_begun';
}

/** Takes a half-made demo world away, tables and all; migrating makes them anew. */
export async function clearDatabase(db: Kysely<DB>): Promise<void> {
  await sql`drop schema if exists pgboss cascade`.execute(db);
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
}
