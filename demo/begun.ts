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

const CLEARED = 'Peritus: the demo world is made anew';

/**
 * Takes a half-made demo world away, tables and all, in one piece; migrating makes them anew. What is left says for what
 * it was cleared, so that an end before that does not look like a lost database.
 */
export async function clearDatabase(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`drop schema if exists pgboss cascade`.execute(tx);
    await sql`drop schema public cascade`.execute(tx);
    await sql`create schema public`.execute(tx);
    await sql`comment on schema public is ${sql.lit(CLEARED)}`.execute(tx);
  });
}

/** Whether the database was cleared for a demo world that is to be made anew. */
export async function isCleared(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ cleared: boolean }>`
    select coalesce(obj_description('public'::regnamespace, 'pg_namespace') = ${CLEARED}, false) as cleared`.execute(
    db,
  );
  return rows[0]?.cleared ?? false;
}
