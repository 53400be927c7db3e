import { onEvent } from '../../../platform/workers.ts';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { conversationEndpoints } from '../contract.ts';
import { loadChannel } from './access.ts';
import { channelOf, listChannels, unreadChannels } from './channels.ts';
import { editMessage, markRead, openChannels, removeMessage } from './commands.ts';
import { runDigest } from './digest.ts';
import { conversationsLive } from './live.ts';
import { readMessages } from './messages.ts';
import { Pace } from './pace.ts';
import { sendMessage } from './send.ts';
import { runMentions } from './mentions.ts';
import { purgeMessages, syncChannels } from './sync.ts';
import { chatToken } from './token.ts';

export { readableChannels } from './access.ts';

/** Conversations between the parties of a review: channels, messages, live delivery, the digest of what stays unread. */
export function conversationsServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = conversationEndpoints;
  const pace = new Pace(services.env.MAX_MESSAGES_A_MINUTE);

  mount(app, services, e.openChannels, async ({ actor, kind, params }) => ({
    channels: await openChannels(services, actor, kind, params.id),
  }));
  mount(app, services, e.channels, ({ db, query }) => listChannels(db, query));
  mount(app, services, e.channel, ({ db, params }) => channelOf(db, params.channel_id));
  mount(app, services, e.token, ({ db }) => chatToken(services, db));
  mount(app, services, e.unread, async ({ db }) => ({ channels: await unreadChannels(db) }));
  mount(app, services, e.messages, async ({ db, params, query }) =>
    readMessages(db, await loadChannel(db, params.channel_id), query),
  );
  mount(app, services, e.send, ({ actor, params, body }) =>
    sendMessage(services, pace, actor, params.channel_id, body),
  );
  mount(app, services, e.edit, ({ actor, params, body }) => editMessage(services, actor, { ...params, ...body }));
  mount(app, services, e.remove, ({ actor, params }) => removeMessage(services, actor, params));
  mount(app, services, e.read, async ({ actor, params, body }) => {
    await markRead(services, ports, actor, { channelId: params.channel_id, seq: body.seq });
    return undefined;
  });

  return {
    live: conversationsLive(services, pace, ports),
    events: [
      onEvent({
        name: 'conversations.sync_channels',
        topics: ['review.transitioned', 'review.people_changed'],
        run: async (tx, event) => {
          if (event.review_id === null) return;
          await syncChannels(tx, event.review_id);
          if (event.payload.action === 'purge') await purgeMessages(tx, event.review_id);
        },
      }),
    ],
    deadlines: {
      chat_digest: (tx, deadline) => runDigest(tx, ports, deadline),
      chat_mention: (tx, deadline) => runMentions(tx, ports, deadline),
    },
  } satisfies FeatureServer;
}
