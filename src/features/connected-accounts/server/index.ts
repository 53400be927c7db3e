import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import { createQueueSender } from '../../../platform/queue-sender.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onEvent } from '../../../platform/workers.ts';
import { connectedAccountEndpoints } from '../contract.ts';
import type { ConnectedAccounts, UsableConnection } from '../ports.ts';
import type { Provider } from '../rules.ts';
import { addressesOf } from './addresses.ts';
import { beginConnecting, endAll, endConnection, finishConnecting } from './commands.ts';
import { readConnectedAccounts } from './read.ts';
import { revokeNext } from './revocations.ts';
import { askAs } from './tokens.ts';

/** See the port. */
export const connectedAccounts = (services: Services, ports: Pick<Ports, 'mail'>): ConnectedAccounts => ({
  async usable(db, user_ids, use) {
    const rows = await db
      .selectFrom('provider_connections as c')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .select(['c.id', 'c.user_id', 'c.provider', 'c.account_id', 'c.connected_at'])
      .where('c.user_id', 'in', user_ids.length === 0 ? [0] : [...user_ids])
      .where('c.state', '=', 'connected')
      .where('u.suspended_at', 'is', null)
      .where(sql<boolean>`${use} = any (c.uses)`)
      .orderBy('c.connected_at', 'desc')
      .orderBy('c.id', 'desc')
      .execute();
    return rows.filter((row): row is UsableConnection => addressesOf(services.env, row.provider as Provider) !== null);
  },
  ask: (connectionId, path, asking) => askAs(services, ports, connectionId, path, asking),
});

/** Accounts of people at providers of calls, calendars and files: connected, kept fresh, disconnected. */
export function connectedAccountsServer(app: FastifyInstance, services: Services) {
  const e = connectedAccountEndpoints;
  const { systemDb } = services.database;
  const revoker = createQueueSender(services, 'revocations', {
    sendNext: () => revokeNext(services),
  });

  mount(app, services, e.list, async ({ actor }) => ({
    data: await readConnectedAccounts(systemDb, services.env, actor),
  }));
  mount(app, services, e.begin, ({ actor, params, body }) =>
    beginConnecting(services, actor, params.provider, body.uses),
  );
  mount(app, services, e.finish, ({ actor, params, body }) => finishConnecting(services, actor, params.provider, body));
  mount(app, services, e.end, ({ actor, params }) => endConnection(services, actor, params.provider));

  // what a suspended person connected opens nothing from then on; reinstated, they connect it again
  const ended = onEvent({
    name: 'connected_accounts.suspended',
    topics: ['person.suspended'],
    run: (tx, { payload }) => endAll(tx, payload.user_id),
  });

  return { senders: [revoker], events: [ended] } satisfies FeatureServer;
}
