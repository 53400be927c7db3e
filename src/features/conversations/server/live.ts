import type { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { ActorDb } from '../../../platform/db/actor-db.ts';
import { type LiveConnection, type LiveSocket, rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type LiveNews, liveRequests, type Recovered } from '../contract.ts';
import { cannotWriteNow, mayConverse, mayNotWrite, nameOf, RECOVER_MESSAGES, TYPING_MS } from '../rules.ts';
import { loadChannel } from './access.ts';
import { liveChannels } from './channels.ts';
import { markRead } from './commands.ts';
import { readMessages } from './messages.ts';
import type { Pace } from './pace.ts';
import { sendMessage } from './send.ts';
import { acceptToken, expired } from './token.ts';

/**
 * What a page can do over its live connection, once it has said with a token who converses over it. It hears the conversations
 * its person is a member of; gaps after a lost connection are filled from the database by number, never from a buffer.
 */
export function conversationsLive(services: Services, pace: Pace, ports: Pick<Ports, 'noticesSeen'>): LiveConnection {
  return (socket) => {
    let until: Date | null = null;
    const answerConnected = <E extends LiveRequest>(event: E, run: Run<E>): void =>
      answer(socket, event, (payload, now) => {
        if (until === null || until <= services.clock.now()) throw expired();
        return run(payload, now);
      });

    answer(socket, 'chat.connect', async (who, now) => {
      const accepted = acceptToken(services, now, who);
      if (mayConverse(now)) for (const id of await liveChannels(dbOf(now))) socket.join(rooms.channel(id));
      until = accepted;
      return { user_id: now.user_id, expires_at: accepted.toISOString() };
    });

    answerConnected('message.send', async ({ channel_id, ...message }, now) => {
      const stored = await sendMessage(services, pace, now, channel_id, message);
      // who reads only becomes a member with the first message
      socket.join(rooms.channel(channel_id));
      return stored;
    });

    answerConnected('message.read', async ({ channel_id, seq }, now) => {
      await markRead(services, ports, now, { channelId: channel_id, seq });
      return {};
    });

    answerConnected('typing', async ({ channel_id, writing }, now) => {
      const db = dbOf(now);
      const channel = await loadChannel(db, channel_id);
      const refused = mayNotWrite(now, channel) ?? cannotWriteNow(channel);
      if (refused !== null) throw new Refusal('forbidden', refused);
      const payload: LiveNews['typing'] = {
        channel_id,
        user: { id: now.user_id, name: await ownName(db) },
        writing,
        expires_in_ms: TYPING_MS,
      };
      socket.toOthers(rooms.channel(channel_id), 'typing', payload);
      return {};
    });

    answerConnected('channels.recover', async ({ channels }, now) => {
      const db = dbOf(now);
      const recovered: Recovered = { channels: {} };
      for (const [id, seq] of Object.entries(channels)) {
        // listens first and reads then, so that nothing falls between
        const channel = await loadChannel(db, id).catch(absent);
        if (!channel) continue;
        socket.join(rooms.channel(id));
        const page = await readMessages(db, channel, { after_seq: seq, limit: RECOVER_MESSAGES });
        recovered.channels[id] = {
          messages: page.data,
          last_seq: Math.max(channel.last_seq, page.data.at(-1)?.seq ?? 0),
          complete: !page.has_newer,
        };
      }
      return recovered;
    });
  };

  function dbOf(actor: Actor): ActorDb {
    return new ActorDb(services.database.systemDb, actor);
  }
}

/** What a page may not read is left out of the answer. */
function absent(error: unknown): null {
  if (error instanceof Refusal && (error.code === 'not_found' || error.code === 'forbidden')) return null;
  throw error;
}

async function ownName(db: ActorDb): Promise<string> {
  const { actor } = db;
  const expert = await db
    .selectFrom('expert_profiles')
    .select('credentials_suffix')
    .where('profile_id', '=', actor.profile?.id ?? 0)
    .executeTakeFirst();
  return nameOf({ ...actor, credentials_suffix: expert?.credentials_suffix ?? null }).short_name;
}

type LiveRequest = keyof typeof liveRequests;
type Run<E extends LiveRequest> = (payload: z.output<(typeof liveRequests)[E]>, actor: Actor) => Promise<unknown>;

function answer<E extends LiveRequest>(socket: LiveSocket, event: E, run: Run<E>): void {
  socket.on(event, async (payload, actor) => {
    const read = liveRequests[event].safeParse(payload);
    if (!read.success) {
      throw new Refusal('malformed', undefined, {
        errors: read.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
      });
    }
    return run(read.data as z.output<(typeof liveRequests)[E]>, actor);
  });
}
