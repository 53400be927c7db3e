import type { ReviewStatus } from '../../reviews/rules.ts';
import { ORGANIZATION_ADMINS } from '../../../platform/db/roles.ts';
import type { ExpertOfReview } from '../../../core/experts.ts';
import { expertsOf } from '../../../platform/db/experts.ts';
import { plural } from '../../../core/phrases.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { isAttendee, isStaff } from '../../../core/actor.ts';
import { decodeCursor, encodeCursor, instantIn } from '../../../core/cursor.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { reviewScope } from '../../../platform/db/scope.ts';
import type { ChannelView, conversationEndpoints } from '../contract.ts';
import type { Out } from '../../../core/endpoint.ts';
import {
  type Audience,
  cannotWriteNow,
  type ChannelFacts,
  excerpt,
  hasEnded,
  mayNotWrite,
  type NameParts,
  nameOf,
  otherSide,
  type Seat,
  sideIn,
} from '../rules.ts';
import { isReadable } from './access.ts';
import { suffixOf } from './messages.ts';

interface Row {
  id: string;
  type: string;
  audience: Audience;
  last_seq: number;
  created_at: Date;
  closed_at: Date | null;
  review_id: number;
  kind: Kind;
  subject: string;
  bucket: string;
  status: ReviewStatus;
  requester_id: number;
  experts: ExpertOfReview[];
  member_seat: Seat | null;
  last_read_seq: number | null;
  requester: NameParts;
  expert: NameParts | null;
  members: (NameParts & { user_id: number; seat: Seat; last_read_seq: number; organization_wide: boolean })[] | null;
  last_message:
    | (NameParts & {
        seq: number;
        body: string;
        deleted: boolean;
        files: number;
        created_at: string;
        user_id: number;
        seat: Seat;
      })
    | null;
}

const person = (userId: RawBuilder<unknown>, seat: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  'credentials_suffix', case when ${seat} = 'expert' then ${suffixOf(userId)} end`;

/** Channels of reviews in the actor's scope; `c` the channel, `r` the review, `me` the actor's own membership. */
async function selectChannels(db: ActorDb, where: RawBuilder<boolean>, tail: RawBuilder<unknown>): Promise<Row[]> {
  const { actor } = db;
  const scope = reviewScope(actor, 'r') ?? sql<boolean>`true`;
  const { rows } = await sql<Row>`
    select c.id, c.type, c.audience, c.last_seq, c.created_at, c.closed_at, r.id as review_id, r.kind, r.subject, r.bucket,
      r.status, r.requester_id, ${expertsOf('r.id')} as experts, me.seat as member_seat, me.last_read_seq,
      (select json_build_object('first_name', u.first_name, 'last_name', u.last_name, 'credentials_suffix', null)
        from users u where u.id = r.requester_id) as requester,
      (select json_build_object('first_name', u.first_name, 'last_name', u.last_name, 'credentials_suffix', e.credentials_suffix)
        from expert_profiles e join profiles p on p.id = e.profile_id join users u on u.id = p.user_id
        where e.profile_id = r.expert_profile_id) as expert,
      (select json_agg(json_build_object('user_id', m.user_id, 'seat', m.seat, 'last_read_seq', m.last_read_seq,
          'first_name', u.first_name, 'last_name', u.last_name,
          'organization_wide', u.role in ${ORGANIZATION_ADMINS}
            or exists (select 1 from profiles p where p.user_id = u.id and p.is_review_manager),
          ${person(sql.ref('m.user_id'), sql.ref('m.seat'))}) order by m.joined_at, m.user_id)
        from channel_members m join users u on u.id = m.user_id
        where m.channel_id = c.id and m.left_at is null) as members,
      (select json_build_object('seq', x.seq, 'body', left(x.body, 400), 'deleted', x.deleted_at is not null,
          'files', jsonb_array_length(x.attachments), 'created_at', x.created_at, 'user_id', x.sender_user_id,
          'seat', s.seat, 'first_name', u.first_name, 'last_name', u.last_name,
          ${person(sql.ref('x.sender_user_id'), sql.ref('s.seat'))})
        from messages x join users u on u.id = x.sender_user_id
        left join channel_members s on s.channel_id = x.channel_id and s.user_id = x.sender_user_id
        where x.channel_id = c.id and x.seq = c.last_seq and x.seq > coalesce(me.from_seq, 0)) as last_message
    from channels c
    join reviews r on r.id = c.review_id
    left join channel_members me on me.channel_id = c.id and me.user_id = ${actor.user_id} and me.left_at is null
    where ${where} and ${scope} ${tail}`.execute(db.executor);
  return rows;
}

const factsOf = (row: Row): ChannelFacts => ({
  audience: row.audience,
  requester_id: row.requester_id,
  experts: row.experts,
  closed: row.closed_at !== null,
  ended: hasEnded(row),
  member_seat: row.member_seat,
});

/** The other side by name: the platform, or the person on the other side; both for those who read along. */
function titleOf(own: Seat | null, row: Row): { name: string; seat: Seat } {
  if (row.audience === 'call') return { name: 'Everybody in the call', seat: 'attendee' };
  const requester = nameOf(row.requester).name;
  const expert = row.expert ? nameOf(row.expert) : null;
  if (own === null) return { name: `${requester} and ${expert?.short_name ?? 'the expert'}`, seat: 'requester' };
  const seat = otherSide(row.audience, own);
  if (seat === 'staff') return { name: 'Peritus', seat };
  return { name: seat === 'requester' ? requester : (expert?.name ?? 'Former expert'), seat };
}

function presentChannel(actor: Actor, row: Row): ChannelView {
  const facts = factsOf(row);
  const own = sideIn(actor, facts);
  const refused = mayNotWrite(actor, facts) ?? cannotWriteNow(facts);
  const last = row.last_message;
  return {
    channel_id: row.id,
    type: row.type,
    audience: row.audience,
    ...titleOf(own, row),
    own_seat: own,
    review: {
      id: row.review_id,
      kind: row.kind,
      number: reviewNumber(row.kind, row.review_id),
      subject: own === 'attendee' ? '' : row.subject,
    },
    members: (row.members ?? []).map((m) => ({
      user_id: m.user_id,
      ...nameOf(m),
      seat: m.seat,
      reads_along: m.seat === 'requester' && m.user_id !== row.requester_id && !m.organization_wide,
      last_read_seq: m.last_read_seq,
    })),
    unread: row.last_read_seq === null ? 0 : Math.max(row.last_seq - row.last_read_seq, 0),
    last_read_seq: row.last_read_seq,
    last_seq: row.last_seq,
    last_message: last && {
      seq: last.seq,
      sender: { user_id: last.user_id, ...nameOf(last), seat: last.seat },
      excerpt: last.deleted ? 'Message taken back' : last.body === '' ? plural(last.files, 'file') : excerpt(last.body),
      created_at: new Date(last.created_at).toISOString(),
    },
    can_send: refused === null,
    cannot_send_reason: refused,
    closed_at: row.closed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** The conversations of one review the actor may read. */
export async function channelsOfReview(db: ActorDb, reviewId: number): Promise<ChannelView[]> {
  const rows = await selectChannels(
    db,
    sql<boolean>`c.review_id = ${reviewId}`,
    sql`order by array_position(array['requester_expert', 'requester_staff', 'expert_staff', 'call'], c.audience)`,
  );
  return rows.filter((row) => isReadable(db.actor, factsOf(row))).map((row) => presentChannel(db.actor, row));
}

/** One conversation. Refuses 404; staff who must not read it 403. */
export async function channelOf(db: ActorDb, id: string): Promise<ChannelView> {
  const [row] = await selectChannels(db, sql<boolean>`c.id = ${id}`, sql``);
  if (!row) throw new Refusal('not_found');
  if (!isReadable(db.actor, factsOf(row))) throw new Refusal(isStaff(db.actor.kind) ? 'forbidden' : 'not_found');
  return presentChannel(db.actor, row);
}

/** What the actor is a member of and has something in it; between requester and expert, and of a call, also when nothing was said yet. */
const mine = sql<boolean>`me.user_id is not null and (c.last_seq > 0 or c.audience in ('requester_expert', 'call'))`;
const UNREAD = sql<boolean>`c.last_seq > me.last_read_seq`;

type Listing = Out<typeof conversationEndpoints.channels>;

/** Conversations of all reviews, or those of some ids, in which the actor is a member: unread first, then the newest created. */
export async function listChannels(
  db: ActorDb,
  ask: {
    filter?: 'open' | 'unread' | 'closed' | undefined;
    ids?: readonly string[] | undefined;
    q?: string | undefined;
    limit: number;
    cursor?: string | undefined;
  },
): Promise<Listing> {
  const conditions: RawBuilder<boolean>[] = [mine];
  if (ask.ids) conditions.push(sql<boolean>`c.id = any(${ask.ids}::text[])`);
  if (ask.filter === 'open' || (ask.filter === undefined && !ask.ids))
    conditions.push(sql<boolean>`c.closed_at is null`);
  if (ask.filter === 'unread') conditions.push(UNREAD);
  if (ask.filter === 'closed') conditions.push(sql<boolean>`c.closed_at is not null`);
  if (ask.q) conditions.push(matching(db.actor, ask.q));
  if (ask.cursor !== undefined) conditions.push(after(ask.cursor));
  const rows = await selectChannels(
    db,
    sql<boolean>`${sql.join(conditions, sql` and `)}`,
    sql`order by (${UNREAD}) desc, c.created_at desc, c.id desc limit ${ask.limit + 1}`,
  );
  const page = rows.slice(0, ask.limit);
  const last = rows.length > ask.limit ? page.at(-1) : undefined;
  return {
    data: page.filter((row) => isReadable(db.actor, factsOf(row))).map((row) => presentChannel(db.actor, row)),
    next_cursor: last
      ? encodeCursor([Number(last.last_seq > (last.last_read_seq ?? 0)), last.created_at.toISOString(), last.id])
      : null,
    counts: await counts(db),
  };
}

function matching(actor: Actor, q: string): RawBuilder<boolean> {
  const like = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const number = /(\d{1,15})$/.exec(q)?.[1];
  // who joins a call is not told what the matter is called
  const subject = isAttendee(actor.kind) ? sql`false` : sql`r.subject ilike ${like}`;
  return sql<boolean>`(${subject} or r.id = ${number === undefined ? -1 : Number(number)}
    or exists (select 1 from channel_members m join users u on u.id = m.user_id
      where m.channel_id = c.id and m.left_at is null and m.user_id <> ${actor.user_id}
        and u.first_name || ' ' || u.last_name ilike ${like})
    or exists (select 1 from messages x where x.channel_id = c.id and x.seq > me.from_seq and x.deleted_at is null
      and x.body ilike ${like}))`;
}

function after(cursor: string): RawBuilder<boolean> {
  const [unread, created, id] = decodeCursor(cursor) ?? [];
  const at = instantIn(created);
  if ((unread !== 0 && unread !== 1) || at === null || typeof id !== 'string')
    throw new Refusal('malformed', undefined, { errors: [{ path: 'cursor', message: 'Not a cursor of this list' }] });
  return sql<boolean>`((${UNREAD})::int, c.created_at, c.id) < (${unread}::int, ${at}::timestamptz, ${id}::text)`;
}

async function counts(db: ActorDb): Promise<Listing['counts']> {
  const scope = reviewScope(db.actor, 'r') ?? sql<boolean>`true`;
  const { rows } = await sql<Listing['counts']>`
    select count(*) filter (where c.closed_at is null)::int as open, count(*) filter (where ${UNREAD})::int as unread,
      count(*) filter (where c.closed_at is not null)::int as closed
    from channel_members me join channels c on c.id = me.channel_id join reviews r on r.id = c.review_id
    where me.user_id = ${db.actor.user_id} and me.left_at is null and ${mine} and ${scope}`.execute(db.executor);
  return rows[0] ?? { open: 0, unread: 0, closed: 0 };
}

/** Unread messages by conversation. */
export async function unreadChannels(db: ActorDb): Promise<Record<string, number>> {
  const scope = reviewScope(db.actor, 'r') ?? sql<boolean>`true`;
  const { rows } = await sql<{ id: string; unread: number }>`
    select c.id, c.last_seq - me.last_read_seq as unread
    from channel_members me join channels c on c.id = me.channel_id join reviews r on r.id = c.review_id
    where me.user_id = ${db.actor.user_id} and me.left_at is null and ${UNREAD} and ${scope}
    order by c.last_message_at desc limit 500`.execute(db.executor);
  return Object.fromEntries(rows.map((row) => [row.id, row.unread]));
}

/** Rooms of a new page: the open conversations its person is a member of. */
export async function liveChannels(db: ActorDb): Promise<string[]> {
  const scope = reviewScope(db.actor, 'r') ?? sql<boolean>`true`;
  const { rows } = await sql<{ id: string }>`
    select c.id from channel_members me join channels c on c.id = me.channel_id join reviews r on r.id = c.review_id
    where me.user_id = ${db.actor.user_id} and me.left_at is null and c.closed_at is null and ${scope}
    order by c.created_at desc limit 5000`.execute(db.executor);
  return rows.map((row) => row.id);
}
