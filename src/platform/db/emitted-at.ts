import type { Kysely } from 'kysely';
import type { DB } from './types.ts';

/** When an event happened, however late its handler runs. */
export async function emittedAt(db: Kysely<DB>, eventId: number): Promise<Date> {
  const { created_at } = await db
    .selectFrom('outbox')
    .select('created_at')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  return created_at;
}
