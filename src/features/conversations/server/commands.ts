import { expertsOf } from '../../../platform/db/experts.ts';
import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import type { Kind } from '../../../core/kinds.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { ActorDb } from '../../../platform/db/actor-db.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { ChannelView, LiveNews, MessageView } from '../contract.ts';
import { audiencesOf, AUDIENCE_SIDES, cannotChange, isOwn, sideIn } from '../rules.ts';
import { type LoadedChannel, loadChannel } from './access.ts';
import { channelsOfReview } from './channels.ts';
import { findMessage, type MessageRow, presentMessages } from './messages.ts';
import { presentForRoom, refuseClosed } from './send.ts';
import { attending, syncChannels } from './sync.ts';

/** The conversations of a review the actor takes part in; those that should be there and are not are opened. */
export async function openChannels(
  services: Services,
  actor: Actor,
  kind: Kind,
  reviewId: number,
): Promise<ChannelView[]> {
  return command(services, actor, async (tx) => {
    const review = await tx.db
      .selectFrom('reviews')
      .select(['reviews.id', 'bucket', 'status', 'submitted_at', 'requester_id', 'expert_profile_id'])
      .select(expertsOf('reviews.id').as('experts'))
      .select(sql<boolean>`exists (${attending(sql.ref('reviews.id'))})`.as('attended'))
      .where('reviews.id', '=', reviewId)
      .where('kind', '=', kind)
      .executeTakeFirst();
    if (!review) throw new Refusal('not_found');
    const channels = await channelsOfReview(tx.db, reviewId);
    const missing = audiencesOf({ ...review, kind }).some((audience) => {
      const seat = sideIn(actor, { audience, experts: review.experts });
      const found = channels.find((c) => c.audience === audience);
      if (!found) return seat !== null || AUDIENCE_SIDES[audience].includes('staff');
      return (
        (seat === 'expert' || seat === 'attendee' || actor.user_id === review.requester_id) &&
        !found.members.some((m) => m.user_id === actor.user_id)
      );
    });
    if (!missing) return channels;
    await syncChannels(tx, reviewId);
    return channelsOfReview(tx.db, reviewId);
  });
}

interface OwnMessage {
  channel: LoadedChannel;
  row: MessageRow;
}

/** An own message that can still be changed; refuses in the order of commands. */
async function ownMessage(tx: Tx<Actor>, channelId: string, messageId: number): Promise<OwnMessage> {
  const channel = await loadChannel(tx.db, channelId);
  const row = await findMessage(tx.db, sql<boolean>`m.id = ${messageId} and m.channel_id = ${channelId}`);
  if (!row || row.seq <= channel.from_seq) throw new Refusal('not_found');
  if (!isOwn(tx.actor.user_id, row)) throw new Refusal('forbidden', 'Only who wrote a message can change it.');
  refuseClosed(channel);
  const late = cannotChange(row, tx.now);
  if (late !== null) throw new Refusal('wrong_state', late, { current: { deleted: row.deleted_at !== null } });
  return { channel, row };
}

async function tellUpdated(tx: Tx<Actor>, { channel, row }: OwnMessage): Promise<MessageView> {
  const message = await presentForRoom(tx.db, channel, row);
  const payload: LiveNews['message.updated'] = { channel_id: channel.id, type: channel.type, message };
  tx.live({ room: rooms.channel(channel.id), event: 'message.updated', payload });
  const [view] = await presentMessages(tx.db, channel, [row]);
  if (!view) throw new Refusal('not_found');
  return view;
}

/** Changes an own message within 15 minutes; the audit keeps both versions. */
export function editMessage(
  services: Services,
  actor: Actor,
  ask: { channel_id: string; message_id: number; body: string },
): Promise<MessageView> {
  return command(services, actor, async (tx) => {
    const own = await ownMessage(tx, ask.channel_id, ask.message_id);
    if (ask.body === '' && own.row.attachments.length === 0)
      refuseFields([{ path: 'body', message: 'Write something, or take the message back' }]);
    if (ask.body !== own.row.body)
      await change(tx, own, 'message.edited', { body: ask.body, edited_at: tx.now }, ask.body);
    return tellUpdated(tx, own);
  });
}

/** Takes an own message back within 15 minutes: its place stays, its words are gone from the conversation. */
export function removeMessage(
  services: Services,
  actor: Actor,
  ask: { channel_id: string; message_id: number },
): Promise<MessageView> {
  return command(services, actor, async (tx) => {
    const own = await ownMessage(tx, ask.channel_id, ask.message_id);
    await change(tx, own, 'message.deleted', { body: '', deleted_at: tx.now }, null);
    return tellUpdated(tx, own);
  });
}

async function change(
  tx: Tx<Actor>,
  own: OwnMessage,
  action: 'message.edited' | 'message.deleted',
  set: { body: string; edited_at?: Date; deleted_at?: Date },
  stays: string | null,
): Promise<void> {
  const done = await tx.system
    .updateTable('messages')
    .set(set)
    .where('id', '=', own.row.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) throw new Refusal('lost_race');
  await tx.audit({
    action,
    review_id: own.channel.review_id,
    subject: `message:${own.row.id}`,
    detail: { old: own.row.body, new: stays },
  });
  Object.assign(own.row, set);
}

/** Moves the actor's read mark forward; never back. Those who only read along have none. */
export async function markRead(
  services: Services,
  ports: Pick<Ports, 'noticesSeen'>,
  actor: Actor,
  { channelId, seq }: { channelId: string; seq: number },
): Promise<void> {
  const channel = await loadChannel(new ActorDb(services.database.systemDb, actor), channelId);
  if (channel.member_seat === null) return;
  const { rows } = await sql<{ last_read_seq: number; all_read: boolean }>`
    update channel_members m set last_read_seq = least(${seq}::bigint, c.last_seq) from channels c
    where c.id = m.channel_id and m.channel_id = ${channelId} and m.user_id = ${actor.user_id} and m.left_at is null
      and m.last_read_seq < least(${seq}::bigint, c.last_seq)
    returning m.last_read_seq, m.last_read_seq = c.last_seq as all_read`.execute(services.database.systemDb);
  const moved = rows[0];
  if (!moved) return;
  if (moved.all_read) await ports.noticesSeen(actor.user_id, `/chat/${channelId}`);
  const payload: LiveNews['notification.mark_read'] = {
    channel_id: channelId,
    type: channel.type,
    user: { id: actor.user_id },
    seq: moved.last_read_seq,
  };
  services.live.emit({ room: rooms.channel(channelId), event: 'notification.mark_read', payload });
}
