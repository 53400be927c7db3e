import { expertsOf } from '../../../platform/db/experts.ts';
import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { isStaff } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { type Audience, type ChannelFacts, hasEnded, mayRead, type Seat, sideIn } from '../rules.ts';

/** A channel the actor may read, with what the rules look at. */
export interface LoadedChannel extends ChannelFacts {
  id: string;
  type: string;
  review_id: number;
  kind: Kind;
  last_seq: number;
  /** What the actor reads begins after this. */
  from_seq: number;
  last_read_seq: number | null;
}

/** The channel, when its review is in the actor's scope and the actor may read it; otherwise refuses 404, staff 403. */
export async function loadChannel(db: ActorDb, id: string): Promise<LoadedChannel> {
  const [channel] = await channelsInScope(db, [id]);
  if (!channel) throw new Refusal('not_found');
  if (!isReadable(db.actor, channel)) throw new Refusal(isStaff(db.actor.kind) ? 'forbidden' : 'not_found');
  return channel;
}

/** Which of these channels the actor may read, and so listen to. */
export async function readableChannels(db: ActorDb, ids: readonly string[]): Promise<string[]> {
  const channels = await channelsInScope(db, ids);
  return channels.filter((channel) => isReadable(db.actor, channel)).map((channel) => channel.id);
}

async function channelsInScope(db: ActorDb, ids: readonly string[]): Promise<LoadedChannel[]> {
  const { actor } = db;
  const rows = await db
    .selectFrom('reviews')
    .innerJoin('channels as c', 'c.review_id', 'reviews.id')
    .leftJoin('channel_members as m', (join) =>
      join.onRef('m.channel_id', '=', 'c.id').on('m.user_id', '=', actor.user_id).on('m.left_at', 'is', null),
    )
    .where('c.id', '=', sql<string>`any(${ids}::text[])`)
    .select([
      'c.id',
      'c.type',
      'c.audience',
      'c.last_seq',
      'c.closed_at',
      'reviews.id as review_id',
      'reviews.kind',
      'reviews.bucket',
      'reviews.status',
      'reviews.requester_id',
      expertsOf('reviews.id').as('experts'),
      'm.seat',
      'm.from_seq',
      'm.last_read_seq',
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    audience: row.audience as Audience,
    review_id: row.review_id,
    kind: row.kind,
    requester_id: row.requester_id,
    experts: row.experts,
    closed: row.closed_at !== null,
    ended: hasEnded(row),
    member_seat: row.seat as Seat | null,
    last_seq: row.last_seq,
    from_seq: row.from_seq ?? 0,
    last_read_seq: row.last_read_seq,
  }));
}

/** The expert's side and who joins a call read as members only: membership says where what they may read begins, and that they are invited. */
export function isReadable(actor: Actor, channel: ChannelFacts): boolean {
  if (!mayRead(actor, channel)) return false;
  const seat = sideIn(actor, channel);
  return (seat !== 'expert' && seat !== 'attendee') || channel.member_seat !== null;
}
