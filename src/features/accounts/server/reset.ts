import { emailFault, normalizeEmail } from '../../../core/emails.ts';
import { onEvent } from '../../../platform/workers.ts';
import { fullName } from '../../../core/names.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import type { SystemActor } from '../../../core/actor.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { hashToken, newToken } from '../../../platform/crypto.ts';
import { forgetOpeners } from '../../../platform/mail/opener.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { EventHandler } from '../../../platform/workers.ts';
import { RESET_MS } from '../rules.ts';
import { passwordFault } from '../rules/passwords.ts';
import { forgetDevices } from './devices.ts';
import { countTries } from './limits.ts';
import { hashPassword } from '../../../platform/passwords.ts';
import { endSessions } from './session-start.ts';
import { forgetFailedSignIns } from './sign-in.ts';

const TOPIC = 'account.reset_asked';
const ENDED = 'This link no longer works: it was used, or its hour is up. Ask for a new one.';

interface Asking {
  ip: string;
  request_id: string;
}
const system = ({ request_id }: Asking): SystemActor => ({ kind: 'system', request_id });

/**
 * Notes that somebody asked for a new password. Nothing is looked up here: whether there is such an account is found
 * out by a worker, so that neither answer nor time tells.
 */
export async function askForReset(services: Services, asking: Asking, body: { email: string }): Promise<void> {
  const fault = emailFault(body.email);
  refuseFields(fault ? [{ path: 'email', message: fault }] : []);
  const email = normalizeEmail(body.email);
  await countTries(services, 'forgot_password', asking.ip, email);
  await command(services, system(asking), (tx) => tx.emit(TOPIC, { email }));
}

/** Writes the link to the account's own address, if there is one and it is not suspended. */
export function resetHandler(ports: Ports): EventHandler {
  return onEvent({
    name: 'accounts.send_reset_link',
    topics: [TOPIC],
    async run(tx, event) {
      const user = await tx.system
        .selectFrom('users')
        .select('id')
        .where('email', '=', event.payload.email)
        .where('suspended_at', 'is', null)
        .executeTakeFirst();
      if (user) await sendResetLink(tx, ports, user.id);
    },
  });
}

/** A link for a new password to the account's own address; earlier ones stay good until one of them is used. */
export async function sendResetLink(tx: Tx, ports: Ports, userId: number): Promise<void> {
  const user = await tx.system
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'organization_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const token = newToken();
  const expiresAt = new Date(tx.now.getTime() + RESET_MS);
  const { id } = await tx.system
    .insertInto('account_links')
    .values({
      purpose: 'reset_password',
      user_id: userId,
      token_hash: hashToken(token),
      created_at: tx.now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ports.mail(tx, {
    to: { user_id: userId, email: user.email, name: fullName(user) },
    template: 'reset_password',
    data: { opener: { value: token, of: resetOpener(userId), until: expiresAt } },
    dedupe_key: `reset:${id}`,
  });
  await tx.audit({
    action: 'password.reset_asked',
    organization_id: user.organization_id,
    subject: `user:${userId}`,
  });
}

/** The same for somebody whose mail did not come; what was sent before ends. Refuses `wrong_state` for the suspended. */
export async function sendResetAgain(tx: Tx, ports: Ports, userId: number): Promise<void> {
  const user = await tx.system
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (!user) throw new Refusal('wrong_state', 'This account is suspended.');
  await endLinks(tx, userId);
  await sendResetLink(tx, ports, userId);
}

async function findLink(services: Services, token: string) {
  return services.database.systemDb
    .selectFrom('account_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.id', 'l.user_id', 'l.expires_at', 'u.email', 'u.first_name', 'u.last_name', 'u.organization_id'])
    .where('l.token_hash', '=', hashToken(token))
    .where('l.purpose', '=', 'reset_password')
    .where('l.used_at', 'is', null)
    .where('l.ended_at', 'is', null)
    .where('l.expires_at', '>', services.clock.now())
    .where('u.suspended_at', 'is', null)
    .executeTakeFirst();
}

/** Whose password a link is for. Refuses `gone` when it was used, is over or was never one: all the same. */
export async function checkResetLink(services: Services, asking: Asking, { token }: { token: string }) {
  await countTries(services, 'link', asking.ip, '');
  const link = await findLink(services, token);
  if (!link) throw new Refusal('gone', ENDED);
  return {
    email: link.email,
    first_name: link.first_name,
    last_name: link.last_name,
    expires_at: link.expires_at.toISOString(),
  };
}

/** Sets the new password. The link and all others end, every session and open page ends, and the person gets a mail. */
export async function resetPassword(
  services: Services,
  ports: Ports,
  asking: Asking,
  body: { token: string; password: string },
): Promise<void> {
  await countTries(services, 'link', asking.ip, '');
  const link = await findLink(services, body.token);
  if (!link) throw new Refusal('gone', ENDED);
  const fault = passwordFault(body.password, link);
  refuseFields(fault ? [{ path: 'password', message: fault }] : []);
  const password_hash = await hashPassword(body.password);
  await command(services, system(asking), async (tx) => {
    const used = await tx.system
      .updateTable('account_links')
      .set({ used_at: tx.now })
      .where('id', '=', link.id)
      .where('used_at', 'is', null)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n) throw new Refusal('gone', ENDED);
    await tx.system.updateTable('users').set({ password_hash }).where('id', '=', link.user_id).execute();
    await endLinks(tx, link.user_id);
    await endSessions(tx, link.user_id);
    await forgetDevices(tx, link.user_id);
    await ports.mail(tx, {
      to: { user_id: link.user_id, email: link.email, name: fullName(link) },
      template: 'password_changed',
      data: { at: tx.now.toISOString() },
      dedupe_key: `password_changed:${link.id}`,
    });
    await tx.audit({
      action: 'password.reset',
      organization_id: link.organization_id,
      subject: `user:${link.user_id}`,
      data: { source: asking.ip },
    });
  });
  await forgetFailedSignIns(services, link.email);
}

/** What a mail with a link for a new password opens: of several links one used ends all. */
const resetOpener = (userId: number): string => `reset_password:${userId}`;

/** Ends all open links of a user. */
export async function endLinks(tx: Tx, userId: number): Promise<void> {
  await forgetOpeners(tx.system, [resetOpener(userId)]);
  await tx.system
    .updateTable('account_links')
    .set({ ended_at: tx.now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
}
