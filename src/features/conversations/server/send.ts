import { plural } from '../../../core/phrases.ts';
import { sql } from 'kysely';
import { type Actor, isAttendee, isOrganizationWide, isRequesterSide, isStaff } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { command } from '../../../platform/command.ts';
import { ActorDb } from '../../../platform/db/actor-db.ts';
import { rooms } from '../../../platform/live.ts';
import type { Services } from '../../../platform/services.ts';
import { isCleared } from '../../files/rules.ts';
import type { LiveNews, MessageView, NewMessage } from '../contract.ts';
import {
  AUDIENCE_SIDES,
  cannotWriteNow,
  DIGEST_AFTER_MS,
  MENTION_AFTER_MS,
  mayNotWrite,
  type Seat,
  sideIn,
} from '../rules.ts';
import { type LoadedChannel, loadChannel } from './access.ts';
import type { Pace } from './pace.ts';
import {
  filesOf,
  findMessage,
  type MessageRow,
  presentMessage,
  presentMessages,
  sentAs,
  type StoredAttachment,
} from './messages.ts';

/**
 * One statement and one round trip: membership and permission, the next number under the lock of the channel's row,
 * the message, the sender's own read mark, the digest's deadline. It takes effect as a whole or not at all, so numbers
 * have no gaps. It answers nothing when anything stands against it; the slow way then finds out what.
 */
const SEND = `
  with mine as (
    select m.seat, u.first_name, u.last_name,
      case when m.seat = 'expert' then (select e.credentials_suffix from expert_profiles e join profiles p on p.id = e.profile_id
        where p.user_id = $2 order by e.profile_id limit 1) end as credentials_suffix
    from channel_members m
    join channels c on c.id = m.channel_id
    join reviews r on r.id = c.review_id
    join users u on u.id = m.user_id
    where m.channel_id = $1 and m.user_id = $2 and m.left_at is null and c.closed_at is null
      and case m.seat
        when 'requester' then $8::boolean and r.organization_id = any($10::bigint[]) and ($9::boolean or r.requester_id = $2)
        when 'expert' then exists (select from review_experts x where x.review_id = r.id and x.until is null
          and x.expert_profile_id = any($11::bigint[]))
        when 'attendee' then $15::boolean and exists (select from appointment_attendees a
          where a.review_id = r.id and a.email = u.email)
        else $12::boolean end),
  numbered as (
    update channels c set last_seq = c.last_seq + 1, last_message_at = greatest(c.last_message_at, $6::timestamptz)
    from mine
    where c.id = $1 and c.closed_at is null
      and not exists (select 1 from messages x where x.channel_id = $1 and x.sender_user_id = $2 and x.client_id = $3)
    returning c.last_seq as seq, c.review_id, c.type),
  added as (
    insert into messages (channel_id, seq, sender_user_id, client_id, body, attachments, reply_to, created_at)
    select $1, n.seq, $2, $3, $4, $5::jsonb, $13::bigint, $6 from numbered n returning id, seq),
  seen as (
    update channel_members m set last_read_seq = n.seq from numbered n
    where m.channel_id = $1 and m.user_id = $2 and m.last_read_seq = n.seq - 1),
  digest as (
    insert into deadlines (review_id, kind, key, due_at, created_at)
    select n.review_id, 'chat_digest', $1, $7, $6 from numbered n
    on conflict (review_id, kind, key) where done_at is null and cancelled_at is null do nothing),
  mentions as (
    insert into deadlines (review_id, kind, key, due_at, created_at)
    select n.review_id, 'chat_mention', $1 || ':' || n.seq, $14, $6 from numbered n where strpos($4, '@') > 0)
  select a.id, a.seq, n.type, mine.seat, mine.first_name, mine.last_name, mine.credentials_suffix
  from added a, numbered n, mine`;

interface Sent {
  id: number;
  seq: number;
  type: string;
  seat: Seat;
  first_name: string;
  last_name: string;
  credentials_suffix: string | null;
}

/**
 * Stores a message and tells the room, in this order: what is acknowledged is committed. The same `client_id` again
 * answers the stored message. Refuses 404 outside the actor's scope, 403, 409 when the conversation is closed, 422, and 429
 * beyond what one person sends in a minute.
 */
export async function sendMessage(
  services: Services,
  pace: Pace,
  actor: Actor,
  channelId: string,
  message: NewMessage,
): Promise<MessageView> {
  pace.count(actor.user_id, services.clock.now());
  const attachments = (message.attachments ?? []).map((a) => ({ file_id: a.file_id, page: a.page ?? null }));
  if (message.reply_to || attachments.length > 0 || message.body === '')
    return sendCarefully(services, actor, channelId, message, attachments);
  const sent = await insert(services, actor, channelId, message, attachments);
  if (!sent) return sendCarefully(services, actor, channelId, message, attachments);
  const view = presentMessage(toRow(sent, actor, channelId, message, attachments));
  announce(services, sent.type, view);
  return view;
}

async function insert(
  services: Services,
  actor: Actor,
  channelId: string,
  message: NewMessage,
  attachments: StoredAttachment[],
): Promise<(Sent & { created_at: Date }) | null> {
  const now = services.clock.now();
  try {
    const { rows } = await services.database.pool.query<Sent>({
      name: 'conversations.send',
      text: SEND,
      values: [
        channelId,
        actor.user_id,
        message.client_id,
        message.body,
        JSON.stringify(attachments),
        now,
        new Date(now.getTime() + DIGEST_AFTER_MS),
        isRequesterSide(actor.kind),
        isOrganizationWide(actor.kind),
        actor.organization_ids,
        actor.expert_profile_ids,
        isStaff(actor.kind),
        message.reply_to ?? null,
        new Date(now.getTime() + MENTION_AFTER_MS),
        isAttendee(actor.kind),
      ],
    });
    return rows[0] ? { ...rows[0], created_at: now } : null;
  } catch (error) {
    // the same message arrived twice at the same time: the other one is stored
    if (error instanceof Error && 'code' in error && error.code === '23505') return null;
    throw error;
  }
}

const toRow = (
  sent: Sent & { created_at: Date },
  actor: Actor,
  channelId: string,
  message: NewMessage,
  attachments: StoredAttachment[],
): MessageRow => ({
  ...sent,
  channel_id: channelId,
  client_id: message.client_id,
  body: message.body,
  attachments,
  edited_at: null,
  deleted_at: null,
  sender_user_id: actor.user_id,
  reply: null,
});

/** With everything checked and said: replies, files, a first message of somebody who reads only so far, refusals. */
async function sendCarefully(
  services: Services,
  actor: Actor,
  channelId: string,
  message: NewMessage,
  attachments: StoredAttachment[],
): Promise<MessageView> {
  const db = new ActorDb(services.database.systemDb, actor);
  const channel = await loadChannel(db, channelId);
  const before = await findMessage(db, sentAs(actor, channelId, message.client_id));
  if (before) {
    const [known] = await presentMessages(db, channel, [before]);
    if (known) return known;
  }
  const forbidden = mayNotWrite(actor, channel);
  if (forbidden !== null) throw new Refusal('forbidden', forbidden);
  refuseClosed(channel);
  if (message.body === '' && attachments.length === 0)
    refuseFields([{ path: 'body', message: 'Write something first' }]);
  await refuseForeignFiles(db, channel, attachments);
  if (message.reply_to) {
    const target = await findMessage(db, sql<boolean>`m.id = ${message.reply_to} and m.channel_id = ${channelId}`);
    if (target === null || target.seq <= channel.from_seq)
      refuseFields([{ path: 'reply_to', message: 'This message is not in the conversation' }]);
  }
  if (channel.member_seat === null) await join(services, actor, channel);
  const sent = await insert(services, actor, channelId, message, attachments);
  const stored = await findMessage(db, sentAs(actor, channelId, message.client_id));
  if (!stored) {
    refuseClosed(await loadChannel(db, channelId));
    throw new Refusal('lost_race', 'This conversation changed just now. Send it again.');
  }
  if (sent) announce(services, channel.type, await presentForRoom(db, channel, stored));
  const [view] = await presentMessages(db, channel, [stored]);
  if (!view) throw new Refusal('not_found');
  return view;
}

export function refuseClosed(channel: LoadedChannel): void {
  const why = cannotWriteNow(channel);
  if (why !== null) throw new Refusal('wrong_state', why, { current: { closed: true, ended: channel.ended } });
}

/** Files that everybody in the conversation may see, and pages they have. */
async function refuseForeignFiles(db: ActorDb, channel: LoadedChannel, attachments: StoredAttachment[]): Promise<void> {
  if (attachments.length === 0) return;
  const files = await db
    .selectFrom('files')
    .select(['files.id', 'pages', 'visible_to_expert', 'visible_to_attendees', 'status', 'scan_status'])
    .where(
      'files.id',
      'in',
      attachments.map((a) => a.file_id),
    )
    .where('files.review_id', '=', channel.review_id)
    .where('deleted_at', 'is', null)
    .execute();
  const seats = AUDIENCE_SIDES[channel.audience];
  refuseFields(
    attachments.flatMap((attachment, i) => {
      const file = files.find((f) => f.id === attachment.file_id);
      const path = `attachments.${i}`;
      if (!file || file.status !== 'ready' || !isCleared(file))
        return [{ path: `${path}.file_id`, message: 'This file is not among the records of the review' }];
      if (seats.includes('expert') && !file.visible_to_expert)
        return [{ path: `${path}.file_id`, message: 'The expert does not see this file. Show it to the expert first' }];
      if (seats.includes('attendee') && !file.visible_to_attendees)
        return [
          {
            path: `${path}.file_id`,
            message: 'Who joins the call does not see this file. Mark it for attendees first',
          },
        ];
      if (attachment.page !== null && file.pages !== null && attachment.page > file.pages)
        return [{ path: `${path}.page`, message: `This file has ${plural(file.pages, 'page')}` }];
      return [];
    }),
  );
}

/** Makes the actor a member with their own seat: managers and staff join a conversation when they first write in it. */
async function join(services: Services, actor: Actor, channel: LoadedChannel): Promise<void> {
  const seat = sideIn(actor, channel);
  if (seat === null) throw new Refusal('forbidden');
  await command(services, actor, async (tx) => {
    await tx.system
      .insertInto('channel_members')
      .values({
        channel_id: channel.id,
        user_id: actor.user_id,
        seat,
        last_read_seq: channel.last_seq,
        joined_at: tx.now,
      })
      .onConflict((oc) => oc.columns(['channel_id', 'user_id']).doUpdateSet({ seat, left_at: null }))
      .execute();
    const payload: LiveNews['channels.changed'] = { review_id: channel.review_id, channel_ids: [channel.id] };
    tx.live({ room: rooms.user(actor.user_id), event: 'channels.changed', payload });
  });
}

/** A message as all members may see it: an expert who came later is not quoted what was said before. */
export async function presentForRoom(db: ActorDb, channel: LoadedChannel, row: MessageRow): Promise<MessageView> {
  let fromSeq = 0;
  if (row.reply !== null) {
    const { rows } = await sql<{ from_seq: number }>`
      select coalesce(max(from_seq), 0) as from_seq from channel_members
      where channel_id = ${channel.id} and left_at is null`.execute(db.executor);
    fromSeq = rows[0]?.from_seq ?? 0;
  }
  return presentMessage(row, await filesForRoom(db, channel, row), fromSeq);
}

async function filesForRoom(db: ActorDb, channel: LoadedChannel, row: MessageRow) {
  const files = await filesOf(db, channel, [row]);
  const seats = AUDIENCE_SIDES[channel.audience];
  return new Map(
    [...files].filter(
      ([, file]) =>
        (!seats.includes('expert') || file.visible_to_expert) &&
        (!seats.includes('attendee') || file.visible_to_attendees),
    ),
  );
}

function announce(services: Services, type: string, message: MessageView): void {
  const payload: LiveNews['message.new'] = {
    channel_id: message.channel_id,
    type,
    user: { id: message.sender?.user_id ?? 0 },
    message,
  };
  services.live.emit({ room: rooms.channel(message.channel_id), event: 'message.new', payload });
}
