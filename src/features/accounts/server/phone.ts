import type { Actor } from '../../../core/actor.ts';
import { refuseFields } from '../../../core/errors.ts';
import { command } from '../../../platform/command.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { CODE_AGAIN_MS, maskPhone, normalizePhone, PHONE_FAULT } from '../rules.ts';
import { issueCode, tryCode, useCode } from './codes.ts';
import { refuseUnlessRecent } from './factor-setup.ts';
import { methodsOf } from './factors.ts';
import { countTries } from './limits.ts';
import { ownerOf, tellOwner } from './second-factor.ts';

/** A number that codes to sign in are texted to is changed with the password only. Refuses `reauthentication_required`. */
async function refuseUnlessTheirs(services: Services, actor: Actor): Promise<void> {
  const methods = await methodsOf(services.database.systemDb, actor.user_id);
  if (methods.includes('sms')) await refuseUnlessRecent(services, actor.session_id);
}

/** Texts a code to a number of one's own; the number is the account's once the code is entered. */
export async function askForPhone(
  services: Services,
  ports: Ports,
  actor: Actor,
  ip: string,
  body: { phone_number: string },
): Promise<{ sent_to: string; again_at: string; expires_at: string }> {
  await refuseUnlessTheirs(services, actor);
  const number = normalizePhone(body.phone_number);
  if (number === null) refuseFields([{ path: 'phone_number', message: PHONE_FAULT }]);
  const target = number ?? '';
  // for the person and for the number: nobody is to be rung through by others' accounts
  await countTries(services, 'send_text', ip, `user:${actor.user_id}`);
  await countTries(services, 'send_text', ip, target);
  return command(services, actor, async (tx) => {
    const opener = await issueCode(tx, 'verify_phone', actor.user_id, target);
    await ports.text(tx, {
      to: { user_id: actor.user_id, number: target },
      template: 'verify_phone',
      body: (code) =>
        `${code} is your Peritus code. It works for ten minutes. No one at Peritus will ever ask you for it.`,
      opener,
    });
    await tx.audit({ action: 'phone.code_sent', subject: `user:${actor.user_id}` });
    return {
      sent_to: maskPhone(target),
      again_at: new Date(tx.now.getTime() + CODE_AGAIN_MS).toISOString(),
      expires_at: opener.until.toISOString(),
    };
  });
}

/**
 * Takes the number the code was texted to as the account's own, and writes to the owner that it changed. Refuses
 * `invalid` at `code`, `reauthentication_required`, `throttled`.
 */
export async function verifyPhone(
  services: Services,
  ports: Ports,
  actor: Actor,
  ip: string,
  body: { code: string },
): Promise<{ phone_number: string }> {
  await refuseUnlessTheirs(services, actor);
  const owner = await ownerOf(services.database.systemDb, actor.user_id);
  const found = await tryCode(services, 'verify_phone', actor.user_id, ip, body.code);
  return command(services, actor, async (tx) => {
    await useCode(tx, found.id);
    await tx.db
      .updateTable('users')
      .set({ phone_number: found.target, phone_verified: true })
      .where('users.id', '=', actor.user_id)
      .execute();
    if (found.target !== owner.phone_number) await tellOwner(tx, ports, owner, 'number_changed');
    await tx.audit({ action: 'phone.verified', subject: `user:${actor.user_id}` });
    tx.live({ room: rooms.user(actor.user_id), event: 'user.changed', payload: {} });
    return { phone_number: found.target };
  });
}
