import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { dateIn, isZone } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { json } from '../../../platform/db/json.ts';
import { mount } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import type { Pictures } from '../../../platform/inspect/pictures.ts';
import type { Services } from '../../../platform/services.ts';
import { accountEndpoints } from '../contract.ts';
import type { Hours } from '../contract/account.ts';
import { blackoutFaults, hoursFaults, nameFault, tidyName } from '../rules.ts';
import { PICTURE_BYTES_MAX } from '../../../core/pictures.ts';
import { removeAvatar, saveAvatar, sendAvatar } from './avatars.ts';
import { blackoutsOf, workingHours } from './current-user.ts';
import { readVendorInfo, saveVendorInfo } from './vendor.ts';
import { readW9, signW9 } from './w9.ts';

/** What people keep about themselves: name, zone, picture, hours, who is paid. */
export function mountOwnAccount(app: FastifyInstance, services: Services, pictures: Pictures): void {
  mount(app, services, accountEndpoints.updatePerson, async ({ actor, body }) => {
    const faults = [
      { path: 'first_name', message: nameFault(body.first_name, 'your first name') },
      { path: 'last_name', message: nameFault(body.last_name, 'your last name') },
      { path: 'time_zone', message: isZone(body.time_zone) ? null : 'Choose a time zone from the list.' },
    ];
    refuseFields(faults.flatMap(({ path, message }) => (message === null ? [] : [{ path, message }])));
    await command(services, actor, async (tx) => {
      await tx.db
        .updateTable('users')
        .set({
          first_name: tidyName(body.first_name),
          last_name: tidyName(body.last_name),
          time_zone: body.time_zone,
        })
        .where('users.id', '=', actor.user_id)
        .execute();
      await tx.audit({ action: 'user.update', subject: `user:${actor.user_id}`, data: { time_zone: body.time_zone } });
      tx.live({ room: rooms.user(actor.user_id), event: 'user.changed', payload: {} });
    });
  });

  mount(app, services, accountEndpoints.hintSeen, async ({ actor, body }) => {
    await command(services, actor, async (tx) => {
      await tx.db
        .updateTable('users')
        .set({ pr_subs_user_onboarding: sql`pr_subs_user_onboarding || jsonb_build_object(${body.hint}::text, true)` })
        .where('users.id', '=', actor.user_id)
        .execute();
      tx.live({ room: rooms.user(actor.user_id), event: 'user.changed', payload: {} });
    });
  });

  mount(app, services, accountEndpoints.hours, ({ db }) => readHours(db));
  mount(app, services, accountEndpoints.saveHours, async ({ actor, body }) => {
    refuseFields([
      ...(body.working_hours_enabled ? hoursFaults(body.working_hours) : []),
      ...blackoutFaults(body.blackout_dates, dateIn(services.clock.now(), actor.time_zone)),
    ]);
    return command(services, actor, async (tx) => {
      await tx.db
        .updateTable('users')
        .set({
          working_hours_enabled: body.working_hours_enabled,
          working_hours: json(body.working_hours),
          blackout_dates: json(
            body.blackout_dates.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)),
          ),
        })
        .where('users.id', '=', actor.user_id)
        .execute();
      await tx.audit({
        action: 'user.working_hours',
        subject: `user:${actor.user_id}`,
        data: { enabled: body.working_hours_enabled, days_off: body.blackout_dates.length },
      });
      tx.live({ room: rooms.user(actor.user_id), event: 'user.changed', payload: {} });
      return readHours(tx.db);
    });
  });

  mount(app, services, accountEndpoints.vendorInfo, ({ db }) => readVendorInfo(db));
  mount(app, services, accountEndpoints.saveVendorInfo, ({ actor, body }) => saveVendorInfo(services, actor, body));
  mount(app, services, accountEndpoints.w9, ({ actor }) => readW9(services.database.systemDb, actor.user_id));
  mount(app, services, accountEndpoints.signW9, ({ actor, body }) => signW9(services, actor, body));

  mount(app, services, accountEndpoints.removeAvatar, async ({ actor }) => {
    await removeAvatar(services, actor);
  });
  mount(app, services, accountEndpoints.avatar, async ({ params, reply }) => {
    await sendAvatar(services, params.key, reply);
  });
  // the picture's bytes come as they are; no other endpoint takes any
  void app.register(async (scope) => {
    const types = ['image/png', 'image/jpeg', 'image/webp', 'application/octet-stream'];
    scope.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: PICTURE_BYTES_MAX }, (_, bytes, done) => {
      done(null, bytes);
    });
    mount(scope, services, accountEndpoints.saveAvatar, ({ actor, request }) =>
      saveAvatar(services, pictures, actor, request.ip, request.body),
    );
  });
}

async function readHours(db: ActorDb): Promise<Hours> {
  const user = await db
    .selectFrom('users')
    .select(['users.working_hours_enabled', 'users.working_hours', 'users.blackout_dates'])
    .where('users.id', '=', db.actor.user_id)
    .executeTakeFirst();
  if (!user) throw new Refusal('not_found');
  return {
    working_hours_enabled: user.working_hours_enabled,
    working_hours: workingHours(user.working_hours),
    blackout_dates: blackoutsOf(user.blackout_dates),
  };
}
