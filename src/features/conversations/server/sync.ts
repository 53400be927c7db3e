import type { ReviewStatus } from '../../reviews/rules.ts';
import { ORGANIZATION_ADMINS, STAFF } from '../../../platform/db/roles.ts';
import type { Role } from '../../../core/actor.ts';
import { type Kysely, sql } from 'kysely';
import type { Side } from '../../../core/actor.ts';
import type { Kind } from '../../../core/kinds.ts';
import { KINDS } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { rooms } from '../../../platform/live.ts';
import type { LiveNews } from '../contract.ts';
import {
  AUDIENCE_SIDES,
  type Audience,
  audiencesOf,
  channelId,
  DESK_FALLBACK,
  DESK_ROLES,
  hasEnded,
} from '../rules.ts';

interface Facts {
  id: number;
  kind: Kind;
  status: ReviewStatus;
  bucket: string;
  submitted_at: Date | null;
  organization_id: number;
  requester_id: number;
  expert_profile_id: number | null;
}

/**
 * Brings a review's conversations in line with how the review stands: opens those it needs, closes those it does not,
 * lets people in and out. Whoever goes stops hearing with the commit. May be repeated at any time.
 */
export async function syncChannels(tx: Tx, reviewId: number): Promise<void> {
  const review = await tx.system
    .selectFrom('reviews')
    .select(['id', 'kind', 'status', 'bucket', 'submitted_at', 'organization_id', 'requester_id', 'expert_profile_id'])
    .where('id', '=', reviewId)
    // one at a time for each review
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!review) return;
  const facts: Facts = review;
  const wanted = audiencesOf(facts);
  const existing = await tx.system
    .selectFrom('channels')
    .select(['id', 'audience', 'last_seq', 'closed_at'])
    .where('review_id', '=', reviewId)
    .execute();
  if (wanted.length === 0 && existing.length === 0) return;
  const seats = await people(tx.system, facts);
  /** Who has to know, and of which channels. */
  const told = new Map<number, string[]>();
  const tell = (userId: number, id: string) => told.set(userId, [...(told.get(userId) ?? []), id]);
  for (const audience of new Set<Audience>([...wanted, ...existing.map((c) => c.audience as Audience)])) {
    const id = channelId(facts.kind, reviewId, audience);
    const closed = hasEnded(facts) || !wanted.includes(audience);
    const { last_seq } = await tx.system
      .insertInto('channels')
      .values({
        id,
        review_id: reviewId,
        type: KINDS[facts.kind].chat_type,
        audience,
        created_at: tx.now,
        closed_at: closed ? tx.now : null,
      })
      .onConflict((oc) =>
        oc
          .columns(['review_id', 'audience'])
          .doUpdateSet({ closed_at: closed ? sql`coalesce(channels.closed_at, ${tx.now})` : null }),
      )
      .returning('last_seq')
      .executeTakeFirstOrThrow();
    const moved = new Set(await syncMembers(tx, facts, { id, audience, last_seq }, seats));
    const turned = existing.some((c) => c.id === id && (c.closed_at !== null) !== closed);
    for (const userId of turned ? await membersOf(tx, id) : []) moved.add(userId);
    for (const userId of moved) tell(userId, id);
  }
  for (const [userId, channel_ids] of told) {
    const payload: LiveNews['channels.changed'] = { review_id: reviewId, channel_ids };
    tx.live({ room: rooms.user(userId), event: 'channels.changed', payload });
  }
}

/** Who belongs in which seat now. */
async function people(db: Kysely<DB>, review: Facts): Promise<Record<Side, number[]>> {
  const watchers = await db
    .selectFrom('review_watchers')
    .select('user_id')
    .where('review_id', '=', review.id)
    .execute();
  const { rows: experts } = await sql<{ user_id: number }>`
    with on_it as (select expert_profile_id as id from review_experts where review_id = ${review.id} and until is null)
    select p.user_id from profiles p join on_it on on_it.id = p.id
    union select p.user_id from assistant_links l join profiles p on p.id = l.assistant_profile_id
      join on_it on on_it.id = l.expert_profile_id`.execute(db);
  const desk = async (roles: readonly Role[]) =>
    db
      .selectFrom('users')
      .select('id')
      .where('role', 'in', [...roles])
      .where('suspended_at', 'is', null)
      .execute();
  const atDesk = await desk(DESK_ROLES);
  const staff = atDesk.length > 0 ? atDesk : await desk(DESK_FALLBACK);
  return {
    requester: [review.requester_id, ...watchers.map((w) => w.user_id)],
    expert: experts.map((e) => e.user_id),
    staff: staff.map((s) => s.id),
  };
}

/** Lets people in and out of one channel; answers whose membership changed. */
async function syncMembers(
  tx: Tx,
  review: Facts,
  channel: { id: string; audience: Audience; last_seq: number },
  seats: Record<Side, number[]>,
): Promise<number[]> {
  const present = await tx.system
    .selectFrom('channel_members')
    .select(['user_id', 'seat', 'from_seq'])
    .where('channel_id', '=', channel.id)
    .where('left_at', 'is', null)
    .execute();
  const wanted = new Map<number, Side>();
  for (const seat of AUDIENCE_SIDES[channel.audience])
    for (const userId of seats[seat]) if (!wanted.has(userId)) wanted.set(userId, seat);
  const others = present.filter((m) => wanted.get(m.user_id) !== m.seat);
  const staying = await joinedByWriting(tx.system, review, others);
  const leaving = others.filter((m) => !staying.has(m.user_id)).map((m) => m.user_id);
  if (leaving.length > 0) {
    await tx.system
      .updateTable('channel_members')
      .set({ left_at: tx.now })
      .where('channel_id', '=', channel.id)
      .where('user_id', 'in', leaving)
      .execute();
  }
  // a new expert begins where the conversation stands; their assistants see what the expert sees
  const sameExpert = present.filter((m) => m.seat === 'expert' && !leaving.includes(m.user_id)).map((m) => m.from_seq);
  const fromSeq = sameExpert.length > 0 ? Math.min(...sameExpert) : channel.last_seq;
  const joining = [...wanted].filter(
    ([userId]) => leaving.includes(userId) || !present.some((m) => m.user_id === userId),
  );
  if (joining.length > 0) {
    await tx.system
      .insertInto('channel_members')
      .values(
        joining.map(([user_id, seat]) => ({
          channel_id: channel.id,
          user_id,
          seat,
          from_seq: seat === 'expert' ? fromSeq : 0,
          last_read_seq: channel.last_seq,
          joined_at: tx.now,
        })),
      )
      .onConflict((oc) =>
        oc.columns(['channel_id', 'user_id']).doUpdateSet((e) => ({
          seat: e.ref('excluded.seat'),
          from_seq: e.ref('excluded.from_seq'),
          last_read_seq: e.ref('excluded.last_read_seq'),
          joined_at: tx.now,
          left_at: null,
        })),
      )
      .execute();
  }
  return [...leaving, ...joining.map(([userId]) => userId)];
}

/** Managers and staff who joined by writing stay as long as they hold their office. */
async function joinedByWriting(
  db: Kysely<DB>,
  review: Facts,
  members: readonly { user_id: number; seat: string }[],
): Promise<ReadonlySet<number>> {
  const ids = members.filter((m) => m.seat !== 'expert').map((m) => m.user_id);
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
    where u.id = any(${ids}::bigint[]) and u.suspended_at is null
      and (u.role in ${STAFF}
        or (u.role in ${ORGANIZATION_ADMINS}
          or exists (select 1 from profiles p where p.user_id = u.id and p.is_review_manager))
          and u.organization_id in (select p.id from organization_path(${review.organization_id}) p))`.execute(db);
  return new Set(rows.map((row) => row.id));
}

async function membersOf(tx: Tx, channel: string): Promise<number[]> {
  const members = await tx.system
    .selectFrom('channel_members')
    .select('user_id')
    .where('channel_id', '=', channel)
    .where('left_at', 'is', null)
    .execute();
  return members.map((member) => member.user_id);
}

/** A purged review keeps its channels as a skeleton; what was said is gone. */
export async function purgeMessages(tx: Tx, reviewId: number): Promise<void> {
  await tx.system
    .deleteFrom('messages')
    .where('channel_id', 'in', (q) => q.selectFrom('channels').select('channels.id').where('review_id', '=', reviewId))
    .execute();
  await tx.cancelDeadlines(reviewId, ['chat_digest']);
}
