import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type Selectable, sql } from 'kysely';
import { ADMIN_KINDS } from '../../../core/actor.ts';
import { systemCommand } from '../../../platform/command.ts';
import type { Hl7Connections } from '../../../platform/db/types.ts';
import { addressesIn } from '../../../platform/http/outgoing.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Sender } from '../../../platform/sending.ts';
import type { Services } from '../../../platform/services.ts';
import { ARRIVING_BYTES, isFrom, partiesOf } from '../rules/arriving.ts';
import { decoded } from '../rules/charset.ts';
import { parsed } from '../rules/message.ts';
import { networksOf } from '../rules/networks.ts';
import { framed, FrameReader } from '../rules/mllp.ts';
import { answered, takeMessage } from './arriving.ts';
import { createGate, GATE, type GateLimits } from './gate.ts';

/** So long a connection may be silent: between messages, in the middle of one; and so long one message may take, real time. */
interface Limits extends GateLimits {
  silent_ms: number;
  half_ms: number;
  message_ms: number;
}
const LIMITS: Limits = { ...GATE, silent_ms: 5 * 60_000, half_ms: 30_000, message_ms: 5 * 60_000 };

type Connection = Selectable<Hl7Connections>;

const addressOf = ({ remoteAddress }: Socket): string => (remoteAddress ?? '').replace(/^::ffff:/, '');

/** The connections documents come from at an address. */
async function connectionsAt(services: Services, address: string): Promise<Connection[]> {
  const rows = await services.database.systemDb
    .selectFrom('hl7_connections')
    .selectAll()
    .where('removed_at', 'is', null)
    .where('off_at', 'is', null)
    .where('arrives_from', '<>', '')
    .where(sql<boolean>`organization_flag(organization_id, 'enable_athena_intely_integration')`)
    .execute();
  return rows.filter((row) => addressesIn(networksOf(row.arrives_from))(address));
}

/** The connections a message may belong to, by where it comes from and whom it names. */
async function connectionsOf(services: Services, address: string, text: string): Promise<Connection[]> {
  const message = parsed(text);
  if (!message) return [];
  const parties = partiesOf(message);
  return (await connectionsAt(services, address)).filter((row) => isFrom(parties, row));
}

/** Tells Peritus' admins, once a day, that what arrives could belong to more than one connection, and is not taken. */
async function tellOfTwo(services: Services, ports: Pick<Ports, 'mail'>, found: readonly Connection[]): Promise<void> {
  const ids = found.map(({ id }) => id).toSorted((a, b) => a - b);
  await systemCommand(
    services,
    { kind: 'system', request_id: `hl7-two-${ids.join('-')}`.slice(0, 100) },
    async (tx) => {
      const rows = await tx.system
        .selectFrom('hl7_connections as c')
        .innerJoin('organizations as o', 'o.id', 'c.organization_id')
        .select(['c.organization_id', 'c.name', 'o.name as organization'])
        .where('c.id', 'in', ids)
        .orderBy('c.id')
        .execute();
      for (const to of await staffWithRole(tx.system, ...ADMIN_KINDS))
        await ports.mail(tx, {
          to,
          template: 'hl7_ambiguous',
          data: {
            connections: rows.map(({ name, organization }) => `${name} (${organization})`).join(', '),
            link: `/admin/organizations/${rows[0]?.organization_id}?tab=record_systems`,
          },
          side: 'staff',
          dedupe_key: `hl7_ambiguous:${ids.join('-')}:${tx.now.toISOString().slice(0, 10)}:${to.user_id}`,
        });
      services.log.warn({ connections: ids }, 'a document by HL7 could belong to more than one connection');
    },
  );
}

/** Takes documents by MLLP where the settings say so: one message of a connection after the other, each answered when it is kept. */
export function createListener(
  services: Services,
  ports: Pick<Ports, 'mail'>,
  port: number,
  limits: Limits = LIMITS,
): Sender & { port: () => number } {
  const { HL7_LISTEN_HOST: host, HL7_TLS_CERT: cert, HL7_TLS_KEY: key } = services.env;
  const sockets = new Set<Socket>();
  const gate = createGate(limits);

  /** Each connection, before anything is agreed with TLS. */
  function admit(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    const leave = gate.enter(addressOf(socket));
    if (!leave) return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      leave();
    });
  }

  function converse(socket: Socket): void {
    if (socket.destroyed) return;
    const address = addressOf(socket);
    const reader = new FrameReader(ARRIVING_BYTES);
    const hold = gate.holder(address);
    let last: Promise<void> = Promise.resolve();
    let late: NodeJS.Timeout | undefined;
    const wait = (): void => {
      socket.setTimeout(reader.open ? limits.half_ms : limits.silent_ms);
      if (!reader.open) {
        clearTimeout(late);
        late = undefined;
      } else late ??= setTimeout(() => socket.destroy(), limits.message_ms);
    };
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(late);
      hold(0);
    });
    socket.on('data', (chunk: Buffer) => {
      let whole: Uint8Array[];
      try {
        whole = reader.push(chunk);
      } catch {
        return void socket.destroy();
      }
      const answering = whole.reduce((sum, { length }) => sum + length, 0);
      if (!hold(reader.held + answering)) return void socket.destroy();
      if (whole.length === 0) return wait();
      // nothing more is read until these are answered
      socket.pause();
      socket.setTimeout(0);
      clearTimeout(late);
      late = undefined;
      last = answerAll(last, socket, address, whole, () => {
        hold(reader.held);
        wait();
        socket.resume();
      });
    });
    wait();
    // who is nobody's record system sends nothing that would have to be held
    socket.pause();
    connectionsAt(services, address).then(
      (known) => (known.length > 0 ? socket.resume() : socket.destroy()),
      () => socket.destroy(),
    );
  }

  async function answerAll(
    before: Promise<void>,
    socket: Socket,
    address: string,
    whole: readonly Uint8Array[],
    done: () => void,
  ): Promise<void> {
    await before;
    try {
      for (const bytes of whole) {
        const answer = await answerTo(address, bytes);
        if (!socket.destroyed) socket.write(framed(Buffer.from(answer, 'utf8')));
      }
      if (!socket.destroyed) done();
    } catch {
      socket.destroy();
    }
  }

  async function answerTo(address: string, bytes: Uint8Array): Promise<string> {
    const text = decoded(bytes);
    const found = await connectionsOf(services, address, text);
    const [connection] = found;
    if (connection === undefined)
      return answered(services, text, {
        code: 'AR',
        why: 'Nobody here is connected to who sends this, or to who it is for.',
      });
    if (found.length === 1) return takeMessage(services, connection, bytes);
    await tellOfTwo(services, ports, found);
    return answered(services, text, { code: 'AE', why: 'Whose this is cannot be told just now. Send it again later.' });
  }

  let server: Server | null = null;
  return {
    start() {
      server =
        cert === undefined || key === undefined
          ? createServer(converse)
          : createTlsServer(
              { cert: readFileSync(cert), key: readFileSync(key), handshakeTimeout: limits.half_ms },
              converse,
            );
      server.prependListener('connection', admit);
      server.on('error', (error) => services.log.error({ err: error, host, port }, 'no documents are taken by MLLP'));
      server.on('tlsClientError', () => undefined);
      server.listen(port, host);
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
      server = null;
    },
    wake: () => undefined,
    flush: () => Promise.resolve(0),
    port: () => {
      const bound = server?.address();
      return typeof bound === 'object' && bound ? bound.port : 0;
    },
  };
}
