import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../../core/errors.ts';
import { mount } from '../../../../platform/http/mount.ts';
import type { Pictures } from '../../../../platform/inspect/pictures.ts';
import type { Services } from '../../../../platform/services.ts';
import { saveMap, sendMap, takePictures } from '../../../../platform/site-maps.ts';
import { expertEndpoints } from '../../contract.ts';
import { expertInReach } from './read.ts';

/** Maps of the way to practice sites: sent by who keeps the site, shown to them and to staff; a site has it once verified. */
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
    await sendMap(services, reply, map);
  });
  void app.register(async (scope) => {
    takePictures(scope);
    mount(scope, services, expertEndpoints.saveSiteMap, async ({ actor, db, params: { profileId }, request }) => {
      await expertInReach(db.executor, actor, profileId);
      return saveMap(services, pictures, { actor, owner: profileId, body: request.body }, (tx, map_id) =>
        tx.audit({ action: 'expert.site_map', subject: `profile:${profileId}`, data: { map_id } }),
      );
    });
  });
}
