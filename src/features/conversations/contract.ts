import { z } from 'zod';
import { defineEndpoint, idParam, instant, nothing, kindName } from '../../core/endpoint.ts';
import { mayConverse } from './rules/access.ts';
import { AUDIENCES, CHANNEL_ID } from './rules/channel-id.ts';
import { SEATS } from './rules/channels.ts';
import { ATTACHMENTS_MAX, BODY_MAX, CLIENT_ID, RECOVER_CHANNELS } from './rules/messages.ts';

const side = z.enum(SEATS);
const audience = z.enum(AUDIENCES);
const id = z.string().regex(CHANNEL_ID);
const seq = z.number().int().nonnegative();

export const messageSender = z.object({ user_id: z.number(), name: z.string(), short_name: z.string(), seat: side });

/** A file of the review that a message points to. `name` is null once the reader may not know it or it is gone. */
export const messageAttachment = z.object({
  file_id: z.number(),
  name: z.string().nullable(),
  content_type: z.string().nullable(),
  /** Page in the file, counted from 1. */
  page: z.number().nullable(),
  pages: z.number().nullable(),
});

/** One message. `seq` is its place in the channel: 1, 2, 3 without gaps. A message taken back has no body. */
export const messageView = z
  .object({
    id: z.number(),
    channel_id: z.string(),
    seq,
    /** Given by the sender's page; sending the same one again answers the message that is stored. */
    client_id: z.string(),
    sender: messageSender.nullable(),
    body: z.string(),
    reply_to: z
      .object({ id: z.number(), seq, sender: z.string().nullable(), excerpt: z.string(), deleted: z.boolean() })
      .nullable(),
    attachments: z.array(messageAttachment),
    created_at: instant,
    edited_at: instant.nullable(),
    deleted_at: instant.nullable(),
  })
  .meta({ id: 'Message' });
export type MessageView = z.output<typeof messageView>;

export const channelMember = z.object({
  user_id: z.number(),
  name: z.string(),
  short_name: z.string(),
  seat: side,
  /** Follows the review and does not write. */
  reads_along: z.boolean(),
  last_read_seq: seq,
});

/** A conversation as this reader sees it. `name` is the other side. */
export const channelView = z
  .object({
    channel_id: z.string(),
    type: z.string(),
    audience,
    name: z.string(),
    /** Seat of the other side; tints its avatar. */
    seat: side,
    /** The reader's own seat here; null for staff who read along. */
    own_seat: side.nullable(),
    review: z.object({
      id: z.number(),
      kind: kindName,
      number: z.string(),
      subject: z.string(),
    }),
    members: z.array(channelMember),
    unread: seq,
    /** Up to where the reader has read; null for those who are not members. */
    last_read_seq: seq.nullable(),
    last_seq: seq,
    last_message: z
      .object({ seq, sender: messageSender.nullable(), excerpt: z.string(), created_at: instant })
      .nullable(),
    can_send: z.boolean(),
    /** Why the reader cannot write, as a sentence. */
    cannot_send_reason: z.string().nullable(),
    closed_at: instant.nullable(),
    created_at: instant,
  })
  .meta({ id: 'Channel' });
export type ChannelView = z.output<typeof channelView>;

export const messagePage = z.object({
  /** In order of `seq`. */
  data: z.array(messageView),
  /** Whether there are older ones than the first. */
  has_older: z.boolean(),
  has_newer: z.boolean(),
});
export type MessagePage = z.output<typeof messagePage>;

export const newMessage = z.object({
  client_id: z.string().regex(CLIENT_ID),
  body: z.string().trim().max(BODY_MAX),
  reply_to: z.number().int().positive().nullish(),
  attachments: z
    .array(z.object({ file_id: z.number().int().positive(), page: z.number().int().positive().nullish() }))
    .max(ATTACHMENTS_MAX)
    .optional(),
});
export type NewMessage = z.output<typeof newMessage>;

const ofChannel = z.object({ channel_id: id });
const ofMessage = ofChannel.extend({ message_id: idParam });

const chatUser = z.object({ id: z.number().int().positive(), name: z.string(), email: z.string() });
const chatToken = z
  .object({
    user: chatUser,
    /** A JSON Web Token; whoever has it converses as this person while their session lasts. */
    token: z.string(),
    expires_at: instant,
  })
  .meta({ id: 'ChatToken' });
export type ChatToken = z.output<typeof chatToken>;

export const CHANNEL_FILTERS = ['open', 'unread', 'closed'] as const;

export const conversationEndpoints = {
  openChannels: defineEndpoint({
    id: 'conversations.open_channels',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/chat/channels',
    summary: 'Creates or fetches the conversations of a review the reader takes part in',
    allow: mayConverse,
    shape: { params: z.object({ id: idParam }), output: z.object({ channels: z.array(channelView) }) },
    errors: ['not_found'],
  }),
  channels: defineEndpoint({
    id: 'conversations.channels',
    method: 'GET',
    path: '/api/v1/chat/channels',
    summary: 'Conversations of all reviews the reader takes part in: unread first, then the newest created',
    allow: mayConverse,
    shape: {
      query: z.object({
        /** Open ones where left out, unless ids are given. */
        filter: z.enum(CHANNEL_FILTERS).optional(),
        /** Only these, separated by commas; none of them, and nothing is answered. */
        ids: z
          .string()
          .max(4_000)
          .transform((list) => list.split(',').filter(Boolean))
          .optional(),
        /** Words of a person, subject, number or message. */
        q: z.string().trim().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(40),
        cursor: z.string().max(300).optional(),
      }),
      output: z.object({
        data: z.array(channelView),
        next_cursor: z.string().nullable(),
        counts: z.object({ open: z.number(), unread: z.number(), closed: z.number() }),
      }),
    },
  }),
  channel: defineEndpoint({
    id: 'conversations.channel',
    method: 'GET',
    path: '/api/v1/chat/channels/{channel_id}',
    summary: 'One conversation',
    allow: mayConverse,
    shape: { params: ofChannel, output: channelView },
    errors: ['not_found', 'forbidden'],
  }),
  token: defineEndpoint({
    id: 'conversations.token',
    method: 'POST',
    path: '/api/v1/chat/token',
    summary: 'Who the reader is in conversations, and a token to connect with',
    allow: mayConverse,
    shape: { output: chatToken },
  }),
  unread: defineEndpoint({
    id: 'conversations.unread',
    method: 'GET',
    path: '/api/v1/chat/unread',
    summary: 'Unread messages by conversation; conversations without any are left out',
    allow: mayConverse,
    shape: { output: z.object({ channels: z.record(z.string(), z.number()) }) },
  }),
  messages: defineEndpoint({
    id: 'conversations.messages',
    method: 'GET',
    path: '/api/v1/chat/channels/{channel_id}/messages',
    summary: 'Messages of a conversation: the newest, or those before or after one',
    allow: mayConverse,
    shape: {
      params: ofChannel,
      query: z
        .object({
          before_seq: z.coerce.number().int().positive().optional(),
          after_seq: z.coerce.number().int().nonnegative().optional(),
          /** Only messages with these words. */
          q: z.string().trim().min(1).max(200).optional(),
          limit: z.coerce.number().int().min(1).max(200).default(50),
        })
        .refine((v) => v.before_seq === undefined || v.after_seq === undefined, 'Give before_seq or after_seq'),
      output: messagePage,
    },
    errors: ['not_found', 'forbidden'],
  }),
  send: defineEndpoint({
    id: 'conversations.send',
    in_person: true,
    method: 'POST',
    path: '/api/v1/chat/channels/{channel_id}/messages',
    summary: 'Send a message; the same client_id again answers the message that is stored',
    allow: mayConverse,
    shape: { params: ofChannel, body: newMessage, output: messageView },
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid', 'throttled'],
    example: { client_id: '01938f4e-7c1a-7d3e-8a0c-9f0b6c2f8f11', body: 'The operative note of March 3 is missing.' },
    success: 201,
  }),
  edit: defineEndpoint({
    id: 'conversations.edit',
    in_person: true,
    method: 'PATCH',
    path: '/api/v1/chat/channels/{channel_id}/messages/{message_id}',
    summary: 'Change an own message within 15 minutes',
    allow: mayConverse,
    shape: { params: ofMessage, body: z.object({ body: z.string().trim().max(BODY_MAX) }), output: messageView },
    errors: ['not_found', 'forbidden', 'wrong_state', 'invalid'],
  }),
  remove: defineEndpoint({
    id: 'conversations.remove',
    method: 'DELETE',
    path: '/api/v1/chat/channels/{channel_id}/messages/{message_id}',
    summary: 'Take an own message back within 15 minutes',
    in_person: true,
    allow: mayConverse,
    shape: { params: ofMessage, output: messageView },
    errors: ['not_found', 'forbidden', 'wrong_state'],
  }),
  read: defineEndpoint({
    id: 'conversations.read',
    method: 'POST',
    path: '/api/v1/chat/channels/{channel_id}/read',
    summary: 'Say up to which message one has read',
    allow: mayConverse,
    shape: { params: ofChannel, body: z.object({ seq }), output: nothing },
    errors: ['not_found', 'forbidden'],
    success: 204,
  }),
};

/** Events a page sends over its live connection; each is acknowledged as `{ok, data}` or `{ok: false, problem}`. */
export const liveRequests = {
  /** With whom one converses over this connection; without it, and once its token has expired, the others are refused. */
  'chat.connect': chatUser.extend({ token: z.string().max(4_000) }),
  'message.send': newMessage.extend({ channel_id: id }),
  'message.read': z.object({ channel_id: id, seq }),
  typing: z.object({ channel_id: id, writing: z.boolean().default(true) }),
  /** The last number held of each conversation; answers what came after, and listens in them from then on. */
  'channels.recover': z.object({
    channels: z
      .record(id, seq)
      .refine((map) => Object.keys(map).length <= RECOVER_CHANNELS, `At most ${RECOVER_CHANNELS} conversations`),
  }),
};

/** How a page makes itself known. */
export type ChatConnection = z.output<(typeof liveRequests)['chat.connect']>;

/** What `channels.recover` answers; conversations the page may not read are left out. */
export interface Recovered {
  channels: Record<string, { messages: MessageView[]; last_seq: number; complete: boolean }>;
}

/** Events the server sends to the room of a conversation. */
export interface LiveNews {
  'message.new': { channel_id: string; type: string; user: { id: number }; message: MessageView };
  'message.updated': { channel_id: string; type: string; message: MessageView };
  'notification.mark_read': { channel_id: string; type: string; user: { id: number }; seq: number };
  typing: { channel_id: string; user: { id: number; name: string }; writing: boolean; expires_in_ms: number };
  /** To a person: conversations came, went, opened or closed. A page listens in them by `channels.recover`. */
  'channels.changed': { review_id: number; channel_ids: string[] };
}
