import type { FastifyReply } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { command } from '../../../platform/command.ts';
import { newToken } from '../../../platform/crypto.ts';
import type { Pictures } from '../../../platform/inspect/pictures.ts';
import { rooms } from '../../../platform/live.ts';
import type { Services } from '../../../platform/services.ts';
import { sendPicture } from '../../../platform/http/send-picture.ts';
import { readStored } from '../../../platform/stored-content.ts';
import { PICTURE_EDGE, PICTURE_FAULTS, pictureFault } from '../../../core/pictures.ts';
import { countTries } from './limits.ts';

const PLACE = '/api/v1/avatars/';
/** The object of a picture. A token may begin with a dash, the name of an object may not. */
const objectOf = (key: string): string => `avatars/p${key}`;

const refuse = (message: string): never => {
  throw new Refusal('invalid', message, { errors: [{ path: 'avatar', message }] });
};

/** A picture drawn anew as a square: what was in the file beside its pixels is gone. Refuses `invalid` at `avatar`. */
async function redraw(pictures: Pictures, bytes: Buffer): Promise<Buffer> {
  const fault = pictureFault(bytes);
  if (fault !== null) refuse(fault);
  return (await pictures.draw({ bytes, edge: PICTURE_EDGE })) ?? refuse(PICTURE_FAULTS.damaged);
}

/** Keeps the picture under a new unguessable name and makes it the person's. The earlier one is removed. */
export async function saveAvatar(services: Services, pictures: Pictures, actor: Actor, ip: string, body: unknown) {
  if (!Buffer.isBuffer(body) || body.length === 0) refuse(PICTURE_FAULTS.kind);
  await countTries(services, 'avatar', ip, `user:${actor.user_id}`);
  const picture = await redraw(pictures, body as Buffer);
  const key = newToken();
  await services.storage.put(objectOf(key), picture);
  const avatar = PLACE + key;
  try {
    const before = await setAvatar(services, actor, avatar);
    await forget(services, before);
  } catch (error) {
    await services.storage.remove(objectOf(key));
    throw error;
  }
  return { avatar };
}

export async function removeAvatar(services: Services, actor: Actor): Promise<void> {
  await forget(services, await setAvatar(services, actor, null));
}

/** Sets the person's picture; answers the one before. */
async function setAvatar(services: Services, actor: Actor, avatar: string | null): Promise<string | null> {
  return command(services, actor, async (tx) => {
    const before = await tx.db
      .selectFrom('users')
      .select('users.avatar')
      .where('users.id', '=', actor.user_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await tx.db.updateTable('users').set({ avatar }).where('users.id', '=', actor.user_id).execute();
    await tx.audit({
      action: avatar === null ? 'user.avatar_removed' : 'user.avatar_set',
      subject: `user:${actor.user_id}`,
    });
    tx.live({ room: rooms.user(actor.user_id), event: 'user.changed', payload: {} });
    return before.avatar;
  });
}

async function forget(services: Services, avatar: string | null): Promise<void> {
  const key = avatar?.startsWith(PLACE) ? avatar.slice(PLACE.length) : '';
  if (isKey(key)) await services.storage.remove(objectOf(key));
}

const isKey = (key: string): boolean => /^[\w-]{43}$/.test(key);

/** Sends a picture. Names are unguessable and change with every picture, so a browser may keep it. */
export async function sendAvatar(services: Services, key: string, reply: FastifyReply): Promise<void> {
  if (!isKey(key)) throw new Refusal('not_found');
  const content = await readStored(services, { storage_key: objectOf(key) });
  void sendPicture(reply, content, { type: 'image/webp', cache: 'private, max-age=86400, immutable' });
}
