import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Pictures } from '../../../platform/inspect/pictures.ts';
import type { Services } from '../../../platform/services.ts';
import { saveMap, sendMap, takePictures } from '../../../platform/site-maps.ts';
import { type RentedSite, roomEndpoints } from '../contract/rooms.ts';
import { addressLines } from './load.ts';

/** The places whose rooms are rented: which there are, a further one, and one that is offered no more. */
export function mountRentedRooms(app: FastifyInstance, services: Services, pictures: Pictures): void {
  mount(app, services, roomEndpoints.list, async ({ db }) => ({
    data: await rentedSites(db.executor, services.clock.now()),
  }));

  mount(app, services, roomEndpoints.add, ({ actor, body }) =>
    command(services, actor, async (tx) => {
      const { id } = await tx.system
        .insertInto('rented_sites')
        .values({ ...body, added_by: actor.user_id, added_at: tx.now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.audit({ action: 'rented_room.add', subject: `rented_site:${id}`, data: { before: null, after: body } });
      return { id };
    }),
  );

  mount(app, services, roomEndpoints.end, ({ actor, params: { id } }) =>
    command(services, actor, async (tx) => {
      const site = await offeredSite(tx, id);
      await tx.system
        .updateTable('rented_sites')
        .set({ ended_by: actor.user_id, ended_at: tx.now })
        .where('id', '=', id)
        .execute();
      await tx.audit({
        action: 'rented_room.end',
        subject: `rented_site:${id}`,
        data: { before: { name: site.name }, after: null },
      });
      return { id };
    }),
  );

  mount(app, services, roomEndpoints.map, async ({ params: { id }, reply }) => {
    const map = await services.database.systemDb
      .selectFrom('site_maps as m')
      .innerJoin('rented_sites as s', 's.map_id', 'm.id')
      .select(['m.storage_key', 'm.size_bytes', 'm.sha256'])
      .where('s.id', '=', id)
      .executeTakeFirst();
    if (!map) throw new Refusal('not_found');
    await sendMap(services, reply, map);
  });

  const setMap = async (tx: Tx, id: number, map_id: number | null): Promise<void> => {
    const site = await offeredSite(tx, id);
    await tx.system.updateTable('rented_sites').set({ map_id }).where('id', '=', id).execute();
    await tx.audit({
      action: 'rented_room.map',
      subject: `rented_site:${id}`,
      data: { before: { map_id: site.map_id }, after: { map_id } },
    });
  };
  mount(app, services, roomEndpoints.removeMap, ({ actor, params: { id } }) =>
    command(services, actor, async (tx) => {
      await setMap(tx, id, null);
      return { id };
    }),
  );
  void app.register(async (scope) => {
    takePictures(scope);
    mount(scope, services, roomEndpoints.saveMap, ({ actor, params: { id }, request }) =>
      saveMap(services, pictures, { actor, owner: null, body: request.body }, (tx, mapId) => setMap(tx, id, mapId)),
    );
  });
}

/** A place that is offered. Refuses `not_found`, and `wrong_state` for one that no longer is. */
async function offeredSite(tx: Tx, id: number) {
  const site = await tx.system
    .selectFrom('rented_sites')
    .select(['name', 'ended_at', 'map_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!site) throw new Refusal('not_found');
  if (site.ended_at) throw new Refusal('wrong_state', 'It is no longer offered.');
  return site;
}

async function rentedSites(db: Kysely<DB>, now: Date): Promise<RentedSite[]> {
  const rows = await db
    .selectFrom('rented_sites as s')
    .innerJoin('users as u', 'u.id', 's.added_by')
    .selectAll('s')
    .select(fullNameOf('u').as('by'))
    .select(
      sql<number>`(select count(*)::int from room_bookings b where b.site_of = 'rented' and b.site_id = s.id
        and b.freed_at is null and upper(b.during) > ${now})`.as('ahead'),
    )
    .where('s.ended_at', 'is', null)
    .orderBy('s.state')
    .orderBy('s.city')
    .orderBy('s.id')
    .execute();
  return rows.map((one) => ({
    id: one.id,
    name: one.name,
    lines: addressLines(one),
    phone: one.phone,
    access_note: one.access_note,
    rooms: one.rooms,
    price_cents: one.price_cents,
    ahead: one.ahead,
    added_by: one.by,
    added_at: one.added_at.toISOString(),
    map_id: one.map_id,
  }));
}
