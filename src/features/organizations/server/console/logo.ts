import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Actor } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import { PICTURE_BYTES_MAX, PICTURE_FAULTS, pictureFault } from '../../../../core/pictures.ts';
import { command } from '../../../../platform/command.ts';
import { newToken } from '../../../../platform/crypto.ts';
import { mount } from '../../../../platform/http/mount.ts';
import type { Pictures } from '../../../../platform/inspect/pictures.ts';
import type { Services } from '../../../../platform/services.ts';
import { sendPicture } from '../../../../platform/http/send-picture.ts';
import { readStored } from '../../../../platform/stored-content.ts';
import { logoEndpoints } from '../../contract/logo.ts';
import { refuseUnseen, tellTree } from './settings.ts';

const PLACE = '/api/v1/logos/';
const LOGO_EDGE = 640;
/** The object of a logo. A token may begin with a dash, the name of an object may not. */
const objectOf = (key: string): string => `logos/p${key}`;
const isKey = (key: string): boolean => /^[\w-]{43}$/.test(key);

/** Logos of organizations: set, taken away, and sent to whoever is about to register. */
export function mountLogos(app: FastifyInstance, services: Services, pictures: Pictures): void {
  mount(app, services, logoEndpoints.remove, async ({ actor, params, query }) => {
    await forget(services, await setLogo(services, actor, params.id, { ...query, logo: null }));
  });
  mount(app, services, logoEndpoints.logo, async ({ params, reply }) => {
    await sendLogo(services, params.key, reply);
  });
  // the picture's bytes come as they are
  void app.register(async (scope) => {
    const types = ['image/png', 'image/jpeg', 'image/webp', 'application/octet-stream'];
    scope.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: PICTURE_BYTES_MAX }, (_, bytes, done) => {
      done(null, bytes);
    });
    mount(scope, services, logoEndpoints.save, async ({ actor, db, params, query, request }) => {
      await refuseUnseen(db, params.id);
      return saveLogo(services, pictures, actor, params.id, { ...query, body: request.body });
    });
  });
}

const refuse = (message: string): never => {
  throw new Refusal('invalid', message, { errors: [{ path: 'logo', message }] });
};

/** Draws the picture anew, keeps it under a new unguessable name and makes it the organization's. Refuses `invalid` at `logo`. */
async function saveLogo(
  services: Services,
  pictures: Pictures,
  actor: Actor,
  id: number,
  { replaces, body }: { replaces: string; body: unknown },
) {
  const bytes = Buffer.isBuffer(body) && body.length > 0 ? body : refuse(PICTURE_FAULTS.kind);
  const fault = pictureFault(bytes);
  if (fault !== null) refuse(fault);
  const picture = (await pictures.draw({ bytes, edge: LOGO_EDGE, whole: true })) ?? refuse(PICTURE_FAULTS.damaged);
  const key = newToken();
  await services.storage.put(objectOf(key), picture);
  const logo = PLACE + key;
  try {
    await forget(services, await setLogo(services, actor, id, { replaces, logo }));
  } catch (error) {
    await services.storage.remove(objectOf(key));
    throw error;
  }
  return { logo };
}

/** Sets an organization's own logo; answers the one before. Refuses `not_found`, `stale` where that is not what was shown. */
function setLogo(
  services: Services,
  actor: Actor,
  id: number,
  { replaces, logo }: { replaces: string; logo: string | null },
): Promise<string | null> {
  return command(services, actor, async (tx) => {
    await refuseUnseen(tx.db, id);
    const before = await tx.db
      .selectFrom('organizations')
      .select('organizations.logo')
      .where('organizations.id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if ((before.logo ?? '') !== replaces) throw new Refusal('stale', undefined, { current: { logo: before.logo } });
    if (before.logo === logo) return null;
    await tx.db.updateTable('organizations').set({ logo }).where('organizations.id', '=', id).execute();
    await tx.audit({
      action: 'organization.changed',
      organization_id: id,
      subject: `organization:${id}`,
      data: { field: 'logo', before: before.logo, after: logo },
    });
    await tellTree(tx, id);
    return before.logo;
  });
}

async function forget(services: Services, logo: string | null): Promise<void> {
  const key = logo?.startsWith(PLACE) ? logo.slice(PLACE.length) : '';
  if (isKey(key)) await services.storage.remove(objectOf(key));
}

/** Sends a logo. Names are unguessable and change with every picture, so a browser may keep it. */
async function sendLogo(services: Services, key: string, reply: FastifyReply): Promise<void> {
  if (!isKey(key)) throw new Refusal('not_found');
  const content = await readStored(services, { storage_key: objectOf(key) });
  void sendPicture(reply, content, { type: 'image/webp', cache: 'public, max-age=86400, immutable' });
}
