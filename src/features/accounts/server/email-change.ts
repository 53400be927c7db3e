import { emailFault, normalizeEmail } from '../../../core/emails.ts';
import { fullName } from '../../../core/names.ts';
import type { Actor, SystemActor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { hashToken, newToken } from '../../../platform/crypto.ts';
import { rooms } from '../../../platform/live.ts';
import { forgetOpeners } from '../../../platform/mail/opener.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { EMAIL_CHANGE_MS, EMAIL_STOP_MS } from '../rules.ts';
import { countTries } from './limits.ts';
import { isTaken } from './people.ts';
import { endLinks, sendResetLink } from './reset.ts';
import { endSessions } from './session-start.ts';

const ENDED = 'This link no longer works: it was used or stopped, or it expired.';

interface Asking {
  ip: string;
  request_id: string;
}
const system = ({ request_id }: Asking): SystemActor => ({ kind: 'system', request_id });
/**
 * Begins a change of one's own address, with the password. The new address gets the link, the old one a way to stop it.
 * Where the new one belongs to another account, its owner is told and the answer is the same.
 */
export async function askForEmailChange(
  services: Services,
  ports: Ports,
  actor: Actor,
  asking: Asking,
  body: { email: string; password: string },
): Promise<void> {
  const email = normalizeEmail(body.email);
  const own = await services.database.systemDb
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', actor.user_id)
    .executeTakeFirstOrThrow();
  const fault = emailFault(body.email) ?? (email === own.email.toLowerCase() ? 'This is already your address.' : null);
  refuseFields(fault ? [{ path: 'email', message: fault }] : []);
  await countTries(services, 'change_email', asking.ip, String(actor.user_id));
  if (!(await ports.isOwnPassword(actor.user_id, body.password)))
    refuseFields([{ path: 'password', message: 'This is not your password.' }]);
  await command(services, actor, async (tx) => {
    await endChanges(tx, actor.user_id);
    const confirm = newToken();
    const stop = newToken();
    const expiresAt = new Date(tx.now.getTime() + EMAIL_CHANGE_MS);
    const stoppableUntil = new Date(tx.now.getTime() + EMAIL_STOP_MS);
    const taken = await isTaken(tx.system, email, tx.now, actor.user_id);
    const { id } = await tx.system
      .insertInto('email_changes')
      .values({
        user_id: actor.user_id,
        old_email: own.email,
        new_email: email,
        confirm_hash: hashToken(confirm),
        stop_hash: hashToken(stop),
        created_at: tx.now,
        // a taken address cannot be confirmed by anybody
        expires_at: taken ? tx.now : expiresAt,
        stoppable_until: stoppableUntil,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ports.mail(tx, {
      to: { email, name: '' },
      ...(taken
        ? { template: 'email_change_taken', data: {} }
        : {
            template: 'email_change_confirm',
            data: { opener: { value: confirm, of: confirmOpener(id), until: expiresAt } },
          }),
      dedupe_key: `email_change_confirm:${id}`,
    });
    await ports.mail(tx, {
      to: { user_id: actor.user_id, email: own.email, name: fullName(own) },
      template: 'email_change_notice',
      data: {
        opener: { value: stop, of: stopOpener(id), until: stoppableUntil },
        new_email: email,
        done: false,
      },
      dedupe_key: `email_change_notice:${id}`,
    });
    await tx.audit({
      action: 'email.change_asked',
      subject: `user:${actor.user_id}`,
      detail: { old: own.email, new: email },
    });
  });
}

const confirmOpener = (id: number): string => `email_change_confirm:${id}`;
const stopOpener = (id: number): string => `email_change_stop:${id}`;

/** Ends changes that wait for their confirmation; ones that were confirmed stay stoppable. */
async function endChanges(tx: Tx, userId: number): Promise<void> {
  const ended = await tx.system
    .updateTable('email_changes')
    .set({ expires_at: tx.now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('stopped_at', 'is', null)
    .where('expires_at', '>', tx.now)
    .returning('id')
    .execute();
  await forgetOpeners(
    tx.system,
    ended.map(({ id }) => confirmOpener(id)),
  );
}

/** The new address confirms, once: from now on it is the account's. Links sent to the old one end. Refuses `gone`. */
export async function confirmEmailChange(services: Services, asking: Asking, { token }: { token: string }) {
  await countTries(services, 'link', asking.ip, '');
  return command(services, system(asking), async (tx) => {
    const change = await tx.system
      .updateTable('email_changes')
      .set({ confirmed_at: tx.now })
      .where('confirm_hash', '=', hashToken(token))
      .where('confirmed_at', 'is', null)
      .where('stopped_at', 'is', null)
      .where('expires_at', '>', tx.now)
      .returning(['id', 'user_id', 'old_email', 'new_email'])
      .executeTakeFirst();
    if (!change || (await isTaken(tx.system, change.new_email, tx.now, change.user_id)))
      throw new Refusal('gone', ENDED);
    const moved = await tx.system
      .updateTable('users')
      .set({ email: change.new_email })
      .where('id', '=', change.user_id)
      .where('email', '=', change.old_email)
      .where('suspended_at', 'is', null)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) throw new Refusal('gone', ENDED);
    await forgetOpeners(tx.system, [confirmOpener(change.id)]);
    await endLinks(tx, change.user_id);
    await tx.audit({
      action: 'email.changed',
      subject: `user:${change.user_id}`,
      detail: { old: change.old_email, new: change.new_email },
    });
    tx.live({ room: rooms.user(change.user_id), event: 'user.changed', payload: {} });
    return { email: change.new_email };
  });
}

/**
 * The old address stops a change, before or after it was confirmed: it stays or comes back, every session ends, the
 * password is void, and a link for a new one goes to it. Refuses `gone`.
 */
export async function stopEmailChange(
  services: Services,
  ports: Ports,
  asking: Asking,
  { token }: { token: string },
): Promise<{ email: string }> {
  await countTries(services, 'link', asking.ip, '');
  return command(services, system(asking), async (tx) => {
    const change = await tx.system
      .updateTable('email_changes')
      .set({ stopped_at: tx.now })
      .where('stop_hash', '=', hashToken(token))
      .where('stopped_at', 'is', null)
      .where('stoppable_until', '>', tx.now)
      .returning(['id', 'user_id', 'old_email', 'confirmed_at'])
      .executeTakeFirst();
    if (!change) throw new Refusal('gone', ENDED);
    // whoever began it knows the password; later changes of theirs fall with it
    const later = await tx.system
      .updateTable('email_changes')
      .set({ stopped_at: tx.now })
      .where('user_id', '=', change.user_id)
      .where('id', '>', change.id)
      .where('stopped_at', 'is', null)
      .returning('id')
      .execute();
    await forgetOpeners(
      tx.system,
      [change, ...later].flatMap(({ id }) => [confirmOpener(id), stopOpener(id)]),
    );
    await tx.system
      .updateTable('users')
      .set({ email: change.old_email, password_hash: null })
      .where('id', '=', change.user_id)
      .execute();
    await endLinks(tx, change.user_id);
    await endSessions(tx, change.user_id);
    await sendResetLink(tx, ports, change.user_id);
    await tx.audit({ action: 'email.change_stopped', subject: `user:${change.user_id}` });
    return { email: change.old_email };
  });
}
