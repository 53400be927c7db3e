import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { SUPER_ADMIN_KINDS, type SystemActor } from '../../../core/actor.ts';
import { normalizeEmail } from '../../../core/emails.ts';
import { Refusal } from '../../../core/errors.ts';
import { fullName } from '../../../core/names.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { hashToken, newToken } from '../../../platform/crypto.ts';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Events } from '../../../platform/declarations.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type EventHandler, onEvent } from '../../../platform/workers.ts';
import type { BreakGlassLink } from '../contract/sign-up-and-recovery.ts';
import { BREAK_GLASS_LINK_MS, BREAK_GLASS_SESSION_MS, breakGlassReasonFault, breakGlassState } from '../rules.ts';
import { countTries } from './limits.ts';
import { actorOf } from './person-actor.ts';
import { setSessionCookie, startSession } from './session-start.ts';

const TOPIC = 'account.break_glass';

export interface OpenedBreakGlass {
  /** Shown once, to who ran the command. */
  token: string;
  expires_at: Date;
  name: string;
}

/**
 * Opens a sign-in for a person past second factor and single sign-on: one link, good once and briefly. For the command of
 * who has the machine, beside a running product or without one; whom it concerns hears of it from the outbox.
 * @throws Error in words for who runs it, where nothing was changed.
 */
export async function openBreakGlass(
  db: Kysely<DB>,
  now: Date,
  { email, reason, run_by }: { email: string; reason: string; run_by: string },
): Promise<OpenedBreakGlass> {
  const fault = breakGlassReasonFault(reason);
  if (fault !== null) throw new Error(`${fault} Nothing was changed.`);
  const token = newToken();
  const expires_at = new Date(now.getTime() + BREAK_GLASS_LINK_MS);
  return db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name', 'organization_id', 'suspended_at'])
      .where('email', '=', normalizeEmail(email))
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new Error(`There is no account for ${email}. Nothing was changed.`);
    if (user.suspended_at !== null)
      throw new Error(`The account of ${email} is suspended: nobody signs in to it. Nothing was changed.`);
    await tx
      .updateTable('break_glass_links')
      .set({ replaced_at: now })
      .where('user_id', '=', user.id)
      .where('used_at', 'is', null)
      .where('replaced_at', 'is', null)
      .execute();
    const { id } = await tx
      .insertInto('break_glass_links')
      .values({
        user_id: user.id,
        token_hash: hashToken(token),
        reason: reason.trim(),
        run_by,
        created_at: now,
        expires_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(tx, { kind: 'system', request_id: 'break-glass' }, now, {
      action: 'session.break_glass_opened',
      organization_id: user.organization_id,
      subject: `user:${user.id}`,
      reason: reason.trim(),
      data: { link_id: id, run_by, expires_at: expires_at.toISOString() },
    });
    await tx
      .insertInto('outbox')
      .values({
        topic: TOPIC,
        payload: json({ link_id: id, what: 'opened', until: expires_at.toISOString() } satisfies Events[typeof TOPIC]),
        review_id: null,
        created_at: now,
      })
      .execute();
    return { token, expires_at, name: fullName(user) };
  });
}

const findLink = (db: Kysely<DB>, token: string) =>
  db
    .selectFrom('break_glass_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .leftJoin('profiles as p', (join) => join.onRef('p.user_id', '=', 'u.id').on('p.is_primary', '=', true))
    .select(['l.id', 'l.reason', 'l.expires_at', 'l.used_at', 'l.replaced_at', 'u.id as user_id', 'u.email'])
    .select(['u.first_name', 'u.last_name', 'u.role', 'u.organization_id', 'u.time_zone', 'u.suspended_at'])
    .select(['p.id as profile_id', 'p.type', 'p.is_review_manager'])
    .where('l.token_hash', '=', hashToken(token))
    .executeTakeFirst();

const NO_LINK = 'There is no emergency sign-in at this link.';
const ENDED = 'This emergency sign-in no longer works: it was used, replaced, or its time is over. Make another one.';

/** Whom a link is for, or how it ended and nothing else. Refuses `not_found`. */
export async function checkBreakGlass(
  services: Services,
  request: FastifyRequest,
  { token }: { token: string },
): Promise<BreakGlassLink> {
  await countTries(services, 'link', request.ip, '');
  const link = await findLink(services.database.systemDb, token);
  if (!link) throw new Refusal('not_found', NO_LINK);
  const now = services.clock.now();
  const state = link.suspended_at === null ? breakGlassState(link, now) : 'replaced';
  if (state !== 'open') return { state, link: null };
  return {
    state,
    link: {
      email: link.email,
      name: fullName(link),
      reason: link.reason,
      expires_at: link.expires_at.toISOString(),
      session_until: new Date(now.getTime() + BREAK_GLASS_SESSION_MS).toISOString(),
    },
  };
}

/**
 * Signs in by a link, once. The session waits for nothing, says what it is in every row of the trail, and ends by itself; the
 * person and every super admin are told. A link that ended is refused `gone`, and that somebody tried stands on the record.
 */
export async function useBreakGlass(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { token }: { token: string },
): Promise<void> {
  await countTries(services, 'link', request.ip, '');
  const link = await findLink(services.database.systemDb, token);
  if (!link) throw new Refusal('not_found', NO_LINK);
  const actor = actorOf({ ...link, id: link.user_id }, request);
  const started = await command(services, actor, async (tx) => {
    const until = new Date(tx.now.getTime() + BREAK_GLASS_SESSION_MS);
    const standing = await tx.system
      .selectFrom('users')
      .select('suspended_at')
      .where('id', '=', link.user_id)
      .forShare()
      .executeTakeFirst();
    const used = await tx.system
      .updateTable('break_glass_links')
      .set({ used_at: tx.now })
      .where('id', '=', link.id)
      .where('used_at', 'is', null)
      .where('replaced_at', 'is', null)
      .where('expires_at', '>', tx.now)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n || standing?.suspended_at !== null) return null;
    const made = await startSession(tx, request, link.user_id, { break_glass: { id: link.id, until } });
    await tx.audit({
      action: 'session.break_glass_used',
      organization_id: link.organization_id,
      subject: `user:${link.user_id}`,
      reason: link.reason,
      data: {
        session_id: made.session_id,
        break_glass: link.id,
        source: request.ip,
        until: until.toISOString(),
      },
    });
    // told by the system: whose account it is shall find it unread
    await tx.emit(TOPIC, { link_id: link.id, what: 'used', until: until.toISOString() });
    return made;
  });
  if (started === null) {
    const nobody: SystemActor = { kind: 'system', request_id: request.id };
    await command(services, nobody, (tx) =>
      tx.audit({
        action: 'session.break_glass_refused',
        organization_id: link.organization_id,
        subject: `user:${link.user_id}`,
        data: { link_id: link.id, source: request.ip },
      }),
    );
    throw new Refusal('gone', ENDED);
  }
  setSessionCookie(services, reply, started.token);
}

/** Tells the person and every super admin, by mail and bell. */
async function tell(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  link: { id: number; user_id: number; email: string; first_name: string; last_name: string },
  { what, until }: Events[typeof TOPIC],
): Promise<void> {
  const name = fullName(link);
  const own = { user_id: link.user_id, email: link.email, name };
  const others = (await staffWithRole(tx.system, ...SUPER_ADMIN_KINDS)).filter((to) => to.user_id !== link.user_id);
  for (const to of [own, ...others]) {
    const yours = to.user_id === link.user_id;
    await ports.mail(tx, {
      to,
      template: 'break_glass',
      data: {
        outcome: yours ? `${what}_yours` : what,
        name,
        at: tx.now.toISOString(),
        until,
        link: yours ? '/account/security' : `/admin/people/${link.user_id}`,
      },
      side: 'staff',
      dedupe_key: `break_glass:${link.id}:${what}:${to.user_id}`,
    });
  }
}

/** Tells of a link that was made, also one made while the product did not run, and of its use. */
export function breakGlassHandler(ports: Ports): EventHandler {
  return onEvent({
    name: 'accounts.tell_break_glass',
    tells: true,
    topics: [TOPIC],
    async run(tx, event) {
      const link = await tx.system
        .selectFrom('break_glass_links as l')
        .innerJoin('users as u', 'u.id', 'l.user_id')
        .select(['l.id', 'l.user_id', 'u.email', 'u.first_name', 'u.last_name'])
        .where('l.id', '=', event.payload.link_id)
        .executeTakeFirst();
      if (link) await tell(tx, ports, link, event.payload);
    },
  });
}
