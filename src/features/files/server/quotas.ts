import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Env } from '../../../platform/env.ts';
import { type Room, roomIn, whyNoRoom } from '../rules.ts';
import type { FileReview } from './facts.ts';

type Of = Pick<FileReview, 'id' | 'bucket' | 'organization_id'>;

const quotasOf = (env: Env) => ({
  draft: env.MAX_DRAFT_BYTES,
  review: env.MAX_REVIEW_BYTES,
  organization: env.MAX_ORGANIZATION_BYTES,
});

/** Bytes of the files and begun uploads of these reviews. */
const bytesOf = (reviews: RawBuilder<unknown>): RawBuilder<number> => sql<number>`
  ((select coalesce(sum(f.size_bytes), 0) from files f where f.review_id in (${reviews}) and f.deleted_at is null)
  + (select coalesce(sum(u.size_bytes), 0) from uploads u where u.review_id in (${reviews}) and u.file_id is null))`;

/** How much more a review takes by its own quota. What its organization has is asked when an upload begins. */
export async function roomOf(db: Kysely<DB>, env: Env, review: Of): Promise<Room> {
  const { rows } = await sql<{ review: number }>`select ${bytesOf(sql`select ${review.id}::bigint`)} as review`.execute(
    db,
  );
  return roomIn(review.bucket === 'draft', { review: rows[0]?.review ?? 0, organization: 0 }, quotasOf(env));
}

/**
 * Refuses `too_large` for what finds no room in the review or its organization. Uploads of an organization are begun one
 * after the other, so that those begun at once cannot slip past together.
 */
export async function refuseBeyondQuota(tx: Tx, review: Of, size_bytes: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quota ${review.organization_id}`}, 0))`.execute(tx.system);
  const all = sql`select r.id from reviews r where r.organization_id = ${review.organization_id}`;
  const { rows } = await sql<{ review: number; organization: number }>`
    select ${bytesOf(sql`select ${review.id}::bigint`)} as review, ${bytesOf(all)} as organization`.execute(tx.system);
  const held = rows[0] ?? { review: 0, organization: 0 };
  const why = whyNoRoom(size_bytes, roomIn(review.bucket === 'draft', held, quotasOf(tx.services.env)));
  if (why !== null) throw new Refusal('too_large', why);
}
