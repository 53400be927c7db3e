import type { FastifyInstance } from 'fastify';
import { seenOrganization } from '../../../platform/db/organization.ts';
import { mount } from '../../../platform/http/mount.ts';
import { createOutgoingFetch } from '../../../platform/http/outgoing.ts';
import type { Ports } from '../../../platform/ports.ts';
import { createQueueSender } from '../../../platform/queue-sender.ts';
import { createTurns } from '../../../platform/sending.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { webhookEndpoints } from '../contract.ts';
import { addWebhook, changeWebhook, removeWebhook, rotateSecret, sendAgain, sendTest } from './commands.ts';
import { queueWebhooks } from './queue.ts';
import { readDeliveries, readWebhook, readWebhooks } from './read.ts';
import { AT_ONCE, forgetOld, OF_ONE, sendDue } from './send.ts';

/** Webhooks: an organization's programs are told of what happens, signed, and again for three days where they do not answer. */
export function webhooksServer(app: FastifyInstance, services: Services, ports: Pick<Ports, 'mail'>) {
  const e = webhookEndpoints;
  const { systemDb } = services.database;
  const now = () => services.clock.now();
  const fetch = createOutgoingFetch({ allowLoopback: services.env.WEBHOOK_ALLOW_LOOPBACK });
  const turns = createTurns(OF_ONE);
  const sender = createQueueSender(services, 'webhooks', {
    at_once: AT_ONCE,
    sendNext: (taken) => sendDue(services, ports, fetch, turns, taken),
    tidy: (at) => forgetOld(services, at),
  });

  mount(app, services, e.list, async ({ db, params }) => {
    await seenOrganization(db, params.id);
    return { data: await readWebhooks(systemDb, params.id, now()) };
  });
  mount(app, services, e.add, ({ actor, params, body }) => addWebhook(services, actor, params.id, body));
  mount(app, services, e.change, ({ actor, params, body }) => changeWebhook(services, actor, params, body));
  mount(app, services, e.remove, ({ actor, params }) => removeWebhook(services, actor, params));
  mount(app, services, e.rotate, ({ actor, params }) => rotateSecret(services, actor, params));
  mount(app, services, e.test, ({ actor, params }) => sendTest(services, actor, params, sender.wake));
  mount(app, services, e.deliveries, async ({ db, params, query }) => {
    await seenOrganization(db, params.id);
    const { id } = await readWebhook(systemDb, params.id, params.webhookId, now());
    return readDeliveries(systemDb, id, query);
  });
  mount(app, services, e.again, ({ actor, params }) => sendAgain(services, actor, params, sender.wake));

  return { events: [queueWebhooks(sender.wake)], senders: [sender] } satisfies FeatureServer;
}
