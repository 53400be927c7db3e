import type { FastifyInstance } from 'fastify';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import { createQueueSender } from '../../../platform/queue-sender.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onEvent } from '../../../platform/workers.ts';
import type { Tx } from '../../../platform/command.ts';
import { providerRow } from '../../connected-accounts/rules.ts';
import { calendarEndpoints } from '../contract.ts';
import { availabilityOf } from './availability.ts';
import { calendarEntries } from './entries/index.ts';
import { addCalendar, countAsked, endFeed, makeFeed, removeCalendar } from './commands.ts';
import { readFeed } from './feed.ts';
import { icsSource } from './ics/source.ts';
import { readCalendar, readCalendars } from './kept.ts';
import { readDue } from './read-again.ts';

/** Calendars: when people are busy by those they keep elsewhere, and what they have here for theirs to read. */
export function calendarsServer(
  app: FastifyInstance,
  services: Services,
  ports: Pick<Ports, 'mail' | 'connectedAccounts'>,
) {
  const e = calendarEndpoints;
  const { systemDb } = services.database;
  const now = () => services.clock.now();
  const source = icsSource({ allowLoopback: services.env.CALENDAR_ALLOW_LOOPBACK });
  const reader = createQueueSender(services, 'calendars', {
    sendNext: async () => (await readDue(services, ports, source)) > 0,
  });

  const entries = calendarEntries(services, ports);

  mount(app, services, e.availability, ({ db, actor, kind, params, query }) =>
    availabilityOf(db, actor, kind, params.id, query, now()),
  );
  mount(app, services, e.list, async ({ actor }) => {
    const feed = await systemDb
      .selectFrom('calendar_feeds')
      .select(['created_at', 'read_at'])
      .where('user_id', '=', actor.user_id)
      .executeTakeFirst();
    return {
      data: await readCalendars(systemDb, actor.user_id, now()),
      feed: feed ? { created_at: feed.created_at.toISOString(), read_at: feed.read_at?.toISOString() ?? null } : null,
    };
  });
  mount(app, services, e.add, ({ actor, body }) => addCalendar(services, source, actor, body.address));
  mount(app, services, e.refresh, async ({ actor, params }) => {
    await readCalendar(systemDb, actor.user_id, params.calendarId, now());
    await countAsked(services, actor);
    await readDue(services, ports, source, params.calendarId);
    return readCalendar(systemDb, actor.user_id, params.calendarId, now());
  });
  mount(app, services, e.remove, ({ actor, params }) => removeCalendar(services, actor, params.calendarId));
  mount(app, services, e.makeFeed, ({ actor }) => makeFeed(services, actor));
  mount(app, services, e.endFeed, ({ actor }) => endFeed(services, actor));
  mount(app, services, e.readFeed, async ({ params, reply }) => {
    const text = await readFeed(systemDb, params.token, services.env.public_url, now());
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex, nofollow, noarchive')
      .send(text);
  });

  return {
    senders: [reader, entries.sender],
    events: [
      ...entries.events,
      onEvent({
        name: 'calendars.connected',
        topics: ['connected_account.connected'],
        when: ({ payload }) => payload.provider === 'microsoft',
        run: async (tx, { payload: { connection_id, user_id, uses } }) => {
          if (!uses.includes('busy')) return removeConnected(tx, connection_id);
          await tx.system
            .insertInto('calendars')
            .values({
              user_id,
              source: 'microsoft',
              connection_id,
              host: providerRow('microsoft').name,
              ending: '',
              next_at: tx.now,
              created_at: tx.now,
            })
            .onConflict((oc) =>
              oc.column('connection_id').where('connection_id', 'is not', null).doUpdateSet({ next_at: tx.now }),
            )
            .execute();
          tx.afterCommit(reader.wake);
        },
      }),
      onEvent({
        name: 'calendars.disconnected',
        topics: ['connected_account.lost'],
        // one that is to be connected again keeps what is known
        when: ({ payload }) => payload.ended,
        run: (tx, { payload }) => removeConnected(tx, payload.connection_id),
      }),
    ],
    close: () => source.close(),
  } satisfies FeatureServer;
}

/** What was read through a connection goes with it. */
async function removeConnected(tx: Tx, connectionId: number): Promise<void> {
  await tx.system.deleteFrom('calendars').where('connection_id', '=', connectionId).execute();
}
