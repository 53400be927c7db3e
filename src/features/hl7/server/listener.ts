import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Selectable } from 'kysely';
import type { Hl7Connections } from '../../../platform/db/types.ts';
import { addressesIn } from '../../../platform/http/outgoing.ts';
import type { Sender } from '../../../platform/sending.ts';
import type { Services } from '../../../platform/services.ts';
import { ARRIVING_BYTES, isFrom, partiesOf } from '../rules/arriving.ts';
import { decoded } from '../rules/charset.ts';
import { parsed } from '../rules/message.ts';
import { framed, FrameReader } from '../rules/mllp.ts';
import { answered, takeMessage } from './arriving.ts';

/** Connections that are open at once; and so long one may be silent, also in the middle of a message. */
const MOST_SOCKETS = 100;
const SILENT_MS = 5 * 60_000;

/** The networks of a connection, as they are typed. */
export const networksOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** The connections documents come from at an address. */
async function connectionsAt(services: Services, address: string): Promise<Selectable<Hl7Connections>[]> {
  const rows = await services.database.systemDb
    .selectFrom('hl7_connections')
    .selectAll()
    .where('removed_at', 'is', null)
    .where('off_at', 'is', null)
    .where('arrives_from', '<>', '')
    .execute();
  return rows.filter((row) => addressesIn(networksOf(row.arrives_from))(address));
}

/** The connection a message belongs to, by where it comes from and whom it names; null: none, or more than one. */
async function connectionOf(
  services: Services,
  address: string,
  text: string,
): Promise<Selectable<Hl7Connections> | null> {
  const message = parsed(text);
  if (!message) return null;
  const parties = partiesOf(message);
  const found = (await connectionsAt(services, address)).filter((row) => isFrom(parties, row));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Takes documents by MLLP where the settings say so: one message of a connection after the other, each answered when it is kept. */
export function createListener(services: Services, port: number): Sender & { port: () => number } {
  const { HL7_LISTEN_HOST: host, HL7_TLS_CERT: cert, HL7_TLS_KEY: key } = services.env;
  const sockets = new Set<Socket>();

  function converse(socket: Socket): void {
    if (sockets.size >= MOST_SOCKETS) return void socket.destroy();
    sockets.add(socket);
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const reader = new FrameReader(ARRIVING_BYTES);
    let last: Promise<void> = Promise.resolve();
    socket.setTimeout(SILENT_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      let whole: Uint8Array[];
      try {
        whole = reader.push(chunk);
      } catch {
        return void socket.destroy();
      }
      if (whole.length === 0) return;
      // nothing more is read until these are answered
      socket.pause();
      last = answerAll(last, socket, address, whole);
    });
    // who is nobody's record system sends nothing that would have to be held
    socket.pause();
    connectionsAt(services, address).then(
      (known) => (known.length > 0 ? socket.resume() : socket.destroy()),
      () => socket.destroy(),
    );
  }

  async function answerAll(before: Promise<void>, socket: Socket, address: string, whole: readonly Uint8Array[]) {
    await before;
    try {
      for (const bytes of whole) {
        const answer = await answerTo(address, bytes);
        if (!socket.destroyed) socket.write(framed(Buffer.from(answer, 'utf8')));
      }
      socket.resume();
    } catch {
      socket.destroy();
    }
  }

  async function answerTo(address: string, bytes: Uint8Array): Promise<string> {
    const text = decoded(bytes);
    const connection = await connectionOf(services, address, text);
    return connection
      ? takeMessage(services, connection, bytes)
      : answered(services, text, {
          code: 'AR',
          why: 'Nobody here is connected to who sends this, or to who it is for.',
        });
  }

  let server: Server | null = null;
  return {
    start() {
      server =
        cert === undefined || key === undefined
          ? createServer(converse)
          : createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) }, converse);
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
