import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../../core/errors.ts';
import { PICTURE_BYTES_MAX, PICTURE_FAULTS, pictureFault, pictureSize } from '../../../../core/pictures.ts';
import { HOUR } from '../../../../core/time.ts';
import type { Actor } from '../../../../core/actor.ts';
import { createHash } from 'node:crypto';
import { command } from '../../../../platform/command.ts';
import { newToken } from '../../../../platform/crypto.ts';
import { mount } from '../../../../platform/http/mount.ts';
import type { Pictures } from '../../../../platform/inspect/pictures.ts';
import type { Services } from '../../../../platform/services.ts';
import { readStored } from '../../../../platform/stored-content.ts';
import { countTry, throttleKey } from '../../../../platform/throttle.ts';
import { expertEndpoints } from '../../contract.ts';
import { expertInReach } from './read.ts';

/** Pixels its longer edge has at most: enough for the width of a letter, printed. */
const MAP_EDGE = 1400;
/** So often a person may send one. */
const TRIES = { tries: 30, window_ms: HOUR };

/** Maps of the way to practice sites: sent by who keeps the site, shown to them and to staff. */
export function mountSiteMaps(app: FastifyInstance, services: Services, pictures: Pictures): void {
  mount(app, services, expertEndpoints.siteMap, async ({ actor, db, params, reply }) => {
    await expertInReach(db.executor, actor, params.profileId);
    const map = await services.database.systemDb
      .selectFrom('site_maps')
      .select(['storage_key', 'size_bytes', 'sha256'])
      .where('id', '=', params.mapId)
      .where('expert_profile_id', '=', params.profileId)
      .executeTakeFirst();
    if (!map) throw new Refusal('not_found');
    const content = await readStored(services, map);
    void reply
      .header('content-type', 'image/jpeg')
      .header('content-disposition', 'inline; filename="map.jpg"')
      .header('content-length', map.size_bytes)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, max-age=3600')
      .send(content);
  });
  // the picture's bytes come as they are
  void app.register(async (scope) => {
    const types = ['image/png', 'image/jpeg', 'image/webp', 'application/octet-stream'];
    scope.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: PICTURE_BYTES_MAX }, (_, bytes, done) => {
      done(null, bytes);
    });
    mount(scope, services, expertEndpoints.saveSiteMap, async ({ actor, db, params, request }) => {
      await expertInReach(db.executor, actor, params.profileId);
      return saveMap(services, pictures, actor, params.profileId, request.body);
    });
  });
}

const refuse = (message: string): never => {
  throw new Refusal('invalid', message, { errors: [{ path: 'map_id', message }] });
};

/** Draws a map anew and keeps it; a site has it once it is said and verified. Refuses `invalid` at `map_id`. */
async function saveMap(services: Services, pictures: Pictures, actor: Actor, profileId: number, body: unknown) {
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
          expert_profile_id: profileId,
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
      await tx.audit({ action: 'expert.site_map', subject: `profile:${profileId}`, data: { map_id: row.id } });
      return row;
    });
  } catch (error) {
    await services.storage.remove(storage_key);
    throw error;
  }
}
