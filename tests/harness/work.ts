import { type Kysely, sql } from 'kysely';
import type { DB } from '../../src/platform/db/types.ts';

/** A handler of the product whose work does nothing where what it is about is not there. */
export const SOME_WORK = 'oversight.verify_audit';

/** Work of a handler that is not tried any more, as its queue leaves it; answers the ids, oldest first. */
export async function givenUp(
  db: Kysely<DB>,
  { count = 1, name = SOME_WORK, review_id = null }: { count?: number; name?: string; review_id?: number | null } = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, retry_limit, created_on, singleton_key, source_name, source_id, source_created_on,
      source_retry_count, source_output)
    select 'dead_letters',
      jsonb_build_object('id', n, 'topic', 'audit.verification_asked', 'review_id', ${review_id}::bigint,
        'payload', jsonb_build_object('verification_id', 999999)),
      2, now() - (${count} - n) * interval '1 second', 'work-' || n, ${name}, gen_random_uuid(), now(), 8,
      '{"message": "The disk is full."}'::jsonb
    from generate_series(1, ${count}::int) n returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Work that waits for another try in an hour, after a failure. */
export async function triedLater(db: Kysely<DB>, name = SOME_WORK): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, retry_limit, retry_count, start_after, singleton_key, output, policy)
    values (${name}, '{"id": 1, "topic": "audit.verification_asked", "review_id": null, "payload": {"verification_id": 999999}}',
      'retry', 8, 3, now() + interval '1 hour', gen_random_uuid()::text, '{"message": "Busy."}', 'standard')
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}
