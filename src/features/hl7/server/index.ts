import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../core/errors.ts';
import { HOUR } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import { organizationFlag, seenOrganization } from '../../../platform/db/organization.ts';
import { lookAtClock } from '../../../platform/holds.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import { createSender } from '../../../platform/sending.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, type Limit, throttleKey } from '../../../platform/throttle.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { hl7Endpoints } from '../contract.ts';
import { HL7_PLACE } from '../rules.ts';
import {
  addConnection,
  changeConnection,
  refuseWithoutFlag,
  removeConnection,
  sendAgain,
  setAside,
} from './commands.ts';
import { forgetPurged, queueResults } from './queue.ts';
import { readConnection, readConnections, readDead, readMessages } from './read.ts';
import { sendDue, sendTest } from './send.ts';
import { createTransport } from './transport.ts';

/** Messages of a connection that are sent to try it out. */
const TESTS: Limit = { tries: 60, window_ms: HOUR };

/** Results by HL7: what is delivered goes to an organization's record systems, in order, until each has taken it. */
export function hl7Server(app: FastifyInstance, services: Services, ports: Pick<Ports, 'mail'>) {
  const e = hl7Endpoints;
  const { systemDb } = services.database;
  const send = createTransport(services.env);
  const sender = createSender(services, 'hl7', {
    sendNext: (isHeld) => (isHeld ? Promise.resolve(false) : sendDue(services, ports, send)),
    keep: () => Promise.resolve(0),
    tidy: () => Promise.resolve(0),
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
  mount(app, services, e.dead, ({ query }) => readDead(systemDb, query.cursor));

  return {
    events: [queueResults(sender.wake), forgetPurged()],
    senders: [sender],
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
