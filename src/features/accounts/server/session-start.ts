import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { HOUR } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { hashToken, newToken } from '../../../platform/crypto.ts';
import type { Services } from '../../../platform/services.ts';
import type { Waiting } from '../contract/security.ts';
import { REMEMBER_MS, WAITING_SESSION_MS, waitsFor } from '../rules.ts';
import { keepCookie, sessionIn } from './cookies.ts';
import { rememberedDevice } from './devices.ts';
import { signInFacts } from './factors.ts';
import { introduceOnce } from './introduction.ts';

export interface StartedSession {
  session_id: number;
  /** Goes to the browser with `setSessionCookie`, once the transaction is committed. */
  token: string;
}

/**
 * A session for a user under a new token, in the given transaction; the one the request came with ends. Where a second
 * factor is set up or required, it is good for nothing but bringing it or setting it up; one that `goes_on` from a whole
 * session has brought it, and knows when the password was last given and which provider began it. `authenticated_at` is
 * when a provider had the person show who they are, where that was not now. One that `break_glass` opens waits for
 * nothing, as the command it came by said, and ends when that says.
 */
export async function startSession(
  tx: Tx,
  request: FastifyRequest,
  userId: number,
  {
    goes_on = false,
    authenticated_at,
    break_glass,
  }: { goes_on?: boolean; authenticated_at?: Date; break_glass?: { id: number; until: Date } } = {},
): Promise<StartedSession & { waits_for: Waiting['waits_for'] }> {
  const previous = await tx.system
    .updateTable('sessions')
    .set({ ended_at: tx.now })
    .where('token_hash', '=', hashToken(sessionIn(tx.services, request.headers.cookie) ?? ''))
    .where('ended_at', 'is', null)
    .returning(['id', 'authenticated_at'])
    .executeTakeFirst();
  const user = await tx.system
    .selectFrom('users')
    .select(['id', 'role', 'organization_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const waits_for = break_glass
    ? 'nothing'
    : waitsFor({
        ...(await signInFacts(tx, { ...user, role: user.role as Role })),
        remembered: goes_on || (await rememberedDevice(tx, request, userId)),
      });
  const token = newToken();
  const { id } = await tx.system
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      needs_two_factor: waits_for !== 'nothing',
      created_at: tx.now,
      last_seen_at: tx.now,
      authenticated_at: goes_on ? (previous?.authenticated_at ?? null) : (authenticated_at ?? tx.now),
      expires_at:
        break_glass?.until ??
        (waits_for === 'nothing' ? endOf(tx.services, tx.now) : new Date(tx.now.getTime() + WAITING_SESSION_MS)),
      break_glass_id: break_glass?.id ?? null,
      ip: request.ip,
      user_agent: request.headers['user-agent']?.slice(0, 300) ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (waits_for === 'nothing') await introduceOnce(tx, userId);
  if (goes_on && previous)
    await tx.system.updateTable('sso_sessions').set({ session_id: id }).where('session_id', '=', previous.id).execute();
  return { session_id: id, token, waits_for };
}

const endOf = (services: Services, from: Date): Date => new Date(from.getTime() + services.env.SESSION_HOURS * HOUR);

/**
 * Gives a session a new token in place of the one the request came with, which is void from then on; with
 * `passed_second_factor` the session is whole and its time begins anew. Refuses `not_signed_in` when it ended meanwhile.
 */
export async function renewSession(
  tx: Tx,
  request: FastifyRequest,
  sessionId: number,
  options: { passed_second_factor?: boolean } = {},
): Promise<StartedSession> {
  const token = newToken();
  const renewed = await tx.system
    .updateTable('sessions')
    .set({
      token_hash: hashToken(token),
      last_seen_at: tx.now,
      ...(options.passed_second_factor
        ? { needs_two_factor: false, second_factor_at: tx.now, expires_at: endOf(tx.services, tx.now) }
        : {}),
    })
    .where('id', '=', sessionId)
    .where('token_hash', '=', hashToken(sessionIn(tx.services, request.headers.cookie) ?? ''))
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (!renewed) throw new Refusal('not_signed_in');
  if (options.passed_second_factor) await introduceOnce(tx, renewed.user_id);
  return { session_id: sessionId, token };
}

/** Ends sessions of a user by their ids, all but one where that is given; their open pages end after commit. Answers how many. */
export async function endSomeSessions(
  tx: Tx,
  userId: number,
  which: { id: number } | { but: number },
): Promise<number> {
  const ended = await tx.system
    .updateTable('sessions')
    .set({ ended_at: tx.now })
    .where('user_id', '=', userId)
    .where('id', 'id' in which ? '=' : '<>', 'id' in which ? which.id : which.but)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  await endSessionsOutOf(tx, ended);
  tx.afterCommit(() => {
    for (const { id } of ended) tx.services.live.disconnect({ session_id: id });
  });
  return ended.length;
}

/** Ends the sessions in which somebody acts as somebody else out of one of these. */
export async function endSessionsOutOf(tx: Tx, parents: readonly { id: number }[]): Promise<void> {
  if (parents.length === 0) return;
  const ended = await tx.system
    .updateTable('sessions')
    .set({ ended_at: tx.now })
    .where(
      'parent_session_id',
      'in',
      parents.map(({ id }) => id),
    )
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  tx.afterCommit(() => {
    for (const { id } of ended) tx.services.live.disconnect({ session_id: id });
  });
}

/** Ends a user's sessions and, after commit, the pages that are open in them. */
export async function endSessions(tx: Tx, userId: number): Promise<void> {
  const ended = await tx.system
    .updateTable('sessions')
    .set({ ended_at: tx.now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  await endSessionsOutOf(tx, ended);
  tx.afterCommit(() => tx.services.live.disconnect({ user_id: userId }));
}

export function setSessionCookie(services: Services, reply: FastifyReply, token: string): void {
  keepCookie(services, reply, 'session', { value: token, ms: services.env.SESSION_HOURS * HOUR });
}

/** Goes with the browser that is remembered. */
export function setDeviceCookie(services: Services, reply: FastifyReply, token: string): void {
  keepCookie(services, reply, 'device', { value: token, ms: REMEMBER_MS });
}
