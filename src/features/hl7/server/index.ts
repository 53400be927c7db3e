import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isAdmin } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { HOUR } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import { organizationFlag, seenOrganization } from '../../../platform/db/organization.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import { createQueueSender } from '../../../platform/queue-sender.ts';
import { createTurns } from '../../../platform/sending.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, type Limit, throttleKey } from '../../../platform/throttle.ts';
import { type FeatureServer, onJob } from '../../../platform/workers.ts';
import { arrivedEndpoints, hl7Endpoints } from '../contract.ts';
import { HL7_PLACE } from '../rules.ts';
import {
  addConnection,
  changeConnection,
  refuseWithoutFlag,
  removeConnection,
  sendAgain,
  setAside,
} from './commands.ts';
import { forgetOver, sweepLeft } from './arriving.ts';
import { offeredTo, renewToken, setDocumentAside, takeDocument, waitingOf } from './documents.ts';
import { refuseInside } from './leads.ts';
import { createListener } from './listener.ts';
import { takePosted } from './post.ts';
import { forgetPurged, queueResults } from './queue.ts';
import { readConnection, readConnections, readDead, readMessages } from './read.ts';
import { AT_ONCE, OF_ONE, sendDue, sendTest } from './send.ts';
import { createTransport } from './transport.ts';

/** Messages of a connection that are sent to try it out. */
const TESTS: Limit = { tries: 60, window_ms: HOUR };

/** Results by HL7: what is delivered goes to an organization's record systems, in order, until each has taken it. */
export function hl7Server(app: FastifyInstance, services: Services, ports: Pick<Ports, 'mail' | 'records'>) {
  const e = hl7Endpoints;
  const { systemDb } = services.database;
  const send = createTransport(services.env, services.clock);
  const listens = services.env.HL7_LISTEN_PORT;
  const sweep = sweepLeft(services);
  const turns = createTurns(OF_ONE);
  const sender = createQueueSender(services, 'hl7', {
    at_once: AT_ONCE,
    sendNext: (taken) => sendDue(services, ports, send, turns, taken),
    tidy: async (at) => {
      await forgetOver(services, at);
      await sweep(at);
    },
  });

  mount(app, services, e.list, async ({ db, params }) => {
    await seenOrganization(db, params.id);
    return {
      data: await readConnections(systemDb, params.id),
      enabled: await organizationFlag(systemDb, params.id, 'enable_athena_intely_integration'),
      only: await organizationFlag(systemDb, params.id, 'enable_athena_hl7_only_mode'),
    };
  });
  mount(app, services, e.add, ({ actor, params, body }) => addConnection(services, actor, params.id, body));
  mount(app, services, e.change, ({ actor, params, body }) =>
    changeConnection(services, actor, params, body, sender.wake),
  );
  mount(app, services, e.remove, ({ actor, params }) => removeConnection(services, actor, params));
  mount(app, services, e.test, async ({ actor, db, params }) => {
    await seenOrganization(db, params.id);
    await refuseInside(actor, await readConnection(systemDb, params.id, params.connectionId));
    const controlId = `T${randomBytes(9).toString('hex').toUpperCase()}`;
    const connection = await command(services, actor, async (tx) => {
      await seenOrganization(tx.db, params.id);
      await readConnection(tx.system, params.id, params.connectionId);
      await refuseWithoutFlag(tx, params.id);
      await countTry(tx.system, throttleKey('hl7_test', String(params.connectionId)), TESTS, tx.now);
      await tx.audit({
        action: 'hl7.connection_tested',
        organization_id: params.id,
        subject: `hl7_connection:${params.connectionId}`,
      });
      return tx.system
        .selectFrom('hl7_connections')
        .selectAll()
        .where('id', '=', params.connectionId)
        .executeTakeFirstOrThrow();
    });
    const { tried, took_ms } = await sendTest(
      services,
      send,
      // a name may lead elsewhere by now
      { ...connection, may_lead_inside: connection.may_lead_inside && isAdmin(actor.kind) },
      controlId,
    );
    return { control_id: controlId, code: tried.code, text: tried.code === null ? tried.error : tried.text, took_ms };
  });
  mount(app, services, e.messages, async ({ db, params, query }) => {
    await seenOrganization(db, params.id);
    const { id } = await readConnection(systemDb, params.id, params.connectionId);
    return readMessages(systemDb, id, query);
  });
  mount(app, services, e.again, ({ actor, params }) => sendAgain(services, actor, params, sender.wake));
  mount(app, services, e.setAside, ({ actor, params }) => setAside(services, actor, params, sender.wake));
  const arrived = arrivedEndpoints;
  mount(app, services, arrived.renewToken, ({ actor, params }) => renewToken(services, actor, params));
  mount(app, services, arrived.waiting, async ({ db, params }) => {
    await seenOrganization(db, params.id);
    return { data: await waitingOf(systemDb, params.id) };
  });
  mount(app, services, arrived.setAside, ({ actor, params }) => setDocumentAside(services, actor, params));
  mount(app, services, arrived.offered, async ({ actor, kind, params }) => ({
    data: await offeredTo(services, actor, kind, params.id),
  }));
  mount(app, services, arrived.take, ({ actor, kind, params }) =>
    takeDocument(services, ports, actor, { kind, ...params }),
  );
  takePosted(app, services);
  mount(app, services, e.dead, ({ query }) => readDead(systemDb, query.cursor));

  return {
    events: [queueResults(sender.wake), forgetPurged()],
    senders: [sender, ...(listens === undefined ? [] : [createListener(services, ports, listens)])],
    jobs: [
      onJob({
        name: 'hl7.remove_stored',
        topics: ['hl7.document_removed'],
        run: async ({ payload }) => {
          await services.storage.remove(payload.storage_key);
        },
      }),
    ],
    waiting: {
      [HL7_PLACE.path]: async ({ actor }) => {
        if (!HL7_PLACE.admits(actor.kind)) throw new Refusal('forbidden');
        const { n } = await systemDb
          .selectFrom('hl7_messages')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .where('status', '=', 'dead')
          .executeTakeFirstOrThrow();
        return n;
      },
    },
  } satisfies FeatureServer;
}
