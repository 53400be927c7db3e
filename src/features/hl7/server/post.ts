import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import { hashToken } from '../../../platform/crypto.ts';
import type { Hl7Connections } from '../../../platform/db/types.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import { foundByToken } from '../../../platform/throttle.ts';
import { arrivedEndpoints } from '../contract.ts';
import { ARRIVING_BYTES } from '../rules/arriving.ts';
import { takeMessage } from './arriving.ts';
import { createRoom } from './room.ts';

/** Takes documents that are posted. Whose address it is, is looked up before anything of the message is read. */
export function takePosted(app: FastifyInstance, services: Services): void {
  const { systemDb } = services.database;
  const room = createRoom();
  const found = new WeakMap<object, Selectable<Hl7Connections>>();
  // a message is read as the bytes it came as, whatever it says of itself
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: ARRIVING_BYTES }, (_, bytes, done) =>
      done(null, bytes),
    );
    scope.addHook('onRequest', async (request, reply) => {
      const { token = '' } = request.params as { token?: string };
      const connection = await foundByToken(systemDb, 'hl7_post', request.ip, services.clock.now(), () =>
        systemDb
          .selectFrom('hl7_connections')
          .selectAll()
          .where('token_hash', '=', hashToken(token))
          .where('removed_at', 'is', null)
          .where('off_at', 'is', null)
          .executeTakeFirst(),
      );
      if (!connection) throw new Refusal('not_found');
      const said = request.headers['content-length'];
      const leave = room.take(connection.id, said === undefined ? null : Number(said));
      reply.raw.once('finish', leave).once('close', leave);
      // who left while the address was looked up gives no word of it any more
      if (reply.raw.closed || request.raw.destroyed) leave();
      found.set(request, connection);
    });
    mount(scope, services, arrivedEndpoints.post, async ({ request, reply }) => {
      const connection = found.get(request);
      if (!connection) throw new Refusal('not_found');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const answer = await takeMessage(services, connection, body);
      return reply.header('content-type', 'application/hl7-v2; charset=utf-8').send(answer);
    });
  });
}
