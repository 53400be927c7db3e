import type { Actor } from '../core/actor.ts';
import { KIND_NAMES } from '../core/kinds.ts';
import { AUDIENCES, channelId } from '../features/conversations/rules.ts';
import { readableChannels } from '../features/conversations/server/index.ts';
import { ActorDb } from '../platform/db/actor-db.ts';
import type { Database } from '../platform/db/database.ts';
import { rooms } from '../platform/live.ts';

/** Which of these rooms an actor may listen in: their own, and those of reviews and conversations they may read. */
export async function mayHear(
  database: Database,
  actor: Actor,
  named: readonly string[],
): Promise<ReadonlySet<string>> {
  const db = new ActorDb(database.systemDb, actor);
  const ids = (kind: 'review' | 'channel') =>
    named.filter((room) => room.startsWith(`${kind}:`)).map((room) => room.slice(kind.length + 1));
  const reviews = ids('review').filter((id) => /^\d{1,15}$/.test(id));
  const channels = ids('channel');
  const may = new Set(named.filter((room) => room === rooms.user(actor.user_id)));
  if (reviews.length > 0) {
    const seen = await db
      .selectFrom('reviews')
      .select('reviews.id')
      .where('reviews.id', 'in', reviews.map(Number))
      .execute();
    for (const { id } of seen) may.add(rooms.review(id));
  }
  if (channels.length > 0) for (const id of await readableChannels(db, channels)) may.add(rooms.channel(id));
  return may;
}

/** The rooms in which a review is heard of: its own and those of its conversations, whatever its kind. */
export const roomsOf = (reviewId: number): readonly string[] => [
  rooms.review(reviewId),
  ...KIND_NAMES.flatMap((kind) => AUDIENCES.map((audience) => rooms.channel(channelId(kind, reviewId, audience)))),
];
