import type { Kysely } from 'kysely';
import type { DB } from './db/types.ts';

/** Whether the demo world is here, made to its end. */
export async function isDemoWorld(db: Kysely<DB>): Promise<boolean> {
  const row = await db.selectFrom('instance_settings').select('key').where('key', '=', 'demo').executeTakeFirst();
  return row !== undefined;
}
