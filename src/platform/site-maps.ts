import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Actor } from '../core/actor.ts';
import { Refusal } from '../core/errors.ts';
import { PICTURE_BYTES_MAX, PICTURE_FAULTS, pictureFault, pictureSize } from '../core/pictures.ts';
import { HOUR } from '../core/time.ts';
import { command, type Tx } from './command.ts';
import { newToken } from './crypto.ts';
import { sendPicture } from './http/send-picture.ts';
import type { Pictures } from './inspect/pictures.ts';
import type { Services } from './services.ts';
import { readStored, type Stored } from './stored-content.ts';
import { countTry, throttleKey } from './throttle.ts';

/* Maps of the way to the sites exams are held at: a practice site's, and a rented place's. */

/** Pixels its longer edge has at most: enough for the width of a letter, printed. */
const MAP_EDGE = 1400;
/** So often a person may send one. */
const TRIES = { tries: 30, window_ms: HOUR };

/** Has a scope take a picture's bytes as they are. */
export function takePictures(scope: FastifyInstance): void {
  const types = ['image/png', 'image/jpeg', 'image/webp', 'application/octet-stream'];
  scope.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: PICTURE_BYTES_MAX }, (_, bytes, done) => {
    done(null, bytes);
  });
}

/** Answers a map. `cache`: its cache-control; left out: a browser may keep it for an hour. */
export async function sendMap(
  services: Services,
  reply: FastifyReply,
  map: Stored & { size_bytes: number },
  cache = 'private, max-age=3600',
): Promise<FastifyReply> {
  const file = { name: 'map.jpg', size_bytes: map.size_bytes };
  return sendPicture(reply, await readStored(services, map), { type: 'image/jpeg', cache, file });
}

const refuse = (message: string): never => {
  throw new Refusal('invalid', message, { errors: [{ path: 'map_id', message }] });
};

/**
 * Draws a map anew and keeps it. `owner`: the expert whose site it is of; null for a rented place. `keep` does the rest in the
 * same transaction. Refuses `invalid` at `map_id`, and `throttled`.
 */
export async function saveMap(
  services: Services,
  pictures: Pictures,
  { actor, owner, body }: { actor: Actor; owner: number | null; body: unknown },
  keep: (tx: Tx<Actor>, mapId: number) => Promise<unknown>,
): Promise<{ id: number }> {
  const bytes = Buffer.isBuffer(body) && body.length > 0 ? body : refuse(PICTURE_FAULTS.kind);
  const fault = pictureFault(bytes);
  if (fault !== null) refuse(fault);
  const { systemDb } = services.database;
  await countTry(systemDb, throttleKey('site_map', String(actor.user_id)), TRIES, services.clock.now());
  const picture =
    (await pictures.draw({ bytes, edge: MAP_EDGE, whole: true, as: 'jpeg' })) ?? refuse(PICTURE_FAULTS.damaged);
  const { width, height } = pictureSize(picture) ?? refuse(PICTURE_FAULTS.damaged);
  // a token may begin with a dash, the name of an object may not
  const storage_key = `experts/m${newToken()}`;
  await services.storage.put(storage_key, picture);
  try {
    return await command(services, actor, async (tx) => {
      const row = await tx.system
        .insertInto('site_maps')
        .values({
          expert_profile_id: owner,
          storage_key,
          size_bytes: picture.length,
          sha256: createHash('sha256').update(picture).digest('hex'),
          width,
          height,
          uploaded_by: actor.user_id,
          created_at: tx.now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await keep(tx, row.id);
      return row;
    });
  } catch (error) {
    await services.storage.remove(storage_key);
    throw error;
  }
}
