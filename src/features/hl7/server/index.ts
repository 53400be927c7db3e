import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../core/errors.ts';
import { HOUR } from '../../../core/time.ts';
import { hashToken } from '../../../platform/crypto.ts';
import { command } from '../../../platform/command.ts';
import { organizationFlag, seenOrganization } from '../../../platform/db/organization.ts';
import { lookAtClock } from '../../../platform/holds.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import { createSender } from '../../../platform/sending.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, foundByToken, type Limit, throttleKey } from '../../../platform/throttle.ts';
import { type FeatureServer, onJob } from '../../../platform/workers.ts';
import { arrivedEndpoints, hl7Endpoints } from '../contract.ts';
import { ARRIVING_BYTES } from '../rules/arriving.ts';
import { HL7_PLACE } from '../rules.ts';
import {
  addConnection,
  changeConnection,
  refuseWithoutFlag,
  removeConnection,
  sendAgain,
  setAside,
} from './commands.ts';
import { forgetOver, takeMessage } from './arriving.ts';
import { offeredTo, renewToken, setDocumentAside, takeDocument, waitingOf } from './documents.ts';
import { createListener } from './listener.ts';
import { forgetPurged, queueResults } from './queue.ts';
import { readConnection, readConnections, readDead, readMessages } from './read.ts';
import { sendDue, sendTest } from './send.ts';
import { createTransport } from './transport.ts';

/** Messages of a connection that are sent to try it out. */
const TESTS: Limit = { tries: 60, window_ms: HOUR };

/** Results by HL7: what is delivered goes to an organization's record systems, in order, until each has taken it. */
export function hl7Server(app: FastifyInstance, services: Services, ports: Pick<Ports, 'mail' | 'records'>) {
  const e = hl7Endpoints;
  const { systemDb } = services.database;
  const send = createTransport(services.env);
  const listens = services.env.HL7_LISTEN_PORT;
  const sender = createSender(services, 'hl7', {
    sendNext: (isHeld) => (isHeld ? Promise.resolve(false) : sendDue(services, ports, send)),
    keep: () => Promise.resolve(0),
    tidy: (at) => forgetOver(services, at),
    isHeld: () => lookAtClock(services),
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
  mount(app, services, e.test, async ({ actor, params }) => {
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
    const { tried, took_ms } = await sendTest(services, send, connection, controlId);
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
  mount(app, services, arrived.offered, async ({ db, kind, params }) => ({
    data: await offeredTo(db, kind, params.id),
  }));
  mount(app, services, arrived.take, ({ actor, kind, params }) =>
    takeDocument(services, ports, actor, { kind, ...params }),
  );
  // a message is read as the bytes it came as, whatever it says of itself
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: ARRIVING_BYTES }, (_, bytes, done) =>
      done(null, bytes),
    );
    mount(scope, services, arrived.post, async ({ params, request, reply }) => {
      const connection = await foundByToken(systemDb, 'hl7_post', request.ip, services.clock.now(), () =>
        systemDb
          .selectFrom('hl7_connections')
          .selectAll()
          .where('token_hash', '=', hashToken(params.token))
          .where('removed_at', 'is', null)
          .where('off_at', 'is', null)
          .executeTakeFirst(),
      );
      if (!connection) throw new Refusal('not_found');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const answer = await takeMessage(services, connection, body);
      return reply.header('content-type', 'application/hl7-v2; charset=utf-8').send(answer);
    });
  });

  mount(app, services, e.dead, ({ query }) => readDead(systemDb, query.cursor));

  return {
    events: [queueResults(sender.wake), forgetPurged()],
    senders: [sender, ...(listens === undefined ? [] : [createListener(services, listens)])],
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
