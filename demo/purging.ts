import { type Kysely, sql } from 'kysely';
import type { DB } from '../src/platform/db/types.ts';

/** So few days after the close, a review of the demo lives to see its records deleted. */
export const SOON_DAYS = 90;

/** While `act` runs an organization has records deleted early; those whose reviews ended before keep their day. */
export async function whileDeletingSoon<T>(db: Kysely<DB>, slug: string, act: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ id: number; flags: string; settings: string }>`
    select id, flags::text, settings::text from organizations where friendly_registration_slug = ${slug}`.execute(db);
  const [own] = rows;
  if (!own) throw new Error(`Demo data: there is no organization ${slug}.`);
  await sql`update organizations set flags = flags || '{"data_purge_enabled": true}',
    settings = settings || jsonb_build_object('data_purge_delay_in_days', ${sql.lit(SOON_DAYS)}) where id = ${own.id}`.execute(
    db,
  );
  try {
    return await act();
  } finally {
    await sql`update organizations set flags = ${own.flags}::jsonb, settings = ${own.settings}::jsonb
      where id = ${own.id}`.execute(db);
  }
}
