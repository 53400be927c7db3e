import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { maySeeFile } from '../../files/rules.ts';
import type { MessagePage, MessageView } from '../contract.ts';
import { excerpt, nameOf, type Seat } from '../rules.ts';
import type { LoadedChannel } from './access.ts';

/** A pointer to a file as it is stored with a message. */
export interface StoredAttachment {
  file_id: number;
  page: number | null;
}

/** A message as the database answers it. */
export interface MessageRow {
  id: number;
  channel_id: string;
  seq: number;
  client_id: string;
  body: string;
  attachments: StoredAttachment[];
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
  sender_user_id: number | null;
  seat: Seat | null;
  first_name: string | null;
  last_name: string | null;
  credentials_suffix: string | null;
  reply: {
    id: number;
    seq: number;
    body: string;
    deleted: boolean;
    first_name: string;
    last_name: string;
    credentials_suffix: string | null;
  } | null;
}

/** The suffix that makes an expert a "Dr."; null for everybody else. */
export const suffixOf = (userId: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`(
  select e.credentials_suffix from expert_profiles e join profiles p on p.id = e.profile_id
  where p.user_id = ${userId} order by e.profile_id limit 1)`;

/** The columns of MessageRow over `m`, with the sender's seat from the membership. */
const messageRows = sql`
  select m.id, m.channel_id, m.seq, m.client_id, m.body, m.attachments, m.created_at, m.edited_at, m.deleted_at,
    m.sender_user_id, s.seat, u.first_name, u.last_name,
    case when s.seat = 'expert' then ${suffixOf(sql.ref('m.sender_user_id'))} end as credentials_suffix,
    case when m.reply_to is not null then (
      select json_build_object('id', x.id, 'seq', x.seq, 'body', left(x.body, 400), 'deleted', x.deleted_at is not null,
        'first_name', xu.first_name, 'last_name', xu.last_name,
        'credentials_suffix', case when xs.seat = 'expert' then ${suffixOf(sql.ref('x.sender_user_id'))} end)
      from messages x join users xu on xu.id = x.sender_user_id
      left join channel_members xs on xs.channel_id = x.channel_id and xs.user_id = x.sender_user_id
      where x.id = m.reply_to) end as reply
  from messages m
  left join channel_members s on s.channel_id = m.channel_id and s.user_id = m.sender_user_id
  left join users u on u.id = m.sender_user_id`;

/** One message by a condition over `m`. */
export async function findMessage(db: ActorDb, where: RawBuilder<boolean>): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`${messageRows} where ${where}`.execute(db.executor);
  return rows[0] ?? null;
}

type KnownFiles = ReadonlyMap<
  number,
  {
    name: string;
    content_type: string;
    pages: number | null;
    visible_to_expert: boolean;
    visible_to_attendees: boolean;
  }
>;
const NO_FILES: KnownFiles = new Map();

/** A stored message on the wire. Files missing from `files` are shown without a name; replies reach back to `from_seq` only. */
export function presentMessage(row: MessageRow, files: KnownFiles = NO_FILES, fromSeq = 0): MessageView {
  const gone = row.deleted_at !== null;
  const reply = row.reply;
  const known = reply !== null && reply.seq > fromSeq;
  return {
    id: row.id,
    channel_id: row.channel_id,
    seq: row.seq,
    client_id: row.client_id,
    sender:
      row.sender_user_id === null
        ? null
        : {
            user_id: row.sender_user_id,
            ...nameOf({
              first_name: row.first_name ?? '',
              last_name: row.last_name ?? '',
              credentials_suffix: row.credentials_suffix,
            }),
            seat: row.seat ?? 'staff',
          },
    body: gone ? '' : row.body,
    reply_to:
      reply === null
        ? null
        : {
            id: reply.id,
            seq: reply.seq,
            sender: known ? nameOf(reply).short_name : null,
            excerpt: known && !reply.deleted ? excerpt(reply.body) : '',
            deleted: reply.deleted,
          },
    attachments: gone
      ? []
      : row.attachments.map(({ file_id, page }) => {
          const file = files.get(file_id);
          return {
            file_id,
            name: file?.name ?? null,
            content_type: file?.content_type ?? null,
            page,
            pages: file?.pages ?? null,
          };
        }),
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  };
}

/** The files messages point to, as far as this reader may know of them. */
export async function filesOf(db: ActorDb, channel: LoadedChannel, rows: readonly MessageRow[]): Promise<KnownFiles> {
  const ids = [...new Set(rows.flatMap((row) => row.attachments.map((a) => a.file_id)))];
  if (ids.length === 0) return NO_FILES;
  const found = await db
    .selectFrom('files')
    .select([
      'files.id',
      'name',
      'content_type',
      'pages',
      'visible_to_expert',
      'visible_to_attendees',
      'status',
      'scan_status',
    ])
    .where('files.id', 'in', ids)
    .where('files.review_id', '=', channel.review_id)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(
    found.filter((file) => maySeeFile(db.actor, { experts: channel.experts }, file)).map((file) => [file.id, file]),
  );
}

/** Presents messages to the reader, with the names of the files they may know. */
export async function presentMessages(
  db: ActorDb,
  channel: LoadedChannel,
  rows: readonly MessageRow[],
): Promise<MessageView[]> {
  const files = await filesOf(db, channel, rows);
  return rows.map((row) => presentMessage(row, files, channel.from_seq));
}

/** A stretch of a conversation in order: the newest, or what lies before or after a number. */
export async function readMessages(
  db: ActorDb,
  channel: LoadedChannel,
  ask: { before_seq?: number | undefined; after_seq?: number | undefined; q?: string | undefined; limit: number },
): Promise<MessagePage> {
  const upward = ask.after_seq !== undefined;
  const from = Math.max(channel.from_seq, ask.after_seq ?? 0);
  const words =
    ask.q === undefined
      ? sql<boolean>`true`
      : sql<boolean>`m.deleted_at is null and m.body ilike ${`%${ask.q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
  const { rows } = await sql<MessageRow>`${messageRows}
    where m.channel_id = ${channel.id} and m.seq > ${from} and m.seq < ${ask.before_seq ?? Number.MAX_SAFE_INTEGER}
      and ${words}
    order by m.seq ${upward ? sql`asc` : sql`desc`} limit ${ask.limit + 1}`.execute(db.executor);
  const more = rows.length > ask.limit;
  const data = rows.slice(0, ask.limit);
  if (!upward) data.reverse();
  return {
    data: await presentMessages(db, channel, data),
    has_older: upward ? from > channel.from_seq : more,
    has_newer: upward ? more : ask.before_seq !== undefined,
  };
}

/** Whether an actor's own page sent it: the same client_id in the same channel. */
export const sentAs = (actor: Actor, channelId: string, clientId: string): RawBuilder<boolean> =>
  sql<boolean>`m.channel_id = ${channelId} and m.sender_user_id = ${actor.user_id} and m.client_id = ${clientId}`;
