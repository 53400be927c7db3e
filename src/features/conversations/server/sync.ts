import type { ReviewStatus } from '../../reviews/rules.ts';
import { ORGANIZATION_ADMINS, STAFF } from '../../../platform/db/roles.ts';
import type { Role } from '../../../core/actor.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Kind } from '../../../core/kinds.ts';
import { KINDS } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { plannedOnce } from '../../../platform/db/prepared.ts';
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
  type Seat,
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
  const { channels: existing, seats } = await standing(tx.system, facts);
  const wanted = audiencesOf({ ...facts, attended: seats.attendee.length > 0 });
  if (wanted.length === 0 && existing.length === 0) return;
  /** Who has to know, and of which channels. */
  const told = new Map<number, string[]>();
  const tell = (userId: number, id: string) => told.set(userId, [...(told.get(userId) ?? []), id]);
  for (const audience of new Set<Audience>([...wanted, ...existing.map((c) => c.audience)])) {
    const id = channelId(facts.kind, reviewId, audience);
    const closed = hasEnded(facts) || !wanted.includes(audience);
    const before = existing.find((c) => c.id === id);
    if (before?.closed !== closed) await openOrClose(tx, facts, { id, audience, closed });
    const present = before?.members ?? [];
    const moved = new Set(await syncMembers(tx, facts, { id, audience, present }, seats));
    if (before && before.closed !== closed) for (const userId of await membersOf(tx, id)) moved.add(userId);
    for (const userId of moved) tell(userId, id);
  }
  for (const [userId, channel_ids] of told) {
    const payload: LiveNews['channels.changed'] = { review_id: reviewId, channel_ids };
    tx.live({ room: rooms.user(userId), event: 'channels.changed', payload });
  }
}

/** Makes a channel, or closes or opens one that stands. */
async function openOrClose(
  tx: Tx,
  review: Facts,
  { id, audience, closed }: { id: string; audience: Audience; closed: boolean },
): Promise<void> {
  await tx.system
    .insertInto('channels')
    .values({
      id,
      review_id: review.id,
      type: KINDS[review.kind].chat_type,
      audience,
      created_at: tx.now,
      closed_at: closed ? tx.now : null,
    })
    .onConflict((oc) => oc.columns(['review_id', 'audience']).doUpdateSet({ closed_at: closed ? tx.now : null }))
    .execute();
}

interface Member {
  user_id: number;
  seat: string;
  from_seq: number;
}

interface Standing {
  channels: { id: string; audience: Audience; closed: boolean; members: Member[] }[];
  /** Who belongs in which seat now. */
  seats: Record<Seat, number[]>;
}

/** The users who join a review's call as attendees, as a query of their numbers. */
export const attending = (reviewId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select u.id from users u where u.suspended_at is null
    and exists (select from appointment_attendees a where a.review_id = ${reviewId} and a.email = u.email)
    and exists (select from profiles p where p.user_id = u.id and p.type = 'Attendee')`;

/** A review's conversations with who is in them, and who belongs there. */
async function standing(db: Kysely<DB>, review: Facts): Promise<Standing> {
  const desk = (roles: readonly Role[]) =>
    sql`(select json_agg(u.id order by u.id) from users u where u.role = any(${roles}::text[]) and u.suspended_at is null)`;
  const { rows } = await sql<{
    channels: Standing['channels'];
    watchers: number[];
    experts: number[];
    staff: number[];
    attendees: number[];
  }>`
    ${plannedOnce} with on_it as (
      select x.expert_profile_id as id from review_experts x where x.review_id = ${review.id} and x.until is null)
    select
      coalesce((select json_agg(json_build_object(
          'id', c.id, 'audience', c.audience, 'closed', c.closed_at is not null,
          'members', coalesce((
            select json_agg(json_build_object('user_id', m.user_id, 'seat', m.seat, 'from_seq', m.from_seq) order by m.user_id)
            from channel_members m where m.channel_id = c.id and m.left_at is null), '[]')) order by c.id)
        from channels c where c.review_id = ${review.id}), '[]') as channels,
      coalesce((select json_agg(w.user_id order by w.user_id) from review_watchers w where w.review_id = ${review.id}),
        '[]') as watchers,
      coalesce((select json_agg(e.user_id order by e.user_id) from (
          select p.user_id from profiles p join on_it on on_it.id = p.id
          union select p.user_id from assistant_links l join profiles p on p.id = l.assistant_profile_id
            join on_it on on_it.id = l.expert_profile_id) e), '[]') as experts,
      coalesce((select json_agg(u.id order by u.id) from (${attending(sql`${review.id}`)}) u), '[]') as attendees,
      coalesce(${desk(DESK_ROLES)}, ${desk(DESK_FALLBACK)}, '[]') as staff`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('How the conversations stand could not be read.');
  const { channels, watchers, experts, staff, attendees } = found;
  return {
    channels,
    seats: { requester: [review.requester_id, ...watchers], expert: experts, staff, attendee: attendees },
  };
}

/** Lets people in and out of one channel; answers whose membership changed. */
async function syncMembers(
  tx: Tx,
  review: Facts,
  channel: { id: string; audience: Audience; present: readonly Member[] },
  seats: Record<Seat, number[]>,
): Promise<number[]> {
  const { present } = channel;
  const wanted = new Map<number, Seat>();
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
  const joining = [...wanted].filter(
    ([userId]) => leaving.includes(userId) || !present.some((m) => m.user_id === userId),
  );
  if (joining.length > 0) {
    const { last_seq } = await tx.system
      .selectFrom('channels')
      .select('last_seq')
      .where('id', '=', channel.id)
      // nobody says anything until they are in
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    // a new expert begins where the conversation stands; their assistants see what the expert sees
    const seen = present.filter((m) => m.seat === 'expert' && !leaving.includes(m.user_id)).map((m) => m.from_seq);
    const fromSeq = seen.length > 0 ? Math.min(...seen) : last_seq;
    await tx.system
      .insertInto('channel_members')
      .values(
        joining.map(([user_id, seat]) => ({
          channel_id: channel.id,
          user_id,
          seat,
          from_seq: seat === 'expert' ? fromSeq : 0,
          last_read_seq: last_seq,
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
  const ids = members.filter((m) => m.seat !== 'expert' && m.seat !== 'attendee').map((m) => m.user_id);
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
